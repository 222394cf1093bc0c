package mesh

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/importer/internal/track"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/meter"
	"github.com/sinew-anim/sinew/soa"
)

// addMorphs converts whole shapes to sparse deltas of the mesh's vertices.
func (b *meshBuilder) addMorphs(m *soa.Mesh, whole []scene.WholeShape, vertices []uint32) error {
	for i := range whole {
		if err := cmp.Or(b.count(m.Vertices()), b.take("vertices of morph targets", m.Vertices(), 0, 30)); err != nil {
			return err
		}
		m.Morphs = append(m.Morphs, sparseMorph(m, &whole[i], vertices))
		if err := b.Meter.Take("vertices of morph targets", len(m.Morphs[i].Vertex), 60); err != nil {
			return err
		}
	}
	return nil
}

// sparseMorph lists the vertices that a shape moves by more than the rounding
// of its absolute coordinates.
func sparseMorph(m *soa.Mesh, shape *scene.WholeShape, vertices []uint32) soa.MorphTarget {
	t := soa.MorphTarget{Name: shape.Name, Weight: shape.Weight}
	size := float32(0)
	for _, p := range m.Position {
		size = max(size, p, -p)
	}
	positions, normals := shape.Positions, shape.Normals
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

// delta returns v−base, and whether a component exceeds still. A difference that is not finite
// counts as 0.
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

// BindMorphs cleans each clip's weight tracks and lists them by weight.
func BindMorphs(in *scene.Input, clips []track.Clip, nodes *scene.Tree, s *shapes) [][]track.Named {
	out := make([][]track.Named, len(clips))
	for c := range clips {
		out[c] = s.tracks(&clips[c], nodes, in.Report, in.Meter)
	}
	return out
}

func (s *shapes) tracks(src *track.Clip, nodes *scene.Tree, r *report.Report, work *meter.Meter) []track.Named {
	byWeight := make(map[int]*track.Track)
	if work.Step(200) != nil {
		return nil
	}
	for _, ch := range src.Weights {
		if work.Step(200+50*len(ch.Tracks)) != nil {
			return nil
		}
		base, count, ok := s.find(&ch, nodes)
		if !ok && ch.Reported {
			continue
		}
		if !ok {
			r.Add(report.Loss, report.MissingMorph, src.Name, "it drives the morph targets of %q, which has none", ch.Name)
			continue
		}
		if len(ch.Tracks) > count {
			r.Add(report.Loss, report.MissingMorph, src.Name, "it drives %d morph targets of %q, which has %d", len(ch.Tracks), ch.Name, count)
		}
		for i, t := range ch.Tracks[:min(count, len(ch.Tracks))] {
			if t != nil && byWeight[base+i] == nil {
				byWeight[base+i] = t
			}
		}
	}
	var tracks []track.Named
	for _, w := range track.SortedKeys(byWeight) {
		t := byWeight[w]
		if work.Step(200+100*len(t.Keys)) != nil {
			return nil
		}
		src.Mend(s.Weights[w].Target, t.Clean(false))
		src.See(t)
		if len(t.Keys) == 0 {
			continue
		}
		if t.Constant() {
			t.MakeConstant()
			if float32(t.Keys[0].Value[0]) == s.Weights[w].Rest {
				continue
			}
		}
		tracks = append(tracks, track.Named{Target: w, Property: soa.Weight, Track: t})
	}
	return tracks
}

// OrderMorphs sorts each node's morph targets by name. libassimp 5.4 lists those of FBX files in
// the order of their addresses, which differs between imports.
func (s *shapes) OrderMorphs(clips [][]track.Named) {
	order := make([]int, len(s.Weights)) // old index of each weight
	for i := range order {
		order[i] = i
	}
	for _, base := range s.First {
		slices.SortStableFunc(order[base:base+s.count(base)], func(a, b int) int { return strings.Compare(s.Weights[a].Target, s.Weights[b].Target) })
	}
	weights, place := make([]soa.MorphWeight, len(order)), make([]int, len(order))
	for i, w := range order {
		weights[i], place[w] = s.Weights[w], i
	}
	s.Weights = weights
	for _, m := range s.Meshes {
		for i := range m.Morphs {
			m.Morphs[i].Weight = place[m.Morphs[i].Weight]
		}
		slices.SortStableFunc(m.Morphs, func(a, b soa.MorphTarget) int { return a.Weight - b.Weight })
	}
	for c, tracks := range clips {
		for i := range tracks {
			tracks[i].Target = place[tracks[i].Target]
		}
		clips[c] = track.SortTracks(tracks)
	}
}

// find resolves a morph channel's name to weights: a node (glTF,
// Collada), "node*index" (FBX), or a mesh.
func (s *shapes) find(ch *track.Weights, nodes *scene.Tree) (base, count int, ok bool) {
	if ch.Bound {
		base, ok = s.First[ch.Node]
		return base, s.count(base), ok
	}
	name := ch.Name
	plain := name
	if i := strings.LastIndexByte(name, '*'); i > 0 {
		plain = name[:i]
	}
	for _, n := range []string{name, plain} {
		if i, found := nodes.ByName[n]; found {
			if base, ok = s.First[i]; ok && s.count(base) > 0 {
				return base, s.count(base), true
			}
		}
	}
	for _, m := range s.Meshes {
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

// count returns the number of weights of the node whose first weight is base.
func (s *shapes) count(base int) int {
	if s.firsts == nil || len(s.firsts) != len(s.First) {
		s.firsts = slices.Sorted(maps.Values(s.First))
	}
	end := len(s.Weights)
	if i, _ := slices.BinarySearch(s.firsts, base+1); i < len(s.firsts) {
		end = s.firsts[i]
	}
	return end - base
}
