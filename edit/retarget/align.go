package retarget

import (
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa/humanoid"
)

// alignRest aligns the target's body at rest with the source's: arms and legs, hands by the directions
// of their fingers, fingers, and a trunk or feet that differ by more than rigs do. Feet that are flat
// on the ground in both stay. Joints below a limb move with it.
func (t *transfer) alignRest() {
	set := make([]bool, len(t.align)) // the joint has its own rotation
	fix := func(slot string, q exact.Quat) {
		for _, j := range t.m.Body[1][slot] {
			t.align[j], set[j] = q, true
		}
	}
	trunk := t.alignTrunk()
	for _, side := range [...]humanoid.Side{humanoid.Left, humanoid.Right} {
		foot := t.alignFoot(side)
		fix(side.Role("Foot"), foot)
		fix(side.Role("Toes"), foot)
		fix(side.Role("Shoulder"), trunk)
		for _, slot := range [...][2]string{{"UpperArm", "LowerArm"}, {"LowerArm", "Hand"}, {"UpperLeg", "LowerLeg"}, {"LowerLeg", "Foot"}} {
			if q, ok := t.alignBone(side.Role(slot[0]), side.Role(slot[1])); ok {
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
	for _, slot := range [...]string{"hips", "pelvis", "spine"} {
		fix(slot, trunk)
	}
	for _, slot := range [...]string{"root", "neck", "head", "jaw", "leftEye", "rightEye"} {
		fix(slot, exact.IdentityQuat())
	}
	for j := range t.align {
		if up := t.dst.Parent[j]; up >= 0 && !set[j] {
			t.align[j] = t.align[up]
		}
	}
}

// The angles in degrees up to which rigs of bodies that stand alike differ.
const (
	likeTrunks = 15. // of the trunk's direction
	likeYaws   = 5.  // of feet, where the source's pose is a frame
	mostSlope  = 50. // of the line from ankle to ball below horizontal, of a flat foot
)

// alignTrunk returns the rotation of a trunk that leans otherwise than the source's does in its reference
// pose. Trunks of bodies that stand alike stay, since the joints of spines differ between rigs.
func (t *transfer) alignTrunk() exact.Quat {
	source, target := t.face.Rotate(trunkOf(t.m.Body[0], &t.ref.pose)), trunkOf(t.m.Body[1], &t.dst.Rest)
	if source.Length() < 0.5 || target.Length() < 0.5 || vectorAngle(source, target) <= likeTrunks {
		return exact.IdentityQuat()
	}
	return arc(target, source, exact.Vec{1, 0, 0})
}

// alignFoot returns the rotation of a foot. One that is flat on the ground in both poses keeps its pitch:
// ankles are at different heights above it. In a frame of a clip feet may point aside.
func (t *transfer) alignFoot(side humanoid.Side) exact.Quat {
	same := exact.IdentityQuat()
	if !t.ref.frame && t.ground == nil {
		return same
	}
	for n := range t.legs {
		l := &t.legs[n]
		if l.name != side.Role("Foot") || l.ball[0] == l.joint[0][2] || l.ball[1] == l.joint[1][2] {
			continue
		}
		source, target := t.bone(0, l.joint[0][2], l.ball[0]), t.bone(1, l.joint[1][2], l.ball[1])
		steep := slopeOf(source) * (180 / math.Pi)
		if steep < -likeTrunks || steep > mostSlope {
			return arc(target, source, exact.Vec{1: 1})
		}
		source[1], target[1] = 0, 0
		if source.Length() > humanoid.MinBoneLength && target.Length() > humanoid.MinBoneLength && vectorAngle(source, target) > likeYaws {
			return arc(target, source, exact.Vec{1: 1})
		}
	}
	return same
}

// alignBone returns the rotation of the bone from one slot to the next.
func (t *transfer) alignBone(slot, next string) (exact.Quat, bool) {
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
