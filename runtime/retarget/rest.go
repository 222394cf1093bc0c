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
		g := t.src.Rest.Global
		return t.turn.Rotate(g[to].Translation().Sub(g[from].Translation()))
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
	return exact.Between(from, to, about.Unit())
}

// alignRest aligns the target's limbs at rest with the source's: arms and legs, hands by the
// directions of their fingers, and fingers. Feet stay, since they are on the ground, and so does
// the trunk, whose joints differ between rigs. Joints below a limb move with it.
func (t *transfer) alignRest() {
	set := make([]bool, len(t.align)) // the joint has its own rotation
	fix := func(slot string, q exact.Quat) {
		for _, j := range t.m.Body[1][slot] {
			t.align[j], set[j] = q, true
		}
	}
	for _, side := range [...]humanoid.Side{humanoid.Left, humanoid.Right} {
		for _, slot := range [...]string{"Foot", "Toes", "Shoulder"} {
			fix(side.Role(slot), exact.IdentityQuat())
		}
		for _, slot := range [...][2]string{{"UpperArm", "LowerArm"}, {"LowerArm", "Hand"}, {"UpperLeg", "LowerLeg"}, {"LowerLeg", "Foot"}} {
			if q, ok := t.between(side.Role(slot[0]), side.Role(slot[1])); ok {
				fix(side.Role(slot[0]), q)
			}
		}
		if q, ok := t.alignHand(side); ok {
			fix(side.Role("Hand"), q)
		}
		for _, finger := range humanoid.Fingers() {
			t.alignFinger(side.Role(finger), set)
		}
	}
	for _, slot := range [...]string{"root", "hips", "pelvis", "spine", "neck", "head", "jaw", "leftEye", "rightEye"} {
		fix(slot, exact.IdentityQuat())
	}
	for j := range t.align {
		if up := t.dst.Parent[j]; up >= 0 && !set[j] {
			t.align[j] = t.align[up]
		}
	}
}

// between returns the rotation of the bone from one slot to the next.
func (t *transfer) between(slot, next string) (exact.Quat, bool) {
	var way [2]exact.Vec
	for i := range 2 {
		a, b := t.m.Body[i].First(slot), t.m.Body[i].First(next)
		if a < 0 || b < 0 {
			return exact.IdentityQuat(), false
		}
		if way[i] = t.bone(i, a, b); !(way[i].Length() > humanoid.MinBoneLength) {
			return exact.IdentityQuat(), false
		}
	}
	return arc(way[1], way[0], exact.Vec{1: 1}), true
}

// alignHand returns the rotation of a hand from the directions of its fingers and palm.
func (t *transfer) alignHand(side humanoid.Side) (exact.Quat, bool) {
	var frame [2]exact.Matrix
	for i := range 2 {
		b := t.m.Body[i]
		hand, index, little := b.First(side.Role("Hand")), b.First(side.Role("Index")), b.First(side.Role("Little"))
		if little < 0 {
			little = b.First(side.Role("Ring"))
		}
		if hand < 0 || index < 0 || little < 0 {
			return exact.IdentityQuat(), false
		}
		across := t.bone(i, index, little)
		along := t.bone(i, hand, index).Add(t.bone(i, hand, little))
		x := along.Unit()
		y := across.Sub(x.Scale(across.Dot(x))).Unit()
		if x.Length() < 0.5 || y.Length() < 0.5 {
			return exact.IdentityQuat(), false
		}
		z := x.Cross(y)
		frame[i] = exact.Matrix{x[0], y[0], z[0], 0, x[1], y[1], z[1], 0, x[2], y[2], z[2], 0}
	}
	return frame[0].Rotation(1).Mul(frame[1].Rotation(1).Conjugate()), true
}

// alignFinger aligns the bones of a finger of equal numbers.
func (t *transfer) alignFinger(slot string, set []bool) {
	a, b := t.m.Body[0][slot], t.m.Body[1][slot]
	if len(a) != len(b) {
		return
	}
	for k := 0; k+1 < len(b); k++ {
		from, to := t.bone(1, b[k], b[k+1]), t.bone(0, a[k], a[k+1])
		if from.Length() > humanoid.MinBoneLength && to.Length() > humanoid.MinBoneLength {
			t.align[b[k]], set[b[k]] = arc(from, to, exact.Vec{1: 1}), true
		}
	}
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
		case "UpperArm", "LowerArm", "Hand", "UpperLeg", "LowerLeg":
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
