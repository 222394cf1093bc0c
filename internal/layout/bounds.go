package layout

import (
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// A clip that is not posed at all of its keys is surveyed by bounds. Local transforms follow from the
// joints' own tracks; model-space ones are bounded from the root down:
//
//	greatest scale       that of the parent, times the joint's own
//	distance from K·R    (1 + the parent's)·(1 + the joint's own) - 1
//
// Bounds decide what has a column and whether the rigid form fits. The allowed error follows from the
// sampled poses, which understate it.

// addTracks takes the values of tracks that change into account: the keys and, of splines,
// the points that their curves lie between.
func (v *Survey) addTracks(e *exact.Clip) {
	for t := range e.Tracks {
		tr := &e.Tracks[t]
		for value := range tr.Hull() {
			v.addValue(tr.Property, tr.Target, value)
		}
	}
}

// addValue takes one value of a track into account.
func (v *Survey) addValue(property soa.Property, target int, value exact.Quat) {
	switch property {
	case soa.Translation:
		for a := range 3 {
			v.joint[target].t[a].add(value[a])
		}
	case soa.Scale:
		for a := range 3 {
			v.joint[target].s[a].add(value[a])
		}
	case soa.Weight:
		v.weight[target].add(value[0])
	}
}

// unbounded stands for a bound that is none; times 0 it is 0.
const unbounded = math.MaxFloat64

// jointBound bounds the linear part of a joint's matrix in model space.
type jointBound struct {
	norm float64 // by what factor it makes vectors longer, at most
	skew float64 // how far it is from a factor times a rotation, as a part of that
}

// compose bounds a joint of a bounded parent.
func (b jointBound) compose(own jointBound) jointBound {
	return jointBound{
		norm: min(float64(b.norm*own.norm), unbounded),
		skew: min(b.skew+own.skew+float64(b.skew*own.skew), unbounded),
	}
}

// localBound bounds a joint's matrix relative to its parent.
func (v *Survey) localBound(p *Plan, i int) jointBound {
	if m := p.Skeleton.Static[i]; m != nil {
		_, k, residual := m.Rigid()
		if residual >= 1./8 { // not nearly a rotation
			return jointBound{norm: frobenius(m), skew: unbounded}
		}
		return jointBound{norm: float64(math.Abs(k) * (1 + float64(3*residual))), skew: 3 * residual}
	}
	least, most := math.Inf(1), 0.0
	for _, s := range v.joint[i].s {
		most = max(most, -s.low, s.high)
		if s.low <= 0 && s.high >= 0 {
			least = 0
		}
		least = min(least, math.Abs(s.low), math.Abs(s.high))
	}
	if !(least > 0) {
		return jointBound{norm: most, skew: unbounded}
	}
	return jointBound{norm: most, skew: most/least - 1}
}

// frobenius is the root of the sum of the squares of a matrix's 3x3 part.
func frobenius(m *exact.Matrix) float64 {
	a, b, c := m.Column(0), m.Column(1), m.Column(2)
	return math.Sqrt(a.Dot(a) + b.Dot(b) + c.Dot(c))
}

// addedMisfit is how many times the norm of M the misfit that addRig finds of K·R·(1+M) may
// be, at most.
const addedMisfit = 2.5

// bound widens the survey by what local transforms can lead to in model space.
func (v *Survey) bound(p *Plan) {
	bounds := make([]jointBound, len(v.joint))
	for i := range v.joint {
		above := jointBound{norm: 1}
		if parent := p.Skeleton.Parent[i]; parent >= 0 {
			above = bounds[parent]
			v.joint[i].stands = max(v.joint[i].stands, above.norm)
		}
		bounds[i] = above.compose(v.localBound(p, i))
	}
	if v.form == soa.Rig {
		for s := range v.slot {
			v.boundSlot(p, s, bounds)
		}
	}
}

// boundSlot bounds how a slot's palette matrix fits the rigid form. With the joint's matrix
// at time t and in the reference, G = k·R·(1+E) and Gr = k·Rr·(1+Er), the palette matrix is
// R·(1+E)·(1+Er)⁻¹·Rr⁻¹ times that of the reference.
func (v *Survey) boundSlot(p *Plan, s int, bounds []jointBound) {
	slot := &p.Slots[s]
	size := max(p.vertices[slot.Joint], p.Distance)
	if p.Keys {
		size = max(size, p.subtree[slot.Joint])
	}
	m := p.slotMatrix(s, p.Reference)
	_, k, residual := m.Rigid()
	misses := unbounded
	if skew := bounds[slot.Joint].skew; skew < 1./8 {
		at := float64((1+float64(3*residual))*(1+math.Abs(k/v.k-1))) - 1
		misses = float64(addedMisfit * (float64((1+at)*(1+float64(3*skew))) - 1))
	}
	v.slot[s].misfit = max(v.slot[s].misfit, min(float64(misses*size), unbounded))

	at := &v.joint[slot.Joint].t
	bind := slot.Bind.Translation()
	if slot.Parent < 0 {
		v.slot[s].moves = max(v.slot[s].moves, farthest(at, bind.Scale(v.k)))
		return
	}
	up := &p.Slots[slot.Parent]
	stays := up.Inverse.Point(bind)
	if norm := bounds[up.Joint].norm; p.further(s) {
		v.slot[s].moves = max(v.slot[s].moves, min(float64(stays.Length()*norm), unbounded))
	} else {
		v.slot[s].moves = max(v.slot[s].moves, min(float64(farthest(at, stays)*norm), unbounded))
	}
}

// farthest is the greatest distance of a point from those of a box.
func farthest(box *[3]span, from exact.Vec) float64 {
	var far exact.Vec
	for a, s := range box {
		far[a] = max(math.Abs(s.low-from[a]), math.Abs(s.high-from[a]))
	}
	return far.Length()
}
