package paint

import (
	"context"
	"github.com/sinew-anim/sinew/internal/jsondoc"
	"github.com/sinew-anim/sinew/rig/weights"
)

// Prune drops weights below a limit, see weights.Groups.Pruned.
type Prune struct{ Below float64 }

func (e *Prune) fields(o *object) {
	o.Type("prune", "Drops small weights and scales the others to a sum of 1. The largest of a vertex stays.")
	o.At("below", "The limit below which a weight is dropped.").Number(&e.Below, jsondoc.Part.Or(0.01))
}

func (e *Prune) joint() string              { return "" }
func (e *Prune) mirrored(*mirror) Operation { return e }

func (e *Prune) all(_ *setting, g *weights.Groups) (*weights.Groups, error) {
	return g.Pruned(e.Below), nil
}

// Quantize rounds weights to whole steps, see weights.Groups.Quantized.
type Quantize struct{ Steps int }

func (e *Quantize) fields(o *object) {
	o.Type("quantize", "Rounds weights to whole steps that sum to 1. What is painted only in part lies between.")
	o.At("steps", "How many steps make 1: 255 for weights of 8 bits.").Integer(&e.Steps, jsondoc.Range(1, 65535).Or(255))
}

func (e *Quantize) joint() string              { return "" }
func (e *Quantize) mirrored(*mirror) Operation { return e }

func (e *Quantize) all(_ *setting, g *weights.Groups) (*weights.Groups, error) {
	return g.Quantized(e.Steps), nil
}

// Hammer replaces the weights of points that have none, or that differ from the mean of their
// neighbours by more than Above, by those of their neighbours, see weights.Groups.Outliers and
// Hammered.
type Hammer struct{ Above float64 }

func (e *Hammer) fields(o *object) {
	o.Type("hammer", "Replaces weights that stand out, or that are missing, by the mean of the neighbours along edges.")
	o.At("above", "How much of a vertex's weight must lie on other joints than the mean of its neighbours; 1: only where it has none.").Number(&e.Above, jsondoc.Part.Or(1))
}

func (e *Hammer) joint() string              { return "" }
func (e *Hammer) mirrored(*mirror) Operation { return e }

func (e *Hammer) all(s *setting, g *weights.Groups) (*weights.Groups, error) {
	to, _, err := g.Hammered(context.Background(), s.Neighbours, g.Outliers(s.Neighbours, e.Above))
	return to, err
}
