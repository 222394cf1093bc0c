package importer_test

import (
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/internal/testing/truth"
	"github.com/sinew-anim/sinew/soa"
)

// TestRuntimeAgainstOracle plays every animated file forwards, backwards and by
// seeking anywhere, with the cursors that each time leaves for the next, and
// holds joints, vertices and weights against the oracle.
func TestRuntimeAgainstOracle(t *testing.T) {
	for _, path := range animated(t) {
		t.Run(filepath.Base(filepath.Dir(path))+"/"+filepath.Base(path), func(t *testing.T) {
			m := imported(t, path, importer.Options{ExactInfluences: true, NoTextures: true})
			worst := 0.0
			for _, c := range m.Clips {
				play := byRuntime(t, m, []*soa.Clip{c})
				want := byOracle(t, m, []*soa.Clip{c})
				for _, seconds := range journey(c) {
					worst = max(worst, compareEvaluated(t, m, c, seconds, play(seconds), want(seconds)))
				}
			}
			t.Logf("%d clips to %.2g of the model's size", len(m.Clips), worst)
		})
	}
}

// journey returns times forwards, backwards and here and there: within the
// clip, at its ends and beyond them.
func journey(c *soa.Clip) []float64 {
	const steps = 6
	random := rand.New(rand.NewPCG(7, uint64(len(c.Time))))
	at := func(u float64) float64 { return c.Start + u*c.Seconds() }
	list := []float64{c.Start - 1}
	for i := range steps + 1 {
		list = append(list, at((float64(i)+0.3*random.Float64())/steps))
	}
	for i := steps; i >= 0; i-- {
		list = append(list, at((float64(i)-0.3*random.Float64())/steps))
	}
	for range steps {
		list = append(list, at(1.2*random.Float64()-0.1))
	}
	return append(list, c.End(), c.Start, c.End()+1)
}

// compareEvaluated returns the largest difference in parts of the model's size
// and reports one over the tolerance.
func compareEvaluated(t *testing.T, m *soa.Model, c *soa.Clip, seconds float64, got, want *evaluated) float64 {
	t.Helper()
	size := want.size()
	limit, worst, where := modelTolerance*size, 0.0, ""
	see := func(d float64, what string) {
		if !(d <= worst) {
			worst, where = d, what
		}
	}
	for j := range want.joints {
		see(frameDistance(got.joints[j], want.joints[j], 0.1*size), "joint "+m.Skeleton.Name[j])
	}
	for i := range want.meshes {
		for v := range want.meshes[i] {
			see(truth.Distance(got.meshes[i][v], want.meshes[i][v]), "a vertex of mesh "+m.Meshes[i].Name)
		}
	}
	if !(worst <= limit) {
		t.Errorf("clip %q at %v s: %s is off by %.3g, allowed are %.3g", c.Name, seconds, where, worst, limit)
	}
	for w := range want.weights {
		if d := got.weights[w] - want.weights[w]; !(d*d <= 1e-12) {
			t.Errorf("clip %q at %v s: weight %q is off by %.3g", c.Name, seconds, m.Weights[w].Target, d)
		}
	}
	if size == 0 {
		return 0
	}
	return worst / size
}
