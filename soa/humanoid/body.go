package humanoid

import (
	"maps"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// Body maps roles, such as "hips" and "leftHand", to joints: a chain of one or several, from the
// hips outwards.
type Body map[string][]int

// First returns the first joint of a role, or soa.NoJoint.
func (b Body) First(role string) int {
	if c := b[role]; len(c) > 0 {
		return c[0]
	}
	return soa.NoJoint
}

// roleOf returns a joint's role and its index in the chain, or "".
func (b Body) roleOf(joint int) (role string, at int) {
	for role, chain := range b {
		if at := slices.Index(chain, joint); at >= 0 {
			return role, at
		}
	}
	return "", 0
}

// remove removes a joint from its role.
func (b Body) remove(joint int) {
	for role, chain := range b {
		if at := slices.Index(chain, joint); at >= 0 {
			if b[role] = slices.Delete(slices.Clone(chain), at, at+1); len(b[role]) == 0 {
				delete(b, role)
			}
		}
	}
}

// exchange exchanges left and right.
func (b Body) exchange() {
	other := make(Body)
	for role, chain := range b {
		bare, side := SplitRole(role)
		other[(-side).Role(bare)] = chain
	}
	clear(b)
	maps.Copy(b, other)
}

// lacks reports whether hips, legs and arms are all missing.
func (b Body) lacks() bool {
	parts := []string{"hips", "leftUpperLeg", "rightUpperLeg", "leftUpperArm", "rightUpperArm"}
	return !slices.ContainsFunc(parts, func(role string) bool { return len(b[role]) > 0 })
}

// chainEnd returns the joint at which the last bone of a chain ends: the first joint of the next
// role, or else a child.
func (b Body) chainEnd(k *soa.Skeleton, role string, chain []int) int {
	bare, side := SplitRole(role)
	for _, next := range nextRole[bare] {
		if j := b.First(side.Role(next)); j >= 0 {
			return j
		}
	}
	return slices.Index(k.Parent, int16(chain[len(chain)-1]))
}

// nextRole maps a part to the parts that follow it.
var nextRole = map[string][]string{
	"hips": {"spine"}, "spine": {"neck", "head"}, "neck": {"head"},
	"Shoulder": {"UpperArm"}, "UpperArm": {"LowerArm"}, "LowerArm": {"Hand"},
	"UpperLeg": {"LowerLeg"}, "LowerLeg": {"Foot"}, "Foot": {"Toes"},
}

// tree is a skeleton that says at once whether a joint is below another one.
type tree struct {
	*soa.Skeleton
	enter, leave []int // per joint: the places of its subtree in a list where each joint precedes those below it
}

func newTree(k *soa.Skeleton) *tree {
	t := &tree{k, make([]int, k.Len()), make([]int, k.Len())}
	size := make([]int, k.Len())
	for j := k.Len() - 1; j >= 0; j-- {
		if size[j]++; k.Parent[j] >= 0 {
			size[k.Parent[j]] += size[j]
		}
	}
	next, roots := make([]int, k.Len()), 0 // the first free place below a joint
	for j, p := range k.Parent {
		at := &roots
		if p >= 0 {
			at = &next[p]
		}
		t.enter[j], next[j] = *at, *at+1
		*at += size[j]
		t.leave[j] = t.enter[j] + size[j]
	}
	return t
}

// isDescendant reports whether a joint is below another one.
func (t *tree) isDescendant(j, above int) bool {
	return j != above && j >= 0 && above >= 0 && t.enter[above] <= t.enter[j] && t.enter[j] < t.leave[above]
}

// Axes returns the unit vectors in which left, up and forward of a body are, from the positions
// of its joints. ok is false where the body has too few parts.
func (b Body) Axes(position func(joint int) [3]float64) (axes [3][3]float64, ok bool) {
	place := func(role string) (exact.Vec, bool) {
		if j := b.First(role); j >= 0 {
			return position(j), true
		}
		return exact.Vec{}, false
	}
	var left, up exact.Vec
	for _, role := range [...]string{"UpperLeg", "UpperArm", "Shoulder"} {
		l, ok := place("left" + role)
		r, also := place("right" + role)
		if ok && also {
			left = left.Add(l.Sub(r))
		}
	}
	low, ok := place("hips")
	for _, role := range [...]string{"head", "neck", "leftUpperArm", "leftFoot", "leftLowerLeg"} {
		high, also := place(role)
		if !ok || !also {
			continue
		}
		if up = high.Sub(low); role == "leftFoot" || role == "leftLowerLeg" {
			up = up.Scale(-1)
		}
		break
	}
	left = left.Unit()
	up = up.Sub(left.Scale(up.Dot(left))).Unit()
	if left.Length() < 0.5 || up.Length() < 0.5 {
		return axes, false
	}
	return [3][3]float64{left, up, left.Cross(up)}, true
}

// facesBack reports whether the feet point against left × up: the names of sides are a viewer's.
func (b Body) facesBack(k *soa.Skeleton) bool {
	places := exact.RestPositions(k)
	at, ok := b.Axes(func(j int) [3]float64 { return places[j] })
	var feet exact.Vec
	for _, side := range [...]Side{Left, Right} {
		foot, toes := b.First(side.Role("Foot")), b.First(side.Role("Toes"))
		if foot < 0 || toes < 0 {
			return false
		}
		feet = feet.Add(places[toes].Sub(places[foot]))
	}
	return ok && feet.Dot(at[2]) < -0.3*feet.Length()
}

// MinBoneLength is the length in metres up to which a bone has no direction.
const MinBoneLength = 1e-6
