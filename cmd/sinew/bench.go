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
	clips    []string
	counts   []string
	workers  []string
	simd     []string
	paths    []string
	time     time.Duration
	random   bool
	json     bool
	gpu      bool
	progress io.Writer
}

func newBench() *cobra.Command {
	var opt benchOptions
	cmd := &cobra.Command{
		Use:   "bench FILE",
		Short: "Measure how fast a file's clips play, by every method",
		Long: `Bench plays a clip of a model file on a crowd of its characters, from each source
of Sinew (the file's keys, compiled rows, compressed spans) and by the classic
methods, and prints the time per joint from a time to the palette. Each time is
the minimum of several rounds over all methods, so that the ratios hold on a
machine that does other work too. "At 60 Hz" is the number of characters that
one frame has time for.

A model without a skin is measured with one over all its joints. The classic
methods evaluate one character after the other and are measured on at most 112.
Methods that only interpolate linearly do so for step and cubic keys too.

With --gpu it draws the characters without a display instead, by each way in which
palettes can reach the shaders, and prints how long the upload takes, also as a
multiple of a copy within memory, and the whole picture. Uploads and pictures take
no account of what computes the palettes.`,
		Example: "  sinew bench walk.fbx\n  sinew bench arnaud.fbx --with walk.fbx --n 1,112,4000 --workers 1,2 --json",
		Args:    console.OneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			opt.File, opt.progress = args[0], cmd.ErrOrStderr()
			return opt.run(cmd.Context(), cmd.OutOrStdout())
		},
	}
	opt.Source.AddFlags(cmd)
	f := cmd.Flags()
	f.StringArrayVar(&opt.clips, "clip", nil, "a clip: its `name`, a part of the name or its index; repeat to have characters\nplay several in turn (default: the first with a duration)")
	f.StringArrayVar(&opt.counts, "n", []string{"1000"}, "number of `characters`, several with commas")
	f.StringArrayVar(&opt.workers, "workers", []string{"1"}, "number of `goroutines` that share a frame, several with commas")
	f.StringArrayVar(&opt.simd, "simd", nil, "instruction `sets`, several with commas, or all (default: the best)")
	f.StringArrayVar(&opt.paths, "path", nil, "`methods` to measure, several with commas (default: all)")
	f.DurationVar(&opt.time, "time", 300*time.Millisecond, "`duration` of each measurement")
	f.BoolVar(&opt.random, "random", false, "evaluate random times instead of steps of 1/60 s")
	f.BoolVar(&opt.gpu, "gpu", false, "compare how palettes reach the GPU, in place of the methods")
	f.BoolVar(&opt.json, "json", false, "print JSON")
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
		return nil, console.Usagef("--time is %v, not between 1 ms and 10 minutes", opt.time)
	}
	if p.ISAs, err = isaList(opt.simd); err != nil {
		return nil, err
	}
	p.Paths, err = pathList(opt.paths)
	return p, err
}

// countList reads whole numbers from 1.
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

// commaList takes a repeated flag apart.
func commaList(values []string) (list []string) {
	for _, value := range values {
		for s := range strings.SplitSeq(value, ",") {
			list = append(list, strings.TrimSpace(s))
		}
	}
	return list
}

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
	o, err := opt.Open(ctx)
	if err != nil {
		return err
	}
	clips, err := opt.choose(o)
	if err != nil {
		return err
	}
	var result interface{ WritePage(io.Writer) error }
	if opt.gpu {
		result, err = opt.carriers(ctx, plan, o, clips)
	} else {
		result, err = opt.methods(ctx, plan, o, clips)
	}
	switch {
	case err != nil:
		return err
	case opt.json:
		return console.WriteJSON(stdout, result)
	}
	return result.WritePage(stdout)
}

// methods measures all methods of animating the model.
func (opt *benchOptions) methods(ctx context.Context, plan *timing.Plan, o *models.Opened, clips []*soa.Clip) (*timing.Report, error) {
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

// choose returns the clips to play, the first that lasts where none is named.
func (opt *benchOptions) choose(o *models.Opened) (chosen []*soa.Clip, err error) {
	for _, name := range opt.clips {
		if len(o.Model.Clips) == 0 {
			break
		}
		i, err := models.FindClip(o.Model.Clips, name)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", o.File, err)
		}
		if slices.Contains(chosen, o.Model.Clips[i]) {
			return nil, console.Usagef("--clip names clip %d %q twice", i, o.Model.Clips[i].Name)
		}
		chosen = append(chosen, o.Model.Clips[i])
	}
	if len(chosen) > 0 {
		return chosen, nil
	}
	for _, c := range o.Model.Clips {
		if c.Duration > 0 {
			return []*soa.Clip{c}, nil
		}
	}
	return nil, fmt.Errorf("%s has no clip that lasts, so nothing to measure; --with FILE adds those of another file", o.File)
}
