package control_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/control"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/soa"
)

// turning is gazing with its head on a neck, which drawn rest rotations and a drawn clip turn.
func turning(r *rand.Rand) *soa.Model {
	m := gazing()
	rest := soa.MakeTransforms(2)
	clip := &soa.Clip{Name: "nod", TicksPerSecond: 1, Duration: 1}
	for j := range 2 {
		q := drawn(r).Float32()
		rest.RX[j], rest.RY[j], rest.RZ[j], rest.RW[j] = q[0], q[1], q[2], q[3]
		rest.TX[j], rest.TY[j], rest.TZ[j] = r.Float32()-0.5, r.Float32(), r.Float32()-0.5
		exact.AppendLinear(clip, soa.Rotation, j, 1, func(int) (float32, exact.Quat) { return 0, drawn(r) })
	}
	m.Skeleton = &soa.Skeleton{Name: []string{"neck", "head"}, Parent: []int16{-1, 0}, Unit: []float32{1, 1}, Rest: rest}
	m.Skeleton.ComputeDepth()
	m.Clips = []*soa.Clip{clip}
	m.Avatar.Bones[0].Node.Joint = 1
	m.Avatar.Gaze.Offset = [3]float64{r.Float64() - 0.5, r.Float64(), r.Float64() - 0.5}
	return m
}

func drawn(r *rand.Rand) exact.Quat {
	return exact.Quat{r.NormFloat64(), r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}.Unit()
}

// weightOf is expressionWeight of VRM 1.0, VRMC_vrm.lookAt.
func weightOf(value float64, by soa.GazeRange) float64 {
	return math.Min(math.Abs(value), by.From) / by.From * by.To
}

// Expressions show a gaze at a point by the formula of VRM 1.0: CalcYawPitch in the LookAt space, and the
// range of the direction, the other one at 0.
func TestGazeLooksAt(t *testing.T) {
	for s := range seed.Cases(t, 20) {
		r := rand.New(rand.NewPCG(s, 4))
		m := turning(r)
		must.Do(t, m.Validate())
		crowd, err := runtime.NewCrowd(runtime.Keyframes(m), 1, runtime.CrowdOptions{})
		must.Do(t, err)
		hero := crowd.Instance(0)
		must.Do(t, hero.Play(0, play.Options{}))
		must.Do(t, crowd.Update(0))
		gaze, ok := control.ExpressionGaze(m)
		if !ok || gaze.Head != 1 {
			t.Fatalf("head %d, %v", gaze.Head, ok)
		}

		// The LookAt space: the head's, moved by the offset, without the rest rotation of the head.
		pose := exact.NewSkeleton(m, nil).NewPose()
		_, rest, _, _ := pose.Global[1].Decompose()
		head, err := hero.Joint(1)
		must.Do(t, err)
		o := m.Avatar.Gaze.Offset
		space := exact.FromFloat32(head).Mul(exact.Compose(exact.Vec(o), rest.Conjugate(), exact.Vec{1, 1, 1}))
		inverse, _ := space.Inverse()
		for range 20 {
			target := [3]float32{4*r.Float32() - 2, 4*r.Float32() - 2, 4*r.Float32() - 2}
			local := inverse.Point(exact.WidenVec(target))
			yaw := math.Atan2(local[0], local[2]) * 180 / math.Pi
			down := math.Atan2(-local[1], math.Hypot(local[0], local[2])) * 180 / math.Pi
			want := make([]float64, 4) // down, left, right, up
			if of := m.Avatar.Gaze; yaw > 0 {
				want[1] = weightOf(yaw, of.Outer)
			} else {
				want[2] = weightOf(yaw, of.Outer)
			}
			if of := m.Avatar.Gaze; down > 0 {
				want[0] = weightOf(down, of.Down)
			} else {
				want[3] = weightOf(down, of.Up)
			}
			must.Do(t, gaze.LookAt(hero, target))
			must.Do(t, crowd.Update(0))
			must.AllNear(t, "the weights", hero.Weights()[:4], want, 1e-4)
		}
	}
}

// An avatar of VRM 0.x looks along −Z, and its left is −X. The offset is in the file's unit.
func TestGazeOfBackwardAvatar(t *testing.T) {
	m := gazing()
	m.Avatar.Backward, m.Avatar.Gaze.Offset, m.Skeleton.Unit[0] = true, [3]float64{0, 0.5, 0}, 2
	gaze, _ := control.ExpressionGaze(m)
	head := soa.IdentityAffine()
	for _, c := range []struct {
		target     [3]float32
		yaw, pitch float64
	}{{[3]float32{0, 1, -3}, 0, 0}, {[3]float32{-3, 1, 0}, 90, 0}, {[3]float32{3, 1, -3}, -45, 0}, {[3]float32{0, 4, -3}, 0, 45}, {[3]float32{0, 1, 0}, 0, 0}} {
		yaw, pitch := gaze.Angles(&head, c.target)
		must.Near(t, "yaw", yaw, c.yaw, 1e-5)
		must.Near(t, "pitch", pitch, c.pitch, 1e-5)
	}
	head = soa.Affine{} // scaled to nothing
	if yaw, pitch := gaze.Angles(&head, [3]float32{1, 2, 3}); yaw != 0 || pitch != 0 {
		t.Errorf("%v, %v", yaw, pitch)
	}
}

func TestGazeRefuses(t *testing.T) {
	m := gazing()
	crowd, err := runtime.NewCrowd(runtime.Keyframes(m), 1, runtime.CrowdOptions{})
	must.Do(t, err)
	gaze, _ := control.ExpressionGaze(m)
	for _, v := range []float64{math.NaN(), math.Inf(1)} {
		if err := gaze.LookAt(crowd.Instance(0), [3]float32{0, float32(v), 0}); !errors.Is(err, control.ErrValue) {
			t.Errorf("a target of %v: %v", v, err)
		}
	}
	if err := gaze.LookAt(runtime.Instance{}, [3]float32{}); !errors.Is(err, runtime.ErrStale) {
		t.Errorf("no character: %v", err)
	}
	m.Avatar.Bones = nil
	if gaze, ok := control.ExpressionGaze(m); !ok || !errors.Is(gaze.LookAt(crowd.Instance(0), [3]float32{}), control.ErrJoint) {
		t.Errorf("without a head: joint %d, %v", gaze.Head, ok)
	}
}
