package runtime_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// worldSubject is a crowd whose characters stand anywhere, and some of its joints.
func worldSubject(t must.T, n int, mode play.RootMotion) (c *runtime.Crowd, joints []int) {
	t.Helper()
	m := figure.Random(7, 5)
	c, err := runtime.NewCrowd(runtime.Keyframes(m), n, runtime.CrowdOptions{RootMotion: mode, Play: &play.Options{Seed: 3}, Layout: pose.LayoutOptions{AllJoints: true}})
	must.Do(t, err)
	r := rand.New(rand.NewPCG(1, 2))
	for i := range n {
		if angle := 7 * r.Float64(); mode == play.RootApplied {
			must.Do(t, c.Instance(i).SetTransform(soa.RootTransform{X: 1e4 * r.Float64(), Y: r.Float64(), Z: -50 * r.Float64(), C: math.Cos(angle), S: math.Sin(angle)}))
		}
	}
	must.Do(t, c.Update(0.3))
	for j := range m.Skeleton.Len() {
		joints = append(joints, j)
	}
	return c, joints
}

// Joints in the world are the transform's matrix times those in the model, computed in float64.
func TestWorldJoints(t *testing.T) {
	for _, mode := range []play.RootMotion{play.RootIgnored, play.RootReported, play.RootApplied} {
		const n = 33
		c, joints := worldSubject(t, n, mode)
		instances := []int{32, 0, 7, 7}
		dst := make([]soa.Affine, len(instances)*len(joints))
		must.Do(t, c.WorldJoints(dst, instances, joints))
		for k, i := range instances {
			p := c.Instance(i).Transform()
			for j, joint := range joints {
				m, err := c.Instance(i).Joint(joint)
				must.Do(t, err)
				got := dst[k*len(joints)+j]
				for column := range 4 {
					v := [3]float64{float64(m[column]), float64(m[4+column]), float64(m[8+column])}
					want := p.Point(v)
					if column < 3 {
						want = soa.RootTransform{C: p.C, S: p.S}.Point(v)
					}
					for row, w := range want {
						if d := math.Abs(float64(got[4*row+column]) - w); !(d <= 3e-7*max(1, math.Abs(w), math.Abs(v[0])+math.Abs(v[2]))) {
							t.Fatalf("%v, instance %d, joint %d: [%d][%d] is %v, want %v", mode, i, joint, row, column, got[4*row+column], w)
						}
					}
				}
			}
		}
		if a := testing.AllocsPerRun(10, func() { _ = c.WorldJoints(dst, instances, joints) }); a != 0 {
			t.Errorf("%v allocations", a)
		}
		before := dst[0]
		for what, err := range map[string]error{
			"instance": c.WorldJoints(dst[:1], []int{n}, joints[:1]), "joint": c.WorldJoints(dst[:1], []int{0}, []int{len(joints)}),
			"length": c.WorldJoints(dst[:3], []int{1}, joints[:1]),
		} {
			want := runtime.ErrRange
			if what == "length" {
				want = simd.ErrLength
			}
			if !errors.Is(err, want) || dst[0] != before {
				t.Errorf("%s: %v", what, err)
			}
		}
	}
}

func BenchmarkWorldJoints(b *testing.B) {
	for _, n := range []int{1, 112} {
		c, joints := worldSubject(b, n, play.RootApplied)
		instances := make([]int, n)
		for i := range instances {
			instances[i] = i
		}
		dst := make([]soa.Affine, n*len(joints))
		name := "alone"
		if n > 1 {
			name = "among 112"
		}
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				_ = c.WorldJoints(dst, instances, joints)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(dst)), "ns/joint")
		})
	}
}
