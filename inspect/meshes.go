package inspect

import (
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// vertexOf is a vertex of a model.
type vertexOf struct {
	mesh *soa.Mesh
	v    int
}

// seam is two vertices of one place, node and skin whose weights differ.
type seam struct{ a, b vertexOf }

// mostSeams bounds the pairs that are looked at.
const mostSeams = 20_000

// part is what the importer splits at materials and seams: the meshes of a node with one skin.
type part struct {
	node string
	skin int
}

// findSeams pairs vertices at the same place.
func findSeams(m *soa.Model) (list []seam) {
	type spot struct {
		part
		at [3]float32
	}
	first := make(map[spot]vertexOf)
	for _, mesh := range m.Meshes {
		if mesh.Skin == soa.None {
			continue
		}
		for v := range mesh.Vertices() {
			here := vertexOf{mesh, v}
			key := spot{part{mesh.Node, mesh.Skin}, [3]float32(mesh.Position[3*v : 3*v+3])}
			other, ok := first[key]
			if !ok {
				first[key] = here
				continue
			}
			if len(list) < mostSeams && weightsApart(m, here, other) > 1e-3 {
				list = append(list, seam{other, here})
			}
		}
	}
	return list
}

// weightsApart is half the sum of the differences of two vertices' weights: 1 if they share no joint.
func weightsApart(m *soa.Model, a, b vertexOf) float64 {
	sum := 0.
	weight := func(of vertexOf, joint int) (w float64) {
		influences(of.mesh, of.v, func(bone int, x float64) {
			if bone == joint {
				w += x
			}
		})
		return w
	}
	influences(a.mesh, a.v, func(bone int, w float64) { sum += math.Abs(w - weight(b, bone)) })
	influences(b.mesh, b.v, func(bone int, w float64) {
		if weight(a, bone) == 0 {
			sum += w
		}
	})
	return sum / 2
}

// tornSeams finds vertices at one place that a clip moves apart.
func tornSeams(p *played, limit float64, report func(Finding)) {
	if len(p.seams) == 0 {
		return
	}
	var w worst
	torn := make(map[int]bool)
	const moments = 64
	for i := 0; i < len(p.poses); i += (len(p.poses) + moments - 1) / moments {
		pose := p.poses[i]
		placers := make(map[*soa.Mesh]func(int) exact.Vec)
		place := func(of vertexOf) exact.Vec {
			f, ok := placers[of.mesh]
			if !ok {
				f = p.placer(of.mesh, pose)
				placers[of.mesh] = f
			}
			return f(of.v)
		}
		for k, s := range p.seams {
			if mm := 1000 * place(s.a).Sub(place(s.b)).Length(); mm > p.scaled(limit) {
				torn[k] = true
				w.add(mm, k, p.ticks[i])
			}
		}
	}
	if len(torn) > 0 {
		s := p.seams[w.of]
		report(Finding{Mesh: s.b.mesh.Name, Time: p.seconds(w.tick), Size: w.size, Unit: "mm", Count: len(torn),
			Message: fmt.Sprintf("pairs of vertices that are one place at rest and come apart: %d; vertex %d of mesh %q and %d of %q by %.3g mm",
				len(torn), s.a.v, s.a.mesh.Name, s.b.v, s.b.mesh.Name, w.size)})
	}
}

// thinTriangles finds triangles without an area: of a height below the limit of their longest edge.
func thinTriangles(s *subject, limit float64, report func(Finding)) {
	for _, mesh := range s.model.Meshes {
		var w worst
		for i := 0; i < len(mesh.Index); i += 3 {
			var p [3]exact.Vec
			for c := range p {
				v := mesh.Index[i+c]
				p[c] = exact.WidenVec([3]float32(mesh.Position[3*v : 3*v+3]))
			}
			if thinness(p) <= limit {
				w.add(0, i/3, 0)
			}
		}
		if w.count > 0 {
			report(Finding{Mesh: mesh.Name, Count: w.count, Size: 100 * float64(w.count) / float64(len(mesh.Index)/3), Unit: "%",
				Message: fmt.Sprintf("triangles without an area: %d of %d; the first is %d", w.count, len(mesh.Index)/3, w.of)})
		}
	}
}

// thinness is a triangle's height over its longest edge: 0.87 of an equilateral one.
func thinness(p [3]exact.Vec) float64 {
	longest := 0.
	for c := range p {
		longest = max(longest, p[(c+1)%3].Sub(p[c]).Length())
	}
	if longest == 0 {
		return 0
	}
	return p[1].Sub(p[0]).Cross(p[2].Sub(p[0])).Length() / float64(longest*longest)
}
