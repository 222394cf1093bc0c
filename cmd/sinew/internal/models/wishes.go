package models

import (
	"context"
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/soa"
	"github.com/spf13/cobra"
)

// Wishes are the options of an import.
type Wishes struct {
	Lengths
	within string
	reader string // "sinew" or "assimp"
	scene  string // of a glTF file
	look   string // its variant of materials
	turns  bool   // of added clips, take rotations and travel alone
	rules  importer.ClipRules
	ranges []string // NAME=FROM..TO, in seconds, or in frames with @RATE
	still  string   // a distance: takes in which nothing moves farther are dropped
}

func (w *Wishes) addFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	w.addUnit(cmd)
	f.BoolVar(&w.turns, "with-rotations", false, "of --with, take rotations and the hips' travel alone: for other proportions")
	f.StringVar(&w.within, "within", "", "allow companion files anywhere in a `folder` around the model's")
	f.StringVar(&w.reader, "reader", "sinew", "`sinew` or assimp, a second opinion")
	f.StringVar(&w.scene, "scene", "", "the `scene` of a glTF file")
	f.StringVar(&w.look, "variant", "", "the `variant` of a glTF file's materials")
	f.StringVar(&w.still, "drop-still", "", "drop takes in which nothing moves by more than a `distance` (default: 1mm)")
	f.Lookup("drop-still").NoOptDefVal = "1mm"
	for _, name := range []string{"with-rotations", "drop-still", "reader", "scene", "variant"} { // sinew help selection describes them
		_ = f.MarkHidden(name)
	}
	f.StringArrayVar(&w.rules.Include, "only", nil, "keep the clips whose names match a `pattern`; may be repeated")
	f.StringArrayVar(&w.rules.Exclude, "except", nil, "drop the clips whose names match a `pattern`; may be repeated")
	f.StringVar(&w.rules.Rename, "rename", "", "new `name` of clips, from {clip}, {bare}, {file} and {n}")
	f.StringArrayVar(&w.ranges, "range", nil, "cut a take: `NAME=FROM..TO` in seconds, or frames 0..40@30")
}

// only returns the patterns of --only.
func (w *Wishes) only() []string { return w.rules.Include }

// options returns the options of an import with a report.
func (s *Source) options(r *Report) (o importer.Options, err error) {
	w := &s.Wishes
	if _, err := w.choice(); err != nil {
		return o, err
	}
	metres, err := w.Metres()
	if err != nil {
		return o, err
	}
	if w.reader != "" && w.reader != "sinew" && w.reader != "assimp" {
		return o, console.Usagef("--reader: %q is neither sinew nor assimp", w.reader)
	}
	return importer.Options{
		Report: r, Unit: metres, Scale: w.Scale, RotationsOnly: w.turns, Folder: w.within, Assimp: w.reader == "assimp",
		Scene: w.scene, MaterialVariant: w.look, Isolation: isolation(s.Isolate),
		// What chooses among clips waits until all files are named: see Opened.choose.
		Clips: importer.ClipRules{Rename: w.rules.Rename},
	}, nil
}

// choice returns the rules that choose among clips with their final names.
func (w *Wishes) choice() (rules importer.ClipRules, err error) {
	rules = w.rules
	for _, text := range w.ranges {
		r, err := parseRange(text)
		if err != nil {
			return rules, err
		}
		rules.Ranges = append(rules.Ranges, r)
	}
	if w.still != "" {
		if rules.Still, err = console.Distance("--drop-still", w.still); err != nil {
			return rules, err
		}
		if !(rules.Still > 0 && rules.Still <= 1e3) {
			return rules, console.Usagef("--drop-still: %s is not above 0", w.still)
		}
	}
	return rules, nil
}

// parseRange reads NAME=FROM..TO, in seconds, or NAME=FROM..TO@RATE, in frames.
func parseRange(text string) (r importer.Range, err error) {
	name, span, ok := strings.Cut(text, "=")
	span, rate, frames := strings.Cut(span, "@")
	from, to, both := strings.Cut(span, "..")
	if !ok || !both || name == "" {
		return r, console.Usagef("--range: %q is not NAME=FROM..TO or NAME=FROM..TO@RATE", text)
	}
	texts := []string{from, to}
	if frames {
		texts = append(texts, rate)
	}
	var numbers [3]float64
	for i, s := range texts {
		if numbers[i], err = console.FiniteNumber("--range", s); err != nil {
			return r, err
		}
	}
	if numbers[1] < numbers[0] || frames && !(numbers[2] > 0) {
		return r, console.Usagef("--range: %q ends before it begins, or its rate is not above 0", text)
	}
	if frames {
		return importer.Frames(name, numbers[0], numbers[1], numbers[2]), nil
	}
	return importer.Range{Name: name, Start: numbers[0], End: numbers[1]}, nil
}

// archivesRead are archives among several files.
type archivesRead map[string]*foundArchive

type foundArchive struct {
	info   *Archive
	report Report
}

// read reads an archive, as an importer.Reader.
func (a archivesRead) read(_ context.Context, file string) (*soa.Model, error) {
	found := new(foundArchive)
	m, info, err := readArchive(file, &found.report)
	if err != nil {
		return nil, err
	}
	found.info = info
	a[file] = found
	return m, nil
}

// withArchives returns the options of an import that reads archives too.
func (o *Opened) withArchives() (importer.Options, archivesRead, error) {
	opts, err := o.options(nil)
	read := archivesRead{}
	opts.Readers = map[string]importer.Reader{console.ArchiveExtension: read.read}
	return opts, read, err
}

// importAll merges several files: the model of the one with a skin, and the clips of the
// others.
func (o *Opened) importAll(ctx context.Context) error {
	opts, archives, err := o.withArchives()
	if err != nil {
		return err
	}
	model, results, err := importer.LoadMerged(ctx, append([]string{o.File}, o.Others...), opts)
	if err != nil {
		return err
	}
	o.Model, o.File = model, results[0].File
	archives.describe(results)
	o.Report = results[0].Report
	noteAvatar(&o.Report, model)
	if found := archives[o.File]; found != nil {
		o.Archive = found.info
	}
	o.takes = []importer.FileClips{{File: o.File, Clips: results[0].Clips, Report: o.Report}}
	o.take(results[1:])
	return nil
}

// joinAll adds the clips of all files in a folder, or of those that match a pattern, except
// the model's.
func (o *Opened) joinAll(ctx context.Context, name string) error {
	opts, archives, err := o.withArchives()
	if err != nil {
		return err
	}
	files, err := importer.ModelFiles(name, opts)
	if err != nil {
		return err
	}
	files = slices.DeleteFunc(files, func(file string) bool { return o.File != console.Stdio && SameFile(file, o.File) })
	to := o.clipless()
	results, err := importer.AddAllClips(ctx, to, files, opts)
	o.Model.Floats = to.Floats
	archives.describe(results)
	o.take(results)
	return err
}

// describe adds the reports of archives, and keeps what was found besides.
func (a archivesRead) describe(results []importer.FileClips) {
	for i := range results {
		if found := a[results[i].File]; found != nil {
			found.report.Findings = append(found.report.Findings, results[i].Report.Findings...)
			results[i].Report = found.report
		}
	}
}

// take records the clips of other files.
func (o *Opened) take(results []importer.FileClips) {
	for _, r := range results {
		o.Added = append(o.Added, AddedFile{File: r.File, Err: r.Err})
	}
	o.takes = append(o.takes, results...)
}
