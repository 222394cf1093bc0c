package runtime_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// shortMeans is a chain of joints, a clip that holds still, and two that turn every joint by
// almost 180° in their last tick, one left and one right: both lie on the side of the reference,
// as quaternions, and of half of each hardly anything is left.
func shortMeans(joints int) *soa.Model {
	const keys, left = 66, 2e-3
	rest := soa.MakeTransforms(joints)
	s := &soa.Skeleton{Rest: rest}
	for j := range joints {
		s.Name, s.Unit = append(s.Name, fmt.Sprint("joint ", j)), append(s.Unit, 1)
		s.Parent, s.Depth = append(s.Parent, int16(j-1)), append(s.Depth, uint16(j))
		if j > 0 {
			rest.TY[j] = 0.1
		}
	}
	s.Parent[0] = soa.NoJoint
	m := &soa.Model{Name: "short means", Skeleton: s}
	for _, turn := range []struct {
		name string
		y    float64
	}{{"idle", 0}, {"left", 1}, {"right", -1}} {
		c := &soa.Clip{Name: turn.name, TicksPerSecond: keys - 1, Duration: keys - 1}
		for j := range joints {
			c.Tracks = append(c.Tracks, soa.Track{Target: int16(j), Property: soa.Rotation, First: uint32(len(c.Time))})
			for k := range keys {
				y, w := 0., 1.
				if k == keys-1 && turn.y != 0 {
					y, w = turn.y*math.Sqrt(1-left*left), left
				}
				c.Time = append(c.Time, float32(k))
				c.X, c.Y, c.Z, c.W = append(c.X, 0), append(c.Y, float32(y)), append(c.Z, 0), append(c.W, float32(w))
			}
		}
		m.Clips = append(m.Clips, c)
	}
	return m
}

// A mixture of rotations that almost cancel each other in every joint of a chain turns the
// joints somehow, and is finite: palettes multiply lengths along the chain.
func TestShortMeans(t *testing.T) {
	const joints = soa.MaxRigDepth
	m := shortMeans(joints)
	must.Do(t, m.Validate())
	for _, r := range roadsOf(m, pose.FormRig) {
		t.Run(r.name, func(t *testing.T) {
			everySIMD(t, func(isa simd.ISA) {
				for _, kind := range []play.Kind{play.Blend, play.Override, play.ModelOverride} {
					for _, n := range []int{1, 17} {
						c := r.crowd(t, n, runtime.CrowdOptions{Layers: 3})
						left := play.Options{Mode: play.Clamp, Weight: 0.5}
						if kind != play.Blend {
							left.Weight = 1
						}
						for i := range n {
							must.Do(t, c.Instance(i).Play(c.ClipIndex("left"), left))
							must.Do(t, c.Instance(i).Play(c.ClipIndex("right"), play.Options{Layer: 1, Kind: kind, Mode: play.Clamp, Weight: 0.5}))
						}
						for frame := range 3 {
							update(t, c, 2)
							for i := range n {
								holdOrthonormal(t, fmt.Sprintf("%v, %v, crowd of %d, frame %d, instance %d", isa, kind, n, frame, i), c.Instance(i).Palette(), joints)
							}
						}
					}
				}
			})
		})
	}
}

// holdOrthonormal makes sure that matrices of a palette turn and do nothing else to shapes.
func holdOrthonormal(t *testing.T, what string, palette []float32, joints int) {
	t.Helper()
	for j := range joints {
		m := palette[12*j:][:12]
		for a := range 3 {
			if !(math.Abs(float64(m[4*a+3])) < float64(joints)) {
				t.Fatalf("%s: joint %d is at %v", what, j, m[4*a+3])
			}
			for b := range a + 1 {
				dot := float64(0)
				for k := range 3 {
					dot += float64(m[4*a+k]) * float64(m[4*b+k])
				}
				want := 0.
				if a == b {
					want = 1
				}
				if !(math.Abs(dot-want) <= 1e-3) {
					t.Fatalf("%s: rows %d and %d of the matrix of joint %d have the product %v: %v", what, a, b, j, dot, m)
				}
			}
		}
	}
}
