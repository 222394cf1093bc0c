package main

import (
	"errors"
	"io"
	"runtime"
	"time"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/baker"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/spf13/cobra"
)

// bakeOptions are the flags of bake.
type bakeOptions struct {
	baker.Options
	config      baker.Config
	configFile  string
	printConfig bool
	out         string
	library     bool
	fullNames   bool
	shard       string
	workers     int
	json        bool
}

func newBake() *cobra.Command {
	opt := bakeOptions{config: baker.DefaultConfig()}
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
	opt.config.AddFlags(cmd)
	f.StringVar(&opt.configFile, "config", "", "read options from a TOML `file`")
	f.BoolVar(&opt.printConfig, "print-config", false, "print the options of --config and flags as such a file")
	f.BoolVar(&opt.library, "library", false, "one archive: the first model with the clips of all")
	f.BoolVar(&opt.fullNames, "full-names", false, "keep the models' extensions: walk.fbx.sinew, not walk.sinew")
	f.StringVar(&opt.Events, "events", "", "read events from a TOML or JSON `file`")
	f.StringVar(&opt.Graph, "graph", "", "store the animation graph of a JSON `file` in the one archive")
	f.StringVar(&opt.Control, "control", "", "store the control of a JSON `file` in the one archive")
	f.StringVar(&opt.shard, "shard", "", "bake only part `i/n` of the archives, as 1/4")
	f.IntVar(&opt.workers, "workers", runtime.GOMAXPROCS(0), "number of files and clips baked at the same time")
	f.BoolVar(&opt.Force, "force", false, "write archives that exist already too")
	models.AddIsolate(cmd, &opt.Isolate)
	f.BoolVar(&opt.json, "json", false, "print JSON")
	return cmd
}

// baker reads the configuration and the files of the flags.
func (opt *bakeOptions) baker(cmd *cobra.Command) (*baker.Baker, error) {
	if opt.configFile != "" {
		flags := opt.config
		opt.config = baker.DefaultConfig()
		if err := opt.config.Read(opt.configFile); err != nil {
			return nil, err
		}
		opt.config.Override(&flags, cmd.Flags().Changed)
	}
	opt.Tool = "sinew " + version()
	return baker.New(&opt.config, opt.Options)
}

func (opt *bakeOptions) run(cmd *cobra.Command, args []string) error {
	if opt.printConfig {
		if _, err := opt.baker(cmd); err != nil {
			return err
		}
		_, err := io.WriteString(cmd.OutOrStdout(), opt.config.Text(true))
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
	jobs, err := baker.Plan(args, out.Path, opt.library, opt.fullNames)
	if err != nil {
		return err
	}
	if jobs, err = baker.Shard(jobs, opt.shard); err != nil {
		return err
	}
	begun := time.Now()
	b.Progress = console.NewFineProgress(cmd.ErrOrStderr(), len(jobs), "baking")
	page := &console.Page{To: cmd.OutOrStdout()}
	if out.Piped() {
		page.To = io.Discard
	}
	write := func(f *baker.File) {
		if !opt.json && (f.Error == "" || len(jobs) > 1) {
			f.Write(page)
		}
		if !b.Progress.Shown() { // the lines are the progress
			_ = page.Flush() // which keeps an error
		}
	}
	files, err := b.All(cmd.Context(), jobs, opt.workers, write)
	b.Progress.End()
	if err != nil {
		return errors.Join(err, page.Flush())
	}
	sum := &baker.Summary{Files: files, Seconds: time.Since(begun).Seconds()}
	sum.Warn(cmd.ErrOrStderr())
	if out.Piped() {
		return errors.Join(sum.Failure(), out.Send())
	}
	if opt.json {
		err = console.WriteJSON(cmd.OutOrStdout(), sum)
	} else {
		sum.Write(page)
		err = page.Flush()
	}
	return errors.Join(err, sum.Failure())
}
