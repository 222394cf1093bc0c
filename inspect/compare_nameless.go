package inspect

import (
	"context"
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/soa"
)

// matchJoints pairs joints by path. A joint without a name, or with one that an importer gave it, is
// one with the joint in the same place of the other tree: below the same joint, among as many joints
// that are matched by no name. The error is the context's.
func (c *comparer) matchJoints(ctx context.Context) error {
	a, b := c.side[0].model.Skeleton, c.side[1].model.Skeleton
	var paths soa.Paths
	to, of := filled(a.Len()), filled(b.Len())
	pathA, pathB := paths.Numbers(a), paths.Numbers(b)
	both, _, _ := pairs(a.Len(), b.Len(), func(i int) int { return pathA[i] }, func(k int) int { return pathB[k] })
	for _, p := range both {
		to[p[0]], of[p[1]] = p[1], p[0]
	}
	belowA, belowB := children(a), children(b)
	for above := range belowA { // parents come first
		if above%askJoints == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		below := 0
		if above > 0 {
			if below = 1 + to[above-1]; below == 0 {
				continue
			}
		}
		matchChildren(a, b, belowA[above], belowB[below], to, of)
	}
	c.joints = nil
	for i, k := range to {
		if i%askJoints == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if k >= 0 {
			c.joints = append(c.joints, pairOf{i, k})
		} else {
			c.result.OnlyA.Joints = append(c.result.OnlyA.Joints, a.Path(i))
		}
	}
	for k, i := range of {
		if k%askJoints == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if i < 0 {
			c.result.OnlyB.Joints = append(c.result.OnlyB.Joints, b.Path(k))
		}
	}
	return nil
}

// askJoints is the number of joints between two questions to a context: the path of one that has no partner
// takes up to 20 µs.
const askJoints = 1 << 6

// matchChildren pairs the joints below two that are one: by name, then those without one by their places, if
// as many are left on both sides.
func matchChildren(a, b *soa.Skeleton, left, right []int, to, of []int) {
	left, right = alone(left, to), alone(right, of)
	both, _, _ := pairs(len(left), len(right), func(n int) string { return a.Name[left[n]] }, func(n int) string { return b.Name[right[n]] })
	for _, p := range both {
		to[left[p[0]]], of[right[p[1]]] = right[p[1]], left[p[0]]
	}
	left, right = alone(left, to), alone(right, of)
	if len(left) != len(right) {
		return
	}
	for n, i := range left {
		if k := right[n]; nameless(a.Name[i]) || nameless(b.Name[k]) {
			to[i], of[k] = k, i
		}
	}
}

// matchFloats pairs custom properties by their names and joints.
func (c *comparer) matchFloats() (both []pairOf, onlyA, onlyB []string) {
	a, b := c.side[0].model, c.side[1].model
	type key struct { // of the first model's joint; of the second alone: −2 − its index; −1: none
		joint int
		name  string
	}
	of := filled(b.Skeleton.Len())
	for _, p := range c.joints {
		of[p[1]] = p[0]
	}
	both, left, right := pairs(len(a.Floats), len(b.Floats), func(i int) key { return key{int(a.Floats[i].Joint), a.Floats[i].Name} },
		func(i int) key {
			f := &b.Floats[i]
			switch {
			case f.Joint == soa.NoJoint:
				return key{-1, f.Name}
			case of[f.Joint] < 0:
				return key{-2 - int(f.Joint), f.Name}
			}
			return key{of[f.Joint], f.Name}
		})
	return both, named(left, floatName(a)), named(right, floatName(b))
}

// filled returns a list that pairs nothing.
func filled(n int) []int { return slices.Repeat([]int{-1}, n) }

// children lists the roots, then the joints below each joint.
func children(s *soa.Skeleton) [][]int {
	below := make([][]int, 1+s.Len())
	for j, p := range s.Parent {
		below[1+int(p)] = append(below[1+int(p)], j)
	}
	return below
}

// alone returns the joints of a list that are not paired.
func alone(list []int, paired []int) (left []int) {
	for _, j := range list {
		if paired[j] < 0 {
			left = append(left, j)
		}
	}
	return left
}

// nameless reports whether a joint has no name, or that of its number, which glTF and FBX files give
// to nodes without one.
func nameless(name string) bool {
	var number int
	_, err := fmt.Sscanf(name, "nodes[%d]", &number)
	return name == "" || err == nil && name == fmt.Sprintf("nodes[%d]", number)
}
