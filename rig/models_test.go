package rig_test

import (
	"context"
	"math"
	"math/rand/v2"
	"reflect"
	"sync"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/oracle"
	"github.com/sinew-anim/sinew/rig"
	"github.com/sinew-anim/sinew/soa"
)

// striderModel is read once.
var striderModel = sync.OnceValues(func() (*soa.Model, error) {
	return importer.Load(context.Background(), "../testdata/strider/strider.glb", importer.Options{NoTextures: true})
})

func loadStrider(t testing.TB) *soa.Model {
	t.Helper()
	m, err := striderModel()
	must.Do(t, err)
	return m
}

// named returns the index of a joint.
func named(t testing.TB, m *soa.Model, name string) int {
	t.Helper()
	j := m.Skeleton.Joint(name)
	if j < 0 {
		t.Fatalf("there is no joint %q among %q", name, m.Skeleton.Name)
	}
	return j
}

// even is a random model whose joints scale all axes alike, and do not shear.
func even(seed uint64, joints int) *soa.Model {
	m := figure.Random(seed, joints)
	m.Skeleton.Static = nil
	r := &m.Skeleton.Rest
	for j := range joints {
		s := float32(math.Abs(float64(r.SX[j])))
		r.SX[j], r.SY[j], r.SZ[j] = s, s, s
	}
	for _, c := range m.Clips {
		for t, tr := range c.Tracks {
			if tr.Property != soa.Scale {
				continue
			}
			first, end := c.Keys(t)
			for k := first; k < end; k++ {
				c.Y[k], c.Z[k] = c.X[k], c.X[k]
			}
			for k := 0; tr.Interpolation == soa.Cubic && k < end-first; k++ {
				for _, v := range []*soa.Tangent{&c.In[int(tr.FirstTangent)+k], &c.Out[int(tr.FirstTangent)+k]} {
					v[1], v[2] = v[0], v[0]
				}
			}
		}
	}
	return m
}

// movement is how far the joints, and the vertices, of two models are from each other in float64, at rest
// and at times of all clips. Each is relative to the size of the pose, where that is above 1 m.
func movement(t testing.TB, r *rand.Rand, a, b *soa.Model, index []int) (joints, vertices float64) {
	t.Helper()
	compare := func(x, y *oracle.Pose) {
		size := 1.
		for _, g := range x.Model {
			size = max(size, g.Translation().Length())
		}
		for j, k := range index {
			if k >= 0 {
				joints = max(joints, x.Model[j].Translation().Sub(y.Model[k].Translation()).Length()/size)
			}
		}
		for i := range x.Meshes {
			for v, p := range x.Meshes[i].Position {
				vertices = max(vertices, p.Sub(y.Meshes[i].Position[v]).Length()/max(size, p.Length()))
			}
		}
	}
	compare(oracle.Evaluate(a, nil, 0), oracle.Evaluate(b, nil, 0))
	for i, c := range a.Clips {
		for range 6 {
			at := c.Start + r.Float64()*c.Seconds()
			compare(oracle.Evaluate(a, []*soa.Clip{c}, at), oracle.Evaluate(b, []*soa.Clip{b.Clips[i]}, at))
		}
	}
	return joints, vertices
}

// wantUnchanged checks that a function has left its argument as it was.
func wantUnchanged(t testing.TB, m, before *soa.Model) {
	t.Helper()
	if !reflect.DeepEqual(m, before) {
		t.Error("the argument was changed")
	}
}

// wantReport checks the numbers of a report.
func wantReport(t testing.TB, r *rig.SkeletonReport, before, after *soa.Model) {
	t.Helper()
	if r.Before != before.Skeleton.Len() || r.After != after.Skeleton.Len() || len(r.Index) != r.Before || len(r.Notes) == 0 {
		t.Fatalf("report %+v of %d joints that became %d", r, before.Skeleton.Len(), after.Skeleton.Len())
	}
	for j, k := range r.Index {
		if k >= 0 && before.Skeleton.Unit[j] != after.Skeleton.Unit[k] {
			t.Errorf("joint %d has the unit %v, as joint %d %v", j, before.Skeleton.Unit[j], k, after.Skeleton.Unit[k])
		}
	}
}
