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

// retargetOptions is what the flags of retarget say.
type retargetOptions struct {
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
	json   bool

	options retarget.Options
	tables  retarget.Table
	mirrors retarget.MirrorOptions
}

func newRetarget() *cobra.Command {
	var opt retargetOptions
	cmd := &cobra.Command{
		Use:   "retarget FILE [--onto FILE] [--mirror] [-o OUT.sinew]",
		Short: "Carry clips over to another skeleton, or exchange left and right",
		Long: `Retarget makes the clips of one model play on another one: every joint does there
what it does here, as the difference from the rest pose, and the hips move by the
ratio of the lengths of the legs. It prints which joints it mapped, how limbs differ
at rest (a T-pose against an A-pose, which it takes out), what is left over, with
names that are near, and what of a clip got lost. Without -o that is all it does;
with it, it writes an archive of the other model with the clips. Where the file with
the clips has no proper rest pose, name the character's and add them: --with walk.fbx.

VRM avatars say which joints are the bones of a body, and archives of them. Others
are found by the names that Mixamo, VRM, Unreal, CMU, Rigify, Biped, Daz and
Character Creator give them, by equal names, and by the shape of a skeleton. --map
reads what is to be otherwise, in JSON; null means none, "mirror" is for --mirror:

  {"joints": {"Hips": "pelvis", "Ball": null}, "mirror": {"boot": "sandal"}}

--goals brings hands and feet to where they are here, times the ratio of the lengths
of the limbs, and feet to their height above the ground. --plant holds feet where they
stand. --mirror exchanges left and right, of joints, morph weights, events and the
movement of the root; without --onto it does that to the file's own clips.`,
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
	f.StringVarP(&opt.out, "output", "o", "", "write an `archive`, which ends in .sinew")
	f.StringVar(&opt.onto, "onto", "", "the `file` of the model that is to have the clips")
	f.StringArrayVar(&opt.clips, "clip", nil, "a clip: its `name`, a part of the name or its index; may be repeated\n(default: all)")
	f.StringVar(&opt.table, "map", "", "read which joints are which from a JSON `file`, see above")
	f.BoolVar(&opt.options.Goals, "goals", false, "bring hands and feet to where they are here")
	f.BoolVar(&opt.options.Plant, "plant", false, "hold feet where they stand")
	f.Float64Var(&opt.options.Scale, "scale", 0, "`factor` of movements (default: the ratio of the lengths of the legs)")
	f.BoolVar(&opt.options.KeepRest, "keep-rest", false, "take the rest poses as equal")
	f.BoolVar(&opt.mirror, "mirror", false, "exchange left and right")
	f.StringVar(&opt.plane, "plane", "guess", "`axis` at a right angle to the mirror: x, y, z, or guess, from the rest pose")
	f.StringVar(&opt.name, "name", "", "the new clips' `name`, in which {clip} is the old one\n(default: {clip}, and {clip}_mirrored of --mirror)")
	f.BoolVar(&opt.keep, "keep", false, "keep the clips that the model has")
	f.BoolVar(&opt.exact, "exact", false, "store the keys as they are, not compressed within 0.1 mm")
	opt.src.AddFlags(cmd)
	f.BoolVar(&opt.json, "json", false, "print JSON")
	return cmd
}

// check reads what does not need the models.
func (opt *retargetOptions) check(cmd *cobra.Command) error {
	switch {
	case opt.onto == "" && !opt.mirror:
		return console.Usagef("retarget needs --onto FILE, --mirror or both")
	case opt.onto == "" && (opt.options.Goals || opt.options.Plant || opt.options.KeepRest || cmd.Flags().Changed("scale")):
		return console.Usagef("--goals, --plant, --scale and --keep-rest need --onto")
	case opt.out != "" && filepath.Ext(opt.out) != console.ArchiveExtension:
		return console.Usagef("-o %s: the output is an archive, which ends in %s", opt.out, console.ArchiveExtension)
	case cmd.Flags().Changed("scale") && !(opt.options.Scale > 0 && opt.options.Scale < 1e6):
		return console.Usagef("--scale: %v is not above 0", opt.options.Scale)
	case opt.name != "" && !strings.Contains(opt.name, "{clip}") && len(opt.clips) != 1:
		return console.Usagef("--name %s: without {clip} it names one clip, which --clip chooses", opt.name)
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
			return fmt.Errorf("%s: the model would have two clips %q; --name gives another name", from.File, clip.Name)
		}
		model.Clips = append(model.Clips[:len(model.Clips):len(model.Clips)], clip)
		said.Clips = append(said.Clips, *told)
	}
	if opt.out != "" {
		if said.Bytes, err = opt.write(cmd.Context(), &model); err != nil {
			return err
		}
	}
	if opt.json {
		return console.WriteJSON(cmd.OutOrStdout(), said)
	}
	p := &console.Page{To: cmd.OutOrStdout()}
	said.Write(p)
	return p.Flush()
}

// choose returns the clips that the flags name, or all.
func (opt *retargetOptions) choose(from *models.Opened) (clips []*soa.Clip, err error) {
	if len(from.Model.Clips) == 0 {
		return nil, fmt.Errorf("%s has no clips; --with FILE adds those of another file", from.File)
	}
	if len(opt.clips) == 0 {
		return from.Model.Clips, nil
	}
	for _, name := range opt.clips {
		i, err := models.FindClip(from.Model.Clips, name)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", from.File, err)
		}
		clips = append(clips, from.Model.Clips[i])
	}
	return clips, nil
}

// convert makes one clip.
func (opt *retargetOptions) convert(ctx context.Context, from *soa.Model, c *soa.Clip, to *soa.Model) (clip *soa.Clip, told *reports.RetargetClip, err error) {
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

// write makes the archive.
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
			err = errors.Join(err, fmt.Errorf("clip %q is %.3g mm beside its keys; --exact stores them as they are", baked.Clips[i].Name, 1000*baked.Clips[i].Error))
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
