package main

import (
	"io"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/summary"
	"github.com/spf13/cobra"
)

func newInfo() *cobra.Command {
	var src models.Source
	var asJSON bool
	var strict string
	cmd := &cobra.Command{
		Use:   "info FILE|FOLDER|PATTERN",
		Short: "Print the contents of a model file and the report of its import",
		Long: `Info reads a model file or an archive and prints its contents: the skeleton (* a
clip moves the joint, + the joint moves vertices of a skin), clips, meshes, skins,
morph weights, materials, textures and floats (other numbers that clips drive,
such as user properties), and the findings, repairs and losses of the import; one
finding tells by how much playing is off where float32 cannot hold a clip. Of a
clip it prints the events, whether it is additive, and how far one loop takes the
root.

Lengths are metres, times seconds on the file's own time line. In a folder or a
pattern the file with the skin is the model; the clips of the others are added.
With --strict the exit code is 1 after a loss; with --strict=motion after one that
changes how the model moves, and not for one that changes only how it looks: a
missing picture, triangles that are not there, a gaze that moves no eyes.`,
		Example: "  sinew info walk.fbx\n  sinew info arnaud.fbx --with 'clips/*.fbx' --json\n  sinew info folder --strict\n" +
			"  sinew info take.fbx --range walk=0..40@30 --range run=1.5..2.3",
		Args: console.OneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			src.File = args[0]
			if !(src.Wishes.Scale > 0) {
				return console.Usagef("--scale: %v is not above 0", src.Wishes.Scale)
			}
			if strict != "" && strict != summary.AllLosses && strict != summary.MotionLosses {
				return console.Usagef("--strict: %q is none of %s and %s", strict, summary.AllLosses, summary.MotionLosses)
			}
			o, err := src.Open(cmd.Context())
			if err == nil {
				err = o.CheckOnly()
			}
			if err != nil {
				return err
			}
			in := summary.Of(o)
			write := in.WritePage
			if asJSON {
				write = func(w io.Writer) error { return console.WriteJSON(w, in) }
			}
			if err := write(cmd.OutOrStdout()); err != nil || strict == "" {
				return err
			}
			return in.CheckLosses(strict)
		},
	}
	src.AddFlags(cmd)
	src.Wishes.AddScale(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	cmd.Flags().StringVar(&strict, "strict", "", "fail where the import lost `something`: all, or motion, see above")
	cmd.Flags().Lookup("strict").NoOptDefVal = summary.AllLosses
	return cmd
}
