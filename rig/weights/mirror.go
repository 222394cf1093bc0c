package weights

import (
	"slices"

	"github.com/sinew-anim/sinew/edit/retarget"
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
			by = by.Flipped()
		}
		m := b.Mirror(by.plane(), within)
		points, unmatched := b.points().Mirrored(by.Other, m.Side, func(p int) (Place, bool) {
			corner, weight, ok := m.Image(p)
			return Place{corner, weight}, ok
		})
		for _, p := range unmatched {
			for _, c := range b.Copies(p) {
				w.of[b.meshes[c.Part]].Unmatched++
			}
		}
		b.spread(points)
	}
	return nil
}

// Mirrored returns the groups in which one side has the weights of the other. side is above 0 for the
// vertices that keep their weights, 0 in the middle and below 0 on the side that gets weights: for a vertex
// there, image returns the place on the first side that it takes them from, if there is one. other is the
// palette entry of the joint on the other side of each, as in Reflection. Vertices in the middle get the mean
// of their own weights and those of the other side, if none is locked. Vertices without an image, or with one
// that has no weights, keep their weights and are listed.
func (g *Groups) Mirrored(other []uint16, side func(vertex int) float64, image func(vertex int) (Place, bool)) (_ *Groups, unmatched []int) {
	var swapped Row
	// First, since vertices in the middle are corners of the other side.
	g = g.Map(func(v int, r Row) Row {
		if side(v) != 0 || len(r) == 0 {
			return r
		}
		swapped = swap(other, r, swapped[:0])
		if distance(r, swapped) <= exactSum || g.locked(r) > 0 || g.locked(swapped) > 0 {
			return r
		}
		return g.Settle(r, g.mix(slices.Clone(r), swapped, 0.5))
	})
	var found Row
	g = g.Map(func(v int, r Row) Row {
		if side(v) >= 0 {
			return r
		}
		from, ok := image(v)
		if ok {
			found = g.At(from, found[:0])
		}
		if !ok || len(found) == 0 {
			unmatched = append(unmatched, v)
			return r
		}
		swapped = swap(other, found, swapped[:0])
		return g.Settle(r, swapped)
	})
	return g, unmatched
}

// swap appends a row with its joints exchanged.
func swap(other []uint16, r, to Row) Row {
	for _, w := range r {
		to = to.Add(other[w.Bone], w.Value)
	}
	return to
}
