package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/batch"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/converter"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/reports"
	"github.com/sinew-anim/sinew/edit/retarget"
	"github.com/sinew-anim/sinew/soa"
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
	rest   string
	exact  bool

	workers int
	each    bool // -o is a folder, or names an archive for each file
	full    bool
	only    models.Only

	options retarget.Options
	tables  retarget.Table
	mirrors retarget.MirrorOptions
}

func newRetarget() *cobra.Command {
	var opt retargetOptions
	cmd := &cobra.Command{
		Use:   "retarget FILE|FOLDER|PATTERN… [--onto FILE] [--mirror] [-o OUT]",
		Short: "Carry clips over to another skeleton, or exchange left and right",
		Long: `Retarget makes clips of one model play on another: each joint moves by the same difference
from its rest pose, and the hips by the ratio of the leg lengths. It prints which joints it
mapped, how limbs differ at rest (T-pose or A-pose, which it compensates), joints left
unmapped, with similar names, and what the clips lose; --strict fails where a limb is lost.
-o writes the other model with the clips, as .sinew or in any format of sinew convert; of many
files each is carried over by itself, into a folder, -o out/ (see sinew help selection). The
character's own file says how it rests: name that and add the clips, --with walk.fbx.

Joints are matched by the names of an avatar's bones or of twenty tools, such as Mixamo and
Xsens, by shape and by equal names. --map overrides pairs; null unmaps a joint:

  {"joints": {"Hips": "pelvis", "Ball": null}, "mirror": {"boot": "sandal"}}

For a file that does not stand at rest, frame 0 is the rest pose if it is a T or A pose, or
else the most upright frame. Heights are measured in the clip if that is not on the ground.

--goals matches the source's hand and foot positions, scaled by the lengths of the limbs,
and the height of feet above the ground. --plant locks feet while they stand. --mirror
exchanges left and right of joints, morph weights, events and root motion, without --onto in
the file's own clips.

Next: sinew view plays the result, sinew pose prints it.`,
		Example: "  sinew retarget walk.fbx --onto strider.glb\n" +
			"  sinew retarget arnaud.fbx --with walk.fbx --onto b.glb --plant -o walk_on_b.sinew\n" +
			"  sinew retarget walk.fbx --onto b.glb --map table.json --goals -o walk_on_b.glb\n" +
			"  sinew retarget strider.glb --mirror --clip wave -o waves.sinew --keep",
		Args: console.SomeFiles,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := opt.check(cmd, args); err != nil {
				return err
			}
			return opt.run(cmd, args)
		},
	}
	f := cmd.Flags()
	console.AddOutput(cmd, &opt.out, console.ArchiveExtension, "the `file` to write, such as x.sinew or x.glb, or a folder; - is the standard output")
	f.StringVar(&opt.onto, "onto", "", "the `file` of the model that gets the clips")
	f.StringArrayVar(&opt.clips, "clip", nil, "a clip by `name` or index; may be repeated (default: all)")
	f.StringVar(&opt.table, "map", "", "override the mapping of joints by a JSON `file`, see above")
	f.BoolVar(&opt.options.Goals, "goals", false, "match the source's hand and foot positions")
	f.BoolVar(&opt.options.Plant, "plant", false, "lock feet while they stand")
	f.Float64Var(&opt.options.Scale, "travel", 0, "`factor` of movements (default: the ratio of the leg lengths)")
	f.StringVar(&opt.rest, "rest-frame", "", "the `frame` of the clip that is its rest pose, or file")
	f.BoolVar(&opt.options.KeepRest, "keep-rest", false, "assume both rest poses match")
	f.BoolVar(&opt.options.Strict, "strict", false, "fail where a limb that the clip turns is not mapped")
	f.BoolVar(&opt.mirror, "mirror", false, "exchange left and right")
	f.StringVar(&opt.plane, "plane", "guess", "`axis` normal to the mirror: x, y, z or guess")
	f.StringVar(&opt.name, "name", "",
		"`name` of the new clips; {clip} is the old one\n(default: {clip}, with --mirror {clip}_mirrored)")
	f.BoolVar(&opt.keep, "keep", false, "keep the clips that the target has")
	f.BoolVar(&opt.exact, "exact", false, "store the keys of an archive uncompressed, not within 0.1 mm")
	opt.src.AddFlags(cmd)
	batch.AddWorkers(cmd, &opt.workers)
	batch.AddFullNames(cmd, &opt.full)
	for _, name := range []string{"workers", "full-names"} { // sinew help selection describes them
		_ = f.MarkHidden(name)
	}
	opt.Output.AddFlags(cmd)
	return cmd
}

// check checks the flags and reads the table.
func (opt *retargetOptions) check(cmd *cobra.Command, args []string) error {
	if err := errors.Join(opt.src.CheckImport(), batch.CheckWorkers(opt.workers)); err != nil {
		return err
	}
	opt.out, opt.each = batch.Template(args, opt.out, console.ArchiveExtension)
	if opt.out != "" {
		o := opt.outputs(opt.out)
		if err := o.Check(); err != nil {
			return err
		}
	}
	switch {
	case opt.onto == "" && !opt.mirror:
		if n := len(args); n > 1 {
			return console.Usagef("retarget needs the model that gets the clips: sinew retarget %s --onto %s", strings.Join(args[:n-1], " "), args[n-1])
		}
		return console.Usagef("retarget needs the model that gets the clips, sinew retarget %s --onto MODEL, or --mirror for its own", strings.Join(args, " "))
	case opt.onto == "" &&
		(opt.options.Goals || opt.options.Plant || opt.options.KeepRest || opt.options.Strict || opt.rest != "" || cmd.Flags().Changed("travel")):
		return console.Usagef("--goals, --plant, --travel, --rest-frame, --keep-rest and --strict need --onto")
	case cmd.Flags().Changed("travel") && !(opt.options.Scale > 0 && opt.options.Scale < 1e6):
		return console.Usagef("--travel: %v is not above 0", opt.options.Scale)
	case opt.name != "" && !strings.Contains(opt.name, "{clip}") && len(opt.clips) != 1:
		return console.Usagef("--name %s: without {clip} it names one clip; choose one by --clip", opt.name)
	}
	if opt.rest != "" {
		var err error
		if opt.options.Rest, err = retarget.RestFor(opt.rest); err != nil {
			return console.Usagef("--rest-frame: %v", err)
		}
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

func (opt *retargetOptions) run(cmd *cobra.Command, args []string) error {
	files, err := opt.src.Files(args, batch.FolderOf(opt.out))
	if err != nil {
		return err
	}
	if files.Many && opt.out != "" && !opt.each {
		return console.Usagef("-o %s is one file, and the models are many: a folder such as -o out/ gets one for each, "+
			"--with adds clips of other files", opt.out)
	}
	var to *models.Opened // nil: each file itself
	if opt.onto != "" {
		other := models.Source{File: opt.onto, Isolate: opt.src.Isolate, Origin: true}
		if to, err = other.Open(cmd.Context()); err != nil {
			return err
		}
		to.WarnLosses(cmd.ErrOrStderr())
	}
	outs := []string{opt.out}
	if opt.each {
		if outs, err = batch.Outputs(files.List, opt.out, opt.full); err != nil {
			return err
		}
	}
	if !files.Many {
		said, err := opt.one(cmd.Context(), args[0], to, outs[0], cmd.ErrOrStderr())
		if err == nil {
			err = opt.only.Check()
		}
		if err != nil {
			return err
		}
		return opt.Print(cmd.OutOrStdout(), said)
	}
	err = batch.Run(cmd, opt.Output, batch.Work[*reports.Retarget]{
		Files: files.List, Workers: opt.workers, Doing: "retargeting", Head: reports.RetargetColumns(), Row: (*reports.Retarget).Row,
		Do: func(ctx context.Context, i int, f batch.File, warn io.Writer) (*reports.Retarget, error) {
			out := ""
			if opt.each {
				out = outs[i]
			}
			return opt.one(ctx, f.Path, to, out, warn)
		},
	})
	if err == nil {
		err = opt.only.Check()
	}
	return err
}

// one carries the clips of a file over to another model, or to its own for nil.
func (opt *retargetOptions) one(ctx context.Context, file string, to *models.Opened, out string,
	stderr io.Writer) (*reports.Retarget, error) {
	src := opt.src
	src.File, src.Origin = file, to == nil
	from, err := src.Open(ctx)
	if err != nil {
		return nil, err
	}
	opt.only.Note(from)
	from.WarnLosses(stderr)
	if err := from.Unread(); err != nil {
		return nil, err
	}
	if to == nil {
		to = from
	}
	options := opt.options
	for k, o := range []*models.Opened{from, to} {
		if options.Bodies[k], err = o.Bones(); err != nil {
			return nil, err
		}
	}
	clips, err := opt.choose(from)
	if err != nil {
		return nil, err
	}
	said := &reports.Retarget{Source: from.File, Target: to.File, Output: out}
	model := *to.Model
	if !opt.keep {
		model.Clips = nil
	}
	for _, c := range clips {
		clip, told, err := opt.convert(ctx, from.Model, c, to.Model, options)
		if err != nil {
			return nil, fmt.Errorf("%s: clip %q: %w", from.File, c.Name, err)
		}
		if model.Clip(clip.Name) != nil {
			return nil, fmt.Errorf("%s: the model would have two clips %q; --name renames the new ones", from.File, clip.Name)
		}
		model.Clips = append(model.Clips[:len(model.Clips):len(model.Clips)], clip)
		said.Clips = append(said.Clips, *told)
	}
	said.WarnLimbs(stderr)
	if out != "" {
		err = opt.write(ctx, to, &model, out, said)
		if err == nil && console.Piped(ctx) {
			said.Written.Warn(stderr)
		}
	}
	return said, err
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
	to *soa.Model, options retarget.Options) (clip *soa.Clip, told *reports.RetargetClip, err error) {
	told = new(reports.RetargetClip)
	clip = c
	if opt.onto != "" {
		if clip, told.Retarget, err = retarget.Retarget(ctx, from, c, to, options); err != nil {
			return nil, nil, err
		}
	}
	name := "{clip}"
	if opt.mirror {
		if clip, told.Mirror, err = retarget.Mirror(ctx, to, clip, opt.mirrors); err != nil {
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

// outputs returns how outputs are written: archives compressed without --exact, other formats with the
// keys as they are.
func (opt *retargetOptions) outputs(out string) converter.Options {
	o := converter.Options{Out: out, Tool: "sinew " + version(), MakeFolders: opt.each}
	if strings.EqualFold(filepath.Ext(out), console.ArchiveExtension) {
		o.NoCheck = true // packed clips are measured when they are packed
		o.Pack = !opt.exact
	}
	return o
}

// write writes a model that was made of another one by its clips.
func (opt *retargetOptions) write(ctx context.Context, of *models.Opened, model *soa.Model, out string, said *reports.Retarget) (err error) {
	made := *of
	made.Model = model
	if made.Archive != nil { // its graph is of clips that are not there
		a := *made.Archive
		a.GraphJSON = nil
		made.Archive = &a
	}
	if said.Written, err = converter.Convert(ctx, &made, opt.outputs(out)); err != nil {
		return err
	}
	for i := range said.Written.Outputs {
		said.Bytes += int(said.Written.Outputs[i].Bytes)
	}
	return nil
}
