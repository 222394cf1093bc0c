package mesh

import (
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// inward is the least ratio of triangles with normals on their back to those with normals on
// their front at which the whole mesh is flipped. Some exporters flip every normal when
// they mirror a mesh.
const inward = 20

// turnNormals negates a mesh's normals if nearly all point to the back of their triangles. Such a
// mesh would be lit from inside.
func turnNormals(m *soa.Mesh, r *report.Report) {
	front, back := 0, 0
	for t := 0; t+3 <= len(m.Index); t += 3 {
		if inward*front > back+(len(m.Index)-t)/3 {
			return // whatever the others are
		}
		var p [3]exact.Vec
		var n exact.Vec
		for k, v := range m.Index[t : t+3] {
			for c := range 3 {
				p[k][c] = float64(m.Position[3*int(v)+c])
				n[c] += float64(m.Normal[3*int(v)+c])
			}
		}
		switch side := p[1].Sub(p[0]).Cross(p[2].Sub(p[0])).Dot(n); {
		case side > 0:
			front++
		case side < 0:
			back++
		}
	}
	if back == 0 || inward*front > back {
		return
	}
	for i := range m.Normal {
		m.Normal[i] = -m.Normal[i]
	}
	r.Add(report.Repair, report.InvalidNormal, m.Name, "the normals of %d of %d triangles point into the mesh; negated", back, back+front)
}
