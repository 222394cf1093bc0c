package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/reports"
	"github.com/sinew-anim/sinew/runtime/bake"
	"github.com/sinew-anim/sinew/runtime/retarget"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/archive"
	"github.com/spf13/cobra"
)

// retargetOptions are the flags of retarget.
type retargetOptions struct {
	console.Output
	src    models.Source
	clips  []string
	onto   string
	out    string
	table  string
	mirror bool
	plane  string
	name   string
	keep   bool
	exact  bool

	options retarget.Options
	tables  retarget.Table
	mirrors retarget.MirrorOptions
}

func newRetarget() *cobra.Command {
	var opt retargetOptions
	cmd := &cobra.Command{
		Use:   "retarget FILE [--onto FILE] [--mirror] [-o OUT.sinew]",
		Short: "Carry clips over to another skeleton, or exchange left and right",
		Long: `Retarget makes clips of one model play on another: each joint moves by the same difference
from its rest pose, and the hips by the ratio of the leg lengths. It prints which joints it
mapped, how limbs differ at rest (T-pose or A-pose, which it compensates), joints left
unmapped, with similar names, and what the clips lose. A limb that a clip turns and that is
not mapped is a warning, with how far it turns; with --strict it is an error. With -o it
writes an archive of the other model with the clips. If the file with the clips has no proper
rest pose, name the character's file and add the clips: --with walk.fbx.

VRM avatars, and archives of them, name the bones of a body. Other skeletons are matched by
the names of Mixamo, VRM, Unreal, MakeHuman, Rigify, Auto-Rig Pro, Biped, Daz, Character
Creator, CMU, Kinect, OptiTrack, Xsens, Rokoko, Perception Neuron and SMPL; by shape, limb by
limb, where names leave one open; and by equal names. --map overrides pairs in JSON; null
unmaps a joint, "mirror" is for --mirror:

  {"joints": {"Hips": "pelvis", "Ball": null}, "mirror": {"boot": "sandal"}}

--goals matches the source's hand and foot positions, scaled by the lengths of the limbs,
and the height of feet above the ground. --plant locks feet while they stand. --mirror
exchanges left and right of joints, morph weights, events and root motion; without --onto it
mirrors the file's own clips.

Next: sinew view plays the archive, sinew pose prints it.`,
		Example: "  sinew retarget walk.fbx --onto strider.glb\n" +
			"  sinew retarget arnaud.fbx --with walk.fbx --onto b.glb --plant -o walk_on_b.sinew\n" +
			"  sinew retarget walk.fbx --onto b.glb --map table.json --goals -o b.sinew\n" +
			"  sinew retarget strider.glb --mirror --clip wave -o waves.sinew --keep",
		Args: console.OneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			opt.src.File = args[0]
			if err := opt.check(cmd); err != nil {
				return err
			}
			return opt.run(cmd)
		},
	}
	f := cmd.Flags()
	console.AddOutput(cmd, &opt.out, console.ArchiveExtension, "write an `archive`, which ends in .sinew; - is the standard output")
	f.StringVar(&opt.onto, "onto", "", "the `file` of the model that gets the clips")
	f.StringArrayVar(&opt.clips, "clip", nil, "a clip by `name` or index; may be repeated (default: all)")
	f.StringVar(&opt.table, "map", "", "override the mapping of joints by a JSON `file`, see above")
	f.BoolVar(&opt.options.Goals, "goals", false, "match the source's hand and foot positions")
	f.BoolVar(&opt.options.Plant, "plant", false, "lock feet while they stand")
	f.Float64Var(&opt.options.Scale, "scale", 0, "`factor` of movements (default: the ratio of the leg lengths)")
	f.BoolVar(&opt.options.KeepRest, "keep-rest", false, "assume both rest poses match")
	f.BoolVar(&opt.options.Strict, "strict", false, "fail where a limb that the clip turns is not mapped")
	f.BoolVar(&opt.mirror, "mirror", false, "exchange left and right")
	f.StringVar(&opt.plane, "plane", "guess", "`axis` normal to the mirror: x, y, z or guess")
	f.StringVar(&opt.name, "name", "",
		"`name` of the new clips; {clip} is the old one\n(default: {clip}, with --mirror {clip}_mirrored)")
	f.BoolVar(&opt.keep, "keep", false, "keep the clips that the target has")
	f.BoolVar(&opt.exact, "exact", false, "store the keys uncompressed, not within 0.1 mm")
	opt.src.AddFlags(cmd)
	opt.Output.AddFlags(cmd)
	return cmd
}

// check checks the flags and reads the table.
func (opt *retargetOptions) check(cmd *cobra.Command) error {
	switch {
	case opt.onto == "" && !opt.mirror:
		return console.Usagef("retarget needs --onto FILE, --mirror or both")
	case opt.onto == "" &&
		(opt.options.Goals || opt.options.Plant || opt.options.KeepRest || opt.options.Strict || cmd.Flags().Changed("scale")):
		return console.Usagef("--goals, --plant, --scale, --keep-rest and --strict need --onto")
	case opt.out != "" && filepath.Ext(opt.out) != console.ArchiveExtension:
		return console.Usagef("-o %s: the output is an archive, whose name ends in %s", opt.out, console.ArchiveExtension)
	case cmd.Flags().Changed("scale") && !(opt.options.Scale > 0 && opt.options.Scale < 1e6):
		return console.Usagef("--scale: %v is not above 0", opt.options.Scale)
	case opt.name != "" && !strings.Contains(opt.name, "{clip}") && len(opt.clips) != 1:
		return console.Usagef("--name %s: without {clip} it names one clip; choose one by --clip", opt.name)
	}
	planes := map[string]retarget.Plane{"guess": retarget.Guess, "x": retarget.X, "y": retarget.Y, "z": retarget.Z}
	plane, ok := planes[opt.plane]
	if !ok {
		return console.Usagef("--plane: %q is none of x, y, z and guess", opt.plane)
	}
	if opt.table != "" {
		data, err := os.ReadFile(opt.table)
		if err != nil {
			return err
		}
		t, err := retarget.ParseTable(data)
		if err != nil {
			return fmt.Errorf("%s: %w", opt.table, err)
		}
		opt.tables = *t
	}
	opt.options.Table = opt.tables.Joints
	opt.mirrors = retarget.MirrorOptions{Plane: plane, Table: opt.tables.Mirror}
	return nil
}

func (opt *retargetOptions) run(cmd *cobra.Command) error {
	from, err := opt.src.Open(cmd.Context())
	if err == nil {
		err = from.CheckOnly()
	}
	if err != nil {
		return err
	}
	to := from
	if opt.onto != "" {
		other := models.Source{File: opt.onto, Isolate: opt.src.Isolate}
		if to, err = other.Open(cmd.Context()); err != nil {
			return err
		}
	}
	from.WarnLosses(cmd.ErrOrStderr())
	if to != from {
		to.WarnLosses(cmd.ErrOrStderr())
	}
	for k, o := range []*models.Opened{from, to} {
		if opt.options.Bodies[k], err = o.Bones(); err != nil {
			return err
		}
	}
	clips, err := opt.choose(from)
	if err != nil {
		return err
	}
	said := &reports.Retarget{Source: from.File, Target: to.File, Output: opt.out}
	model := *to.Model
	if !opt.keep {
		model.Clips = nil
	}
	for _, c := range clips {
		clip, told, err := opt.convert(cmd.Context(), from.Model, c, to.Model)
		if err != nil {
			return fmt.Errorf("%s: clip %q: %w", from.File, c.Name, err)
		}
		if model.Clip(clip.Name) != nil {
			return fmt.Errorf("%s: the model would have two clips %q; --name renames the new ones", from.File, clip.Name)
		}
		model.Clips = append(model.Clips[:len(model.Clips):len(model.Clips)], clip)
		said.Clips = append(said.Clips, *told)
	}
	said.WarnLimbs(cmd.ErrOrStderr())
	if opt.out != "" {
		if said.Bytes, err = opt.write(cmd.Context(), &model); err != nil {
			return err
		}
	}
	return opt.Print(cmd.OutOrStdout(), said)
}

// choose returns the clips of the flags, by default all.
func (opt *retargetOptions) choose(from *models.Opened) ([]*soa.Clip, error) {
	if len(from.Model.Clips) == 0 {
		return nil, fmt.Errorf("%s has no clips; --with FILE adds clips of another file", from.File)
	}
	if len(opt.clips) == 0 {
		return from.Model.Clips, nil
	}
	return from.FindClips(opt.clips)
}

// convert retargets and mirrors one clip.
func (opt *retargetOptions) convert(ctx context.Context, from *soa.Model, c *soa.Clip,
	to *soa.Model) (clip *soa.Clip, told *reports.RetargetClip, err error) {
	told = new(reports.RetargetClip)
	clip = c
	if opt.onto != "" {
		if clip, told.Retarget, err = retarget.Retarget(ctx, from, c, to, opt.options); err != nil {
			return nil, nil, err
		}
	}
	name := "{clip}"
	if opt.mirror {
		if clip, told.Mirror, err = retarget.Mirror(to, clip, opt.mirrors); err != nil {
			return nil, nil, err
		}
		name = "{clip}_mirrored"
	}
	if opt.name != "" {
		name = opt.name
	}
	clip.Name = strings.ReplaceAll(name, "{clip}", c.Name)
	told.Name, told.Seconds = clip.Name, clip.Seconds()
	return clip, told, nil
}

// write bakes the archive.
func (opt *retargetOptions) write(ctx context.Context, model *soa.Model) (int, error) {
	var o bake.Options
	if opt.exact {
		o.Clips = bake.Exact
	}
	baked, err := bake.Bake(ctx, model, o)
	if err != nil {
		return 0, err
	}
	for i := range baked.Clips {
		if !baked.Clips[i].Held() {
			err = errors.Join(err, fmt.Errorf("clip %q is %.3g mm off its keys; --exact stores them uncompressed",
				baked.Clips[i].Name, 1000*baked.Clips[i].Error))
		}
	}
	if err != nil {
		return 0, err
	}
	baked.Content.Meta = archive.Meta{Tool: "sinew " + version()}
	data, err := archive.Encode(&baked.Content)
	if err != nil {
		return 0, err
	}
	return len(data), console.WriteWhole(opt.out, data)
}
