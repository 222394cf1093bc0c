package compare

import (
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/soa"
)

// matchJoints pairs joints by path. A joint without a name, or with one that an importer gave it, is
// one with the joint in the same place of the other tree: below the same joint, among as many joints
// that are matched by no name.
func (c *comparer) matchJoints() {
	a, b := c.side[0].model.Skeleton, c.side[1].model.Skeleton
	both, _, _ := pairs(a.Len(), b.Len(), a.Path, b.Path)
	to, of := filled(a.Len()), filled(b.Len())
	pair := func(i, k int) { to[i], of[k] = k, i }
	for _, p := range both {
		pair(p[0], p[1])
	}
	for above := -1; above < a.Len(); above++ { // parents come first
		below := above
		if above >= 0 {
			if below = to[above]; below < 0 {
				continue
			}
		}
		left, right := alone(a, above, to), alone(b, below, of)
		for _, i := range left {
			if k := slices.IndexFunc(right, func(k int) bool { return of[k] < 0 && b.Name[k] == a.Name[i] }); k >= 0 {
				pair(i, right[k])
			}
		}
		left, right = alone(a, above, to), alone(b, below, of)
		if len(left) != len(right) {
			continue
		}
		for n, i := range left {
			if k := right[n]; nameless(a.Name[i]) || nameless(b.Name[k]) {
				pair(i, k)
			}
		}
	}
	c.joints = nil
	for i, k := range to {
		if k >= 0 {
			c.joints = append(c.joints, pairOf{i, k})
		} else {
			c.result.OnlyA.Joints = append(c.result.OnlyA.Joints, a.Path(i))
		}
	}
	for k, i := range of {
		if i < 0 {
			c.result.OnlyB.Joints = append(c.result.OnlyB.Joints, b.Path(k))
		}
	}
}

// matchFloats pairs custom properties by their names and joints.
func (c *comparer) matchFloats() (both []pairOf, onlyA, onlyB []string) {
	a, b := c.side[0].model, c.side[1].model
	of := filled(b.Skeleton.Len())
	for _, p := range c.joints {
		of[p[1]] = p[0]
	}
	both, onlyA, _ = pairs(len(a.Floats), len(b.Floats), floatName(a), func(i int) string {
		f := &b.Floats[i]
		if f.Joint == soa.NoJoint || of[f.Joint] < 0 {
			return floatName(b)(i)
		}
		return a.Skeleton.Path(of[f.Joint]) + ": " + f.Name
	})
	for i := range b.Floats {
		if !slices.ContainsFunc(both, func(p pairOf) bool { return p[1] == i }) {
			onlyB = append(onlyB, floatName(b)(i))
		}
	}
	return both, onlyA, onlyB
}

// filled returns a list that pairs nothing.
func filled(n int) []int { return slices.Repeat([]int{-1}, n) }

// alone lists the joints below another one, or the roots, that are not paired.
func alone(s *soa.Skeleton, parent int, paired []int) (list []int) {
	for j, p := range s.Parent {
		if int(p) == parent && paired[j] < 0 {
			list = append(list, j)
		}
	}
	return list
}

// nameless reports whether a joint has no name, or that of its number, which glTF and FBX files give
// to nodes without one.
func nameless(name string) bool {
	var number int
	_, err := fmt.Sscanf(name, "nodes[%d]", &number)
	return name == "" || err == nil && name == fmt.Sprintf("nodes[%d]", number)
}
