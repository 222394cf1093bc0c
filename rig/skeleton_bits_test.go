package rig_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/rig"
	"github.com/sinew-anim/sinew/soa"
)

// sum is a hash of the numbers of a model: its rest, keys, matrices and vertices.
func sum(m *soa.Model) string {
	h := fnv.New64a()
	add := func(lists ...[]float32) {
		for _, list := range lists {
			for _, x := range list {
				var b [4]byte
				binary.LittleEndian.PutUint32(b[:], math.Float32bits(x))
				h.Write(b[:])
			}
		}
	}
	r := &m.Skeleton.Rest
	add(r.TX, r.TY, r.TZ, r.RX, r.RY, r.RZ, r.RW, r.SX, r.SY, r.SZ)
	for _, c := range m.Clips {
		add(c.Time, c.X, c.Y, c.Z, c.W)
		for i := range c.In {
			add(c.In[i][:], c.Out[i][:])
		}
	}
	for _, s := range m.Skins {
		for i := range s.InverseBind {
			add(s.InverseBind[i][:])
		}
	}
	for _, mesh := range m.Meshes {
		add(mesh.Position, mesh.Normal, mesh.Offset[:])
	}
	return fmt.Sprintf("%016x", h.Sum64())
}

// Changes have the same bits on every processor.
func TestBits(t *testing.T) {
	ctx := context.Background()
	m := even(3, 17)
	turns := make([][4]float64, 17)
	for j := range turns {
		turns[j] = [4]float64{0.6, 0, 0, 0.8}
	}
	body := loadStrider(t)
	markers := &rig.Markers{Places: []rig.Marker{
		{Name: "chin", Place: [3]float64{-0.52, 1.6, -0.42}}, {Name: "groin", Place: [3]float64{-0.554, 0.95, -0.491}},
		{Name: "leftWrist", Place: [3]float64{0.019, 1.38, -0.778}}, {Name: "leftElbow", Place: [3]float64{-0.197, 1.462, -0.698}},
		{Name: "leftKnee", Place: [3]float64{-0.4585, 0.643, -0.526}}, {Name: "rightKnee", Place: [3]float64{-0.638, 0.643, -0.435}},
	}}
	for name, c := range map[string]struct {
		do   func() (*soa.Model, *rig.SkeletonReport, error)
		want string
	}{
		"insert": {func() (*soa.Model, *rig.SkeletonReport, error) { return rig.InsertJoint(m, 5, "new", 0.3) }, "f06450b00675a0dd"},
		"remove": {func() (*soa.Model, *rig.SkeletonReport, error) { return rig.RemoveJoint(m, 1) }, "e2cdcc0978e437a7"},
		"turn":   {func() (*soa.Model, *rig.SkeletonReport, error) { return rig.TurnFrames(m, turns) }, "2b3104ae13aa7312"},
		"pose": {func() (*soa.Model, *rig.SkeletonReport, error) {
			return rig.TakePose(ctx, body, rig.A, rig.AsBind)
		}, "97625c1cbfc82565"},
		"fit": {func() (*soa.Model, *rig.SkeletonReport, error) { return rig.FitSkeleton(ctx, body, markers) }, "ab69f7eccf5cbeb5"},
	} {
		out, _, err := c.do()
		must.Do(t, err)
		if got := sum(out); got != c.want {
			t.Errorf("%s: the sum is %s, want %s", name, got, c.want)
		}
	}
}
