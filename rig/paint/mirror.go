package paint

import (
	"fmt"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/jsondoc"
	"github.com/sinew-anim/sinew/rig/weights"
)

// Mirror gives the points of one side the weights of the other: of the place on the surface that is
// nearest to their mirror image, joints exchanged. What has none within Reach keeps its weights.
type Mirror struct {
	From  Axis // the side that is copied
	Reach float64
}

func (e *Mirror) fields(o *object) {
	o.Type("mirror", "Gives one side the weights of the other: of the nearest place to the mirror image, with joints exchanged.")
	jsondoc.Choice(o.At("from", "The side that is copied."), &e.From, axisNames, false)
	o.At("reach", "How far from the mirror image the surface may be; what is farther keeps its weights.").Number(&e.Reach, jsondoc.Positive.In(jsondoc.Metres).Or(0.01))
}

func (e *Mirror) joint() string              { return "" }
func (e *Mirror) mirrored(*mirror) Operation { return nil }

func (e *Mirror) all(s *sheet, g *weights.Groups, m *mirror) (*weights.Groups, error) {
	if !m.flips(e.From) {
		return nil, fmt.Errorf("%w: the two sides of the model are not those of the axis %s", ErrList, axisNames[e.From])
	}
	bones := s.mirrored(m)
	return g.Map(func(p int, r weights.Row) weights.Row {
		at := s.Position[p]
		if !e.target(at) {
			return r
		}
		hit, ok := s.Nearest(m.place(at), e.Reach, nil)
		if !ok {
			return r
		}
		var out weights.Row
		for k, c := range s.Triangle[hit.Triangle] {
			for _, w := range s.rows[c] {
				out = out.Add(bones[w.Bone], float64(w.Value*hit.Weight[k]))
			}
		}
		return g.Settle(r, out)
	}), nil
}

// target reports whether a place is on the side that changes.
func (e *Mirror) target(at exact.Vec) bool {
	d := at[e.From/2]
	if e.From%2 == 1 {
		d = -d
	}
	return d < 0
}
