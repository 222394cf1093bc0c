package layout

import (
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// Conversion converts a joint's local transform to the columns of its slot. Both maps are linear:
// lines stay lines, arcs arcs and splines splines.
//
//	rotation     left · q · right
//	translation  point · t
type Conversion struct {
	left, right exact.Quat
	point       exact.Matrix
}

// Conversions returns a conversion per slot. In the rig form a slot's columns hold the palette matrix
// relative to the parent's, B(p)·T·q·S·B⁻¹ with B the bind matrices: its rotation, and the joint's
// place in the parent's bind space, less the pivot.
func (p *Plan) Conversions(l *soa.Layout) []Conversion {
	list := make([]Conversion, l.Rotations())
	for s := range list {
		list[s] = Conversion{exact.IdentityQuat(), exact.IdentityQuat(), exact.Identity()}
		if l.Form != soa.Rig || s >= len(p.Slots) {
			continue
		}
		slot := &p.Slots[s]
		above := exact.Scaling(1 / float64(l.K))
		if slot.Parent >= 0 {
			above = p.Slots[slot.Parent].Bind
		}
		size := exact.Compose(exact.Vec{}, exact.IdentityQuat(), p.Reference.S[slot.Joint])
		list[s].left = rotationPart(above)
		list[s].right = rotationPart(size.Mul(slot.Inverse))
		for i, v := range l.Pivot[s] {
			above[4*i+3] -= float64(v)
		}
		list[s].point = above
	}
	return list
}

// rotationPart is the rotation of a matrix that is a multiple of one.
func rotationPart(m exact.Matrix) exact.Quat {
	q, _, _ := m.Rigid()
	return q
}

// Value converts a track's value, or a difference of values.
func (c *Conversion) Value(property soa.Property, v exact.Quat, slope bool) exact.Quat {
	w := 1.0 // other columns are homogeneous
	if slope {
		w = 0
	}
	switch property {
	case soa.Rotation:
		return c.left.Mul(v).Mul(c.right)
	case soa.Translation:
		t := exact.Vec{v[0], v[1], v[2]}
		if t = c.point.Direction(t); !slope {
			t = t.Add(c.point.Translation())
		}
		return exact.Quat{t[0], t[1], t[2], w}
	case soa.Scale:
		return exact.Quat{v[0], v[1], v[2], w}
	}
	return exact.Quat{v[0], 0, 0, w}
}
