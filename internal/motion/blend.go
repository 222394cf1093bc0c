package motion

import (
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// Blend returns the movement of several layers together: where the sum of their twists, each times
// its weight, leads to. Weights that add up to one average, others add; the order does not matter
// but for rounding. Of steps of one turning and one straight layer it makes arcs, and for steady
// movements the result of many small steps is that of one large one. An empty list gives IdentityRoot.
func Blend(weights []float64, steps []soa.RootTransform) soa.RootTransform {
	var sum Twist
	for i := range min(len(weights), len(steps)) {
		sum = sum.Add(Log(steps[i]), weights[i])
	}
	return Exp(sum)
}

// Step is a movement of a layer for BlendDirections.
type Step struct {
	Weight      float64
	Translation [3]float64
	Rotation    [4]float64 // quaternion x, y, z, w
}

// BlendDirections blends movements by the rule of ozz-animation's MotionBlendingJob.
// The direction of the translation is that of the weighted sum of the directions, its
// length the weighted mean of the lengths: a blend of a walk to the left and one to
// the right is as long as either. The rotation is the sum of the quaternions, each on
// the side of the sum before it, at length one; of three and more it depends on their
// order. Steps of a weight of zero or less do not count; without others nothing moves.
//
// Blend is the rule for movements that play over time: it follows arcs.
func BlendDirections(steps []Step) (translation [3]float64, rotation [4]float64) {
	var direction exact.Vec
	var sum exact.Quat
	length, weight := 0., 0.
	for i := range steps {
		s := &steps[i]
		if !(s.Weight > 0) {
			continue
		}
		t := exact.Vec(s.Translation)
		l := t.Length()
		if l > 0 {
			direction = direction.Add(t.Scale(s.Weight / l))
		}
		length, weight = length+float64(l*s.Weight), weight+s.Weight
		q := exact.Quat(s.Rotation).NearestSign(sum)
		for k := range sum {
			sum[k] += float64(q[k] * s.Weight)
		}
	}
	if l := direction.Length(); l > 0 {
		translation = direction.Scale(length / float64(weight*l))
	}
	rotation = sum.Unit()
	return translation, rotation
}
