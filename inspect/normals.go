package inspect

import (
	"fmt"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// flippedNormals finds triangles that face away from the normals of all their vertices.
func flippedNormals(s *subject, limit float64, report func(Finding)) {
	for _, mesh := range s.model.Meshes {
		if len(mesh.Normal) < len(mesh.Position) {
			continue
		}
		all, away, first := 0, 0, 0
		for i := 0; i < len(mesh.Index); i += 3 {
			turned, ok := facesAway(mesh, mesh.Index[i:i+3])
			if !ok {
				continue
			}
			if all++; turned {
				if away == 0 {
					first = i / 3
				}
				away++
			}
		}
		if share := 100 * float64(away) / float64(max(all, 1)); share > limit {
			report(Finding{Mesh: mesh.Name, Count: away, Size: share, Unit: "%",
				Message: fmt.Sprintf("triangles that face away from their normals: %d of %d, %.3g %%; the first is %d", away, all, share, first)})
		}
	}
}

// facesAway reports whether the normals of a triangle's three corners are on its back, and whether
// that can be said: of a triangle with an area, and normals with a length.
func facesAway(mesh *soa.Mesh, corner []uint32) (away, ok bool) {
	var p, n [3]exact.Vec
	for c, v := range corner {
		p[c] = exact.WidenVec([3]float32(mesh.Position[3*v : 3*v+3]))
		n[c] = exact.WidenVec([3]float32(mesh.Normal[3*v : 3*v+3]))
	}
	if thinness(p) <= 1e-4 {
		return false, false
	}
	face := p[1].Sub(p[0]).Cross(p[2].Sub(p[0]))
	const clearly = 0.1 // the cosine of 84°: less is a matter of smoothing
	for _, v := range n {
		length := float64(v.Length() * face.Length())
		if !(length > 0) {
			return false, false
		}
		if v.Dot(face)/length > -clearly {
			return false, true
		}
	}
	return true, true
}
