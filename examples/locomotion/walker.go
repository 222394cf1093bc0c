package main

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/bake"
	"github.com/sinew-anim/sinew/edit"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/graph"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// The defaults of the flags.
var (
	//go:embed strider.json
	striderGraph []byte
	//go:embed strider.input.json
	striderInput []byte
)

// walker is a character that a graph plays.
type walker struct {
	model *soa.Model
	crowd *runtime.Crowd
	graph *graph.Instances
	time  float64

	wish float64 // value of the parameter speed, in metres per second
}

// newWalker prepares a model, which it may change, for a graph in JSON.
func newWalker(model *soa.Model, data []byte) (*walker, error) {
	for i, clip := range model.Clips {
		switch strings.ToLower(clip.Name) {
		case "walk", "jog", "run":
			events, err := steps(model, i)
			if err != nil {
				return nil, err
			}
			if err := bake.AddEvents(model, events); err != nil {
				return nil, err
			}
			fallthrough
		case "jump":
			var err error // the crowd moves the character by the extracted motion
			if model.Clips[i], err = edit.ExtractMotion(context.Background(), model, model.Clips[i], soa.None, edit.MotionOptions{Take: edit.X | edit.Z}); err != nil {
				return nil, err
			}
		}
	}
	g, err := graph.Parse(data)
	if err != nil {
		return nil, err
	}
	program, err := graph.Compile(g, graph.ClipsOfModel(model))
	if err != nil {
		return nil, err
	}
	crowd, err := runtime.NewCrowd(runtime.Keyframes(model), 1, runtime.CrowdOptions{
		Layers: play.MaxLayers, RootMotion: play.RootApplied, Layout: pose.LayoutOptions{AllJoints: true},
	})
	if err != nil {
		return nil, err
	}
	w := &walker{model: model, crowd: crowd, graph: program.Start(1)}
	return w, errors.Join(crowd.SetGraph(w.graph), crowd.Update(0))
}

// steps returns an event for each foot of a clip: the time at which it comes down.
func steps(model *soa.Model, clip int) ([]bake.Event, error) {
	crowd, err := runtime.NewCrowd(runtime.Keyframes(model), 1, runtime.CrowdOptions{Layout: pose.LayoutOptions{AllJoints: true}})
	if err != nil {
		return nil, err
	}
	if err := crowd.Instance(0).Play(clip, play.Options{}); err != nil {
		return nil, err
	}
	c := model.Clips[clip]
	var events []bake.Event
	for j, name := range model.Skeleton.Name {
		if folded := strings.ToLower(name); folded != "leftfoot" && folded != "rightfoot" && folded != "foot.l" && folded != "foot.r" {
			continue
		}
		const moments = 120
		height := make([]float64, moments)
		for k := range height {
			body := crowd.Instance(0)
			if err := errors.Join(body.Seek(c.Start+c.Seconds()*float64(k)/moments), crowd.Update(0)); err != nil {
				return nil, err
			}
			m, err := body.Joint(j)
			if err != nil {
				return nil, err
			}
			height[k] = float64(m[7])
		}
		low, high := slices.Min(height), slices.Max(height)
		k := slices.Index(height, high) // the top of the swing, from which it comes down
		for height[k] > low+0.15*(high-low) {
			k = (k + 1) % moments
		}
		events = append(events, bake.Event{Clip: c.Name, Time: c.Start + c.Seconds()*float64(k)/moments, Name: name})
	}
	return events, nil
}

// setSpeed sets the parameter speed, within the graph's limits.
func (w *walker) setSpeed(v float64) error {
	k, err := w.graph.Program().Parameter("speed")
	if err != nil {
		return err
	}
	if err := w.graph.Set(0, k, v); err != nil {
		return err
	}
	w.wish, _ = w.graph.Value(0, k)
	return nil
}

// trigger sets a trigger, if the graph has it.
func (w *walker) trigger(name string) error {
	k, err := w.graph.Program().Parameter(name)
	if err != nil {
		return nil
	}
	return w.graph.Trigger(0, k)
}

// state returns the names of the states that are entered or active.
func (w *walker) state() string {
	var names []string
	for _, s := range w.graph.States(nil, 0) {
		if !s.Leaving && s.State != "none" {
			names = append(names, s.State)
		}
	}
	return strings.Join(names, " + ")
}

// update advances by dt seconds and prints events of clips and states.
func (w *walker) update(dt float64) error {
	from := w.crowd.Instance(0).Transform()
	if err := w.crowd.Update(dt); err != nil {
		return err
	}
	w.time += dt
	to := w.crowd.Instance(0).Transform()
	for _, e := range w.crowd.Events() {
		of := w.state()
		if e.Clip >= 0 {
			of = w.model.Clips[e.Clip].Name
		}
		fmt.Printf("%6.2f s  %-9s  %s, %.1f m/s\n", w.time-e.Overshoot, e.Name, of, math.Hypot(to.X-from.X, to.Z-from.Z)/dt)
	}
	return nil
}
