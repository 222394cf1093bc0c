package humanoid

import (
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// maxShapeJoints is the largest number of joints of a skeleton that is searched for a shape, which
// takes time proportional to its square.
const maxShapeJoints = 4096

// byShape finds a human body by the shape of a skeleton alone: hips with two like legs and a back,
// which ends in two like arms and a head. It returns nil where there is none or several, and for
// more than maxShapeJoints joints.
func byShape(k *soa.Skeleton) Body {
	if k.Len() > maxShapeJoints {
		return nil
	}
	s := newShape(k)
	var found Body
	for j := range k.Len() {
		b := s.bodyAt(j)
		if b != nil && found != nil {
			return nil
		}
		if b != nil {
			found = b
		}
	}
	return found
}

func newShape(k *soa.Skeleton) *shape {
	s := &shape{k: k, place: exact.RestPositions(k), children: make([][]int, k.Len()), length: make([]float64, k.Len())}
	for j := k.Len() - 1; j >= 0; j-- {
		if p := int(k.Parent[j]); p >= 0 {
			s.length[p] = max(s.length[p], s.length[j]+s.place[j].Sub(s.place[p]).Length())
		}
	}
	for j, p := range k.Parent {
		if p >= 0 {
			s.children[p] = append(s.children[p], j)
		}
	}
	return s
}

type shape struct {
	k        *soa.Skeleton
	place    []exact.Vec
	children [][]int
	length   []float64 // of the longest way down
}

// limbs returns the children of a joint that have children.
func (s *shape) limbs(j int) (list []int) {
	for _, c := range s.children[j] {
		if len(s.children[c]) > 0 && s.length[c] > MinBoneLength {
			list = append(list, c)
		}
	}
	return list
}

// path returns a joint and those below it as long as each has one child.
func (s *shape) path(j int) []int {
	list := []int{j}
	for len(s.children[j]) == 1 {
		j = s.children[j][0]
		list = append(list, j)
	}
	return list
}

// isAlike reports whether two limbs have the same number of joints and nearly the same length.
func (s *shape) isAlike(a, b []int) bool {
	x, y := s.wayLength(a), s.wayLength(b)
	return len(a) == len(b) && x > MinBoneLength && max(x, y) < 1.05*min(x, y)
}

func (s *shape) wayLength(path []int) float64 {
	sum := 0.
	for i := 1; i < len(path); i++ {
		sum += s.place[path[i]].Sub(s.place[path[i-1]]).Length()
	}
	return sum
}

// pairOf returns the two paths that are alike and the others. ok is false unless exactly one pair
// is alike.
func (s *shape) pairOf(paths [][]int) (a, b []int, rest [][]int, ok bool) {
	for i := range paths {
		for j := i + 1; j < len(paths); j++ {
			if !s.isAlike(paths[i], paths[j]) {
				continue
			}
			if ok {
				return nil, nil, nil, false
			}
			a, b, ok = paths[i], paths[j], true
			rest = nil
			for n := range paths {
				if n != i && n != j {
					rest = append(rest, paths[n])
				}
			}
		}
	}
	return a, b, rest, ok
}

// bodyAt returns the body with its hips at a joint, or nil.
func (s *shape) bodyAt(hips int) Body {
	var paths [][]int
	for _, c := range s.limbs(hips) {
		paths = append(paths, s.path(c))
	}
	legA, legB, rest, ok := s.pairOf(paths)
	if !ok || len(rest) != 1 || len(legA) < 3 {
		return nil
	}
	back := rest[0]
	var above [][]int
	for _, c := range s.children[back[len(back)-1]] {
		above = append(above, s.path(c))
	}
	armA, armB, rest, ok := s.pairOf(above)
	if !ok || len(rest) != 1 || len(armA) < 3 {
		return nil
	}
	neck := rest[0]
	low, high := s.place[legA[2]], s.place[neck[0]]
	up := high.Sub(low).Unit()
	// Feet point forward.
	var forward exact.Vec
	if len(legA) > 3 {
		forward = s.place[legA[3]].Sub(s.place[legA[2]]).Add(s.place[legB[3]].Sub(s.place[legB[2]]))
	}
	forward = forward.Sub(up.Scale(forward.Dot(up)))
	left := up.Cross(forward)
	if !(left.Length() > 0.1*s.wayLength(legA[2:])) {
		return nil
	}
	if s.place[legA[0]].Sub(s.place[legB[0]]).Dot(left) < 0 {
		legA, legB = legB, legA
	}
	if s.place[armA[0]].Sub(s.place[armB[0]]).Dot(left) < 0 {
		armA, armB = armB, armA
	}
	b := Body{"hips": {hips}, "spine": back, "head": neck[len(neck)-1:]}
	if len(neck) > 1 {
		b["neck"] = neck[:len(neck)-1]
	}
	for side, limbs := range map[Side][2][]int{Left: {legA, armA}, Right: {legB, armB}} {
		s.name(b, side, limbs[0], "UpperLeg", "LowerLeg", "Foot", "Toes")
		arm := limbs[1]
		if len(arm) > 3 {
			b[side.Role("Shoulder")] = arm[:1]
			arm = arm[1:]
		}
		s.name(b, side, arm, "UpperArm", "LowerArm", "Hand")
	}
	return b
}

// name gives the joints of a limb their roles.
func (s *shape) name(b Body, side Side, limb []int, roles ...string) {
	for i, role := range roles[:min(len(roles), len(limb))] {
		b[side.Role(role)] = limb[i : i+1]
	}
}

// Find returns the joints of a human body, found by their names, which its shape completes, or else
// by the shape of the skeleton alone. If neither finds a body, it returns the parts found by name, and
// how is "".
func Find(k *soa.Skeleton) (b Body, how How) {
	b, how, _ = find(k)
	return b, how
}

// find is Find, and marks the joints that have their roles by shape.
func find(k *soa.Skeleton) (b Body, how How, shaped []bool) {
	n := byNames(k)
	if !n.body.lacks() {
		return n.body, ByBody, fill(k, n)
	}
	if b = byShape(k); b == nil {
		return n.body, "", make([]bool, k.Len())
	}
	shaped = make([]bool, k.Len())
	for _, chain := range b {
		for _, j := range chain {
			shaped[j] = true
		}
	}
	return b, ByShape, shaped
}
