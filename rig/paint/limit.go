package paint

import (
	"github.com/sinew-anim/sinew/internal/jsondoc"
	"github.com/sinew-anim/sinew/rig/weights"
)

// Limit keeps the largest weights of a vertex and scales them to a sum of 1.
type Limit struct{ Influences int }

func (e *Limit) fields(o *object) {
	o.Type("limit", "Keeps the largest weights of a vertex, scaled to a sum of 1. What is painted only in part keeps the others in part.")
	o.At("influences", "How many.").Integer(&e.Influences, jsondoc.Range(1, 256).Or(4))
}

func (e *Limit) joint() string              { return "" }
func (e *Limit) mirrored(*mirror) Operation { return e }

func (e *Limit) all(_ *setting, g *weights.Groups) (*weights.Groups, error) {
	return g.Limited(e.Influences), nil
}
