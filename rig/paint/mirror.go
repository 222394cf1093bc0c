package paint

import (
	"fmt"

	"github.com/sinew-anim/sinew/internal/jsondoc"
	"github.com/sinew-anim/sinew/rig/internal/surface"
	"github.com/sinew-anim/sinew/rig/weights"
)

// Mirror gives the points of one side the weights of the other, as weights.Mirror does: those of the
// place on the surface that is nearest to their mirror image, joints exchanged. The plane is between the
// joints of both sides. What has no place within Reach keeps its weights.
type Mirror struct {
	From  Axis // the side that is copied
	Reach float64
}

func (e *Mirror) fields(o *object) {
	o.Type("mirror", "Gives one side the weights of the other: of the nearest place to the mirror image, with joints exchanged.")
	jsondoc.Choice(o.At("from", "The side that is copied."), &e.From, axisNames, false)
	o.At("reach", "How far from the mirror image the surface may be; what is farther keeps its weights.").Number(&e.Reach, jsondoc.Positive.WithUnit(jsondoc.Metres).Or(0.01))
}

func (e *Mirror) joint() string              { return "" }
func (e *Mirror) mirrored(*mirror) Operation { return nil }

func (e *Mirror) all(s *setting, g *weights.Groups) (*weights.Groups, error) {
	m := s.mirror
	if !m.flips(e.From) {
		return nil, fmt.Errorf("%w: the two sides of the model are not those of the axis %s", ErrList, axisNames[e.From])
	}
	by := m.facing(e.From)
	across := s.Surface.Mirror(surface.Plane{Normal: by.Normal, Offset: by.Offset}, e.Reach)
	to, _ := g.Mirrored(by.Other, across.Side, func(p int) (weights.Place, bool) {
		corner, weight, ok := across.Image(p)
		return weights.Place{Vertex: corner, Part: weight}, ok
	})
	return to, nil
}
