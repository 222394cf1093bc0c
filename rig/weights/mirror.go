package weights

import (
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/rig/internal/surface"
	"github.com/sinew-anim/sinew/runtime/retarget"
)

// Side is a half of a model.
type Side int

const (
	Left Side = iota
	Right
)

// Mirror gives the vertices of one side the weights of the other. A vertex takes those of the place on
// the surface that is nearest to its mirror image, where the model is bound, with joints exchanged: by
// names (.L and .R, _l and _r, Left and Right, 左 and 右), then by positions, as retarget.Mirror does. The
// joint of another side that the skin lacks is the joint itself.
//
// The mirror stands between the joints of the skin that are exchanged, or of all skins where it has none,
// across the direction that retarget.Reflection finds: for most models it is the plane X = 0, with the
// left where X is positive. Vertices in it get the mean of their own weights and those of the other side,
// if none is locked.
//
// Doing it again changes nothing.
type Mirror struct {
	From Side // the side that stays
	// Within is the largest distance of the surface from a mirror image, in metres: 0 means 1 % of
	// the size of the meshes. Vertices without one keep their weights and are Unmatched.
	Within float64
}

func (Mirror) Name() string { return "mirror" }

// inPlane is the distance from the plane, of the size of a body, up to which a vertex lies in it.
const inPlane = 1e-5

func (o Mirror) run(w *work) error {
	if o.From != Left && o.From != Right {
		return optionError("From", o.From, "Left or Right")
	}
	if !(o.Within >= 0) {
		return optionError("Within", o.Within, "at least 0")
	}
	if err := weld(w.ctx, w.bodies); err != nil || len(w.bodies) == 0 {
		return err
	}
	sides, err := Reflections(w.ctx, w.bodies[0].model, retarget.Guess)
	if err != nil {
		return err
	}
	for _, b := range w.bodies {
		if err := w.ctx.Err(); err != nil {
			return err
		}
		within := o.Within
		if within == 0 {
			within = b.Size() / 100
		}
		by := sides[b.skin]
		if o.From == Right {
			by = by.Opposite()
		}
		points, unmatched := b.points().Mirrored(by, b.Surface, within)
		for _, p := range unmatched {
			for _, c := range b.Copies(p) {
				w.of[b.meshes[c.Part]].Unmatched++
			}
		}
		b.spread(points)
	}
	return nil
}

// mirror gives the weights of one side of a surface to the other.
type mirror struct {
	*surface.Surface
	by     Reflection
	within float64
	slack  float64 // the distance up to which a point is in the plane
}

// side is how far a point is on the side that stays; in the plane it is 0.
func (m *mirror) side(p exact.Vec) float64 {
	if d := m.by.Side(p); math.Abs(d) > m.slack {
		return d
	}
	return 0
}

// Mirrored returns the groups of the points of a surface in which those beyond the plane of a
// reflection have the weights of the place nearest to their mirror image, joints exchanged. The side
// of the normal stays. Points in the plane get the mean of their own weights and those of the other
// side, if none is locked. What has no place within a distance keeps its weights and is listed.
func (g *Groups) Mirrored(by Reflection, on *surface.Surface, within float64) (_ *Groups, unmatched []int) {
	m := &mirror{on, by, within, float64(inPlane * on.Size())}
	var swapped Row
	// First, since points in the plane lie between those of the other side.
	g = g.Map(func(p int, r Row) Row {
		if m.side(m.Position[p]) != 0 || len(r) == 0 {
			return r
		}
		swapped = m.swap(r, swapped[:0])
		if distance(r, swapped) <= exactSum || g.locked(r) > 0 || g.locked(swapped) > 0 {
			return r
		}
		return g.Settle(r, g.mix(slices.Clone(r), swapped, 0.5))
	})
	var found Row
	g = g.Map(func(p int, r Row) Row {
		at := m.Position[p]
		if m.side(at) >= 0 {
			return r
		}
		hit, ok := m.Nearest(by.Image(at), m.within, m.stays)
		if ok {
			found = g.At(Place{m.Triangle[hit.Triangle], hit.Weight}, found[:0])
		}
		if !ok || len(found) == 0 {
			unmatched = append(unmatched, p)
			return r
		}
		swapped = m.swap(found, swapped[:0])
		return g.Settle(r, swapped)
	})
	return g, unmatched
}

// stays reports whether a triangle is on the side that stays.
func (m *mirror) stays(triangle int) bool {
	for _, c := range m.Triangle[triangle] {
		if m.side(m.Position[c]) < 0 {
			return false
		}
	}
	return true
}

// swap appends a row with its joints exchanged.
func (m *mirror) swap(r, to Row) Row {
	for _, w := range r {
		to = to.Add(m.by.Other[w.Bone], w.Value)
	}
	return to
}
