package control

import (
	"fmt"

	"github.com/sinew-anim/sinew/internal/jsondoc"
)

// input is a joint that a constrained joint follows.
type input struct {
	at            place
	owner, target string
}

// checkCycles refuses constrained joints that follow each other in a circle: no pose satisfies
// all of them.
func (s *scope) checkCycles(w *jsondoc.Walk) {
	for k := range s.inputs {
		first := &s.inputs[k]
		if way := s.leadsTo(first, first.owner, make([]bool, len(s.inputs))); way != "" {
			w.Fail(first.at.Path, ErrDocument, "it goes in a circle: %q follows %s", first.owner, way)
		}
	}
}

// leadsTo describes how what moves an input's target follows a joint, or returns "".
func (s *scope) leadsTo(in *input, joint string, seen []bool) string {
	for k := range s.inputs {
		next := &s.inputs[k]
		if seen[k] || !s.within(in.at, in.target, next.owner) {
			continue
		}
		seen[k] = true
		if s.within(in.at, next.target, joint) {
			return fmt.Sprintf("%q, which follows %q", in.target, next.target)
		}
		if way := s.leadsTo(next, joint, seen); way != "" {
			return fmt.Sprintf("%q, which follows %s", in.target, way)
		}
	}
	return ""
}
