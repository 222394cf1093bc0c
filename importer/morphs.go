package importer

import (
	"math"
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/soa"
)

// addMorphs turns whole shapes into sparse deltas of a mesh, made of some vertices of the
// file.
func (b *meshBuilder) addMorphs(m *soa.Mesh, whole []wholeShape, vertices []uint32) error {
	for i := range whole {
		if err := b.count(m.Vertices()); err != nil {
			return err
		}
		m.Morphs = append(m.Morphs, sparseMorph(m, &whole[i], vertices))
	}
	return nil
}

// sparseMorph lists the vertices that a shape moves by more than the rounding
// of its absolute coordinates.
func sparseMorph(m *soa.Mesh, shape *wholeShape, vertices []uint32) soa.MorphTarget {
	t := soa.MorphTarget{Name: shape.name, Weight: shape.weight}
	size := float32(0)
	for _, p := range m.Position {
		size = max(size, p, -p)
	}
	positions, normals := shape.positions, shape.normals
	if len(normals) != len(positions) {
		normals = nil
	}
	still := size * 1e-7
	for v, of := range vertices {
		d, moves := delta(positions[of], m.Position[3*v:], still)
		var dn [3]float32
		turns := false
		if normals != nil {
			dn, turns = delta(normals[of], m.Normal[3*v:], 1e-6)
		}
		if !moves && !turns {
			continue
		}
		t.Vertex = append(t.Vertex, uint32(v))
		t.Position = append(t.Position, d[:]...)
		if normals != nil {
			t.Normal = append(t.Normal, dn[:]...)
		}
	}
	return t
}

// delta subtracts base; what is not a number does not move.
func delta(v [3]float32, base []float32, still float32) (d [3]float32, moves bool) {
	for i := range d {
		d[i] = v[i] - base[i]
		if d[i]-d[i] != 0 {
			return [3]float32{}, false
		}
		moves = moves || d[i] > still || -d[i] > still
	}
	return d, moves
}

// bindMorphs lists each clip's weight tracks by weight. It cleans them.
func bindMorphs(in *input, clips []clipSource, nodes *tree, s shapes) [][]namedTrack {
	out := make([][]namedTrack, len(clips))
	for c := range clips {
		out[c] = s.tracks(&clips[c], nodes, in.report)
	}
	return out
}

func (s *shapes) tracks(src *clipSource, nodes *tree, r *report.Report) []namedTrack {
	byWeight := make(map[int]*track)
	for _, ch := range src.weights {
		base, count, ok := s.find(&ch, nodes)
		if !ok && ch.reported {
			continue
		}
		if !ok {
			r.Add(report.Loss, report.MissingMorph, src.name, "it drives the morph targets of %q, which has none", ch.name)
			continue
		}
		if len(ch.tracks) > count {
			r.Add(report.Loss, report.MissingMorph, src.name, "it drives %d morph targets of %q, which has %d", len(ch.tracks), ch.name, count)
		}
		for i, t := range ch.tracks[:min(count, len(ch.tracks))] {
			if t != nil && byWeight[base+i] == nil {
				byWeight[base+i] = t
			}
		}
	}
	var tracks []namedTrack
	for _, w := range sortedKeys(byWeight) {
		t := byWeight[w]
		src.mend(s.weights[w].Target, t.clean(false))
		src.keyed.see(t)
		if len(t.keys) == 0 {
			continue
		}
		if t.constant() {
			t.makeConstant()
			if float32(t.keys[0].value[0]) == s.weights[w].Rest {
				continue
			}
		}
		tracks = append(tracks, namedTrack{w, soa.Weight, t})
	}
	return tracks
}

// orderMorphs sorts each node's morph targets by name. libassimp 5.4 lists those
// of FBX files by their addresses, in another order at each import.
func (s *shapes) orderMorphs(clips [][]namedTrack) {
	order := make([]int, len(s.weights)) // the weight that comes to each place
	for i := range order {
		order[i] = i
	}
	for _, base := range s.first {
		slices.SortStableFunc(order[base:base+s.count(base)], func(a, b int) int { return strings.Compare(s.weights[a].Target, s.weights[b].Target) })
	}
	weights, place := make([]soa.MorphWeight, len(order)), make([]int, len(order))
	for i, w := range order {
		weights[i], place[w] = s.weights[w], i
	}
	s.weights = weights
	for _, m := range s.meshes {
		for i := range m.Morphs {
			m.Morphs[i].Weight = place[m.Morphs[i].Weight]
		}
		slices.SortStableFunc(m.Morphs, func(a, b soa.MorphTarget) int { return a.Weight - b.Weight })
	}
	for c, tracks := range clips {
		for i := range tracks {
			tracks[i].target = place[tracks[i].target]
		}
		clips[c] = sortTracks(tracks)
	}
}

// find resolves a morph channel's name to weights: a node (glTF,
// Collada), "node*index" (FBX), or a mesh.
func (s *shapes) find(ch *weightChannel, nodes *tree) (base, count int, ok bool) {
	if ch.bound {
		base, ok = s.first[ch.node]
		return base, s.count(base), ok
	}
	name := ch.name
	plain := name
	if i := strings.LastIndexByte(name, '*'); i > 0 {
		plain = name[:i]
	}
	for _, n := range []string{name, plain} {
		if i, found := nodes.byName[n]; found {
			if base, ok = s.first[i]; ok && s.count(base) > 0 {
				return base, s.count(base), true
			}
		}
	}
	for _, m := range s.meshes {
		if (m.Name == name || m.Name == plain) && len(m.Morphs) > 0 {
			base = math.MaxInt
			for i := range m.Morphs {
				base = min(base, m.Morphs[i].Weight)
			}
			return base, s.count(base), true
		}
	}
	return 0, 0, false
}

// count returns how many weights the node whose first weight is base has.
func (s *shapes) count(base int) int {
	end := len(s.weights)
	for _, b := range s.first {
		if b > base {
			end = min(end, b)
		}
	}
	return end - base
}
