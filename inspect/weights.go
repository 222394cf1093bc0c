package inspect

import (
	"fmt"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/soa"
)

// skinnedMeshes visits the meshes that have a skin.
func (s *subject) skinnedMeshes(visit func(mesh *soa.Mesh, skin *soa.Skin)) {
	for _, mesh := range s.model.Meshes {
		if skin := s.model.SkinOf(mesh); skin != nil {
			visit(mesh, skin)
		}
	}
}

// weightSum finds vertices whose weights do not sum to 1.
func weightSum(s *subject, limit float64, report func(Finding)) {
	s.skinnedMeshes(func(mesh *soa.Mesh, _ *soa.Skin) {
		var w worst
		for v := range mesh.Vertices() {
			sum := 0.
			influences(mesh, v, func(_ int, weight float64) { sum += weight })
			if off := math.Abs(sum - 1); off > limit && sum != 0 {
				w.add(off, v, 0)
			}
		}
		if w.count > 0 {
			report(Finding{Mesh: mesh.Name, Size: w.size, Count: w.count,
				Message: fmt.Sprintf("vertices whose weights do not sum to 1: %d; those of vertex %d are off by %.3g", w.count, w.of, w.size)})
		}
	})
}

// weightRange finds negative weights.
func weightRange(s *subject, limit float64, report func(Finding)) {
	s.skinnedMeshes(func(mesh *soa.Mesh, skin *soa.Skin) {
		var w worst
		bone := 0
		for v := range mesh.Vertices() {
			influences(mesh, v, func(b int, weight float64) {
				if weight < -limit {
					if w.add(-weight, v, 0); w.of == v {
						bone = b
					}
				}
			})
		}
		if w.count > 0 {
			report(Finding{Mesh: mesh.Name, Joint: s.joint(int(skin.Joint[bone])), Size: -w.size, Count: w.count,
				Message: fmt.Sprintf("negative weights: %d; vertex %d has %.3g", w.count, w.of, -w.size)})
		}
	})
}

// unweighted finds vertices that no joint moves.
func unweighted(s *subject, limit float64, report func(Finding)) {
	s.skinnedMeshes(func(mesh *soa.Mesh, _ *soa.Skin) {
		var w worst
		for v := range mesh.Vertices() {
			most := 0.
			influences(mesh, v, func(_ int, weight float64) { most = max(most, math.Abs(weight)) })
			if most <= limit {
				w.add(0, v, 0)
			}
		}
		if w.count > 0 {
			report(Finding{Mesh: mesh.Name, Count: w.count,
				Message: fmt.Sprintf("vertices that no joint moves: %d of %d; the first is %d", w.count, mesh.Vertices(), w.of)})
		}
	})
}

// manyInfluences finds vertices that more joints move than the limit; the size is the weight
// beyond it.
func manyInfluences(s *subject, limit float64, report func(Finding)) {
	s.skinnedMeshes(func(mesh *soa.Mesh, _ *soa.Skin) {
		var w worst
		var weights []float64
		for v := range mesh.Vertices() {
			weights = weights[:0]
			influences(mesh, v, func(_ int, weight float64) {
				if weight > 0 {
					weights = append(weights, weight)
				}
			})
			if len(weights) <= int(limit) {
				continue
			}
			slices.Sort(weights)
			beyond := 0.
			for _, x := range weights[:len(weights)-int(limit)] {
				beyond += x
			}
			w.add(100*beyond, v, 0)
		}
		if w.count > 0 {
			report(Finding{Mesh: mesh.Name, Size: w.size, Unit: "%", Count: w.count,
				Message: fmt.Sprintf("vertices that more than %d joints move: %d of %d; vertex %d has %.3g %% of its weight beyond them",
					int(limit), w.count, mesh.Vertices(), w.of, w.size)})
		}
	})
}

// smallWeights finds weights that move nothing visibly.
func smallWeights(s *subject, limit float64, report func(Finding)) {
	s.skinnedMeshes(func(mesh *soa.Mesh, skin *soa.Skin) {
		var w worst
		joint := 0
		for v := range mesh.Vertices() {
			influences(mesh, v, func(bone int, weight float64) {
				if weight > 0 && weight < limit {
					if w.add(-weight, v, 0); w.size == -weight {
						joint = int(skin.Joint[bone])
					}
				}
			})
		}
		if w.count > 0 {
			report(Finding{Mesh: mesh.Name, Joint: s.joint(joint), Size: -w.size, Count: w.count,
				Message: fmt.Sprintf("weights below %.3g: %d; vertex %d has %.3g", limit, w.count, w.of, -w.size)})
		}
	})
}

// idleSkinJoints finds joints that a skin lists and that neither move a vertex nor are above one
// that does.
func idleSkinJoints(s *subject, limit float64, report func(Finding)) {
	listed := make([]bool, s.model.Skeleton.Len())
	for _, skin := range s.model.Skins {
		for _, j := range skin.Joint {
			listed[j] = true
		}
	}
	var idle []int
	used := s.used()
	for j := range listed {
		if listed[j] && !used[j] {
			idle = append(idle, j)
		}
	}
	if len(idle) > int(limit) {
		report(Finding{Joint: s.joint(idle[0]), Count: len(idle),
			Message: fmt.Sprintf("joints of skins that move no vertex: %d, %s", len(idle), s.names(idle))})
	}
}

// splitSkin finds meshes whose joints have several roots.
func splitSkin(s *subject, limit float64, report func(Finding)) {
	s.skinnedMeshes(func(mesh *soa.Mesh, skin *soa.Skin) {
		var roots []int
		for v := range mesh.Vertices() {
			influences(mesh, v, func(bone int, weight float64) {
				if r := s.root[skin.Joint[bone]]; weight > 0 && !slices.Contains(roots, r) {
					roots = append(roots, r)
				}
			})
		}
		if len(roots) > int(limit) {
			slices.Sort(roots)
			report(Finding{Mesh: mesh.Name, Joint: s.joint(roots[1]), Count: len(roots),
				Message: fmt.Sprintf("joints below %d roots move it: %s", len(roots), s.names(roots))})
		}
	})
}
