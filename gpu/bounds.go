package gpu

import (
	"math"
	"slices"

	"github.com/sinew-anim/sinew/soa"
)

// Bounds is a box along the axes. EmptyBounds returns the one to start with.
type Bounds struct {
	Min, Max [3]float32
}

// EmptyBounds returns the box without points.
func EmptyBounds() Bounds {
	inf := float32(math.Inf(1))
	return Bounds{Min: [3]float32{inf, inf, inf}, Max: [3]float32{-inf, -inf, -inf}}
}

// Empty reports whether the box has no points.
func (b Bounds) Empty() bool { return !(b.Min[0] <= b.Max[0]) }

// Center returns the middle of a box that is not empty.
func (b Bounds) Center() [3]float32 {
	var c [3]float32
	for k := range c {
		c[k] = 0.5*b.Min[k] + 0.5*b.Max[k]
	}
	return c
}

// Add enlarges the box to contain a point. A point that is not finite is
// ignored.
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

// Union enlarges the box to contain another one.
func (b *Bounds) Union(o Bounds) {
	if !o.Empty() {
		b.Add(o.Min)
		b.Add(o.Max)
	}
}

// extreme is a vertex that sticks out of what a bone moves. A morph target may
// move it by delta times its weight.
type extreme struct {
	at, delta [3]float32
	weight    int // of the model, soa.None without a target
}

// extremeInfluence is the weight from which a bone is asked for a vertex. Slight
// influences would make a bone answer for parts that follow another.
const extremeInfluence = 0.4

// extremes returns, for each palette entry of a skinned mesh, the vertices that
// lie farthest in 26 directions among those it moves; for a mesh without a skin
// one list of all. Each morph target adds those of its own.
func extremes(m *soa.Mesh, bones int) [][]extreme {
	if m.Skin == soa.None {
		bones = 1
	}
	found := make([][]extreme, bones)
	all := make([]uint32, m.Vertices())
	for v := range all {
		all[v] = uint32(v)
	}
	addExtremes(found, m, all, nil, soa.None)
	for i := range m.Morphs {
		addExtremes(found, m, m.Morphs[i].Vertex, m.Morphs[i].Position, m.Morphs[i].Weight)
	}
	return found
}

// addExtremes adds those among the listed vertices, moved by deltas where there
// are any.
func addExtremes(found [][]extreme, m *soa.Mesh, vertices []uint32, deltas []float32, weight int) {
	dirs := directions()
	farthest := make([][len(dirs)]extreme, len(found))
	reach := make([][len(dirs)]float32, len(found))
	seen := make([]bool, len(found))
	for i, v := range vertices {
		e := extreme{at: [3]float32(m.Position[3*v:]), weight: weight}
		if deltas != nil {
			e.delta = [3]float32(deltas[3*i:])
		}
		p := e.place(1)
		first := int(v) * m.Influences
		for k := range max(m.Influences, 1) {
			bone := 0
			if m.Skin != soa.None {
				if k > 0 && m.BoneWeight[first+k] < extremeInfluence {
					continue
				}
				bone = int(m.BoneIndex[first+k])
			}
			for d, dir := range dirs {
				if r := dir[0]*p[0] + dir[1]*p[1] + dir[2]*p[2]; !seen[bone] || r > reach[bone][d] {
					farthest[bone][d], reach[bone][d] = e, r
				}
			}
			seen[bone] = true
		}
	}
	for b := range found {
		if seen[b] {
			for _, e := range farthest[b] {
				if !slices.Contains(found[b], e) {
					found[b] = append(found[b], e)
				}
			}
		}
	}
}

// directions are those to the faces, edges and corners of a cube.
func directions() (dirs [26][3]float32) {
	i := 0
	for k := range 27 {
		if k != 13 {
			dirs[i] = [3]float32{float32(k%3 - 1), float32(k/3%3 - 1), float32(k/9 - 1)}
			i++
		}
	}
	return dirs
}

// place is the vertex moved by its target at a weight.
func (e *extreme) place(weight float32) [3]float32 {
	return [3]float32{e.at[0] + weight*e.delta[0], e.at[1] + weight*e.delta[1], e.at[2] + weight*e.delta[2]}
}

// Bounds returns a box around the item's instances in world space, from the few
// vertices of each bone that lie farthest out. It is exact except for vertices
// between those and between bones, a few hundredths of the size, and reads no
// other vertex. A visible skeleton contributes its joints. It allocates
// nothing.
func (it *Item) Bounds() (Bounds, error) {
	b := EmptyBounds()
	if it.Model == nil {
		return b, nil
	}
	if err := it.check(it.Model.renderer); err != nil {
		return b, err
	}
	for i := range it.World {
		for p := range it.Model.parts {
			it.addPart(&b, &it.Model.parts[p], i)
		}
		if it.Skeleton {
			for j := range it.Model.data.Skeleton.Len() {
				moved := it.World[i].Mul(it.joint(i, j))
				b.Add([3]float32{moved[3], moved[7], moved[11]})
			}
		}
	}
	return b, nil
}

func (it *Item) addPart(b *Bounds, p *part, instance int) {
	if p.skin == soa.None {
		var moved soa.Affine
		it.rigid(&moved, p, instance)
		it.addExtremes(b, p.extremes[0], &moved, instance)
		return
	}
	for k := range p.extremes {
		if len(p.extremes[k]) > 0 {
			m := it.Palettes[p.skin].matrix(instance, k, len(p.extremes))
			moved := it.World[instance].Mul(&m)
			it.addExtremes(b, p.extremes[k], &moved, instance)
		}
	}
}

func (it *Item) addExtremes(b *Bounds, list []extreme, a *soa.Affine, instance int) {
	for i := range list {
		weight := float32(0)
		if w := list[i].weight; w != soa.None {
			weight = it.weight(instance, w)
		}
		b.Add(a.Apply(list[i].place(weight)))
	}
}

// weight returns a morph weight of an instance.
func (it *Item) weight(instance, k int) float32 {
	data := it.Model.data
	if len(it.Weights) == 0 {
		return data.Weights[k].Rest
	}
	return it.Weights[instance*len(data.Weights)+k]
}
