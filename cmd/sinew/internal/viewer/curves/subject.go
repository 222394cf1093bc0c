package curves

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/edit"
	"github.com/sinew-anim/sinew/edit/list"
	"github.com/sinew-anim/sinew/internal/suggest"
	"github.com/sinew-anim/sinew/soa"
)

// Kind is what a Subject is.
type Kind uint8

const (
	JointKind Kind = iota
	WeightKind
	FloatKind
)

// Subject has curves: a joint three of them, the weight of a morph target and a named float one.
type Subject struct {
	Kind  Kind
	Index int // a joint, or an index of soa.Model.Weights or Floats
}

// Joint, Weight and Float return subjects.
func Joint(k int) Subject  { return Subject{JointKind, k} }
func Weight(k int) Subject { return Subject{WeightKind, k} }
func Float(k int) Subject  { return Subject{FloatKind, k} }

func (s Subject) compare(o Subject) int {
	return cmp.Or(cmp.Compare(s.Kind, o.Kind), cmp.Compare(s.Index, o.Index))
}

// driven are the properties of each kind.
var driven = [...][]soa.Property{
	JointKind:  {soa.Translation, soa.Rotation, soa.Scale},
	WeightKind: {soa.Weight},
	FloatKind:  {soa.Float},
}

// properties lists those of the subject.
func (s Subject) properties() []soa.Property { return driven[s.Kind] }

// subject returns what a track belongs to.
func subject(id edit.ID) Subject {
	switch id.Property {
	case soa.Weight:
		return Weight(id.Target)
	case soa.Float:
		return Float(id.Target)
	}
	return Joint(id.Target)
}

// lines is the number of lines of a property's curve.
func lines(p soa.Property) int {
	if p == soa.Weight || p == soa.Float {
		return 1
	}
	return 3
}

// Name returns how a subject is called: what others are called, too, has its mesh or its joint
// before it.
func (s *Session) Name(of Subject) string {
	if of.Kind == JointKind {
		return s.Model.Skeleton.Name[of.Index]
	}
	return s.names[of.Kind][of.Index]
}

// readNames fills names.
func (s *Session) readNames() {
	m := s.Model
	for _, w := range m.Weights {
		name := w.Target
		if countOf(m.Weights, func(o soa.MorphWeight) bool { return o.Target == w.Target }) > 1 {
			name = w.Mesh + " " + name
		}
		s.names[WeightKind] = append(s.names[WeightKind], name)
	}
	for _, f := range m.Floats {
		name := f.Name
		if f.Joint != soa.NoJoint && countOf(m.Floats, func(o soa.NamedFloat) bool { return o.Name == f.Name }) > 1 {
			name = m.Skeleton.Name[f.Joint] + " " + name
		}
		s.names[FloatKind] = append(s.names[FloatKind], name)
	}
}

func countOf[T any](list []T, is func(T) bool) (n int) {
	for _, x := range list {
		if is(x) {
			n++
		}
	}
	return n
}

// target names a track in edits: by as little as leads to it.
func (s *Session) target(id edit.ID) list.Target {
	m := s.Model
	switch of := subject(id); of.Kind {
	case WeightKind:
		w := m.Weights[of.Index]
		t := list.Target{Weight: w.Target}
		if slices.IndexFunc(m.Weights, func(o soa.MorphWeight) bool { return o.Target == w.Target }) != of.Index {
			t.Mesh = w.Mesh
		}
		return t
	case FloatKind:
		f := m.Floats[of.Index]
		t := list.Target{Float: f.Name}
		if f.Joint != soa.NoJoint && slices.IndexFunc(m.Floats, func(o soa.NamedFloat) bool { return o.Name == f.Name }) != of.Index {
			t.Joint = s.joint(int(f.Joint))
		}
		return t
	}
	return list.Target{Joint: s.joint(id.Target), Property: id.Property}
}

// joint names a joint: by its name or, where others have it too, by its path.
func (s *Session) joint(k int) string { return suggest.Name(s.Model.Skeleton, k) }

// Editable returns why a subject cannot be edited: a name that does not lead to it, so that an edit would
// change another one. The error wraps ErrSubject.
func (s *Session) Editable(of Subject) error {
	m, first := s.Model, of.Index
	switch of.Kind {
	case WeightKind:
		w, t := m.Weights[of.Index], s.target(edit.ID{Property: soa.Weight, Target: of.Index})
		if t.Weight == "" {
			return fmt.Errorf("%w: the morph target %d of mesh %q has no name", ErrSubject, of.Index, w.Mesh)
		}
		first = slices.IndexFunc(m.Weights, func(o soa.MorphWeight) bool {
			return o.Target == w.Target && (t.Mesh == "" || o.Mesh == w.Mesh)
		})
	case FloatKind:
		f, t := m.Floats[of.Index], s.target(edit.ID{Property: soa.Float, Target: of.Index})
		if t.Float == "" {
			return fmt.Errorf("%w: the float %d has no name", ErrSubject, of.Index)
		}
		first = slices.IndexFunc(m.Floats, func(o soa.NamedFloat) bool {
			return o.Name == f.Name && (t.Joint == "" || o.Joint == f.Joint)
		})
	}
	if first != of.Index {
		return fmt.Errorf("%w: the name %q means another one", ErrSubject, s.Name(of))
	}
	return nil
}
