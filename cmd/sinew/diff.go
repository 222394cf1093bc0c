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
	var out console.Output
	var o compare.Options
	cmd := &cobra.Command{
		Use:   "diff A B",
		Short: "Measure the distance between two models, or a model and its archive",
		Long: `Diff evaluates the clips that two files have in common, at all their keys and between them,
and prints the largest and the mean distance of joints and vertices, and where the largest
is. Each file is a model or an archive. Clips are matched by name (a single clip in each by
itself), joints by path, meshes by name and number of vertices, floats (other numbers that a
file animates) by joint and name.

A clip whose root motion was extracted is compared with the motion put back, from where it
fits the other clip best; --in-place leaves it out.

Curves with a key on every frame, or on every other one, are compared as the Catmull-Rom
curve through the frames (see sinew help bounds); how far they bend away from it between
frames is printed separately. --exact-curves, or an archive baked with it, compares the
curves themselves. The error of a joint is the largest of that of its origin and of three
points on its axes, --distance away from it.

Next: sinew bake --bound makes a closer archive, sinew render draws the time of the largest.`,
		Example: "  sinew diff walk.fbx walk.sinew\n  sinew diff walk.fbx walk.dae --json",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 2 {
				return console.Usagef("diff takes two files, not %d", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if !(o.Distance > 0) || o.Times < 1 {
				return console.Usagef("--distance %v and --times %d must be above 0", o.Distance, o.Times)
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
			return out.Print(cmd.OutOrStdout(), reports.NewDiff(args[0], args[1], d))
		},
	}
	models.AddIsolate(cmd, &src.Isolate)
	cmd.Flags().Float64Var(&o.Distance, "distance", 0.03, "distance in `metres` of the points on a joint's axes")
	cmd.Flags().IntVar(&o.Times, "times", 1000, "largest number of times compared per clip")
	cmd.Flags().BoolVar(&o.ExactCurves, "exact-curves", false,
		"compare all curves, also between frames that all have keys")
	cmd.Flags().BoolVar(&o.NoVertices, "no-vertices", false, "compare joints only")
	cmd.Flags().BoolVar(&o.InPlace, "in-place", false, "do not put back root motion that was extracted from clips")
	out.AddFlags(cmd)
	return cmd
}

// exactClips adds the clips of an archive whose bounds hold against their curves.
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
