package control

import "fmt"

// input is a joint that a constrained one follows.
type input struct{ path, owner, target string }

// checkCycles refuses constrained joints that follow each other in a circle: none of them
// has a place then that fits the others'.
func (w *walk) checkCycles() {
	for k := range w.inputs {
		if w.Err != nil {
			return
		}
		first := &w.inputs[k]
		if way := w.leadsTo(first, first.owner, make([]bool, len(w.inputs))); way != "" {
			w.Fail(first.path, ErrDocument, "it goes in a circle: %q follows %s", first.owner, way)
		}
	}
}

// leadsTo says how what moves an input's target follows a joint, or "".
func (w *walk) leadsTo(in *input, joint string, seen []bool) string {
	for k := range w.inputs {
		next := &w.inputs[k]
		if seen[k] || !w.moves(next.owner, in.target) {
			continue
		}
		seen[k] = true
		if w.moves(joint, next.target) {
			return fmt.Sprintf("%q, which follows %q", in.target, next.target)
		}
		if way := w.leadsTo(next, joint, seen); way != "" {
			return fmt.Sprintf("%q, which follows %s", in.target, way)
		}
	}
	return ""
}

// moves reports whether a joint moves another one, or is it.
func (w *walk) moves(joint, other string) bool {
	if w.skeleton == nil {
		return joint == other
	}
	p := place{w: w}
	p.W = &w.Walk
	return w.skeleton.InSubtree(p.find(other), p.find(joint))
}
