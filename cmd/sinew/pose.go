package main

import (
	"context"
	"io"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/performance"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/poses"
	"github.com/spf13/cobra"
)

// poseOptions are the flags of pose.
type poseOptions struct {
	models.Source
	models.Choice
	performance.Flags
	console.Output
	times    []string
	space    string
	vertices bool
}

func newPose() *cobra.Command {
	var opt poseOptions
	cmd := &cobra.Command{
		Use:   "pose FILE",
		Short: "Print joint matrices, and skinned vertices, at given times",
		Long: `Pose evaluates a clip at given times and prints the matrix of every joint, the morph
weights and the floats (other numbers that a file animates).

Times are seconds on the file's own time line; sinew info prints the start and end of each
clip. Outside a clip its first or last pose holds. Matrices are 3x4, row-major, for column
vectors. --space chooses what a matrix converts:

  model    from the joint's frame to model space (Y up, metres)
  local    from the joint's frame to its parent's
  palette  from the stored vertices of a mesh to model space: one matrix per entry of
           each skin

A model without clips is printed at rest.

` + performance.SharedHelp + `

With --root-motion the displacement at each time is printed: x, y and z in metres, and yaw
in degrees about Y, from Z towards X. Matrices and vertices are those of the character in
place: apply the displacement after them. Times outside a clip are in other loops of it.

Next: sinew render draws the same times, sinew diff compares the poses of two files.`,
		Example: "  sinew pose hero.glb --graph hero.json --play jump.json --time 0.5,1\n" +
			"  sinew pose walk.fbx --time 0,0.5,1 --json\n" +
			"  sinew pose arnaud.fbx --with walk.fbx --clip walk --time 0.4 --vertices --json\n" +
			"  sinew pose strider.glb --layers wave-while-walking.json --time 0,0.2 --space local\n" +
			"  sinew pose strider.glb --clip walk --root-motion --time 0,1,10 --json",
		Args: console.OneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			opt.File = args[0]
			return opt.run(cmd.Context(), cmd.OutOrStdout())
		},
	}
	opt.Source.AddFlags(cmd)
	opt.Choice.AddFlags(cmd)
	opt.Flags.AddFlags(cmd)
	cmd.Flags().StringArrayVar(&opt.times, "time", nil, "time in `seconds`, several with commas (default: the start)")
	cmd.Flags().StringVar(&opt.space, "space", "model", "matrices in `local`, model or palette space")
	cmd.Flags().BoolVar(&opt.vertices, "vertices", false, "print the vertices of all meshes too, at rest and skinned")
	opt.Output.AddFlags(cmd)
	return cmd
}

func (opt *poseOptions) run(ctx context.Context, stdout io.Writer) error {
	times, err := console.NumberList("--time", opt.times)
	if err != nil {
		return err
	}
	switch opt.space {
	case "local", "model", "palette":
	default:
		return console.Usagef("--space: %q is none of local, model and palette", opt.space)
	}
	if err := opt.Check(&opt.Choice); err != nil {
		return err
	}
	o, err := opt.Open(ctx)
	if err != nil {
		return err
	}
	performance, err := opt.Performance(ctx, o, &opt.Choice)
	if err != nil {
		return err
	}
	return poses.Print(ctx, stdout, o, performance,
		poses.Options{Times: times, Space: opt.space, Vertices: opt.vertices, JSON: opt.JSON})
}
