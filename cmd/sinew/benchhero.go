package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/timing"
	"github.com/sinew-anim/sinew/internal/measure"
	"github.com/sinew-anim/sinew/runtime/graph"
	"github.com/sinew-anim/sinew/soa"
)

// heroFlags are the files with what a character does in a frame.
type heroFlags struct{ layers, graph, play, control string }

func (f *heroFlags) any() bool { return *f != heroFlags{} }

// checkHero refuses flags that do not go with heroes, and sets the defaults that differ.
func (opt *benchOptions) checkHero(plan *timing.Plan, changed func(flag string) bool) error {
	for _, no := range []struct {
		flag string
		is   bool
	}{
		{"--gpu", opt.gpu}, {"--random", opt.random}, {"--workers", changed("workers")},
		{"--clip", len(opt.clips) > 0 && (opt.hero.layers != "" || opt.hero.graph != "")},
	} {
		if no.is {
			return console.Usagef("%s does not go with --layers, --graph and --control", no.flag)
		}
	}
	switch {
	case opt.hero.layers != "" && opt.hero.graph != "":
		return console.Usagef("--layers and --graph both choose what plays")
	case opt.hero.play != "" && opt.hero.graph == "":
		return console.Usagef("--play is the input of a --graph")
	}
	if !changed("n") {
		plan.Counts = []int{1}
	}
	return nil
}

// sources returns the sources of --path that heroes play from, by default the file's keys.
func (opt *benchOptions) sources(plan *timing.Plan) (list []string, err error) {
	if len(opt.paths) == 0 {
		return measure.Sources[:1], nil
	}
	for _, p := range plan.Paths {
		if p.Kind != measure.Kernels || p.Name != p.Source {
			return nil, console.Usagef("--path: %s is none of %s, which play layers, graphs and controls", p.Name, strings.Join(measure.Sources, ", "))
		}
		list = append(list, p.Source)
	}
	return list, nil
}

// heroes measures what the character does in a frame, part by part.
func (opt *benchOptions) heroes(ctx context.Context, plan *timing.Plan, o *models.Opened) (*timing.Heroes, error) {
	sources, err := opt.sources(plan)
	if err != nil {
		return nil, err
	}
	act, plays, err := opt.act(o)
	if err != nil {
		return nil, err
	}
	clips, err := opt.playable(o, act)
	if err != nil {
		return nil, err
	}
	h, err := measure.NewHero(o.Model, clips, act)
	if err != nil {
		return nil, fmt.Errorf("%s, for %s: %w", plays, o.File, err)
	}
	var bar *console.Progress
	begin := func(steps int) { bar = console.NewProgress(opt.progress, steps, "measuring") }
	b, err := plan.RunHero(ctx, h, opt.File, plays, sources, begin, func() { bar.Step() })
	bar.End()
	return b, err
}

// playable returns the clips that an act can play.
func (opt *benchOptions) playable(o *models.Opened, act *measure.Act) ([]*soa.Clip, error) {
	if act.Graph == nil && len(act.Layers) == 0 {
		return opt.choose(o)
	}
	return o.Model.Clips, nil
}

// act reads the files of the flags.
func (opt *benchOptions) act(o *models.Opened) (act *measure.Act, plays string, err error) {
	act = &measure.Act{}
	var names []string
	read := func(what, file string, parse func(data []byte) error) {
		if file == "" || err != nil {
			return
		}
		names = append(names, what+" "+console.Printable(file))
		var data []byte
		if data, err = os.ReadFile(file); err != nil {
			return
		}
		if err = parse(data); err != nil {
			err = fmt.Errorf("%s: %w", file, err)
		}
	}
	read("layers", opt.hero.layers, func(data []byte) (err error) { act.Layers, err = graph.ParseLayers(data); return err })
	read("graph", opt.hero.graph, func(data []byte) (err error) { act.Graph, err = graph.Parse(data); return err })
	read("input", opt.hero.play, func(data []byte) (err error) { act.Input, err = graph.ParseScript(data); return err })
	if err == nil && opt.hero.control != "" {
		var file string
		act.Control, file, err = o.ReadControl(opt.hero.control)
		names = append(names, "control "+console.Printable(file))
	}
	return act, strings.Join(names, ", "), err
}
