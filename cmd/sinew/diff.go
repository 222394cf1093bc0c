package main

import (
	"fmt"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/reports"
	"github.com/sinew-anim/sinew/runtime/compare"
	"github.com/sinew-anim/sinew/soa"
	"github.com/spf13/cobra"
)

func newDiff() *cobra.Command {
	var src models.Source
	var asJSON bool
	var o compare.Options
	cmd := &cobra.Command{
		Use:   "diff A B",
		Short: "Measure the distance between two models, or a model and its archive",
		Long: `Diff evaluates the clips that two files have in common, at all their keys and
between them, and prints the largest and the mean distance of joints and
vertices, with the place of the largest. Each file is a model or an archive.
Clips are matched by name (a single clip in each by itself), joints by path,
meshes by name and number of vertices, floats (other numbers that a file
animates) by joint and name.

A clip of which bake --root-motion took the movement is compared with the movement
put back, from where it fits the other best; --in-place leaves it out.

Curves with a key on every frame, or every other one, are compared as the
Catmull-Rom curve through the frames, which is what bake follows: how far they bend
away from it between frames is printed apart. --exact-curves, or an archive that was
baked so, compares the curves themselves.

The error of a joint is the largest of those of its origin and of three points on
its axes, --distance from it.`,
		Example: "  sinew diff walk.fbx walk.sinew\n  sinew diff walk.fbx walk.dae --json",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 2 {
				return console.Usagef("diff takes two files, %d are given", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if !(o.Distance > 0) || o.Times < 1 {
				return console.Usagef("--distance %v and --times %d have to be above 0", o.Distance, o.Times)
			}
			var models [2]*models.Opened
			for i, file := range args {
				src.File = file
				var err error
				if models[i], err = src.Open(cmd.Context()); err != nil {
					return err
				}
			}
			o.Exact = map[*soa.Clip]bool{}
			for _, m := range models {
				exactClips(m, o.Exact)
			}
			d, err := compare.Models(cmd.Context(), models[0].Model, models[1].Model, o)
			if err != nil {
				return fmt.Errorf("%s and %s: %w", args[0], args[1], err)
			}
			said := reports.NewDiff(args[0], args[1], d)
			if asJSON {
				return console.WriteJSON(cmd.OutOrStdout(), said)
			}
			return said.WritePage(cmd.OutOrStdout())
		},
	}
	models.AddIsolate(cmd, &src.Isolate)
	cmd.Flags().Float64Var(&o.Distance, "distance", 0.03, "distance in `metres` of the points on a joint's axes")
	cmd.Flags().IntVar(&o.Times, "times", 1000, "largest number of moments compared per clip")
	cmd.Flags().BoolVar(&o.ExactCurves, "exact-curves", false, "compare all curves, also between frames that all have keys")
	cmd.Flags().BoolVar(&o.NoVertices, "no-vertices", false, "compare joints only")
	cmd.Flags().BoolVar(&o.InPlace, "in-place", false, "do not put back the movement that was taken out of clips")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// exactClips adds the clips of an archive that state bounds against their own curves.
func exactClips(o *models.Opened, to map[*soa.Clip]bool) {
	if o.Archive == nil {
		return
	}
	for _, p := range o.Archive.Packed {
		for _, c := range o.Model.Clips {
			if c.Name == p.Name && p.Bound > 0 && !p.OnFrames {
				to[c] = true
			}
		}
	}
}
