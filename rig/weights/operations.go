package weights

import (
	"fmt"

	"github.com/sinew-anim/sinew/soa"
)

type (
	// Normalize scales weights to a sum of 1, see Groups.Normalized.
	Normalize struct{}
	// Prune drops weights below a limit, see Groups.Pruned.
	Prune struct{ Below float64 } // from 0 to 1
	// Limit keeps the largest weights of a vertex, see Groups.Limited.
	Limit struct{ Influences int } // at least 1
	// Quantize rounds weights to whole steps, see Groups.Quantized.
	Quantize struct{ Steps int } // of the weight 1: from 1 to 65,535; 0 means 255
	// Invert gives a joint the weight 1 − w, see Groups.Inverted.
	Invert struct{ Joint string }
	// Levels gives a joint the weight Offset + Gain·w, see Groups.Levelled.
	Levels struct {
		Joint        string
		Gain, Offset float64
	}
	// Smooth brings weights nearer to the mean of the neighbours along edges, see Groups.Smoothed.
	Smooth struct {
		Rounds   int     // at least 1
		Strength float64 // from 0 to 1; 0 means 0.5
	}
	// Hammer replaces the weights of vertices that have none, or that differ from the mean of their
	// neighbours by more than Above (Groups.Outliers), by those of their neighbours
	// (Groups.Hammered).
	Hammer struct {
		Above float64 // from 0 to 1; 0 means 1: vertices without weights alone
	}
)

func (Normalize) Name() string { return "normalize" }
func (Prune) Name() string     { return "prune" }
func (Limit) Name() string     { return "limit" }
func (Quantize) Name() string  { return "quantize" }
func (Invert) Name() string    { return "invert" }
func (Levels) Name() string    { return "levels" }
func (Smooth) Name() string    { return "smooth" }
func (Hammer) Name() string    { return "hammer" }

// optionError reports a value out of its range.
func optionError(what string, value any, want string) error {
	return fmt.Errorf("%w: %s is %v, want %s", soa.ErrOption, what, value, want)
}

// rows changes the weights of each mesh by itself.
func (w *work) rows(f func(g *Groups) *Groups) error {
	for _, b := range w.bodies {
		for i, g := range b.groups {
			if err := w.ctx.Err(); err != nil {
				return err
			}
			b.groups[i] = f(g)
		}
	}
	return nil
}

// joint changes the weights of a joint in the meshes whose skin has it.
func (w *work) joint(name string, f func(g *Groups, bone uint16) *Groups) error {
	if err := known(w.bodies, name); err != nil {
		return err
	}
	return w.rows(func(g *Groups) *Groups {
		bone, err := g.Find(name)
		if err != nil {
			return g
		}
		return f(g, bone)
	})
}

func (Normalize) run(w *work) error { return w.rows((*Groups).Normalized) }

func (o Prune) run(w *work) error {
	if !(o.Below >= 0 && o.Below <= 1) {
		return optionError("Below", o.Below, "0 to 1")
	}
	return w.rows(func(g *Groups) *Groups { return g.Pruned(o.Below) })
}

func (o Limit) run(w *work) error {
	if o.Influences < 1 {
		return optionError("Influences", o.Influences, "at least 1")
	}
	return w.rows(func(g *Groups) *Groups { return g.Limited(o.Influences) })
}

func (o Quantize) run(w *work) error {
	if o.Steps == 0 {
		o.Steps = 255
	}
	if o.Steps < 1 || o.Steps > 65535 {
		return optionError("Steps", o.Steps, "1 to 65,535")
	}
	return w.rows(func(g *Groups) *Groups { return g.Quantized(o.Steps) })
}

func (o Invert) run(w *work) error { return w.joint(o.Joint, (*Groups).Inverted) }

func (o Levels) run(w *work) error {
	if o.Gain-o.Gain != 0 || o.Offset-o.Offset != 0 {
		return optionError("Gain and Offset", []float64{o.Gain, o.Offset}, "finite numbers")
	}
	return w.joint(o.Joint, func(g *Groups, bone uint16) *Groups { return g.Levelled(bone, o.Gain, o.Offset) })
}

// maxRounds limits smoothing, after which nothing changes any more.
const maxRounds = 10000

func (o Smooth) run(w *work) error {
	if o.Strength == 0 {
		o.Strength = 0.5
	}
	switch {
	case o.Rounds < 1 || o.Rounds > maxRounds:
		return optionError("Rounds", o.Rounds, "1 to 10,000")
	case !(o.Strength > 0 && o.Strength <= 1):
		return optionError("Strength", o.Strength, "above 0, up to 1")
	}
	if err := weld(w.ctx, w.bodies); err != nil {
		return err
	}
	for _, b := range w.bodies {
		points := b.points()
		for range o.Rounds {
			if err := w.ctx.Err(); err != nil {
				return err
			}
			var err error
			if points, err = points.smoothed(w.ctx, b.Neighbours, o.Strength); err != nil {
				return err
			}
		}
		b.spread(points)
	}
	return nil
}

func (o Hammer) run(w *work) error {
	if o.Above == 0 {
		o.Above = 1
	}
	if !(o.Above > 0 && o.Above <= 1) {
		return optionError("Above", o.Above, "above 0, up to 1")
	}
	if err := weld(w.ctx, w.bodies); err != nil {
		return err
	}
	for _, b := range w.bodies {
		points := b.points()
		bad := points.Outliers(b.Neighbours, o.Above)
		points, _, err := points.Hammered(w.ctx, b.Neighbours, bad)
		if err != nil {
			return err
		}
		b.spread(points)
	}
	return nil
}
