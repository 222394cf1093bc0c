package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/timing"
	"github.com/sinew-anim/sinew/internal/measure"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/soa"
	"github.com/spf13/cobra"
)

// benchOptions are the flags of bench.
type benchOptions struct {
	models.Source
	console.Output
	clips    []string
	counts   []string
	workers  []string
	simd     []string
	paths    []string
	time     time.Duration
	random   bool
	gpu      bool
	hero     heroFlags
	changed  func(flag string) bool
	progress io.Writer
}

func newBench() *cobra.Command {
	var opt benchOptions
	cmd := &cobra.Command{
		Use:   "bench FILE",
		Short: "Measure how fast a file's clips play, by every method",
		Long: `Bench plays a clip on a crowd of characters from each of Sinew's sources (the file's keys,
compiled rows, compressed spans) and by classic methods, and prints the time per joint of a
frame, from the clock to the palette. Each time is the minimum of several rounds over all
methods, so that ratios hold on a busy machine. "at 60 Hz" is the number of characters that
fit into one frame.

A model without a skin gets one over all its joints. Classic methods evaluate one character
after the other and are measured on at most 112. Methods that only interpolate linearly do
so for step and cubic keys too.

With --gpu it draws the characters, without a display, by each way in which palettes reach
the shaders, and prints the time of the upload, also as a multiple of a copy within memory,
and of the whole picture. Computing the palettes is not included.

With --layers, --graph or --control it measures what your own character does in a frame, one
character unless --n says otherwise, part by part: decide (clocks, fades, the graph), sample
(the pose of one clip), blend (all clips in place of one), modify (the control, and what it
has computed anew) and palette. Each is the difference between frames with and without it.
The lines of Markdown are for the table "A hero, part by part" in docs/performance.md.

Next: sinew doctor prints the kernels chosen, sinew bake --bank stores compiled rows.`,
		Example: "  sinew bench walk.fbx\n  sinew bench arnaud.fbx --with walk.fbx --n 1,112,4000 --workers 1,2 --json\n" +
			"  sinew bench hero.glb --graph hero.json --control reach.json --simd all",
		Args: console.OneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			opt.File, opt.progress, opt.changed = args[0], cmd.ErrOrStderr(), cmd.Flags().Changed
			return opt.run(cmd.Context(), cmd.OutOrStdout())
		},
	}
	opt.Source.AddFlags(cmd)
	f := cmd.Flags()
	f.StringArrayVar(&opt.clips, "clip", nil,
		"a clip by `name` or index; repeat to have characters play several\nin turn (default: the first with a duration)")
	f.StringArrayVar(&opt.counts, "n", []string{"1000"}, "number of `characters`, several with commas")
	f.StringArrayVar(&opt.workers, "workers", []string{"1"}, "`goroutines` that share a frame, several with commas")
	f.StringArrayVar(&opt.simd, "simd", nil, "instruction `sets`, several with commas, or all (default: the best)")
	f.StringArrayVar(&opt.paths, "path", nil, "`methods` to measure, several with commas (default: all)")
	f.DurationVar(&opt.time, "time", 300*time.Millisecond, "`duration` of each measurement")
	f.BoolVar(&opt.random, "random", false, "evaluate random times instead of steps of 1/60 s")
	f.BoolVar(&opt.gpu, "gpu", false, "compare how palettes reach the GPU, instead of methods")
	f.StringVar(&opt.hero.layers, "layers", "", "measure a character that plays the layers of a JSON `file`")
	f.StringVar(&opt.hero.graph, "graph", "", "measure a character that plays the graph of a JSON `file`")
	f.StringVar(&opt.hero.play, "play", "", "the input of the graph, a JSON `file`, again and again")
	f.StringVar(&opt.hero.control, "control", "", "measure the control of a JSON `file` too, or own")
	opt.Output.AddFlags(cmd)
	return cmd
}

// maxInstances and maxWorkers keep a typing error from filling the memory.
const (
	maxInstances = 200_000
	maxWorkers   = 1024
)

// plan reads the flags.
func (opt *benchOptions) plan() (*timing.Plan, error) {
	p := &timing.Plan{Random: opt.random, Time: opt.time}
	var err error
	if p.Counts, err = countList("--n", opt.counts, maxInstances); err != nil {
		return nil, err
	}
	if p.Workers, err = countList("--workers", opt.workers, maxWorkers); err != nil {
		return nil, err
	}
	if opt.time < time.Millisecond || opt.time > 10*time.Minute {
		return nil, console.Usagef("--time: %v is outside 1 ms to 10 minutes", opt.time)
	}
	if p.ISAs, err = isaList(opt.simd); err != nil {
		return nil, err
	}
	p.Paths, err = pathList(opt.paths)
	return p, err
}

// countList parses numbers from 1 to most.
func countList(flag string, values []string, most int) (list []int, err error) {
	for _, s := range commaList(values) {
		n, err := strconv.Atoi(s)
		if err != nil || n < 1 || n > most {
			return nil, console.Usagef("%s: %q is not a number from 1 to %d", flag, s, most)
		}
		if !slices.Contains(list, n) {
			list = append(list, n)
		}
	}
	return list, nil
}

// commaList splits the values of a repeated flag at commas.
func commaList(values []string) (list []string) {
	for _, value := range values {
		for s := range strings.SplitSeq(value, ",") {
			list = append(list, strings.TrimSpace(s))
		}
	}
	return list
}

// isaList parses instruction sets, by default the best.
func isaList(names []string) (list []simd.ISA, err error) {
	have := simd.ISAs()
	if len(names) == 0 {
		return []simd.ISA{simd.Current()}, nil
	}
	for _, name := range commaList(names) {
		if name == "all" {
			slices.Reverse(have)
			return have, nil
		}
		isa, err := simd.ParseISA(name)
		if err != nil || !slices.Contains(have, isa) {
			return nil, console.Usagef("--simd: %q is none of %v", name, have)
		}
		if !slices.Contains(list, isa) {
			list = append(list, isa)
		}
	}
	return list, nil
}

// pathList parses the names of methods, by default all.
func pathList(names []string) (list []measure.Path, err error) {
	if len(names) == 0 {
		return measure.Paths(), nil
	}
	var all []string
	for _, p := range measure.Paths() {
		all = append(all, p.Name)
	}
	asked := commaList(names)
	for _, name := range asked {
		if !slices.Contains(all, name) {
			return nil, console.Usagef("--path: %q is none of %s", name, strings.Join(all, ", "))
		}
	}
	return slices.DeleteFunc(measure.Paths(), func(p measure.Path) bool { return !slices.Contains(asked, p.Name) }), nil
}

func (opt *benchOptions) run(ctx context.Context, stdout io.Writer) error {
	plan, err := opt.plan()
	if err != nil {
		return err
	}
	if opt.hero.any() {
		if err := opt.checkHero(plan, opt.changed); err != nil {
			return err
		}
	}
	o, err := opt.Open(ctx)
	if err != nil {
		return err
	}
	result, err := opt.measured(ctx, plan, o)
	if err != nil {
		return err
	}
	return opt.Print(stdout, result)
}

// measured measures what the flags ask for.
func (opt *benchOptions) measured(ctx context.Context, plan *timing.Plan, o *models.Opened) (console.Result, error) {
	if opt.hero.any() {
		return opt.heroes(ctx, plan, o)
	}
	clips, err := opt.choose(o)
	if err != nil {
		return nil, err
	}
	if opt.gpu {
		return opt.carriers(ctx, plan, o, clips)
	}
	return opt.methods(ctx, plan, o, clips)
}

// methods measures all methods of animating the model.
func (opt *benchOptions) methods(ctx context.Context, plan *timing.Plan, o *models.Opened,
	clips []*soa.Clip) (*timing.Report, error) {
	character, err := measure.NewCharacter(o.Model, clips)
	if err != nil {
		return nil, err
	}
	plan.Clips = len(clips)
	var bar *console.Progress
	begin := func(steps int) { bar = console.NewProgress(opt.progress, steps, "measuring") }
	results, err := plan.Run(ctx, character, begin, func() { bar.Step() })
	bar.End()
	if err != nil {
		return nil, err
	}
	return timing.Describe(opt.File, opt.random, character, results)
}

// choose returns the clips of the flags, by default the first with a duration.
func (opt *benchOptions) choose(o *models.Opened) ([]*soa.Clip, error) {
	if len(opt.clips) > 0 && len(o.Model.Clips) > 0 {
		return o.FindClips(opt.clips)
	}
	for _, c := range o.Model.Clips {
		if c.Duration > 0 {
			return []*soa.Clip{c}, nil
		}
	}
	return nil, fmt.Errorf("%s has no clip that lasts, so nothing to measure; --with FILE adds clips of another file",
		o.File)
}
