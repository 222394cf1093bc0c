package main

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/batch"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/converter"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/internal/output"
	"github.com/spf13/cobra"
)

// convertOptions are the flags of convert.
type convertOptions struct {
	console.Output
	converter.Options
	src     models.Source
	reduce  string
	length  models.Lengths
	meta    string
	yUp     bool
	into    string
	strict  string
	workers int
	full    bool
}

func newConvert() *cobra.Command {
	var opt convertOptions
	cmd := &cobra.Command{
		Use:   "convert FILE|FOLDER|PATTERN… -o OUT",
		Short: "Write models as glTF and other formats",
		Long: `Convert reads model files, or archives, and writes one that other programs read: .glb, .gltf
with a .bin beside it, .vrm (an avatar of VRM 1.0), .vrma (its clips, for any avatar), .bvh (the
skeleton and one clip, --to-frames 60), or .sinew, an archive with the keys as they are (sinew
bake has its options). Of several files the first gives the model, the others add their clips. An OUT
with {clip} in its name is one file for each clip. --into adds the clips of all files to an existing
model. What is not edited of a glTF file or an avatar stays as it is, also what Sinew does not know.

An OUT that is a folder, such as out/, or has {file} in its name, is one output for each file, at its
path below the folder or pattern that it was found by: out/ is 'out/{file}.glb'. See sinew help selection.

Lengths are metres and Y is up. Keys are not resampled: steps, lines and splines stay what
they are. Clips begin at 0 s. The output is read again, and the greatest difference of a
joint or a vertex is printed, at keys and between them, with all that the file lacks. With
--strict the exit code is 1 after a loss; with --strict=motion only after one that changes
what moves.

FBX is not written: Blender imports the .glb and exports FBX.

Nothing is left of an output that cannot be written whole, and no input is overwritten.

Next: sinew diff compares any two files, sinew view plays them.`,
		Example: "  sinew convert walk.fbx -o walk.glb\n" +
			"  sinew convert hero.fbx walk.fbx run.fbx -o hero.glb\n" +
			"  sinew convert hero.glb -o 'clips/{clip}.glb'\n" +
			"  sinew convert mocap/ -o 'out/{file}.bvh'\n" +
			"  sinew convert jump.fbx --into hero.glb -o hero_jumps.glb",
		RunE: func(cmd *cobra.Command, args []string) error { return opt.run(cmd, args) },
	}
	f := cmd.Flags()
	console.AddOutput(cmd, &opt.Out, ".glb", "the `file` to write, with {clip} one for each clip; or a folder, see above")
	f.StringVar(&opt.into, "into", "", "add the clips to the model of this `file`")
	f.StringVar(&opt.strict, "strict", "", "fail if `something` is lost: all, or motion, see above")
	f.Lookup("strict").NoOptDefVal = converter.AllLosses
	f.Float64Var(&opt.Export.Rate, "to-frames", 0, "resample clips at this `rate`, with lines between keys")
	f.StringVar(&opt.reduce, "reduce", "", "leave out keys within a `distance` of joints, such as 0.1mm")
	f.BoolVar(&opt.Export.Quantize, "quantize", false, "store vertices as whole numbers (KHR_mesh_quantization)")
	f.BoolVar(&opt.Export.Meshopt, "meshopt", false, "compress data (EXT_meshopt_compression)")
	f.StringVar(&opt.length.Unit, "bvh-unit", "cm", "the `unit` of BVH: m, cm, mm, in, ft or metres")
	f.BoolVar(&opt.BVH.ZUp, "z-up", false, "in BVH, Z is up")
	f.BoolVar(&opt.BVH.JointAxes, "joint-axes", false, "in BVH, keep the axes of joints, to add the clips to the model")
	f.BoolVar(&opt.yUp, "y-up", true, "in BVH, Y is up")
	f.StringVar(&opt.meta, "vrm-meta", "", "a JSON `file` with name, authors and licenseUrl of a .vrm")
	f.BoolVar(&opt.NoCheck, "no-check", false, "do not read the output again")
	opt.src.AddFlags(cmd)
	f.Lookup("drop-still").Hidden = false
	batch.AddWorkers(cmd, &opt.workers)
	batch.AddFullNames(cmd, &opt.full)
	opt.Output.AddFlags(cmd)
	return cmd
}

func (opt *convertOptions) run(cmd *cobra.Command, args []string) error {
	switch {
	case len(args) == 0:
		return console.Usagef("convert needs a model file")
	case opt.Out == "":
		return console.Usagef("convert needs an output, such as -o walk.glb")
	case opt.strict != "" && opt.strict != converter.AllLosses && opt.strict != converter.MotionLosses:
		return console.Usagef("--strict: %q is neither %s nor %s", opt.strict, converter.AllLosses, converter.MotionLosses)
	}
	if err := opt.keys(cmd); err != nil {
		return err
	}
	opt.Tool = "sinew " + version()
	opt.src.Origin = true
	if err := errors.Join(opt.src.CheckImport(), batch.CheckWorkers(opt.workers)); err != nil {
		return err
	}
	if template, each := batch.Template(args, opt.Out, ".glb"); each {
		return opt.runEach(cmd, args, template)
	}
	if opt.into == "" && batch.Several(args[0]) && !opt.src.AsOne {
		return console.Usagef("-o %s is one file, and %s many: a folder such as -o out/ gets one for each, --as-one merges them",
			opt.Out, args[0])
	}
	src := opt.source(args)
	result, err := opt.convert(cmd.Context(), src, opt.Out)
	if result == nil {
		return err
	}
	if console.Piped(cmd.Context()) {
		result.Warn(cmd.ErrOrStderr())
	}
	return errors.Join(opt.Print(cmd.OutOrStdout(), result), err)
}

// source returns the model of one output: the first of files, or that of --into, with the clips of the others.
func (opt *convertOptions) source(files []string) models.Source {
	if opt.into != "" {
		files = append([]string{opt.into}, files...)
	}
	src := opt.src
	if src.File = files[0]; src.AsOne && opt.into == "" {
		src.Others = files[1:]
		return src
	}
	src.With, src.Takes = append(files[1:len(files):len(files)], opt.src.With...), opt.into == ""
	return src
}

// convert writes one output. An error with a result is of losses.
func (opt *convertOptions) convert(ctx context.Context, src models.Source, out string) (*converter.Result, error) {
	to := opt.Options
	to.Out = out
	if err := errors.Join(to.Check(), output.GuardOf(ctx).Write(append(converter.Companions(out), out)...)); err != nil {
		return nil, err
	}
	from, err := src.Open(ctx)
	if err != nil {
		return nil, err
	}
	result, err := converter.Convert(ctx, from, to)
	if err != nil {
		return nil, err
	}
	err = from.Unread()
	if opt.strict != "" {
		err = errors.Join(err, result.CheckLosses(opt.strict))
	}
	return result, err
}

// runEach writes an output for each file.
func (opt *convertOptions) runEach(cmd *cobra.Command, args []string, template string) error {
	opt.Out, opt.MakeFolders = template, true
	if err := opt.Check(); err != nil {
		return err
	}
	files, err := opt.src.Files(args, batch.FolderOf(template))
	if err != nil {
		return err
	}
	outs, err := batch.Outputs(files.List, template, opt.full)
	if err != nil {
		return err
	}
	return batch.Run(cmd, opt.Output, batch.Work[*converter.Result]{
		Files: files.List, Workers: opt.workers, Doing: "converting", Head: converter.Columns(), Row: (*converter.Result).Row,
		Do: func(ctx context.Context, i int, f batch.File, _ io.Writer) (*converter.Result, error) {
			if opt.src.AsOne {
				return opt.convert(ctx, opt.source(args), outs[i])
			}
			return opt.convert(ctx, opt.source([]string{f.Path}), outs[i])
		},
	})
}

// keys reads the flags about keys.
func (opt *convertOptions) keys(cmd *cobra.Command) error {
	if rate := opt.Export.Rate; cmd.Flags().Changed("to-frames") && !(rate > 0 && rate <= 1e4) {
		return console.Usagef("--to-frames: %v frames per second are not from 0 to 10,000", rate)
	}
	if opt.meta != "" {
		data, err := os.ReadFile(opt.meta)
		if err != nil {
			return err
		}
		opt.Meta = data
	}
	metres, err := opt.length.Metres()
	if err != nil {
		return err
	}
	if metres > 0 {
		opt.BVH.Metre = 1 / metres
	}
	opt.BVH.ZUp = opt.BVH.ZUp || !opt.yUp
	if opt.reduce == "" {
		return nil
	}
	number, unit := strings.CutSuffix(opt.reduce, "mm")
	if !unit {
		return console.Usagef("--reduce: %q is no distance such as 0.1mm", opt.reduce)
	}
	mm, err := console.FiniteNumber("--reduce", strings.TrimSpace(number))
	if err != nil {
		return err
	}
	if !(mm > 0 && mm <= 1e5) {
		return console.Usagef("--reduce: %v mm are not above 0", mm)
	}
	opt.Export.Reduce = mm / 1000
	return nil
}
