package models

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/sinew-anim/sinew/bake"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/batch"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/archive"
	"github.com/spf13/cobra"
)

// Report is the report of an import.
type Report = report.Report

// The severities of findings.
const (
	Info   = report.Info
	Repair = report.Repair
	Loss   = report.Loss
)

// Source is the files of a model: a model file or an archive with the character, and others with
// clips for it, files, folders or patterns.
type Source struct {
	File string
	With []string
	// AsOne merges File, which may be a folder or a pattern, and Others: the model is the first file with
	// a skin, and the others add their clips.
	AsOne   bool
	Others  []string
	Isolate bool
	Wishes  Wishes
	// Takes says that With are takes as the model's file is one: where it has one clip, it is named
	// after its file too where names collide.
	Takes bool
	// Origin asks the import of the model for its Report.Origin, with which it can be written again.
	Origin bool
}

// AddFlags adds the flags that choose files and clips.
func (s *Source) AddFlags(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&s.With, "with", nil, "add the clips of another `file`, folder or pattern; may be repeated")
	cmd.Flags().BoolVar(&s.AsOne, "as-one", false, "many files are one model: see sinew help selection")
	_ = cmd.Flags().MarkHidden("as-one") // but of commands that take many files
	AddIsolate(cmd, &s.Isolate)
	s.Wishes.addFlags(cmd)
}

// Files lists the model files of the arguments of a command, without those in the folder out: see
// batch.Find. With AsOne they are one model, whose other files are taken over.
func (s *Source) Files(args []string, out string) (*batch.Files, error) {
	if s.AsOne {
		s.Others = args[1:]
		return &batch.Files{List: []batch.File{{Path: args[0], Place: filepath.Base(args[0])}}}, nil
	}
	return batch.Find(args, out)
}

// CheckImport checks the flags of the import.
func (s *Source) CheckImport() error {
	_, err := s.options(nil)
	return err
}

// Opened is a model and the reports of its import.
type Opened struct {
	Source
	Model  *soa.Model
	Report Report
	Added  []AddedFile // the other files

	Archive *Archive // if the file is one

	ClipFile []string // per clip of the model: its file

	takes []importer.FileClips // per file its clips, the model's file first; nil when they are chosen
	names []string             // of all clips, before they were chosen

	stream []byte // the standard input, if the file is it
}

// AddedFile is another file and its clips.
type AddedFile struct {
	File   string
	Clips  int
	Report Report
	Err    error // why it has none
}

// Reports lists the reports of all files, the model's first.
func (o *Opened) Reports() []Report {
	list := []Report{o.Report}
	for i := range o.Added {
		list = append(list, o.Added[i].Report)
	}
	return list
}

// Open reads the files.
func (s *Source) Open(ctx context.Context) (*Opened, error) {
	o := &Opened{Source: *s}
	err := s.guard(ctx)
	switch {
	case err != nil:
	case o.AsOne && (len(o.Others) > 0 || batch.Several(o.File)):
		err = o.importAll(ctx)
	case o.File == console.Stdio:
		err = o.readStdin(ctx)
	case batch.Several(o.File):
		err = console.Usagef("%s is many files: name one, or add --as-one for the model with a skin and the clips of the others", o.File)
	default:
		o.Model, o.Archive, err = s.read(ctx, s.File, &o.Report)
	}
	if err != nil {
		return nil, err
	}
	if o.takes == nil {
		o.takes = []importer.FileClips{{File: o.name(), Clips: o.Model.Clips, Report: o.Report}}
	}
	for _, file := range s.With {
		if err := o.join(ctx, file); err != nil {
			return nil, fmt.Errorf("add clips to %s: %w", o.File, err)
		}
	}
	if err := errors.Join(o.choose(), o.guardPictures(ctx)); err != nil {
		return nil, err
	}
	return o, nil
}

// join adds the clips of a file, of a folder, or of files that match a pattern.
func (o *Opened) join(ctx context.Context, name string) error {
	if batch.Several(name) {
		return o.joinAll(ctx, name)
	}
	f := importer.FileClips{File: name}
	to := o.clipless()
	f.Err = o.addClips(ctx, to, name, &f.Report)
	f.Clips, o.Model.Floats = to.Clips, to.Floats
	o.take([]importer.FileClips{f})
	return f.Err
}

// readStdin reads the model from the standard input.
func (o *Opened) readStdin(ctx context.Context) error {
	data, name, err := console.TakeStdin(ctx)
	if err != nil {
		return err
	}
	o.stream = data
	if archive.Sniff(data) {
		o.Model, o.Archive, err = o.decode(data, name, &o.Report)
		return err
	}
	o.Model, err = o.importStream(ctx, bytes.NewReader(data), name, &o.Report)
	return err
}

// name is that of the model's file in ClipFile.
func (o *Opened) name() string {
	if o.stream != nil {
		return o.Report.File
	}
	return o.File
}

// Content returns the bytes of the model's file, and a file system with its companions.
func (o *Opened) Content() (data []byte, companions fs.FS, err error) {
	if o.stream != nil {
		return o.stream, &alone{}, nil
	}
	data, err = os.ReadFile(o.File)
	return data, os.DirFS(filepath.Dir(o.File)), err
}

// decode decodes an archive in memory.
func (s *Source) decode(data []byte, name string, r *Report) (*soa.Model, *Archive, error) {
	if err := s.Wishes.Refuse(name); err != nil {
		return nil, nil, err
	}
	begun := time.Now()
	a, err := archive.Decode(data)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", name, err)
	}
	return ofArchive(a, name, r, begun)
}

// read reads one file. A file that begins as an archive is one, whatever its name.
func (s *Source) read(ctx context.Context, file string, r *Report) (*soa.Model, *Archive, error) {
	if IsArchive(file) {
		if err := s.Wishes.Refuse(file); err != nil {
			return nil, nil, err
		}
		return readArchive(file, r)
	}
	m, err := s.importModel(ctx, file, r)
	return m, nil, err
}

// addClips adds the clips of another file to a model.
func (s *Source) addClips(ctx context.Context, model *soa.Model, file string, r *Report) error {
	var from *soa.Model
	switch {
	case file == console.Stdio:
		data, name, err := console.TakeStdin(ctx)
		if err != nil {
			return err
		}
		if !archive.Sniff(data) {
			return s.importClipsFS(ctx, model, &alone{name, data}, name, r)
		}
		if from, _, err = s.decode(data, name, r); err != nil {
			return err
		}
	case !IsArchive(file):
		return s.importClips(ctx, model, file, r)
	default:
		var err error
		if from, _, err = s.read(ctx, file, r); err != nil {
			return err
		}
	}
	switch {
	case len(from.Clips) == 0:
		return fmt.Errorf("%s: the archive has no clips", file)
	case s.Wishes.turns:
		return console.Usagef("--with-rotations: %s is an archive, whose clips are of one skeleton", file)
	}
	added, err := model.AddClips(from)
	if err != nil {
		return fmt.Errorf("%s: %w; sinew retarget carries motion to another skeleton", file, err)
	}
	r.CompareLengths(model, added)
	return nil
}

// IsArchive reports whether a file is an archive, by its name or its first bytes: a damaged
// archive is not another format. It is false for an unreadable file: importing it reports the
// error.
func IsArchive(file string) bool {
	info, err := os.Stat(file)
	if err != nil || !info.Mode().IsRegular() { // reading a pipe may block
		return false
	}
	f, err := os.Open(file)
	if err != nil {
		return false
	}
	defer f.Close()
	begin := make([]byte, len(archive.Magic))
	_, err = io.ReadFull(f, begin)
	return strings.EqualFold(filepath.Ext(file), console.ArchiveExtension) || err == nil && archive.Sniff(begin)
}

// readArchive opens an archive until the process ends, since the model points into it. It
// reads a copy: the file may change, or be the output.
func readArchive(file string, r *Report) (*soa.Model, *Archive, error) {
	begun := time.Now()
	a, err := archive.OpenWith(file, archive.OpenOptions{Copy: true})
	if err != nil {
		return nil, nil, err
	}
	return ofArchive(a, file, r, begun)
}

// ofArchive returns the model of an archive.
func ofArchive(a *archive.Archive, file string, r *Report, begun time.Time) (*soa.Model, *Archive, error) {
	m, err := bake.Model(a)
	var said *Archive
	if err == nil {
		said, err = describeArchive(a)
	}
	if err != nil {
		return nil, nil, errors.Join(fmt.Errorf("%s: %w", file, err), a.Close())
	}
	*r = archiveReport(file, said.Tool, m, time.Since(begun))
	return m, said, nil
}

// archiveReport returns for an archive what an import returns for a model file.
func archiveReport(file string, tool string, m *soa.Model, took time.Duration) Report {
	return Report{
		File: file, Format: "sinew archive", Importer: tool, Duration: took, MetresPerUnit: 1, UpAxis: "Y",
		Joints: m.Skeleton.Len(), Clips: make([]report.Clip, len(m.Clips)),
	}
}

// NameClips renames the clips from an index on whose names are taken: to the name of their
// file.
func NameClips(clips []*soa.Clip, from int, file string) {
	base := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
	taken := make(map[string]bool)
	for _, c := range clips[:from] {
		taken[c.Name] = true
	}
	for i := from; i < len(clips); i++ {
		name := clips[i].Name
		if taken[name] || name == "" {
			name = base
			for n := 2; taken[name]; n++ {
				name = fmt.Sprintf("%s %d", base, n)
			}
			c := *clips[i]
			c.Name = name
			clips[i] = &c
		}
		taken[name] = true
	}
}

// SameFile reports whether two paths are the same file.
func SameFile(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}
