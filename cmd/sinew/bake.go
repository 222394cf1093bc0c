package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/cliprules"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/runtime/bake"
	"github.com/spf13/cobra"
)

// bakeOptions is what the flags of bake say.
type bakeOptions struct {
	config      bakeConfig
	configFile  string
	printConfig bool
	out         string
	library     bool
	fullNames   bool
	shard       string
	events      string
	graph       string
	control     string
	workers     int
	force       bool
	isolate     bool
	json        bool
}

func newBake() *cobra.Command {
	opt := bakeOptions{config: defaultBakeConfig()}
	cmd := &cobra.Command{
		Use:   "bake FILE|DIR|GLOB… -o OUT",
		Short: "Convert model files to archives that a game maps and plays",
		Long: `Bake reads model files, or archives, and writes archives: one file each, with
skeleton, clips, meshes and pictures. A program maps or embeds an archive and
plays it directly, without cgo and without importing.

An OUT that ends in .sinew is the archive, any other a folder with one archive
per model. --library writes one archive with the skeleton and meshes of the first
model and the clips of all. An archive made from the same files with the same
options is not written again: an interrupted bake continues. Compressed clips of
an archive are kept if they are within the bound, and otherwise compressed again;
the errors then add up.

An animation graph of --graph is checked and stored, that of a baked archive is kept;
so are controls of --control and of model files (VRM), which sinew view and render let
act with --control own. See sinew help bounds for --bound, sinew help events for events.

--root-motion takes the movement over the floor out of the clips that have one,
so that they play in place and a game moves the character by it. --additive makes
a clip the difference from a pose, for layers that add it to others. --contacts
stores when feet stand on the ground, for what keeps them there.`,
		Example: "  sinew bake walk.fbx -o walk.sinew\n" +
			"  sinew bake walk.fbx lean.fbx --library -o w.sinew --root-motion --additive lean@walk\n" +
			"  sinew bake turn.fbx -o turn.sinew --root-motion=xz,yaw,start,joint=Hips\n" +
			"  sinew bake models/ -o baked --bank\n" +
			"  sinew bake arnaud.fbx walk.fbx run.fbx --library -o arnaud.sinew",
		RunE: func(cmd *cobra.Command, args []string) error {
			return opt.run(cmd, args)
		},
	}
	f := cmd.Flags()
	f.StringVarP(&opt.out, "output", "o", "", "archive, or `folder` for archives; - is the standard output")
	opt.config.addFlags(cmd)
	f.StringVar(&opt.configFile, "config", "", "read options from a TOML `file`")
	f.BoolVar(&opt.printConfig, "print-config", false, "print the options of --config and flags as such a file")
	f.BoolVar(&opt.library, "library", false, "one archive: the first model with the clips of all")
	f.BoolVar(&opt.fullNames, "full-names", false, "keep the models' extensions: walk.fbx.sinew, not walk.sinew")
	f.StringVar(&opt.events, "events", "", "read events from a TOML or JSON `file`")
	f.StringVar(&opt.graph, "graph", "", "store the animation graph of a JSON `file` in the one archive")
	f.StringVar(&opt.control, "control", "", "store the control of a JSON `file` in the one archive")
	f.StringVar(&opt.shard, "shard", "", "bake only part `i/n` of the archives, as 1/4")
	f.IntVar(&opt.workers, "workers", runtime.GOMAXPROCS(0), "number of files and clips baked at the same time")
	f.BoolVar(&opt.force, "force", false, "write archives that exist already too")
	models.AddIsolate(cmd, &opt.isolate)
	f.BoolVar(&opt.json, "json", false, "print JSON")
	return cmd
}

// baker reads configuration and events.
func (opt *bakeOptions) baker(cmd *cobra.Command) (*baker, error) {
	if opt.configFile != "" {
		// What flags say counts more than the file, so they are set again.
		said := opt.config
		opt.config = defaultBakeConfig()
		if err := opt.config.read(opt.configFile); err != nil {
			return nil, err
		}
		opt.config.override(&said, cmd.Flags().Changed)
	}
	b := &baker{tool: "sinew " + version(), wishes: models.FSWishes{Lengths: models.Lengths{Unit: opt.config.Unit, Scale: opt.config.Scale}, Isolate: opt.isolate}, force: opt.force}
	var err error
	if b.options, err = opt.config.options(); err != nil {
		return nil, err
	}
	if b.rules, err = cliprules.Parse(opt.config.RootMotion, opt.config.Additive); err != nil {
		return nil, err
	}
	b.contacts, b.config = opt.config.Contacts, opt.config.text(false)
	if opt.control != "" {
		if b.control, err = readControlFile(opt.control); err != nil {
			return nil, err
		}
	}
	if opt.graph != "" {
		if b.graph, err = readGraphFile(opt.graph); err != nil {
			return nil, err
		}
	}
	if opt.events != "" {
		if b.events, err = readEvents(opt.events); err != nil {
			return nil, err
		}
	}
	return b, nil
}

func (opt *bakeOptions) run(cmd *cobra.Command, args []string) error {
	if opt.printConfig {
		if _, err := opt.baker(cmd); err != nil {
			return err
		}
		_, err := io.WriteString(cmd.OutOrStdout(), opt.config.text(true))
		return err
	}
	switch {
	case len(args) == 0:
		return console.Usagef("bake needs a model file, a folder or a pattern")
	case opt.out == "":
		return console.Usagef("bake needs an output, as -o walk.sinew or -o baked")
	case opt.workers < 1 || opt.workers > maxWorkers:
		return console.Usagef("--workers: %d is not from 1 to %d", opt.workers, maxWorkers)
	case opt.library && opt.shard != "":
		return console.Usagef("--library makes one archive, which has no --shard")
	}
	b, err := opt.baker(cmd)
	if err != nil {
		return err
	}
	out, err := console.NewOutStream(opt.out, console.ArchiveExtension, cmd.OutOrStdout())
	if err != nil {
		return err
	}
	defer out.Close()
	opt.out = out.Path
	jobs, err := planBake(args, opt.out, opt.library, opt.fullNames)
	if err != nil {
		return err
	}
	if jobs, err = shard(jobs, opt.shard); err != nil {
		return err
	}
	if b.strict = len(jobs) == 1; !b.strict && b.graph != nil {
		return console.Usagef("--graph is for one archive, these are %d", len(jobs))
	}
	if !b.strict && b.control != nil {
		return console.Usagef("--control is for one archive, these are %d", len(jobs))
	}
	begun := time.Now()
	// Imports of files and, as they become known, their clips.
	b.bar = console.NewFineProgress(cmd.ErrOrStderr(), len(jobs), "baking")
	page := &console.Page{To: cmd.OutOrStdout()}
	if out.Piped() {
		page.To = io.Discard
	}
	write := func(f *bakedFile) {
		if !opt.json && (f.Error == "" || len(jobs) > 1) {
			f.write(page)
		}
		if !b.bar.Shown() { // then the lines tell how far it is
			_ = page.Flush() // which keeps an error
		}
	}
	files, err := opt.bakeAll(cmd.Context(), b, jobs, write)
	b.bar.End()
	if err != nil {
		return errors.Join(err, page.Flush())
	}
	warnUnits(cmd.ErrOrStderr(), files)
	warnContacts(cmd.ErrOrStderr(), files)
	said := &bakeSummary{Files: files, Seconds: time.Since(begun).Seconds()}
	if out.Piped() {
		return errors.Join(said.failure(), out.Send())
	}
	if opt.json {
		err = console.WriteJSON(cmd.OutOrStdout(), said)
	} else {
		said.write(page)
		err = page.Flush()
	}
	return errors.Join(err, said.failure())
}

// bakeAll works through the jobs and calls done with what became of each, in
// their order. Where there are fewer than workers, each has several for its clips.
func (opt *bakeOptions) bakeAll(ctx context.Context, b *baker, jobs []bakeJob, done func(*bakedFile)) ([]*bakedFile, error) {
	atOnce := min(opt.workers, len(jobs))
	b.options.Workers = max(1, opt.workers/max(1, atOnce))
	files := make([]*bakedFile, len(jobs))
	var next atomic.Int64
	var order sync.Mutex
	told := 0
	tell := func(i int, said *bakedFile) {
		order.Lock()
		defer order.Unlock()
		for files[i] = said; told < len(files) && files[told] != nil; told++ {
			done(files[told])
		}
	}
	var group sync.WaitGroup
	for range atOnce {
		group.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(jobs) && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				said, err := b.job(ctx, jobs[i])
				if ctx.Err() != nil && err != nil {
					return // interrupted
				}
				if err != nil {
					said.Error = console.OneLine(err.Error())
				}
				tell(i, said)
			}
		})
	}
	group.Wait()
	return files, ctx.Err()
}

// bakeSummary is what bake tells of all its work.
type bakeSummary struct {
	Files   []*bakedFile `json:"files"`
	Seconds float64      `json:"seconds"`
}

// failure is an error where an archive was not made or a bound not held.
func (s *bakeSummary) failure() error {
	var failed, beyond []string
	for _, f := range s.Files {
		if f.Error != "" {
			failed = append(failed, f.Output)
		} else if !f.Held {
			beyond = append(beyond, f.Output)
		}
	}
	switch {
	case len(failed) > 0 && len(s.Files) == 1:
		return errors.New(s.Files[0].Error)
	case len(failed) > 0:
		return fmt.Errorf("%d of %d archives could not be made: %s", len(failed), len(s.Files), firstFiles(failed))
	case len(beyond) > 0:
		return fmt.Errorf("the error bound is not held in %d of %d archives: %s", len(beyond), len(s.Files), firstFiles(beyond))
	}
	return nil
}

// firstFiles names the first of many files.
func firstFiles(names []string) string {
	const most = 3
	var list []string
	for _, n := range names[:min(most, len(names))] {
		list = append(list, console.Printable(n))
	}
	text := strings.Join(list, ", ")
	if more := len(names) - most; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// write sums up several archives.
func (s *bakeSummary) write(p *console.Page) {
	if len(s.Files) == 1 {
		return
	}
	var made, left, failed int
	var bytes, sources int64
	for _, f := range s.Files {
		switch {
		case f.Error != "":
			failed++
		case f.Skipped:
			left++
		default:
			made++
		}
		if f.Error == "" {
			bytes, sources = bytes+f.Bytes, sources+int64(f.SourceBytes)
		}
	}
	p.Line("%s: %d made, %d as they were, %d failed; %s of %s, in %.3g s",
		console.Plural(len(s.Files), "archive"), made, left, failed, console.Kilobytes(bytes), console.Kilobytes(sources), s.Seconds)
}

func (f *bakedFile) write(p *console.Page) {
	switch {
	case f.Error != "":
		p.Line("%s: FAILED: %s", console.Printable(f.Output), f.Error)
		return
	case f.Skipped:
		p.Line("%s: unchanged, %s", console.Printable(f.Output), console.Kilobytes(f.Bytes))
		return
	}
	p.Line("%s: %s of %s, in %.3g s (%.3g s import)", console.Printable(f.Output), console.Kilobytes(f.Bytes), console.Kilobytes(int64(f.SourceBytes)), f.Seconds, f.ImportSeconds)
	for i := range f.Clips {
		p.Line("  clip %s", clipLine(&f.Clips[i], "keys"))
	}
	for i := range f.Bank {
		p.Line("  bank %s", clipLine(&f.Bank[i], "rows"))
	}
	if f.Losses > 0 {
		p.Line("  %s of the import, which sinew info lists", console.Plural(f.Losses, "loss"))
	}
}

// clipLine tells of a clip, and how many times smaller than its keys it is.
func clipLine(c *bake.ClipReport, unit string) string {
	s := fmt.Sprintf("%s %7.3f s %6d %s %8d B", console.Column(console.Named(c.Name), 20), c.Seconds, c.Keys, unit, c.Stored)
	switch {
	case c.Bound == 0 && c.Asked > 0:
		return s + fmt.Sprintf("  exact: less is not within %.3g mm", 1000*c.Asked)
	case c.Bound == 0:
		return s + "  exact"
	}
	smaller := "      "
	if c.Exact > c.Stored {
		smaller = fmt.Sprintf("1/%-4.3g", float64(c.Exact)/float64(c.Stored))
	}
	s += fmt.Sprintf("  %s  %.3g of %.3g mm", smaller, 1000*c.Error, 1000*c.Asked)
	if !c.Held() {
		s += "  NOT HELD"
	}
	return s
}
