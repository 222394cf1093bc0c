package main

import (
	"errors"
	"io"
	"runtime"
	"time"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/baker"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/batch"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/spf13/cobra"
)

// bakeOptions are the flags of bake.
type bakeOptions struct {
	baker.Options
	console.Output
	config      baker.Config
	configFile  string
	printConfig bool
	out         string
	library     bool
	fullNames   bool
	shard       string
	workers     int
}

func newBake() *cobra.Command {
	opt := bakeOptions{config: baker.DefaultConfig()}
	cmd := &cobra.Command{
		Use:   "bake FILE|DIR|GLOB… -o OUT",
		Short: "Convert model files to archives that a game maps and plays",
		Long: `Bake reads model files, or archives, and writes archives: single files with skeleton, clips,
meshes and textures that a program maps or embeds and plays without cgo and without
importing.

An OUT that ends in .sinew is the archive; otherwise it is a folder, which gets one archive
per model. --library makes one archive with the skeleton and meshes of the first model and
the clips of all. Archives that are up to date are not written again, so that an interrupted
bake continues. Compressed clips of an archive are kept if they are within the bound;
otherwise they are compressed again, and the errors add up.

--graph and --control are checked and stored; those of a baked archive or a model file (VRM)
are kept. sinew view and render apply a stored control by --control own.

--root-motion extracts the movement over the ground, so that clips play in place and the
game moves the character. --additive turns clips into differences from a pose, for additive
layers. --contacts stores when feet stand, for foot locking. See sinew help bounds for
--bound, sinew help events for events.

Next: sinew info lists an archive, sinew diff measures its error, sinew view plays it.`,
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
	console.AddOutput(cmd, &opt.out, console.ArchiveExtension, "archive, or `folder` for archives; - is the standard output")
	opt.config.AddFlags(cmd)
	f.StringVar(&opt.configFile, "config", "", "read options from a TOML `file`")
	f.BoolVar(&opt.printConfig, "print-config", false, "print the options of --config and flags as a TOML file")
	f.BoolVar(&opt.library, "library", false, "one archive: the first model with the clips of all")
	f.BoolVar(&opt.fullNames, "full-names", false, "keep the models' extensions: walk.fbx.sinew, not walk.sinew")
	f.StringVar(&opt.Events, "events", "", "read events from a TOML or JSON `file`")
	f.StringVar(&opt.Graph, "graph", "", "store the animation graph of a JSON `file` in the one archive")
	f.StringVar(&opt.Control, "control", "", "store the control of a JSON `file` in the one archive")
	f.StringVar(&opt.shard, "shard", "", "bake only part `i/n` of the archives, such as 1/4")
	f.IntVar(&opt.workers, "workers", runtime.GOMAXPROCS(0), "number of files and clips baked at the same time")
	f.BoolVar(&opt.Force, "force", false, "write archives that are up to date too")
	models.AddIsolate(cmd, &opt.Isolate)
	opt.Output.AddFlags(cmd)
	return cmd
}

// baker reads the configuration and the files of the flags.
func (opt *bakeOptions) baker(cmd *cobra.Command) (*baker.Baker, error) {
	if opt.configFile != "" {
		if err := opt.config.Read(opt.configFile, cmd.Flags()); err != nil {
			return nil, err
		}
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
		return console.Usagef("bake needs an output, such as -o walk.sinew or -o baked")
	case opt.library && opt.shard != "":
		return console.Usagef("--library makes one archive, which has no --shard")
	}
	if err := batch.CheckWorkers(opt.workers); err != nil {
		return err
	}
	b, err := opt.baker(cmd)
	if err != nil {
		return err
	}
	jobs, err := baker.Plan(args, opt.out, opt.library, opt.fullNames)
	if err != nil {
		return err
	}
	if jobs, err = baker.Shard(jobs, opt.shard); err != nil {
		return err
	}
	begun := time.Now()
	b.Progress = console.NewFineProgress(cmd.ErrOrStderr(), len(jobs), "baking")
	page := &console.Page{To: cmd.OutOrStdout()}
	write := func(f *baker.File) error {
		if opt.JSON || f.Error != "" && len(jobs) == 1 {
			return nil
		}
		b.Progress.Clear()
		f.Write(page)
		return page.Flush()
	}
	files, err := b.All(cmd.Context(), jobs, opt.workers, write)
	b.Progress.End()
	if err != nil {
		return err
	}
	sum := &baker.Summary{Files: files, Seconds: time.Since(begun).Seconds()}
	sum.Warn(cmd.ErrOrStderr())
	if opt.JSON {
		err = console.WriteJSON(cmd.OutOrStdout(), sum)
	} else {
		sum.Write(page)
		err = page.Flush()
	}
	return errors.Join(err, sum.Failure())
}
