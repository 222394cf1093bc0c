package main

import (
	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/summary"
	"github.com/spf13/cobra"
)

func newInfo() *cobra.Command {
	var src models.Source
	var out console.Output
	var strict string
	cmd := &cobra.Command{
		Use:   "info FILE|FOLDER|PATTERN",
		Short: "Print the contents of a model file and the report of its import",
		Long: `Info reads a model file or an archive and prints its contents: the skeleton (* marks
joints that a clip moves, + joints that move vertices of a skin), clips, meshes, skins,
morph weights, materials, textures and floats (other animated numbers, such as user
properties), and what the import found, repaired and lost. One finding states the error
of playback where float32 cannot hold a clip. Of each clip it prints the events, whether
it is additive, and the displacement of the root per loop.

Lengths are metres, times are seconds on the file's own time line. In a folder or a
pattern the file with the skin is the model; the clips of the others are added. With
--strict the exit code is 1 after a loss; with --strict=motion only after one that changes
how the model moves, not how it looks: a missing picture, invalid triangles, a gaze that
moves no eyes.

Next: sinew view plays the file, sinew bake converts it, sinew help selection chooses clips.`,
		Example: "  sinew info walk.fbx\n  sinew info arnaud.fbx --with 'clips/*.fbx' --json\n" +
			"  sinew info folder --strict\n" +
			"  sinew info take.fbx --range walk=0..40@30 --range run=1.5..2.3",
		Args: console.OneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			src.File = args[0]
			if !(src.Wishes.Scale > 0) {
				return console.Usagef("--scale: %v is not above 0", src.Wishes.Scale)
			}
			if strict != "" && strict != summary.AllLosses && strict != summary.MotionLosses {
				return console.Usagef("--strict: %q is neither %s nor %s", strict, summary.AllLosses, summary.MotionLosses)
			}
			o, err := src.Open(cmd.Context())
			if err == nil {
				err = o.CheckOnly()
			}
			if err != nil {
				return err
			}
			in := summary.Of(o)
			if err := out.Print(cmd.OutOrStdout(), in); err != nil || strict == "" {
				return err
			}
			return in.CheckLosses(strict)
		},
	}
	src.AddFlags(cmd)
	src.Wishes.AddScale(cmd)
	out.AddFlags(cmd)
	cmd.Flags().StringVar(&strict, "strict", "", "fail if the import lost `something`: all, or motion, see above")
	cmd.Flags().Lookup("strict").NoOptDefVal = summary.AllLosses
	return cmd
}
