package control

import "github.com/sinew-anim/sinew/soa"

// arc is a constraint in the order of constraints: of a joint, by what another one does. ok is false for
// one that does not wait, or that none waits for, since it names no joint.
type arc struct {
	node, source           int
	nodeKnown, sourceKnown bool
}

// ordered returns the order of constraints, each after those that move its source, or a joint above that, but
// for those of its own joint; of several that may be next it takes the first. What goes in a circle is left.
func ordered(k *soa.Skeleton, arcs []arc) (order, left []int) {
	moved := make([]int, k.Len()) // how many constraints that are left move a joint
	for _, c := range arcs {
		if c.nodeKnown {
			moved[c.node]++
		}
	}
	for i := range arcs {
		left = append(left, i)
	}
	above := make([]int, k.Len()) // the same of it and all above it
	for len(left) > 0 {
		for j, p := range k.Parent {
			if above[j] = moved[j]; p >= 0 {
				above[j] += above[p]
			}
		}
		at := -1
		for n, i := range left {
			if arcs[i].ready(k, moved, above) {
				at = n
				break
			}
		}
		if at < 0 {
			return order, left
		}
		next := left[at]
		if arcs[next].nodeKnown {
			moved[arcs[next].node]--
		}
		order, left = append(order, next), append(left[:at], left[at+1:]...)
	}
	return order, nil
}

// ready reports whether no constraint that is left moves what a constraint follows.
func (c *arc) ready(k *soa.Skeleton, moved, above []int) bool {
	switch {
	case !c.sourceKnown || above[c.source] == 0:
		return true
	case !c.nodeKnown || above[c.source] != moved[c.node]:
		return false
	}
	return k.InSubtree(c.source, c.node)
}
