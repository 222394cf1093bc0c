package vertex

import (
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// bindings are a skin's joints in the pose in which it was bound.
type bindings struct {
	*reach
	skin    *soa.Skin
	inverse []exact.Matrix // per palette entry
	joints  map[int16]bound
}

// bound is a joint that the skin has an inverse bind matrix for. Its pivot is known where the
// parent is bound too.
type bound struct {
	inverse exact.Matrix
	pivot   bool
	local   exact.Matrix // the joint in its parent, in the bind pose
	strays  float64      // greatest distance of its translation from there
}

func (r *reach) skin(s *soa.Skin) *bindings {
	b := &bindings{reach: r, skin: s, joints: map[int16]bound{}}
	for k, j := range s.Joint {
		m := exact.FromFloat32(s.InverseBind[k])
		b.inverse = append(b.inverse, m)
		if _, known := b.joints[int16(j)]; !known {
			b.joints[int16(j)] = bound{inverse: m}
		}
	}
	for j, of := range b.joints {
		p := r.parent[j]
		if p < 0 {
			continue
		}
		parent, known := b.joints[p]
		back, ok := of.inverse.Inverse()
		if !known || !ok {
			continue
		}
		of.pivot, of.local = true, parent.inverse.Mul(back)
		of.strays = r.boxes[j].farthest(of.local.Translation())
		b.joints[j] = of
	}
	return b
}

// rigid reports whether palettes of the skin rotate and move only.
func (b *bindings) rigid() bool {
	for k, j := range b.skin.Joint {
		if b.scaled[j] {
			return false
		}
		m := &b.inverse[k]
		for c := range 3 {
			if math.Abs(square(m.Column(c))-1) > 2*unitTolerance || math.Abs(m.Column(c).Dot(m.Column((c+1)%3))) > unitTolerance {
				return false
			}
		}
	}
	return true
}

// displaced bounds what linear blending moves a vertex by with other weights, E, and returns
// Σ wᵢ·Dᵢ too. Morph targets move the vertex by slack at most.
func (b *bindings) displaced(d *differences, w []float32, bones []uint16, at exact.Vec, slack float64) (error, far float64) {
	anchor := bones[d.largest]
	for i := range w {
		if i == d.largest || w[i] == 0 || bones[i] == anchor {
			continue
		}
		apart := b.maxDistance(bones[i], anchor, at, slack)
		error += math.Abs(d.of[i]) * apart
		far += float64(w[i]) * apart
	}
	if d.total != 0 {
		error += math.Abs(d.total) * b.fromOrigin(anchor, at, slack)
	}
	return error, far
}

// maxDistance bounds the distance between the places to which two palette entries move a vertex.
func (b *bindings) maxDistance(x, y uint16, at exact.Vec, slack float64) float64 {
	i, j := int16(b.skin.Joint[x]), int16(b.skin.Joint[y])
	// Lengths along the bones, and distances about the joints between.
	long := [2]float64{b.distance(x, at, slack), b.distance(y, at, slack)}
	about := b.unlike(x, i) + b.unlike(y, j)
	for i != j { // the larger index is not above the smaller one
		side, k := 0, &i
		if j > i {
			side, k = 1, &j
		}
		long[side] = long[side]*b.scale[*k] + b.boxes[*k].farthest(exact.Vec{})
		about += b.maxParentDistance(*k, at, slack)
		*k = b.parent[*k]
	}
	sum := long[0] + long[1]
	if i >= 0 {
		sum *= b.chain[i]
	}
	return min(sum, about)
}

// distance bounds the distance of a vertex from the joint of a palette entry.
func (b *bindings) distance(entry uint16, at exact.Vec, slack float64) float64 {
	m := &b.inverse[entry]
	d := m.Point(at).Length()
	if slack > 0 {
		d += slack * math.Sqrt(square(m.Column(0))+square(m.Column(1))+square(m.Column(2)))
	}
	return d
}

// unlike is 0 if a palette entry binds its joint as bindings.joints does, and infinite if not.
func (b *bindings) unlike(entry uint16, joint int16) float64 {
	if of := b.joints[joint]; of.inverse != b.inverse[entry] {
		return math.Inf(1)
	}
	return 0
}

// maxParentDistance bounds the distance between the places to which a joint and its parent move a vertex.
func (b *bindings) maxParentDistance(joint int16, at exact.Vec, slack float64) float64 {
	of, ok := b.joints[joint]
	if !ok || !of.pivot {
		return math.Inf(1)
	}
	here := of.inverse.Point(at)
	moved, still := here.Length(), of.local.Direction(here).Length()
	if slack > 0 {
		size := slack * math.Sqrt(square(of.inverse.Column(0))+square(of.inverse.Column(1))+square(of.inverse.Column(2)))
		moved += size
		still += size * math.Sqrt(square(of.local.Column(0))+square(of.local.Column(1))+square(of.local.Column(2)))
	}
	return b.chain[b.parent[joint]] * (of.strays + b.scale[joint]*moved + still)
}

// fromOrigin bounds the distance of the place to which a palette entry moves a vertex from the
// model's origin.
func (b *bindings) fromOrigin(entry uint16, at exact.Vec, slack float64) float64 {
	d := b.distance(entry, at, slack)
	for j := int16(b.skin.Joint[entry]); j >= 0; j = b.parent[j] {
		d = d*b.scale[j] + b.boxes[j].farthest(exact.Vec{})
	}
	return d
}
