package rig_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/oracle"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/internal/testing/solid"
	"github.com/sinew-anim/sinew/rig"
	"github.com/sinew-anim/sinew/soa"
)

// Derived bones end at the mean of the children that lead to bones, or of all children where none does.
func TestTails(t *testing.T) {
	for k := range seed.Cases(t, 50) {
		r := rand.New(rand.NewPCG(k, 12))
		at := make([]float32, 2+r.IntN(12))
		for j := range at {
			at[j] = 0.1 + r.Float32()
		}
		m := chain(solid.Box(1, 1, 1, 2), at...)
		var o rig.Options
		for j := range at {
			if j > 0 {
				m.Skeleton.Parent[j] = int16(r.IntN(j))
			}
			if r.IntN(2) == 0 || j == 0 {
				o.Joints = append(o.Joints, j)
			}
		}
		m.Skeleton.ComputeDepth()
		_, report, err := rig.Bind(context.Background(), m, o)
		must.Do(t, err)
		if len(report.Segments) != len(o.Joints) {
			t.Fatalf("%d bones for %d joints", len(report.Segments), len(o.Joints))
		}
		for _, s := range report.Segments {
			if tail, ok := tailOf(m, o.Joints, s.Joint); ok {
				must.AllNear(t, "tail", s.Tail[:], tail[:], 1e-5)
			}
		}
	}
}

// tailOf is where the bone of a joint with children ends.
func tailOf(m *soa.Model, bones []int, joint int) (oracle.Vec3, bool) {
	places := oracle.Evaluate(m, nil, 0).Model
	mean := func(takes func(child int) bool) (sum oracle.Vec3, ok bool) {
		n := 0.
		for j, p := range m.Skeleton.Parent {
			if int(p) == joint && takes(j) {
				at := places[j].Translation()
				sum[0], sum[1], sum[2], n = sum[0]+at[0], sum[1]+at[1], sum[2]+at[2], n+1
			}
		}
		return oracle.Vec3{sum[0] / n, sum[1] / n, sum[2] / n}, n > 0
	}
	leads := func(child int) bool {
		for _, b := range bones {
			for ; b >= 0; b = int(m.Skeleton.Parent[b]) {
				if b == child {
					return true
				}
			}
		}
		return false
	}
	if tail, ok := mean(leads); ok {
		return tail, true
	}
	return mean(func(int) bool { return true })
}
