package model

import (
	"slices"

	"github.com/sinew-anim/sinew/soa"
)

// Extreme is a vertex that sticks out of what a bone moves. A morph target may
// move it by delta times its weight.
type Extreme struct {
	at, delta [3]float32
	Weight    int // of the model, soa.None without a target
}

// extremeInfluence is the least weight at which a vertex counts as moved by a bone, so that
// a bone does not bound parts that mainly follow another.
const extremeInfluence = 0.4

// extremes returns, for each palette entry of a skinned mesh, the vertices that
// lie farthest in 26 directions among those it moves; for a mesh without a skin
// one list of all. Each morph target adds its own.
func extremes(m *soa.Mesh, bones int) [][]Extreme {
	if m.Skin == soa.None {
		bones = 1
	}
	found := make([][]Extreme, bones)
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
func addExtremes(found [][]Extreme, m *soa.Mesh, vertices []uint32, deltas []float32, weight int) {
	dirs := directions()
	farthest := make([][len(dirs)]Extreme, len(found))
	reach := make([][len(dirs)]float32, len(found))
	seen := make([]bool, len(found))
	for i, v := range vertices {
		e := Extreme{at: [3]float32(m.Position[3*v:]), Weight: weight}
		if deltas != nil {
			e.delta = [3]float32(deltas[3*i:])
		}
		p := e.Place(1)
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

// directions returns the directions to the faces, edges and corners of a cube.
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

// Place returns the vertex moved by its target at a weight.
func (e *Extreme) Place(weight float32) [3]float32 {
	return [3]float32{e.at[0] + weight*e.delta[0], e.at[1] + weight*e.delta[1], e.at[2] + weight*e.delta[2]}
}
