package constraint

import (
	"errors"
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// ErrStack is returned for an invalid entry of a stack.
var ErrStack = errors.New("constraint: no such constraint")

// Space is what a matrix is relative to.
type Space uint8

const (
	World           Space = iota // the world
	Pose                         // the model
	Local                        // the joint's rest transform under its posed parent
	LocalWithParent              // the joint's place in the rest pose
)

// Joint holds the matrices of a joint's spaces.
//
//	world            = World · pose
//	local            = Base⁻¹ · pose
//	local with parent = Rest⁻¹ · pose
type Joint struct {
	World soa.Affine // model to world
	Base  soa.Affine // the pose of the parent · the joint's rest transform relative to it
	Rest  soa.Affine // the joint in the rest pose of the model
}

// Target is another joint or an object.
type Target struct {
	Matrix soa.Affine // of a joint in model space, of an object in world space
	Joint  *Joint     // nil: an object, whose spaces are all the world
	Tail   [3]float32 // the far end of the bone in its frame, for Entry.HeadTail
}

// NoTarget is the index of no target.
const NoTarget = -1

// Rule is a constraint: it computes the owner's matrix from those of the owner and a target, in the
// spaces of the entry. Rules without a target ignore it.
//
// A pointer to a rule is also a Rule, so that its fields can change between frames.
type Rule interface {
	Apply(owner, target soa.Affine) soa.Affine
}

// alone is a rule without a target.
type alone interface{ alone() }

// many is a rule with several targets, which it merges to one matrix.
type many interface {
	merge(targets []Target) (exact.Matrix, bool)
	targets() int
}

// Entry is a constraint with its place in a stack.
type Entry struct {
	Rule        Rule
	Space       Space   // of the owner
	TargetSpace Space   // of the target
	Target      int     // the index of the target or of the first of several, or NoTarget
	HeadTail    float32 // the place on the target's bone: 0 its head, 1 its tail
	Influence   float32 // 0 to 1
}

// Stack is a list of constraints of one joint, applied in order.
type Stack []Entry

// Validate refuses entries that Apply would skip for that number of targets.
func (s Stack) Validate(targets int) error {
	for i, e := range s {
		switch {
		case e.Rule == nil:
			return fmt.Errorf("%w: entry %d has no rule", ErrStack, i)
		case e.Space > LocalWithParent || e.TargetSpace > LocalWithParent:
			return fmt.Errorf("%w: entry %d is in the spaces %d and %d", ErrStack, i, e.Space, e.TargetSpace)
		case !(e.Influence >= 0 && e.Influence <= 1):
			return fmt.Errorf("%w: entry %d has the influence %v", ErrStack, i, e.Influence)
		case e.HeadTail-e.HeadTail != 0:
			return fmt.Errorf("%w: entry %d is at %v of the target's bone", ErrStack, i, e.HeadTail)
		case !e.has(targets):
			return fmt.Errorf("%w: entry %d has the target %d of %d", ErrStack, i, e.Target, targets)
		}
	}
	return nil
}

// has reports whether that many targets include those of an entry.
func (e *Entry) has(targets int) bool {
	if m, ok := e.Rule.(many); ok {
		return e.Target >= 0 && m.targets() <= targets-e.Target
	}
	_, free := e.Rule.(alone)
	return free && e.Target <= 0 || e.Target >= 0 && e.Target < targets
}

// Apply returns the owner's matrix, in model space, after the constraints. Without influence it
// keeps its bits. A constraint is skipped if Validate refuses it, if a matrix to be inverted is
// singular, or if its result reaches soa.MaxMagnitude.
func (s Stack) Apply(owner soa.Affine, joint *Joint, targets []Target) soa.Affine {
	world, changed := exact.Matrix{}, false
	for i := range s {
		e := &s[i]
		if !(e.Influence > 0) || e.Rule == nil || !e.has(len(targets)) {
			continue
		}
		if !changed {
			world = toWorld(wide(&owner), joint)
		}
		if result, ok := e.solve(world, joint, targets); ok && inBounds(&result) {
			world, changed = result, true
		}
	}
	if !changed {
		return owner
	}
	if result, ok := fromWorld(world, joint, Pose); ok && inBounds(&result) {
		return narrow(&result)
	}
	return owner
}

// inBounds reports whether a matrix is less than soa.MaxMagnitude.
func inBounds(m *exact.Matrix) bool {
	for _, v := range m {
		if !(math.Abs(v) < soa.MaxMagnitude) {
			return false
		}
	}
	return true
}

// solve applies one constraint to the owner's world matrix.
func (e *Entry) solve(world exact.Matrix, joint *Joint, targets []Target) (exact.Matrix, bool) {
	own, ok := fromWorld(world, joint, e.Space)
	if !ok {
		return world, false
	}
	target := exact.Identity()
	if m, several := e.Rule.(many); several {
		target, ok = m.merge(targets[e.Target:])
	} else if e.Target >= 0 && e.Target < len(targets) {
		target, ok = targets[e.Target].matrixIn(e.TargetSpace, e.HeadTail)
	}
	if !ok {
		return world, false
	}
	solved := e.Rule.Apply(narrow(&own), narrow(&target))
	result, ok := intoWorld(wide(&solved), joint, e.Space)
	if ok && e.Influence < 1 {
		result = mixed(&world, &result, float64(e.Influence))
	}
	return result, ok
}

// matrixIn is a target's matrix in a space.
func (t *Target) matrixIn(space Space, headTail float32) (exact.Matrix, bool) {
	m := wide(&t.Matrix)
	if headTail != 0 {
		place(&m, m.Point(exact.WidenVec(t.Tail).Scale(float64(headTail))))
	}
	if t.Joint == nil {
		return m, true
	}
	return fromWorld(toWorld(m, t.Joint), t.Joint, space)
}

func toWorld(pose exact.Matrix, joint *Joint) exact.Matrix {
	if joint.World == soa.IdentityAffine() {
		return pose
	}
	return wide(&joint.World).Mul(pose)
}

func fromWorld(m exact.Matrix, joint *Joint, space Space) (exact.Matrix, bool) {
	ok := true
	if space != World && joint.World != soa.IdentityAffine() {
		m, ok = relativeTo(&joint.World, m)
	}
	switch {
	case ok && space == Local:
		return relativeTo(&joint.Base, m)
	case ok && space == LocalWithParent:
		return relativeTo(&joint.Rest, m)
	}
	return m, ok && space <= LocalWithParent
}

// relativeTo is a⁻¹·m.
func relativeTo(a *soa.Affine, m exact.Matrix) (exact.Matrix, bool) {
	inverse, ok := wide(a).Inverse()
	return inverse.Mul(m), ok
}

func intoWorld(m exact.Matrix, joint *Joint, space Space) (exact.Matrix, bool) {
	switch space {
	case World:
		return m, true
	case Local:
		m = wide(&joint.Base).Mul(m)
	case LocalWithParent:
		m = wide(&joint.Rest).Mul(m)
	}
	return toWorld(m, joint), true
}
