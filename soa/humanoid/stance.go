package humanoid

import "math"

// ArmPose is how the arms of a body are held.
type ArmPose uint8

// The poses of arms. See ArmPoseOf for their angles.
const (
	OtherPose ArmPose = iota
	TPose             // arms to the sides, horizontal
	APose             // arms down and to the sides
)

// String returns the pose's name.
func (p ArmPose) String() string {
	switch p {
	case TPose:
		return "T"
	case APose:
		return "A"
	}
	return "other"
}

const (
	mostT         = 15.      // degrees from horizontal
	leastA, mostA = 25., 60. // degrees below horizontal
	mostAhead     = 45.      // degrees ahead of or behind the shoulders
	mostUnlike    = 10.      // degrees between the arms
)

// ArmPoseOf names the pose of arms by two angles in degrees, of the left and the right upper arm: down,
// below the horizontal plane of the body, and ahead of its side. A T pose is within 15° of horizontal,
// an A pose from 25° to 60° below; in both the arms are at most 45° ahead or behind and within 10° of
// each other.
func ArmPoseOf(down, ahead [2]float64) ArmPose {
	within := func(list [2]float64, least, most float64) bool {
		return min(list[0], list[1]) >= least && max(list[0], list[1]) <= most
	}
	switch {
	case !within(ahead, -mostAhead, mostAhead) || math.Abs(down[0]-down[1]) > mostUnlike:
	case within(down, -mostT, mostT):
		return TPose
	case within(down, leastA, mostA):
		return APose
	}
	return OtherPose
}
