package main

import (
	"context"
	"errors"
	"io"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/batch"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/summary"
	"github.com/spf13/cobra"
)

// infoOptions are the flags of info.
type infoOptions struct {
	models.Source
	console.Output
	strict  string
	workers int
	only    models.Only
}

func newInfo() *cobra.Command {
	var opt infoOptions
	cmd := &cobra.Command{
		Use:   "info FILE|FOLDER|PATTERN…",
		Short: "Print the contents of model files and the reports of their imports",
		Long: `Info reads a model file or an archive and prints its contents: the skeleton (* marks
joints that a clip moves, + joints that move vertices of a skin), clips, meshes, skins,
morph weights, materials, textures and floats (other animated numbers, such as user
properties), and what the import found, repaired and lost. One finding states the error
of playback where float32 cannot hold a clip. Of each clip it prints the events, whether
it is additive, and the displacement of the root per loop.

Several files, a folder or a pattern are many models, each by itself, and a table of all:
see sinew help selection. Lengths are metres, times are seconds on the file's own time line.
With --strict the exit code is 1 after a loss; with --strict=motion only after one that
changes how the model moves, not how it looks: a missing picture, invalid triangles, a gaze
that moves no eyes.

Next: sinew view plays the file, sinew bake converts it, sinew help selection chooses clips.`,
		Example: "  sinew info walk.fbx\n  sinew info arnaud.fbx --with 'clips/*.fbx' --json\n" +
			"  sinew info folder --strict\n" +
			"  sinew info take.fbx --range walk=0..40@30 --range run=1.5..2.3",
		Args: console.SomeFiles,
		RunE: func(cmd *cobra.Command, args []string) error { return opt.run(cmd, args) },
	}
	opt.Source.AddFlags(cmd)
	opt.Wishes.AddScale(cmd)
	opt.Output.AddFlags(cmd)
	batch.AddWorkers(cmd, &opt.workers)
	cmd.Flags().StringVar(&opt.strict, "strict", "", "fail if the import lost `something`: all, or motion, see above")
	cmd.Flags().Lookup("strict").NoOptDefVal = summary.AllLosses
	return cmd
}

func (opt *infoOptions) run(cmd *cobra.Command, args []string) error {
	if !(opt.Wishes.Scale > 0) {
		return console.Usagef("--scale: %v is not above 0", opt.Wishes.Scale)
	}
	if opt.strict != "" && opt.strict != summary.AllLosses && opt.strict != summary.MotionLosses {
		return console.Usagef("--strict: %q is neither %s nor %s", opt.strict, summary.AllLosses, summary.MotionLosses)
	}
	if err := errors.Join(opt.CheckImport(), batch.CheckWorkers(opt.workers)); err != nil {
		return err
	}
	files, err := opt.Files(args, "")
	if err != nil {
		return err
	}
	if !files.Many {
		in, err := opt.summary(cmd.Context(), files.List[0].Path)
		if in == nil {
			return err
		}
		if err := opt.only.Check(); err != nil {
			return err
		}
		return errors.Join(opt.Print(cmd.OutOrStdout(), in), err)
	}
	err = batch.Run(cmd, opt.Output, batch.Work[*summary.Model]{
		Files: files.List, Workers: opt.workers, Doing: "reading", Head: summary.Columns(), Row: (*summary.Model).Row,
		Do: func(ctx context.Context, _ int, f batch.File, _ io.Writer) (*summary.Model, error) {
			return opt.summary(ctx, f.Path)
		},
	})
	if err == nil {
		err = opt.only.Check()
	}
	return err
}

// summary reads a file. With a summary, the error is of losses, or of other files of the model.
func (opt *infoOptions) summary(ctx context.Context, file string) (*summary.Model, error) {
	src := opt.Source
	src.File = file
	o, err := src.Open(ctx)
	if err != nil {
		return nil, err
	}
	opt.only.Note(o)
	in := summary.Describe(ctx, o)
	err = o.Unread()
	if opt.strict != "" {
		err = errors.Join(err, in.CheckLosses(opt.strict))
	}
	return in, err
}
