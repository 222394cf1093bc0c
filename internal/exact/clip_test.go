package exact_test

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/oracle"
	"github.com/sinew-anim/sinew/soa"
)

// randomModel has a chain of joints with a track of every property and
// interpolation, and a static joint at its end.
func randomModel(r *rand.Rand) *soa.Model {
	m := &soa.Model{Skeleton: &soa.Skeleton{}, Weights: []soa.MorphWeight{{}, {}, {}}}
	k := m.Skeleton
	value := func() float32 { return 2*r.Float32() - 1 }
	const joints = 10
	k.Rest = soa.MakeTransforms(joints)
	for j := range joints {
		k.Parent, k.Depth, k.Name = append(k.Parent, int16(j-1)), append(k.Depth, uint16(j)), append(k.Name, "")
		k.Rest.TX[j] = value()
	}
	k.Static = []soa.StaticLocal{{Joint: joints - 1, Local: soa.Affine{1, 0.5, 0, value(), 0, 1, 0, 0, 0, 0, 2, 0}}}
	c := &soa.Clip{TicksPerSecond: 1, Duration: 10}
	for property := soa.Translation; property <= soa.Weight; property++ {
		for mode := soa.Linear; mode <= soa.Cubic; mode++ {
			tr := soa.Track{Target: int16(mode), Property: property, Interpolation: mode, First: uint32(len(c.Time))}
			if mode == soa.Cubic {
				tr.FirstTangent = uint32(len(c.In))
			}
			c.Tracks = append(c.Tracks, tr)
			for i := range 20 {
				q := exact.Quat{float64(value()), float64(value()), float64(value()), 1}.Unit()
				c.Time = append(c.Time, (float32(i)+r.Float32())/2)
				c.X, c.Y = append(c.X, float32(q[0])), append(c.Y, float32(q[1]))
				c.Z, c.W = append(c.Z, float32(q[2])), append(c.W, float32(q[3]))
				if mode == soa.Cubic {
					c.In = append(c.In, soa.Tangent{value(), value(), value(), value()})
					c.Out = append(c.Out, soa.Tangent{value(), value(), value(), value()})
				}
			}
		}
	}
	m.Clips = []*soa.Clip{c}
	return m
}

// The oracle evaluates by other lines.
func TestClipIsTheOracles(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	m := randomModel(r)
	skeleton := exact.NewSkeleton(m, nil)
	clip, pose := skeleton.NewClip(m.Clips[0]), skeleton.NewPose()
	for i := range 2000 {
		tick := float64(i)/160 - 1
		if i%2 == 1 {
			tick = 12*r.Float64() - 1
		}
		clip.At(tick, false, &pose)
		want := oracle.Evaluate(m, m.Clips, tick)
		for j := range pose.Global {
			p := want.Model[j].Translation()
			x := want.Model[j].Direction(oracle.Vec3{1})
			if d := pose.Global[j].Translation().Sub(exact.Vec(p)).Length() + pose.Global[j].Column(0).Sub(exact.Vec(x)).Length(); !(d < 1e-12) {
				t.Fatalf("at tick %v joint %d is %v away", tick, j, d)
			}
		}
		for w := range pose.Weight {
			if d := math.Abs(pose.Weight[w] - want.Weights[w]); !(d < 1e-12) {
				t.Fatalf("at tick %v weight %d is %v off", tick, w, d)
			}
		}
	}
}

// The limit from the left differs from the value where a step track has a key.
func TestLimitFromTheLeft(t *testing.T) {
	c := &soa.Clip{
		TicksPerSecond: 1, Duration: 2, Time: []float32{0, 1, 2}, X: []float32{3, 4, 5}, Y: make([]float32, 3), Z: make([]float32, 3), W: make([]float32, 3),
		Tracks: []soa.Track{{Interpolation: soa.Step}},
	}
	track := exact.NewTrack(c, 0)
	for _, at := range []struct {
		tick, value, limit float64
	}{{0, 3, 3}, {0.5, 3, 3}, {1, 4, 3}, {1.5, 4, 4}, {2, 5, 4}, {3, 5, 5}} {
		if v, l := track.At(at.tick, false)[0], track.At(at.tick, true)[0]; v != at.value || l != at.limit {
			t.Errorf("at tick %v: %v and, from the left, %v; want %v and %v", at.tick, v, l, at.value, at.limit)
		}
	}
}

// A pose of a clip alone has the bits of one of a prepared clip.
func TestPoseAt(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	m := randomModel(r)
	skeleton := exact.NewSkeleton(m, nil)
	clip, want, got := skeleton.NewClip(m.Clips[0]), skeleton.NewPose(), skeleton.NewPose()
	for range 50 {
		tick := max(0, 11*r.Float64()-0.5)
		clip.At(tick, false, &want)
		if skeleton.PoseAt(m.Clips[0], tick, &got); !reflect.DeepEqual(got, want) {
			t.Fatalf("at tick %v: %v, want %v", tick, got, want)
		}
	}
}
