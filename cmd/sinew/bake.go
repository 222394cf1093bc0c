package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

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
	shard       string
	events      string
	workers     int
	force       bool
	isolate     bool
	json        bool
}

func newBake() *cobra.Command {
	opt := bakeOptions{config: defaultBakeConfig()}
	cmd := &cobra.Command{
		Use:   "bake FILE|DIR|GLOB… -o OUT",
		Short: "Turn model files into archives that games map and play",
		Long: `Bake reads model files, or archives, and writes archives: one file each, with
skeleton, clips, meshes and pictures, that a program maps or embeds and plays at
once, without cgo and without a model file's formats.

An OUT that ends in .sinew is the archive, any other a folder for one archive of
each model. With --library the first model's skeleton and meshes and the clips
of all go into one. An archive that was made from the same files with the same
options is left as it is, so that what was interrupted goes on where it was.
Compressed clips of an archive are kept where they are within the bound, and
otherwise compressed again: then the errors add up.

Events come from --events or a file that lies beside the model, walk.events.toml
for walk.fbx: [[event]] tables with clip, time (seconds on the file's time line)
and name, or from walk.events.json: {"event": [{"clip": …}]}.`,
		Example: "  sinew bake walk.fbx -o walk.sinew\n" +
			"  sinew bake models/ -o baked --bank float32\n" +
			"  sinew bake arnaud.fbx walk.fbx run.fbx --library -o arnaud.sinew",
		RunE: func(cmd *cobra.Command, args []string) error {
			return opt.run(cmd, args)
		},
	}
	f := cmd.Flags()
	f.StringVarP(&opt.out, "output", "o", "", "the archive, or a `folder` for archives")
	opt.config.addFlags(cmd)
	f.StringVar(&opt.configFile, "config", "", "a TOML `file` of options")
	f.BoolVar(&opt.printConfig, "print-config", false, "print such a file with the defaults")
	f.BoolVar(&opt.library, "library", false, "one archive: the first model with the clips of all")
	f.StringVar(&opt.events, "events", "", "a TOML or JSON `file` of events")
	f.StringVar(&opt.shard, "shard", "", "bake part `i/n` of the archives alone, as 1/4")
	f.IntVar(&opt.workers, "workers", runtime.GOMAXPROCS(0), "how many files and clips are worked on at once")
	f.BoolVar(&opt.force, "force", false, "also what is there already")
	addIsolate(cmd, &opt.isolate)
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
	b := &baker{tool: "sinew " + version(), isolate: opt.isolate, force: opt.force}
	var err error
	if b.options, err = opt.config.options(); err != nil {
		return nil, err
	}
	b.config = opt.config.text(false)
	if opt.events != "" {
		if b.events, err = readEvents(opt.events); err != nil {
			return nil, err
		}
	}
	return b, nil
}

func (opt *bakeOptions) run(cmd *cobra.Command, args []string) error {
	if opt.printConfig {
		_, err := io.WriteString(cmd.OutOrStdout(), defaultBakeConfig().text(true))
		return err
	}
	switch {
	case len(args) == 0:
		return usagef("bake needs a model file, a folder or a pattern")
	case opt.out == "":
		return usagef("bake needs an output, as -o walk.sinew or -o baked")
	case opt.workers < 1:
		return usagef("--workers: %d is not above 0", opt.workers)
	case opt.library && opt.shard != "":
		return usagef("--library makes one archive, which has no --shard")
	}
	b, err := opt.baker(cmd)
	if err != nil {
		return err
	}
	jobs, err := planBake(args, opt.out, opt.library)
	if err != nil {
		return err
	}
	if jobs, err = shard(jobs, opt.shard); err != nil {
		return err
	}
	begun := time.Now()
	files, err := opt.bakeAll(cmd.Context(), cmd.ErrOrStderr(), b, jobs)
	if err != nil {
		return err
	}
	said := &bakeSummary{Files: files, Seconds: time.Since(begun).Seconds()}
	if opt.json {
		err = writeJSON(cmd.OutOrStdout(), said)
	} else {
		err = said.writePage(cmd.OutOrStdout())
	}
	return errors.Join(err, said.failure())
}

// bakeAll works through the jobs. Where there are fewer than workers, each has
// several for its clips.
func (opt *bakeOptions) bakeAll(ctx context.Context, stderr io.Writer, b *baker, jobs []bakeJob) ([]*bakedFile, error) {
	atOnce := min(opt.workers, len(jobs))
	b.options.Workers = max(1, opt.workers/max(1, atOnce))
	// Files and, as they become known, their clips.
	b.bar = newProgress(stderr, max(2, len(jobs)), "baking")
	defer b.bar.end()
	b.options.Progress = b.bar.step
	files := make([]*bakedFile, len(jobs))
	var next atomic.Int64
	var group sync.WaitGroup
	for range atOnce {
		group.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(jobs) && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				said, err := b.job(ctx, jobs[i])
				if err != nil {
					said.Error = oneLine(err.Error())
				}
				files[i] = said
				b.bar.step()
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
	failed, beyond := 0, 0
	for _, f := range s.Files {
		if f.Error != "" {
			failed++
		} else if !f.Held {
			beyond++
		}
	}
	switch {
	case failed > 0 && len(s.Files) == 1:
		return errors.New(s.Files[0].Error)
	case failed > 0:
		return fmt.Errorf("%d of %d archives could not be made", failed, len(s.Files))
	case beyond > 0:
		return fmt.Errorf("the error bound is not held in %d of %d archives", beyond, len(s.Files))
	}
	return nil
}

func (s *bakeSummary) writePage(w io.Writer) error {
	p := &page{w: w}
	skipped := 0
	for _, f := range s.Files {
		if f.Skipped {
			skipped++
		}
		f.write(p)
	}
	if len(s.Files) != 1 {
		p.line("%s, %d of them as they were, in %.3g s", plural(len(s.Files), "archive"), skipped, s.Seconds)
	}
	return p.flush()
}

func (f *bakedFile) write(p *page) {
	switch {
	case f.Error != "":
		p.line("%s: FAILED: %s", printable(f.Output), f.Error)
		return
	case f.Skipped:
		p.line("%s: unchanged, %s", printable(f.Output), kilobytes(f.Bytes))
		return
	}
	p.line("%s: %s of %s, in %.3g s (%.3g s import)", printable(f.Output), kilobytes(f.Bytes), kilobytes(int64(f.SourceBytes)), f.Seconds, f.ImportSeconds)
	for i := range f.Clips {
		p.line("  clip %s", clipLine(&f.Clips[i]))
	}
	for i := range f.Bank {
		p.line("  bank %s", clipLine(&f.Bank[i]))
	}
	if f.Losses > 0 {
		p.line("  %s of the import, which sinew info lists", plural(f.Losses, "loss"))
	}
}

func clipLine(c *bake.ClipReport) string {
	s := fmt.Sprintf("%s %7.3f s %6d keys %8d B", column(named(c.Name), 20), c.Seconds, c.Keys, c.Stored)
	if c.Bound == 0 {
		return s + "  exact"
	}
	s += fmt.Sprintf("  1/%.3g, %.3g of %.3g mm", float64(c.Exact)/float64(max(1, c.Stored)), 1000*c.Error, 1000*c.Asked)
	if !c.Held() {
		s += "  NOT HELD"
	}
	return s
}
