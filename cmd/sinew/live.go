//go:build cgo

package main

import (
	"fmt"
	"math"
	"strconv"

	"github.com/sinew-anim/sinew/gpu/window"
	"github.com/sinew-anim/sinew/runtime/graph"
	inputs "github.com/sinew-anim/sinew/runtime/graph/script"
	"github.com/sinew-anim/sinew/runtime/motion"
)

// liveKeys is what the window listens to besides where a graph plays.
const liveKeys = `With --graph, or of an archive that has a graph, unless --clip or another flag says
what plays, the window plays the graph. Its title shows the parameters, the chosen
one in brackets, and the states. The bar below is that parameter.

[ ]        another parameter; a vec2 has two
- =        less or more of it; with Shift ten times as much
enter      its trigger, the other truth, or its default
1-9        the first trigger, the second …
bar below  drag it to any value (elsewhere with Control)
home       the graph's start
right      one step, where it is paused`

// live is a graph that keys drive. It goes on in steps of one length, so that what keys
// did can be played again.
type live struct {
	*stage
	played   *played
	run      *graphRun
	dials    []dial
	chosen   int
	step     int     // how many have passed
	rest     float64 // seconds since
	log      *inputs.Script
	states   []graph.Playing
	triggers []int // dials

	shown string  // the title
	quiet float64 // seconds since it was written
}

// dial is a number that keys turn: a parameter, or a part of a vec2.
type dial struct {
	graph.Parameter
	number    int // of the parameter
	part      int // 1 for y
	name      string
	low, high float64
}

// retitled is the least time between two titles, in seconds.
const retitled = 0.1

func newLive(s *stage) (*live, error) {
	p := s.script.graph
	l := &live{stage: s, played: p, run: p.runs[s.crowd]}
	for k, x := range p.program.Parameters() {
		d := dial{Parameter: x, number: k, name: x.Name}
		d.low, d.high = limits(&x)
		if x.Type == graph.Trigger {
			l.triggers = append(l.triggers, len(l.dials))
		}
		if x.Type != graph.Vec2 {
			l.dials = append(l.dials, d)
			continue
		}
		for part, end := range []string{".x", ".y"} {
			d.part, d.name = part, x.Name+end
			l.dials = append(l.dials, d)
		}
	}
	return l, l.restart()
}

// limits are those of a parameter or, where it has none, what a bar shows of it.
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

// restart goes back to the graph's start, and forgets what was logged.
func (l *live) restart() error {
	for i := range l.all {
		if err := l.crowd.Restore(i, l.run.begin[i]); err != nil {
			return err
		}
		l.run.step[i] = -1
	}
	l.step, l.rest = 0, 0
	l.log = inputs.New(l.played.input.Seconds)
	if err := l.control.goesTo(0); err != nil {
		return err
	}
	return l.show(l.crowd.Update(0))
}

// advance goes on by some seconds, in whole steps.
func (l *live) advance(dt float64) error {
	l.rest += min(dt, 0.25) // after a halt it does not hurry
	l.quiet += dt
	for l.rest >= l.played.input.Seconds {
		if err := l.next(); err != nil {
			return err
		}
		l.rest -= l.played.input.Seconds
	}
	return nil
}

// next makes a step: what the input says is set first.
func (l *live) next() error {
	if l.step == 0 { // the start was shown; the first step begins by itself
		for i := range l.all {
			if err := l.crowd.Restore(i, l.run.begin[i]); err != nil {
				return err
			}
		}
		if err := l.again(); err != nil {
			return err
		}
	}
	for i := range l.all {
		if err := l.played.input.Apply(l.run.instances, i, l.step); err != nil {
			return err
		}
	}
	for _, in := range l.played.input.Before(l.step) {
		in.Step = l.step
		l.log.Inputs = append(l.log.Inputs, in)
	}
	l.step++
	l.log.Steps = l.step
	if err := l.control.goesTo(float64(l.step) * l.played.input.Seconds); err != nil {
		return err
	}
	return l.show(l.crowd.Update(l.played.input.Seconds))
}

// again sets what keys have set before the first step.
func (l *live) again() error {
	for k := range l.log.Inputs {
		in := &l.log.Inputs[k]
		for n := range l.dials {
			if d := &l.dials[n]; d.Name == in.Parameter && d.part == 0 {
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
	for i := range l.all {
		p := l.cell[i]
		if l.travels {
			p = p.Mul(l.crowd.Transform(i))
		}
		l.item().World[i] = p.Affine()
	}
	return l.joined()
}

// camera is where the camera goes along.
func (l *live) camera() motion.Place {
	if !l.travels || len(l.all) > 1 {
		return motion.Identity()
	}
	return l.crowd.Transform(0)
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

// value is a dial's, that of the first instance.
func (l *live) value(d *dial) float64 {
	x, y := l.run.instances.Value(0, d.number)
	if d.part == 1 {
		return y
	}
	return x
}

// progress is where the bar stands, 0 to 1.
func (l *live) progress() float64 {
	if len(l.dials) == 0 {
		return 0
	}
	d := &l.dials[l.chosen]
	v := l.value(d)
	if d.Type == graph.Trigger && v > 0 {
		return 1
	}
	return max(0, min((v-d.low)/(d.high-d.low), 1))
}

// set turns a dial in all instances, and logs it.
func (l *live) set(d *dial, v float64) error {
	in := inputs.Input{Step: l.step, At: float64(l.step) * l.log.Seconds, Parameter: d.Name, X: v}
	switch d.Type {
	case graph.Trigger:
		in.Action = inputs.Trigger
	case graph.Bool:
		in.Truth = true
	case graph.Vec2:
		in.Pair = true
		in.X, in.Y = l.run.instances.Value(0, d.number)
		if d.part == 0 {
			in.X = v
		} else {
			in.Y = v
		}
	}
	l.log.Inputs = append(l.log.Inputs, in)
	l.shown = ""
	return l.apply(d, &in)
}

func (l *live) apply(d *dial, in *inputs.Input) (err error) {
	g := l.run.instances
	for i := range l.all {
		switch {
		case in.Action == inputs.Trigger:
			err = g.Trigger(i, d.number)
		case in.Pair:
			err = g.SetVec2(i, d.number, in.X, in.Y)
		default:
			err = g.Set(i, d.number, in.X)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// turn turns the chosen dial by some of its steps, within its limits.
func (l *live) turn(by float64) error {
	d := &l.dials[l.chosen]
	v := l.value(d)
	switch d.Type {
	case graph.Trigger:
		return l.fire()
	case graph.Bool:
		return l.set(d, map[bool]float64{true: 1}[by > 0])
	case graph.Int:
		v += by
	default:
		const steps = 50 // that a bar has
		v = (math.Round(v/(d.high-d.low)*steps) + by) * (d.high - d.low) / steps
	}
	if d.Min < d.Max {
		v = max(d.Min, min(v, d.Max))
	}
	return l.set(d, v)
}

// fire sets the chosen trigger, changes the truth of a bool, or puts a number back.
func (l *live) fire() error {
	d := &l.dials[l.chosen]
	switch {
	case d.Type == graph.Bool:
		return l.set(d, 1-l.value(d))
	case d.part == 1:
		return l.set(d, d.DefaultY)
	}
	return l.set(d, d.Default)
}

// key does what a key stands for where a graph plays. It reports whether it stands for
// something.
func (l *live) key(k window.Key, mods window.Mods) (bool, error) {
	by := 1.
	if mods&window.Shift != 0 {
		by = 10
	}
	n := len(l.dials)
	switch {
	case k == window.KeyHome:
		return true, l.restart()
	case k == window.KeyRight:
		return true, l.next()
	case k == window.KeyLeft, k == window.KeyEnd:
		return true, nil
	case n == 0:
		return k == '[' || k == ']' || k == '-' || k == '=' || k == window.KeyEnter || k >= '1' && k <= '9', nil
	case k == '[', k == ']':
		l.shown = ""
		if l.chosen++; k == '[' {
			l.chosen += n - 2
		}
		l.chosen %= n
	case k == '-':
		return true, l.turn(-by)
	case k == '=':
		return true, l.turn(by)
	case k == window.KeyEnter:
		return true, l.fire()
	case k >= '1' && k <= '9':
		if at := int(k - '1'); at < len(l.triggers) {
			return true, l.set(&l.dials[l.triggers[at]], 1)
		}
	default:
		return false, nil
	}
	return true, nil
}

// scrub puts the chosen dial where the bar was touched, 0 to 1.
func (l *live) scrub(part float64) error {
	if len(l.dials) == 0 {
		return nil
	}
	d := &l.dials[l.chosen]
	v := d.low + max(0, min(part, 1))*(d.high-d.low)
	switch {
	case d.Type == graph.Trigger:
		return nil
	case d.Type == graph.Bool || d.Type == graph.Int:
		v = math.Round(v)
	}
	return l.set(d, v)
}

// title tells parameters and states. It is empty where it was told a moment ago.
func (l *live) title() string {
	if l.shown != "" && l.quiet < retitled {
		return ""
	}
	b := append([]byte(nil), l.model.Name...)
	b = append(append(b, ": "...), l.name()...)
	for k := range l.dials {
		d := &l.dials[k]
		b = append(b, "  "...)
		text := d.name
		switch v := l.value(d); {
		case d.Type == graph.Trigger && v > 0:
			text += "!"
		case d.Type == graph.Trigger:
		case d.Type == graph.Bool:
			text += " " + strconv.FormatBool(v != 0)
		default:
			text += " " + strconv.FormatFloat(v, 'g', 3, 64)
		}
		if k == l.chosen {
			text = "[" + text + "]"
		}
		b = append(b, text...)
	}
	l.states = l.run.instances.States(l.states[:0], 0)
	for k, s := range l.states {
		switch {
		case k > 0 && l.states[k-1].Machine == s.Machine:
			b = append(b, " → "...)
		default:
			b = append(b, "  | "...)
		}
		b = fmt.Appendf(b, "%s", s.State)
		if s.Weight < 0.995 {
			b = fmt.Appendf(b, " %.0f %%", 100*s.Weight)
		}
	}
	l.quiet = 0
	if t := printable(string(b)); t != l.shown {
		l.shown = t
		return t
	}
	return ""
}
