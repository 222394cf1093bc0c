package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/converter"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/weighing"
	"github.com/sinew-anim/sinew/internal/suggest"
	"github.com/sinew-anim/sinew/rig/weights"
	"github.com/sinew-anim/sinew/soa"
	"github.com/spf13/cobra"
)

// weightsOptions are the flags of weights.
type weightsOptions struct {
	console.Output
	src    models.Source
	flags  weighing.Flags
	look   weightsLook
	report bool
	show   string
	out    string
}

// allJoints is the value of --show that draws a colour per joint.
const allJoints = "all"

func newWeights() *cobra.Command {
	var opt weightsOptions
	cmd := &cobra.Command{
		Use:   "weights FILE [CHANGES…] [-o OUT]",
		Short: "Compute, edit, take over and show the weights of vertices",
		Long: `Weights computes how much each joint moves each vertex, or changes the weights that a model
has, and prints how many millimetres every step moves vertices in the model's clips. Steps
act in this order, whatever that of the flags: --method, --weights, --from, --ops, --hammer,
--mirror, --smooth, --prune, --max, --quantize. Without -o nothing is written, and without
changes the weights are described, as by --report.

-o takes any format of sinew convert; of a glTF file all else stays as it is. --from takes the
nearest weights that face the same way, and fills the rest smoothly. --show draws the weights
of a joint from blue (0) to red (1), without any in magenta; of all joints each has a colour.
Several joints with commas make a contact sheet, all among them too.

Next: sinew view paints by hand, sinew lint finds torn seams and lost vertices.`,
		Example: "  sinew weights scan.glb --method voxel --resolution 256 --falloff 0.4 -o bound.glb\n" +
			"  sinew weights hero.glb --method hierarchy --smooth 2 -o hero_bound.glb\n" +
			"  sinew weights hero.glb --mirror left --prune 0.01 --max 4 -o hero.sinew\n" +
			"  sinew weights low.glb --from high.glb -o low_weighted.glb\n" +
			"  sinew weights hero.glb --show upperarm.L -o arm.png",
		Args: console.OneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			opt.src.File = args[0]
			return opt.run(cmd)
		},
	}
	f := cmd.Flags()
	console.AddOutputFlag(cmd, &opt.out, "output", "o", opt.usual, "the `file` to write: a model, or with --show a picture; -: to the\nstandard output, as .glb or .png")
	f.BoolVar(&opt.report, "report", false, "describe the weights")
	f.StringVar(&opt.show, "show", "", "draw the weights of `joints`: one, several with commas on a sheet, or all")
	opt.flags.AddFlags(f)
	opt.look.addFlags(cmd)
	models.AddIsolate(cmd, &opt.src.Isolate)
	opt.Output.AddFlags(cmd)
	return cmd
}

// usual is the format of the standard output.
func (opt *weightsOptions) usual() string {
	if opt.show != "" {
		return ".png"
	}
	return ".glb"
}

func (opt *weightsOptions) run(cmd *cobra.Command) error {
	if err := opt.flags.Check(cmd.Flags().Changed); err != nil {
		return err
	}
	o := converter.Options{Out: opt.out, Tool: "sinew " + version()}
	switch {
	case opt.show != "" && !strings.EqualFold(filepath.Ext(opt.out), ".png"):
		return console.Usagef("--show needs a picture: -o weights.png")
	case opt.show == "" && opt.out != "" && !opt.flags.Any():
		return console.Usagef("%s would be the model as it is; name a change, such as --max 4", opt.out)
	case opt.show == "" && opt.out != "":
		if err := o.Check(); err != nil {
			return err
		}
	}
	if err := opt.look.parse(cmd.Flags().Changed); err != nil {
		return err
	}
	opt.src.Origin = true
	from, err := opt.src.Open(cmd.Context())
	if err != nil {
		return err
	}
	if opt.show != "" || opt.out == "" { // otherwise the report of the output has them
		from.WarnLosses(cmd.ErrOrStderr())
	}
	shots, err := opt.shots(from.Model.Skeleton)
	if err != nil {
		return err
	}
	said := &weighing.Report{File: from.File, Steps: []weighing.Step{}}
	if from.Model, said.Steps, err = opt.flags.Run(cmd.Context(), from.Model, opt.other(cmd)); err != nil {
		return fmt.Errorf("%s: %w", from.File, err)
	}
	if opt.report || !opt.flags.Any() && opt.show == "" {
		said.Summary = weights.Inspect(from.Model)
	}
	switch {
	case opt.show != "":
		if err := opt.look.draw(cmd.Context(), cmd.ErrOrStderr(), from, shots, opt.out); err != nil {
			return err
		}
		said.Picture = opt.out
	case opt.out != "":
		if said.Written, err = converter.Convert(cmd.Context(), from, o); err != nil {
			return err
		}
		if console.Piped(cmd.Context()) {
			said.Written.Warn(cmd.ErrOrStderr())
		}
	}
	return opt.Print(cmd.OutOrStdout(), said)
}

// shot is a picture of weights: of a joint, or with soa.NoJoint of all.
type shot struct {
	name  string
	joint int
}

// shots returns the pictures of --show. A joint whose own name has a comma comes first.
func (opt *weightsOptions) shots(k *soa.Skeleton) (list []shot, err error) {
	if opt.show == "" {
		return nil, nil
	}
	names := strings.Split(opt.show, ",")
	if _, problem := suggest.Joint(k, opt.show); problem == "" {
		names = []string{opt.show}
	}
	for _, name := range names {
		s := shot{name, soa.NoJoint}
		if name != allJoints {
			j, problem := suggest.Joint(k, name)
			if problem != "" {
				return nil, fmt.Errorf("--show: %s", problem)
			}
			s.joint = j
		}
		list = append(list, s)
	}
	return list, nil
}

// other returns what reads the model of --from.
func (opt *weightsOptions) other(cmd *cobra.Command) func(file string) (*soa.Model, error) {
	return func(file string) (*soa.Model, error) {
		src := models.Source{File: file, Isolate: opt.src.Isolate}
		o, err := src.Open(cmd.Context())
		if err != nil {
			return nil, err
		}
		o.WarnLosses(cmd.ErrOrStderr())
		return o.Model, nil
	}
}
