package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/converter"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/rigging"
	"github.com/sinew-anim/sinew/rig"
	"github.com/sinew-anim/sinew/soa"
	"github.com/spf13/cobra"
)

// rigOptions are the flags of rig.
type rigOptions struct {
	console.Output
	src     models.Source
	flags   rigging.Flags
	markers string
	body    string
	method  string
	most    int
	out     string

	bindable rigging.Bindable
}

func newRig() *cobra.Command {
	var opt rigOptions
	cmd := &cobra.Command{
		Use:   "rig FILE [--markers MARKERS] [CHANGES…] -o OUT",
		Short: "Make a skeleton in a mesh, or change one: joints, names, T and A poses",
		Long: `Rig makes and changes the skeleton of a model and writes the model with it, in any format of
sinew convert. Without changes it prints in which pose the arms are held.

--markers FILE makes a new skeleton between places on the mesh, in metres as sinew info has
them; --marker gives one without a file:

  {"kind": "biped", "markers": {"chin": [0, 1.48, 0.1], "groin": [0, 0.82, 0],
    "leftWrist": [0.7, 1.4, 0], "leftElbow": [0.45, 1.4, 0], "leftKnee": [0.1, 0.5, 0]}}

Joints lie in the middle of the cross-sections there. One side is enough; shoulder and ankle
may be given too. A quadruped has ankles (hocks) besides, and may have a tail. --method binds
the meshes after all changes, a new skeleton before them, by heat without it.

Changes act in the order of their flags. Clips play as before: how far off they are is
printed. --insert wrist.L=hand.L:0.9 puts a joint above hand.L, at 0.9 of the way from its
parent, and --insert tail=hips@0,0.9,-0.2 one below hips at a place. --remove gives weights
to the parent. --pose T, A, or 0 for frame 0 of the first clip, --as rest changes the rest
pose alone, --as frames the axes of joints, so that rotations are the identity in the pose,
and --as bind moves the vertices.

What refers to a joint follows, or an error says what cannot.

Next: sinew render --skeleton draws it, sinew lint checks it, sinew diff compares files.`,
		Example: "  sinew rig scan.glb --markers markers.json -o rigged.glb\n" +
			"  sinew rig hero.glb --pose T -o hero_t.glb\n" +
			"  sinew rig hero.fbx --rename Bip01=hips --remove Bip01_Footsteps --mirror arm.L -o hero.sinew",
		Args: console.OneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			opt.src.File = args[0]
			return opt.run(cmd)
		},
	}
	f := cmd.Flags()
	console.AddOutput(cmd, &opt.out, ".glb", "the `file` to write; - is the standard output, as .glb")
	f.StringVar(&opt.markers, "markers", "", "make a skeleton between the markers of a JSON `file`")
	f.StringVar(&opt.body, "body", "biped", "the `kind` of body of --marker: biped or quadruped")
	opt.src.AddFlags(cmd)
	opt.flags.AddFlags(f)
	f.StringVar(&opt.method, "method", "", "bind the meshes by a `method`: "+strings.Join(methodNames(), ", "))
	f.IntVar(&opt.most, "max", 4, "of --method: the most `joints` per vertex, or 0")
	opt.Output.AddFlags(cmd)
	return cmd
}

// methodNames lists the methods of package rig.
func methodNames() (list []string) {
	for _, m := range rig.Methods() {
		list = append(list, m.String())
	}
	return list
}

func (opt *rigOptions) run(cmd *cobra.Command) error {
	fits := opt.markers != "" || len(opt.flags.Markers.Places) > 0
	changes := fits || opt.method != "" || len(opt.flags.Changes) > 0
	switch {
	case changes && opt.out == "":
		return console.Usagef("rig needs an output, such as -o rigged.glb")
	case !changes && opt.out != "":
		return console.Usagef("rig needs something to do, such as --pose T or --markers FILE")
	case opt.markers != "" && len(opt.flags.Markers.Places) > 0:
		return console.Usagef("--markers and --marker exclude each other")
	}
	var method rig.Method
	if opt.method != "" {
		var err error
		if method, err = rig.ParseMethod(opt.method); err != nil {
			return console.Usagef("--method: %v", err)
		}
	}
	o := converter.Options{Out: opt.out, Tool: "sinew " + version()}
	if opt.out != "" {
		if err := o.Check(); err != nil {
			return err
		}
	}
	ctx := cmd.Context()
	opt.src.Origin = true
	from, err := opt.src.Open(ctx)
	if err != nil {
		return err
	}
	opt.bindable = rigging.NewBindable(from.Model)
	said := &rigging.Report{File: from.File, Joints: from.Model.Skeleton.Len(), Steps: []rigging.Step{}}
	if held, err := rig.DetectRestPose(from.Model.Skeleton); err == nil {
		said.Held, said.Pose = &held, held.Pose.String()
	}
	if fits {
		if opt.method == "" {
			method = rig.Heat
		}
		// Bound at once: a pose moves vertices by their weights.
		if err := opt.fit(ctx, from, said); err != nil {
			return err
		}
		if err := opt.bind(ctx, from, method, said); err != nil {
			return err
		}
	}
	for _, c := range opt.flags.Changes {
		if err := opt.change(ctx, from, c, said); err != nil {
			return fmt.Errorf("%s: --%s: %w", from.File, c.Name, err)
		}
	}
	if !fits && opt.method != "" {
		if err := opt.bind(ctx, from, method, said); err != nil {
			return err
		}
	}
	said.Advise(from.Model, opt.out)
	if opt.out != "" {
		if said.Written, err = converter.Convert(ctx, from, o); err != nil {
			return err
		}
		if console.Piped(ctx) {
			said.Written.Warn(cmd.ErrOrStderr())
		}
	}
	return opt.Print(cmd.OutOrStdout(), said)
}

// bind computes the weights of the meshes.
func (opt *rigOptions) bind(ctx context.Context, from *models.Opened, method rig.Method, said *rigging.Report) error {
	o := rig.Options{Method: method, MaxInfluences: opt.most, Joints: opt.bindable.Joints()}
	model, report, err := rig.Bind(ctx, from.Model, o)
	if err != nil {
		return fmt.Errorf("%s: %w", from.File, err)
	}
	from.Model = model
	said.Bind(method, report, model.Skeleton.Len())
	return nil
}

// fit makes a skeleton between markers.
func (opt *rigOptions) fit(ctx context.Context, from *models.Opened, said *rigging.Report) error {
	markers := &opt.flags.Markers
	if opt.markers == "" {
		var err error
		if markers.Kind, err = rig.ParseBodyKind(opt.body); err != nil {
			return console.Usagef("--body: %v", err)
		}
	} else {
		data, err := os.ReadFile(opt.markers)
		if err != nil {
			return err
		}
		if markers, err = rig.ParseMarkers(data); err != nil {
			return fmt.Errorf("%s: %w", opt.markers, err)
		}
	}
	return opt.change(ctx, from, rigging.Change{Name: "fit", Turns: true, Do: func(ctx context.Context, m *soa.Model) (*soa.Model, *rig.SkeletonReport, error) {
		return rig.FitSkeleton(ctx, m, markers)
	}}, said)
}

// change makes a change, and measures it where clips play as before.
func (opt *rigOptions) change(ctx context.Context, from *models.Opened, c rigging.Change, said *rigging.Report) error {
	model, report, err := c.Do(ctx, from.Model)
	if err != nil {
		return err
	}
	step := rigging.Step{Change: c.Name, SkeletonReport: report}
	if len(model.Clips) == len(from.Model.Clips) && len(model.Clips) > 0 && c.Name != "fit" {
		d, err := rig.MeasureChange(ctx, from.Model, model, report.Index)
		if err != nil {
			return err
		}
		step.Apart = &d
	}
	if err := from.FollowJoints(model, report.Index, c.Turns); err != nil {
		return err
	}
	opt.bindable = opt.bindable.Follow(model, report.Index)
	said.Steps = append(said.Steps, step)
	return nil
}
