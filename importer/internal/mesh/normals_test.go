package mesh

import (
	"testing"

	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/soa"
)

// TestTurnNormals checks that normals are negated if nearly all point inward, and kept if only
// some do.
func TestTurnNormals(t *testing.T) {
	for _, c := range []struct {
		triangles, inward int
		turned            bool
	}{{1, 1, true}, {1, 0, false}, {40, 39, true}, {40, 20, false}, {40, 1, false}, {0, 0, false}} {
		m := &soa.Mesh{}
		for k := range c.triangles {
			n := float32(1)
			if k < c.inward {
				n = -1
			}
			for v := range 3 {
				m.Index = append(m.Index, uint32(3*k+v))
				m.Position = append(m.Position, float32(v%2), float32(v/2), 0)
				m.Normal = append(m.Normal, 0, 0, n)
			}
		}
		var r report.Report
		turnNormals(m, &r)
		if got := len(r.Findings) == 1; got != c.turned {
			t.Errorf("%d of %d: turned is %v", c.inward, c.triangles, got)
		}
		if c.turned && m.Normal[2] != 1 {
			t.Errorf("%d of %d: the normal is %v", c.inward, c.triangles, m.Normal[:3])
		}
	}
}
