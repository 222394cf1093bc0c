package gpu

import (
	"math"

	"github.com/sinew-anim/sinew/soa"
)

// Bounds is a box along the axes. Use EmptyBounds to begin one.
type Bounds struct {
	Min, Max [3]float32
}

// EmptyBounds returns the box that holds nothing.
func EmptyBounds() Bounds {
	inf := float32(math.Inf(1))
	return Bounds{Min: [3]float32{inf, inf, inf}, Max: [3]float32{-inf, -inf, -inf}}
}

// Empty reports whether the box holds nothing.
func (b Bounds) Empty() bool { return !(b.Min[0] <= b.Max[0]) }

// Center returns the middle of a box that is not empty.
func (b Bounds) Center() [3]float32 {
	var c [3]float32
	for k := range c {
		c[k] = 0.5*b.Min[k] + 0.5*b.Max[k]
	}
	return c
}

// Add grows the box to hold a point. A point that is not finite is left out.
func (b *Bounds) Add(p [3]float32) {
	for _, v := range p {
		if v-v != 0 {
			return
		}
	}
	for k, v := range p {
		b.Min[k] = min(b.Min[k], v)
		b.Max[k] = max(b.Max[k], v)
	}
}

// Union grows the box to hold another one.
func (b *Bounds) Union(o Bounds) {
	if !o.Empty() {
		b.Add(o.Min)
		b.Add(o.Max)
	}
}

// addMoved grows the box to hold the corners of o moved by a matrix.
func (b *Bounds) addMoved(o *Bounds, a *soa.Affine) {
	if o.Empty() {
		return
	}
	ends := [2][3]float32{o.Min, o.Max}
	for corner := range 8 {
		b.Add(apply(a, [3]float32{ends[corner&1][0], ends[corner>>1&1][1], ends[corner>>2][2]}))
	}
}

// boundsInfluence is the weight from which a bone's box holds a vertex. Slight
// influences would stretch the box of a bone over parts that follow another.
const boundsInfluence = 0.25

// boneBoxes returns, for each palette entry of a skinned mesh, the box of the
// vertices it moves; for a mesh without a skin one box of all. Morph targets
// at full weight are included.
func boneBoxes(m *soa.Mesh, bones int) []Bounds {
	n := max(bones, 1)
	if m.Skin == soa.None {
		n = 1
	}
	boxes := make([]Bounds, n)
	for i := range boxes {
		boxes[i] = EmptyBounds()
	}
	add := func(v int, p [3]float32) {
		if m.Skin == soa.None {
			boxes[0].Add(p)
			return
		}
		for i := v * m.Influences; i < (v+1)*m.Influences; i++ {
			if m.BoneWeight[i] >= boundsInfluence || i == v*m.Influences {
				boxes[m.BoneIndex[i]].Add(p)
			}
		}
	}
	for v := range m.Vertices() {
		add(v, [3]float32(m.Position[3*v:]))
	}
	for i := range m.Morphs {
		t := &m.Morphs[i]
		for e, v := range t.Vertex {
			p := [3]float32(m.Position[3*v:])
			for k := range 3 {
				p[k] += t.Position[3*e+k]
			}
			add(int(v), p)
		}
	}
	return boxes
}

// Bounds returns a box around the item's instances in world space: each bone's
// box of vertices, moved by its matrix. It is a little larger than the exact
// one, costs no look at any vertex, and allocates nothing. A skeleton that is
// drawn counts by its joints.
func (it *Item) Bounds() (Bounds, error) {
	b := EmptyBounds()
	if it.Model == nil {
		return b, nil
	}
	if err := it.check(it.Model.renderer); err != nil {
		return b, err
	}
	var moved soa.Affine
	joints := it.Model.data.Skeleton.Len()
	for i := range it.World {
		for p := range it.Model.parts {
			it.addPart(&b, &it.Model.parts[p], i)
		}
		if it.Skeleton {
			for j := range joints {
				compose(&moved, &it.World[i], it.Joints.at(i, j, joints))
				b.Add([3]float32{moved[3], moved[7], moved[11]})
			}
		}
	}
	return b, nil
}

func (it *Item) addPart(b *Bounds, p *part, instance int) {
	var moved soa.Affine
	if p.skin == soa.None {
		it.rigid(&moved, p, instance)
		b.addMoved(&p.boxes[0], &moved)
		return
	}
	for k := range p.boxes {
		if !p.boxes[k].Empty() {
			compose(&moved, &it.World[instance], it.Palettes[p.skin].at(instance, k, len(p.boxes)))
			b.addMoved(&p.boxes[k], &moved)
		}
	}
}
