package control

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/internal/jsondoc"
)

// input is a joint that a constrained joint follows.
type input struct {
	at            place
	owner, target string
}

// checkCycles refuses constrained joints that follow each other in a circle: no pose satisfies
// all of them. It takes time in proportion to the inputs and the joints.
func (s *scope) checkCycles(w *jsondoc.Walk) {
	if len(s.inputs) == 0 {
		return
	}
	c := s.follows()
	for owner := range c.inputs {
		if c.visit(owner) {
			break
		}
	}
	if len(c.circle) == 0 {
		return
	}
	// The text begins with the first input of the document.
	first := slices.Index(c.circle, slices.Min(c.circle))
	c.circle = append(c.circle[first:], c.circle[:first]...)
	var names []string
	for _, k := range c.circle {
		names = append(names, fmt.Sprintf("%q", s.inputs[k].target))
	}
	in := &s.inputs[c.circle[0]]
	w.Fail(in.at.Path, ErrDocument, "it goes in a circle: %q follows %s", in.owner, strings.Join(names, ", which follows "))
}

// circles is the graph of constrained joints, the owners. What moves an owner moves the owners below.
//
//	owner ── input ──► the owner nearest to the target, at it or above
//	owner ───────────► the nearest owner above
type circles struct {
	inputs [][]int // of an owner: indices in scope.inputs
	to     []int   // of an input: an owner, or −1
	above  []int   // of an owner: an owner, or −1
	state  []visited
	path   []hop
	circle []int // inputs that follow each other
}

type visited uint8

const (
	unvisited visited = iota
	onPath
	done
)

// hop is an owner on the path from where a visit began, and the input by which it goes on, −1 for
// the owner above.
type hop struct{ owner, input int }

// follows returns the graph of the inputs.
func (s *scope) follows() *circles {
	c := &circles{}
	numbers := make(map[string]int) // of owners
	for k := range s.inputs {
		in := &s.inputs[k]
		n, ok := numbers[in.owner]
		if !ok {
			n = len(numbers)
			numbers[in.owner] = n
			c.inputs = append(c.inputs, nil)
		}
		c.inputs[n] = append(c.inputs[n], k)
	}
	c.above, c.state = slices.Repeat([]int{-1}, len(c.inputs)), make([]visited, len(c.inputs))
	if s.skeleton == nil {
		for k := range s.inputs {
			if n, ok := numbers[s.inputs[k].target]; ok {
				c.to = append(c.to, n)
			} else {
				c.to = append(c.to, -1)
			}
		}
		return c
	}
	nearest := s.nearestOwners(c)
	joints := make(map[string]int) // of targets
	for k := range s.inputs {
		in := &s.inputs[k]
		j, ok := joints[in.target]
		if !ok {
			j = s.find(in.at, in.target)
			joints[in.target] = j
		}
		if j < 0 {
			c.to = append(c.to, -1)
		} else {
			c.to = append(c.to, nearest[j])
		}
	}
	return c
}

// nearestOwners returns for each joint the nearest owner, at it or above, and fills circles.above.
// Of two names of one joint the later is below the earlier one.
func (s *scope) nearestOwners(c *circles) []int {
	at := make(map[int][]int) // per joint: its owners
	for n := range c.inputs {
		in := &s.inputs[c.inputs[n][0]]
		if j := s.find(in.at, in.owner); j >= 0 {
			at[j] = append(at[j], n)
		}
	}
	nearest := make([]int, s.skeleton.Len())
	for j, p := range s.skeleton.Parent {
		nearest[j] = -1
		if p >= 0 {
			nearest[j] = nearest[p]
		}
		for _, n := range at[j] {
			c.above[n], nearest[j] = nearest[j], n
		}
	}
	return nearest
}

// visit follows the inputs of an owner and reports whether they lead in a circle.
func (c *circles) visit(owner int) bool {
	switch {
	case owner < 0 || c.state[owner] == done:
		return false
	case c.state[owner] == onPath:
		from := slices.IndexFunc(c.path, func(h hop) bool { return h.owner == owner })
		for _, s := range c.path[from:] {
			if s.input >= 0 {
				c.circle = append(c.circle, s.input)
			}
		}
		return true
	}
	c.state[owner] = onPath
	for _, k := range c.inputs[owner] {
		c.path = append(c.path, hop{owner, k})
		if c.visit(c.to[k]) {
			return true
		}
		c.path = c.path[:len(c.path)-1]
	}
	c.path = append(c.path, hop{owner, -1})
	if c.visit(c.above[owner]) {
		return true
	}
	c.path = c.path[:len(c.path)-1]
	c.state[owner] = done
	return false
}
