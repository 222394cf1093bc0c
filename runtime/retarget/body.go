package retarget

import (
	"maps"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// body is the joints of a skeleton by what they are in a human body: "hips", "leftHand".
// Each is a chain of one joint or several, from the hips outwards.
type body map[string][]int

// first returns the first joint of a slot, or soa.NoJoint.
func (b body) first(slot string) int {
	if c := b[slot]; len(c) > 0 {
		return c[0]
	}
	return soa.NoJoint
}

// slotOf returns the slot and the place in its chain of a joint.
func (b body) slotOf(joint int) (slot string, at int) {
	for slot, chain := range b {
		if at := slices.Index(chain, joint); at >= 0 {
			return slot, at
		}
	}
	return "", 0
}

// remove takes a joint out of its slot.
func (b body) remove(joint int) {
	for slot, chain := range b {
		if at := slices.Index(chain, joint); at >= 0 {
			if b[slot] = slices.Delete(slices.Clone(chain), at, at+1); len(b[slot]) == 0 {
				delete(b, slot)
			}
		}
	}
}

// exchange makes left right.
func (b body) exchange() {
	other := make(body)
	for slot, chain := range b {
		bare, side := splitSlot(slot)
		other[slotName(bare, -side)] = chain
	}
	clear(b)
	maps.Copy(b, other)
}

// lacks reports whether the parts of a body without which it is none are missing.
func (b body) lacks() bool {
	parts := []string{"hips", "leftUpperLeg", "rightUpperLeg", "leftUpperArm", "rightUpperArm"}
	return !slices.ContainsFunc(parts, func(slot string) bool { return len(b[slot]) > 0 })
}

// after returns the joint at which a chain ends: the first of the next slot, or a child.
func (b body) after(k *soa.Skeleton, slot string, chain []int) int {
	bare, side := splitSlot(slot)
	for _, next := range nextSlot[bare] {
		if j := b.first(slotName(next, side)); j >= 0 {
			return j
		}
	}
	return slices.Index(k.Parent, int16(chain[len(chain)-1]))
}

// nextSlot is the slot with which a chain ends.
var nextSlot = map[string][]string{
	"hips": {"spine"}, "spine": {"neck", "head"}, "neck": {"head"},
	"Shoulder": {"UpperArm"}, "UpperArm": {"LowerArm"}, "LowerArm": {"Hand"},
	"UpperLeg": {"LowerLeg"}, "LowerLeg": {"Foot"}, "Foot": {"Toes"},
}

// isBelow reports whether a joint is below another one.
func isBelow(k *soa.Skeleton, j, above int) bool {
	for j = int(k.Parent[j]); j > above; {
		j = int(k.Parent[j])
	}
	return j == above
}

// axes returns where left, up and forward are at rest.
func axes(b body, rest *exact.Pose) (axes [3]exact.Vec, ok bool) {
	place := func(slot string) (exact.Vec, bool) {
		if j := b.first(slot); j >= 0 {
			return rest.Global[j].Translation(), true
		}
		return exact.Vec{}, false
	}
	var left, up exact.Vec
	for _, slot := range [...]string{"UpperLeg", "UpperArm", "Shoulder"} {
		l, ok := place("left" + slot)
		r, also := place("right" + slot)
		if ok && also {
			left = left.Add(l.Sub(r))
		}
	}
	low, ok := place("hips")
	for _, slot := range [...]string{"head", "neck", "leftUpperArm", "leftFoot", "leftLowerLeg"} {
		high, also := place(slot)
		if !ok || !also {
			continue
		}
		if up = high.Sub(low); slot == "leftFoot" || slot == "leftLowerLeg" {
			up = up.Scale(-1)
		}
		break
	}
	left = left.Unit()
	up = up.Sub(left.Scale(up.Dot(left))).Unit()
	if left.Length() < 0.5 || up.Length() < 0.5 {
		return axes, false
	}
	return [3]exact.Vec{left, up, left.Cross(up)}, true
}

// facesBack reports whether the feet point backwards, as left and up have it.
func (b body) facesBack(k *soa.Skeleton) bool {
	s := exact.NewSkeleton(&soa.Model{Skeleton: k}, nil)
	at, ok := axes(b, &s.Rest)
	var feet exact.Vec
	for _, side := range [...]Side{Left, Right} {
		foot, toes := b.first(slotName("Foot", side)), b.first(slotName("Toes", side))
		if foot < 0 || toes < 0 {
			return false
		}
		feet = feet.Add(s.Rest.Global[toes].Translation().Sub(s.Rest.Global[foot].Translation()))
	}
	return ok && feet.Dot(at[2]) < -0.3*feet.Length()
}

// restPlaces returns the positions of the joints at rest, in model space.
func restPlaces(k *soa.Skeleton) []exact.Vec {
	s := exact.NewSkeleton(&soa.Model{Skeleton: k}, nil)
	places := make([]exact.Vec, k.Len())
	for j := range places {
		places[j] = s.Rest.Global[j].Translation()
	}
	return places
}

// shortest is the length in metres below which a bone has no direction.
const shortest = 1e-6
