package motion_test

import (
	"math"
	"testing"

	"github.com/sinew-anim/sinew/edit"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/soa"
)

// Hips that end a clip elsewhere in their sway than they start it have not turned, unless the way bends,
// the clip ends in the pose in which it starts, it does not travel, or the turn is larger than any sway.
func TestForwardOpenClips(t *testing.T) {
	for _, c := range []struct {
		name   string
		metres float64 // along the way
		turn   float64 // degrees: of the way, and of the hips' mean
		steps  float64 // cycles of sway
		leg    float64 // radians between the leg at the start and at the end
		want   float64 // degrees of the motion
	}{
		{"half a cycle", 0.7, 0, 0.5, 0.8, 0},
		{"half a cycle of a run", 1.6, 0, 0.5, 1.2, 0},
		{"a walk that ends within a step", 4, 0, 3.3, 0.4, 0},
		{"half a cycle that ends as it starts", 0.7, 0, 0.5, 0, -16},
		{"a long walk that bends a little", 6, 20, 4, 0.8, 20},
		{"a long walk that bends a little, and ends within a step", 9, -25, 5.5, 0.8, -41},
		{"a bend of a closed walk", 1.4, 10, 1, 0, 10},
		{"a bend within a step", 2, 60, 1.5, 0.8, 44},
		{"on the spot", 0, 20, 1, 0.8, 20},
	} {
		const n, sway = 90, 8.                              // degrees
		s := stride{z: c.metres, turn: c.turn, sway: -0.03} // over the leg whose side is ahead at the start
		var position, rotation, leg [][]float64
		for k := range n + 1 {
			u := float64(k) / n
			phase := 2 * math.Pi * c.steps * u
			p := s.mover(u).Point([3]float64{s.sway * math.Sin(phase), 1, 0})
			q := quat([2]float64{1, (c.turn*u + sway*math.Cos(phase)) * math.Pi / 180}, [2]float64{0, 0.05 * math.Sin(phase)})
			position, rotation = append(position, []float64{u, p[0], p[1], p[2]}), append(rotation, append([]float64{u}, q...))
			leg = append(leg, append([]float64{u}, quat([2]float64{0, 0.5*math.Sin(2*math.Pi*u) + c.leg*u})...))
		}
		k := &soa.Skeleton{Name: []string{"hips", "leg"}, Parent: []int16{soa.NoJoint, 0}, Unit: []float32{1, 1}, Rest: soa.MakeTransforms(2)}
		k.ComputeDepth()
		clip, moves := rootClip(position, rotation, 1), rootClip(nil, leg, 1)
		clip.AppendTrack(moves, 1, 1)
		got, err := edit.ExtractMotion(t.Context(), &soa.Model{Skeleton: k}, clip, soa.None, edit.MotionOptions{})
		must.Do(t, err)
		if yaw := float64(got.Motion.Yaw[len(got.Motion.Yaw)-1]) * 180 / math.Pi; math.Abs(yaw-c.want) > 0.1 {
			t.Errorf("%s turns by %v°, want %v°", c.name, yaw, c.want)
		}
	}
}
