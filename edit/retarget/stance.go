package retarget

import (
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa/humanoid"
)

// stance is how a body is held in a pose. Angles are in degrees, relative to an axis that points up.
type stance struct {
	known bool    // the body has a trunk and legs
	lean  float64 // of the trunk from the axis
	legs  float64 // the largest of a thigh and of a shin, from the opposite direction
	arms  humanoid.ArmPose
}

// The limits of stances, in degrees.
const (
	mostLean    = 30. // of the trunk of a body that stands
	mostSpread  = 40. // of its thighs and shins
	mostBentArm = 30. // between upper and lower arm in a T or A pose
)

// stands reports whether a body stands upright on its legs.
func (s *stance) stands() bool { return s.known && s.lean <= mostLean && s.legs <= mostSpread }

// isPosed reports whether a body stands in a T or A pose.
func (s *stance) isPosed() bool { return s.stands() && s.arms != humanoid.OtherPose }

// deviation is how far a body is from standing upright, in degrees.
func (s *stance) deviation() float64 { return s.lean + s.legs }

// trunkOf returns the unit vector from the hips to the neck, or zero.
func trunkOf(b humanoid.Body, p *exact.Pose) exact.Vec {
	at := func(role string) (exact.Vec, bool) {
		if j := b.First(role); j >= 0 {
			return p.Global[j].Translation(), true
		}
		return exact.Vec{}, false
	}
	low, ok := at("hips")
	high, also := at("neck")
	if l, r := b.First("leftUpperArm"), b.First("rightUpperArm"); !also && l >= 0 && r >= 0 {
		high, also = p.Global[l].Translation().Lerp(p.Global[r].Translation(), 0.5), true
	}
	if !also {
		high, also = at("head")
	}
	if way := high.Sub(low); ok && also && way.Length() > humanoid.MinBoneLength {
		return way.Unit()
	}
	return exact.Vec{}
}

// stanceOf measures a pose.
func stanceOf(b humanoid.Body, p *exact.Pose, up exact.Vec) (s stance) {
	trunk := trunkOf(b, p)
	s.lean = vectorAngle(trunk, up)
	legs := 0
	for _, side := range [...]humanoid.Side{humanoid.Left, humanoid.Right} {
		upper, lower, foot := b.First(side.Role("UpperLeg")), b.First(side.Role("LowerLeg")), b.First(side.Role("Foot"))
		if upper < 0 || lower < 0 || foot < 0 {
			continue
		}
		for _, bone := range [...][2]int{{upper, lower}, {lower, foot}} {
			s.legs = max(s.legs, vectorAngle(p.Global[bone[1]].Translation().Sub(p.Global[bone[0]].Translation()), up.Scale(-1)))
		}
		legs++
	}
	s.known = trunk != exact.Vec{} && legs > 0
	s.arms = armsOf(b, p, trunk)
	return s
}

// armsOf returns how a body holds its arms, relative to its trunk and whichever side is named left.
func armsOf(b humanoid.Body, p *exact.Pose, trunk exact.Vec) humanoid.ArmPose {
	var at [2][3]exact.Vec
	for i, side := range [...]humanoid.Side{humanoid.Left, humanoid.Right} {
		for k, role := range [...]string{"UpperArm", "LowerArm", "Hand"} {
			j := b.First(side.Role(role))
			if j < 0 {
				return humanoid.OtherPose
			}
			at[i][k] = p.Global[j].Translation()
		}
	}
	left := at[0][0].Sub(at[1][0])
	left = left.Sub(trunk.Scale(left.Dot(trunk))).Unit()
	ahead := left.Cross(trunk)
	var down, front [2]float64
	for i := range at {
		upper, lower := at[i][1].Sub(at[i][0]).Unit(), at[i][2].Sub(at[i][1]).Unit()
		if vectorAngle(upper, lower) > mostBentArm {
			return humanoid.OtherPose
		}
		high := upper.Dot(trunk)
		down[i] = exact.Atan2(0-high, math.Sqrt(max(0, 1-float64(high*high)))) * (180 / math.Pi)
		front[i] = exact.Atan2(upper.Dot(ahead), upper.Dot(left)*float64(1-2*i)) * (180 / math.Pi)
	}
	return humanoid.ArmPoseOf(down, front)
}

// vectorAngle returns the angle between two vectors in degrees, 180 for a vector of no length.
func vectorAngle(a, b exact.Vec) float64 {
	a, b = a.Unit(), b.Unit()
	if a.Length() < 0.5 || b.Length() < 0.5 {
		return 180
	}
	return exact.Atan2(a.Cross(b).Length(), a.Dot(b)) * (180 / math.Pi)
}
