package soa

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Skeleton is a forest of joints in topological order: a parent precedes its
// children, so one forward loop visits parents first. Names may be empty or
// repeat; Paths distinguishes joints of one name.
type Skeleton struct {
	Name   []string
	Parent []int16 // NoJoint for a root
	Depth  []uint16
	Rest   Transforms // local transforms without a clip

	// Unit is, per joint, the uniform scale removed from the joint's frame, 1 for none:
	// the file's frame, in metres, is model(j)·scale(Unit[j]). Files put the size of
	// their unit, or of an exporter's armature, into nodes; without it, joints are in
	// metres and sockets have scale 1. Clips of another file are converted by it.
	Unit []float32

	// Static lists, by ascending joint, the joints whose local transform shears
	// and is not T·R·S. Their matrix replaces the rest transform; no clip drives
	// them.
	Static []StaticLocal
}

// StaticLocal is the constant local matrix of one joint.
type StaticLocal struct {
	Joint int16
	Local Affine
}

// Len returns the number of joints.
func (s *Skeleton) Len() int { return len(s.Parent) }

// Joint returns the first joint of that name, or NoJoint.
func (s *Skeleton) Joint(name string) int { return slices.Index(s.Name, name) }

// shownPath is the length in bytes from which on Path leaves names out. It holds the paths of what
// people model; without a bound those of a chain would take memory quadratic in its joints.
const shownPath = 1000

// Path returns the names from the root to joint j, joined by slashes, for messages. Of a path of more
// than 1,000 bytes it has the end alone, after "…/", and at least the joint's name. Joints are
// compared by their whole paths with Paths.
func (s *Skeleton) Path(j int) string {
	var names []string
	for n := 0; j >= 0; j = int(s.Parent[j]) {
		if n += len(s.Name[j]) + 1; n > shownPath && len(names) > 0 {
			names = append(names, "…")
			break
		}
		names = append(names, s.Name[j])
	}
	slices.Reverse(names)
	return strings.Join(names, "/")
}

// InSubtree reports whether joint j is root or below it; false where either is NoJoint.
func (s *Skeleton) InSubtree(j, root int) bool {
	for j > root { // parents precede their children
		j = int(s.Parent[j])
	}
	return j == root && j >= 0
}

// Subtree reports for each joint whether it is root or below it: InSubtree of all joints, in one pass.
func (s *Skeleton) Subtree(root int) []bool {
	in := make([]bool, s.Len())
	for j, p := range s.Parent {
		in[j] = j == root || p >= 0 && in[p]
	}
	return in
}

// ComputeDepth fills Depth from Parent. A root has depth 0.
func (s *Skeleton) ComputeDepth() {
	s.Depth = make([]uint16, len(s.Parent))
	for j, p := range s.Parent {
		if p >= 0 {
			s.Depth[j] = s.Depth[p] + 1
		}
	}
}

// Validate checks that the arrays agree in length, parents precede their
// children, depths are right, and transforms are bounded (see MaxMagnitude) with unit
// rotations.
func (s *Skeleton) Validate() error {
	n := s.Len()
	if n > MaxJoints {
		return fmt.Errorf("%w: %d joints, at most %d are possible", ErrInvalid, n, MaxJoints)
	}
	if err := cmp.Or(
		checkLen("Skeleton.Name", len(s.Name), n, false), checkLen("Skeleton.Depth", len(s.Depth), n, false),
		checkLen("Skeleton.Unit", len(s.Unit), n, false), checkNames("a joint", s.Name...),
	); err != nil {
		return err
	}
	for j, p := range s.Parent {
		if u := s.Unit[j]; !(u > 0) || !bounded(u) {
			return fmt.Errorf("%w: joint %d %q has the unit %v", ErrInvalid, j, s.Name[j], u)
		}
		if int(p) >= j || p < NoJoint {
			return fmt.Errorf("%w: joint %d %q has the parent %d, which does not precede it", ErrInvalid, j, s.Name[j], p)
		}
		depth := uint16(0)
		if p >= 0 {
			depth = s.Depth[p] + 1
		}
		if s.Depth[j] != depth {
			return fmt.Errorf("%w: joint %d %q has the depth %d, want %d", ErrInvalid, j, s.Name[j], s.Depth[j], depth)
		}
	}
	if err := cmp.Or(s.Rest.validate(s.Name), s.validateStatic()); err != nil {
		return err
	}
	return s.validateScales()
}

func (s *Skeleton) validateStatic() error {
	last := -1
	for i := range s.Static {
		st := &s.Static[i]
		j := int(st.Joint)
		if j <= last || j >= s.Len() {
			return fmt.Errorf("%w: Skeleton.Static[%d] is for joint %d: want ascending joints below %d", ErrInvalid, i, j, s.Len())
		}
		last = j
		if err := checkBounded(fmt.Sprintf("the static matrix of joint %q", s.Name[j]), st.Local[:]); err != nil {
			return err
		}
	}
	return nil
}
