package retarget

import (
	"maps"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/humanoid"
)

// limb is an arm or a leg that both bodies have.
type limb struct {
	name           string    // its last slot: leftFoot
	joint          [2][3]int // of source and target: upper, lower, end
	toes           [2]int    // or soa.NoJoint
	source, target float64   // lengths
	parts          [2][2]float64
	ball           [2]int        // of a leg: the farthest joint of the foot, or the ankle
	stand          [2][2]float64 // of a leg: heights of ankle and ball when it stands, in the target's axes
}

// findLimbs finds the limbs with all joints mapped and no bone of zero length.
func (t *transfer) findLimbs() {
	for _, side := range [...]humanoid.Side{humanoid.Left, humanoid.Right} {
		t.legs = t.appendLimb(t.legs, side, "UpperLeg", "LowerLeg", "Foot")
		t.arms = t.appendLimb(t.arms, side, "UpperArm", "LowerArm", "Hand")
	}
}

func (t *transfer) appendLimb(limbs []limb, side humanoid.Side, slots ...string) []limb {
	l := limb{name: side.Role(slots[2])}
	for k, slot := range slots {
		for i := range 2 {
			if l.joint[i][k] = t.m.Body[i].First(side.Role(slot)); l.joint[i][k] < 0 {
				return limbs
			}
		}
		if t.pair[l.joint[1][k]] < 0 {
			return limbs
		}
	}
	for i := range 2 {
		k := t.m.Skeleton[i]
		if l.toes[i] = soa.NoJoint; slots[2] == "Foot" {
			l.toes[i] = t.m.Body[i].First(side.Role("Toes"))
		}
		for b := range 2 {
			if !k.InSubtree(l.joint[i][b+1], l.joint[i][b]) {
				return limbs
			}
			l.parts[i][b] = t.bone(i, l.joint[i][b], l.joint[i][b+1]).Length()
			if !(l.parts[i][b] > humanoid.MinBoneLength) {
				return limbs
			}
		}
	}
	l.source, l.target = l.parts[0][0]+l.parts[0][1], l.parts[1][0]+l.parts[1][1]
	return append(limbs, l)
}

// bone returns the vector at rest between two joints of the source (0), in the target's axes, or of
// the target (1).
func (t *transfer) bone(i, from, to int) exact.Vec {
	if i == 0 {
		g := t.ref.pose.Global
		return t.face.Rotate(g[to].Translation().Sub(g[from].Translation()))
	}
	g := t.dst.Rest.Global
	return g[to].Translation().Sub(g[from].Translation())
}

// arc returns the shortest rotation from one direction to another, about the given axis if they are
// opposite.
func arc(from, to, about exact.Vec) exact.Quat {
	from, to = from.Unit(), to.Unit()
	about = about.Sub(from.Scale(about.Dot(from)))
	if about.Length() < 1e-6 {
		about = from.Perpendicular()
	}
	return exact.RotationBetween(from, to, about.Unit())
}

// findLift computes the rise of the target's hips when its legs have the source's directions and
// the feet their height at rest. Parts of the leg are weighted by the mean of both bodies, so that
// the reverse is exactly opposite.
func (t *transfer) findLift() {
	t.lift = 0
	for i := range t.legs {
		l := &t.legs[i]
		for b := range 2 {
			source, target := t.bone(0, l.joint[0][b], l.joint[0][b+1]).Unit(), t.bone(1, l.joint[1][b], l.joint[1][b+1]).Unit()
			part := (l.parts[0][b]/l.source + l.parts[1][b]/l.target) / 2
			t.lift += float64((target[1] - source[1]) * float64(part*l.target))
		}
	}
	if len(t.legs) > 0 {
		t.lift /= float64(len(t.legs))
	}
}

// differences lists the limbs that were aligned by more than a degree.
func (t *transfer) differences() (list []Difference) {
	for _, slot := range slices.Sorted(maps.Keys(t.m.Body[1])) {
		bare, _ := humanoid.SplitRole(slot)
		switch bare {
		case "UpperArm", "LowerArm", "Hand", "UpperLeg", "LowerLeg", "Foot", "hips":
		default:
			continue
		}
		j := t.m.Body[1].First(slot)
		if t.pair[j] < 0 {
			continue
		}
		if d := degrees(t.align[j]); d > 1 {
			list = append(list, Difference{slot, d})
		}
	}
	return list
}

// degrees returns the angle of a rotation.
func degrees(q exact.Quat) float64 {
	v := exact.Vec{q[0], q[1], q[2]}.Length()
	return 2 * exact.Atan2(v, math.Abs(q[3])) * (180 / math.Pi)
}
