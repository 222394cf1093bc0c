//go:build cgo

package main

import (
	"math"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/play"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/stage"
	"github.com/sinew-anim/sinew/internal/studio"
	"github.com/sinew-anim/sinew/runtime/graph"
	inputs "github.com/sinew-anim/sinew/runtime/graph/script"
	"github.com/sinew-anim/sinew/runtime/motion"
)

// live is a graph that goes on by itself, driven by what a viewer sets. It goes on in
// steps of one length, so that what was set can be played again.
type live struct {
	*stage.Stage
	played *play.Played
	run    *play.GraphRun
	dials  []studio.Dial
	step   int     // how many have passed
	rest   float64 // seconds since
	log    *inputs.Script
}

func newLive(s *stage.Stage) (*live, error) {
	p := s.Script.Graph
	l := &live{Stage: s, played: p, run: p.Runs[s.Crowd]}
	for k, x := range p.Program.Parameters() {
		d := studio.Dial{Parameter: x, Number: k, Label: x.Name}
		d.Low, d.High = limits(&x)
		if x.Type != graph.Vec2 {
			l.dials = append(l.dials, d)
			continue
		}
		for part, end := range []string{".x", ".y"} {
			d.Part, d.Label = part, x.Name+end
			l.dials = append(l.dials, d)
		}
	}
	return l, l.Restart()
}

// Dials are the graph's parameters.
func (l *live) Dials() []studio.Dial { return l.dials }

// limits are those of a parameter or, where it has none, what a slider shows of it.
func limits(x *graph.Parameter) (low, high float64) {
	low, high = 0, 10
	switch x.Type {
	case graph.Vec2:
		low, high = -1, 1
	case graph.Bool, graph.Trigger:
		return 0, 1
	}
	if !(x.Min < x.Max) {
		return low, high
	}
	width := high - low
	switch {
	case !math.IsInf(x.Min, -1) && !math.IsInf(x.Max, 1):
		return x.Min, x.Max
	case !math.IsInf(x.Min, -1):
		return x.Min, x.Min + width
	}
	return x.Max - width, x.Max
}

// Restart goes back to the graph's start, and forgets what was logged.
func (l *live) Restart() error {
	for i := range l.All {
		if err := l.Crowd.Instance(i).Restore(l.run.Begin[i]); err != nil {
			return err
		}
		l.run.Step[i] = -1
	}
	l.step, l.rest = 0, 0
	l.log = inputs.New(l.played.Input.Seconds)
	if err := l.Control.GoesTo(0); err != nil {
		return err
	}
	return l.show(l.Crowd.Update(0))
}

// Advance goes on by some seconds, in whole steps.
func (l *live) Advance(dt float64) error {
	l.rest += min(dt, 0.25) // after a halt it does not hurry
	for l.rest >= l.played.Input.Seconds {
		if err := l.Next(); err != nil {
			return err
		}
		l.rest -= l.played.Input.Seconds
	}
	return nil
}

// Next makes a step: what the input says is set first.
func (l *live) Next() error {
	if l.step == 0 { // the start was shown; the first step begins by itself
		for i := range l.All {
			if err := l.Crowd.Instance(i).Restore(l.run.Begin[i]); err != nil {
				return err
			}
		}
		if err := l.again(); err != nil {
			return err
		}
	}
	for i := range l.All {
		if err := l.played.Input.Apply(l.run.Instances, i, l.step); err != nil {
			return err
		}
	}
	for _, in := range l.played.Input.Before(l.step) {
		in.Step = l.step
		l.log.Inputs = append(l.log.Inputs, in)
	}
	l.step++
	l.log.Steps = l.step
	if err := l.Control.GoesTo(float64(l.step) * l.played.Input.Seconds); err != nil {
		return err
	}
	return l.show(l.Crowd.Update(l.played.Input.Seconds))
}

// again sets what keys have set before the first step.
func (l *live) again() error {
	for k := range l.log.Inputs {
		in := &l.log.Inputs[k]
		for n := range l.dials {
			if d := &l.dials[n]; d.Name == in.Parameter && d.Part == 0 {
				if err := l.apply(d, in); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// show gives the scene what the crowd has computed.
func (l *live) show(err error) error {
	if err != nil {
		return err
	}
	for i := range l.All {
		p := l.Cell[i]
		if l.Travels {
			p = p.Mul(l.Crowd.Instance(i).Transform())
		}
		l.Item().World[i] = p.Affine()
	}
	return l.Joined()
}

// Camera is where the camera goes along.
func (l *live) Camera() motion.RootTransform {
	if !l.Travels || len(l.All) > 1 {
		return motion.Identity()
	}
	return l.Crowd.Instance(0).Transform()
}

// record is what can be played again of what has been done.
func (l *live) record() []byte {
	log := *l.log
	log.Inputs = nil
	for _, in := range l.log.Inputs {
		if in.Step < log.Steps { // a step followed
			log.Inputs = append(log.Inputs, in)
		}
	}
	return log.JSON()
}

// Value is a dial's, that of the first instance.
func (l *live) Value(dial int) float64 {
	d := &l.dials[dial]
	x, y := l.run.Instances.Value(0, d.Number)
	if d.Part == 1 {
		return y
	}
	return x
}

// States appends the states that play in the first instance.
func (l *live) States(list []graph.Playing) []graph.Playing {
	return l.run.Instances.States(list, 0)
}

// Set turns a dial in all instances, and logs it.
func (l *live) Set(dial int, v float64) error {
	d := &l.dials[dial]
	in := inputs.Input{Step: l.step, At: float64(l.step) * l.log.Seconds, Parameter: d.Name, X: v}
	switch d.Type {
	case graph.Trigger:
		in.Action = inputs.Trigger
	case graph.Bool:
		in.Truth = true
	case graph.Vec2:
		in.Pair = true
		in.X, in.Y = l.run.Instances.Value(0, d.Number)
		if d.Part == 0 {
			in.X = v
		} else {
			in.Y = v
		}
	}
	l.log.Inputs = append(l.log.Inputs, in)
	return l.apply(d, &in)
}

func (l *live) apply(d *studio.Dial, in *inputs.Input) (err error) {
	g := l.run.Instances
	for i := range l.All {
		switch {
		case in.Action == inputs.Trigger:
			err = g.Trigger(i, d.Number)
		case in.Pair:
			err = g.SetVec2(i, d.Number, in.X, in.Y)
		default:
			err = g.Set(i, d.Number, in.X)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
