package soa

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// validate checks the avatar's joints, chains, numbers, indices and names.
func (a *Avatar) validate(joints int) (err error) {
	if a == nil {
		return nil
	}
	a.Nodes(func(n *AvatarNode) {
		if n.Joint < NoJoint || n.Joint >= joints {
			err = fmt.Errorf("%w: the avatar's node %.60q is joint %d of %d", ErrInvalid, n.Name, n.Joint, joints)
		}
		err = cmp.Or(err, checkNames("a node of the avatar", n.Name))
	})
	if a.FirstPerson < 0 || a.FirstPerson > math.MaxInt32 {
		err = cmp.Or(err, fmt.Errorf("%w: the avatar has %d annotations of what the wearer sees", ErrInvalid, a.FirstPerson))
	}
	err = cmp.Or(err, checkNames("the avatar", a.Name), a.Gaze.validate())
	for i := range a.Bones {
		err = cmp.Or(err, checkNames("a bone of the avatar", a.Bones[i].Bone))
	}
	for i := range a.Colliders {
		err = cmp.Or(err, a.Colliders[i].validate())
	}
	for i := range a.Springs {
		err = cmp.Or(err, a.Springs[i].validate(len(a.Colliders)))
	}
	for i := range a.Constraints {
		err = cmp.Or(err, a.Constraints[i].validate())
	}
	return err
}

// DropInvalid removes the parts of an avatar that Validate refuses, as files may have them:
// springs, constraints, the gaze, and the shapes of colliders. Nodes must be joints or none. It
// returns the errors.
func (a *Avatar) DropInvalid() (dropped []error) {
	invalid := func(err error) bool {
		if err != nil {
			dropped = append(dropped, err)
		}
		return err != nil
	}
	if invalid(a.Gaze.validate()) {
		a.Gaze = nil
	}
	for i := range a.Colliders {
		if c := &a.Colliders[i]; invalid(c.validate()) {
			*c = AvatarCollider{Node: c.Node}
		}
	}
	for i := range a.Springs {
		s := &a.Springs[i]
		s.Colliders = slices.DeleteFunc(slices.Clone(s.Colliders), func(k int) bool { return invalid(s.meets(k, len(a.Colliders))) })
	}
	a.Springs = slices.DeleteFunc(a.Springs, func(s AvatarSpring) bool { return invalid(s.validate(len(a.Colliders))) })
	a.Constraints = slices.DeleteFunc(a.Constraints, func(c AvatarConstraint) bool { return invalid(c.validate()) })
	a.Bones = slices.DeleteFunc(a.Bones, func(b AvatarBone) bool { return invalid(checkNames("a bone of the avatar", b.Bone)) })
	return dropped
}

func (g *AvatarGaze) validate() error {
	if g != nil && !boundedAll(append([]float64{g.Inner.From, g.Inner.To, g.Outer.From, g.Outer.To, g.Down.From, g.Down.To, g.Up.From, g.Up.To}, g.Offset[:]...)) {
		return fmt.Errorf("%w: the avatar's gaze has the numbers %v", ErrInvalid, *g)
	}
	return nil
}

func (s *AvatarSpring) validate(colliders int) error {
	if err := checkNames("a spring of the avatar", s.Name); err != nil {
		return err
	}
	if len(s.Joints) == 0 {
		return fmt.Errorf("%w: the avatar's spring %.60q has no joints", ErrInvalid, s.Name)
	}
	if !bounded(s.Tip) {
		return fmt.Errorf("%w: the avatar's spring %.60q has a tip of %v", ErrInvalid, s.Name, s.Tip)
	}
	for k := range s.Joints {
		if j := &s.Joints[k]; !boundedAll([]float64{j.Stiffness, j.Power, j.Drag, j.Radius}) || !boundedAll(j.Gravity[:]) {
			return fmt.Errorf("%w: the avatar's spring %.60q has at %.60q the stiffness %v, power %v, drag %v, radius %v and gravity %v",
				ErrInvalid, s.Name, j.Node.Name, j.Stiffness, j.Power, j.Drag, j.Radius, j.Gravity)
		}
	}
	for _, k := range s.Colliders {
		if err := s.meets(k, colliders); err != nil {
			return err
		}
	}
	return nil
}

// meets checks the index of a collider.
func (s *AvatarSpring) meets(k, colliders int) error {
	if k < 0 || k >= colliders {
		return fmt.Errorf("%w: the avatar's spring %.60q has the collider %d of %d", ErrInvalid, s.Name, k, colliders)
	}
	return nil
}

func (c *AvatarCollider) validate() error {
	if !boundedAll(c.Offset[:]) || !boundedAll(c.Tail[:]) || !boundedAll(c.Normal[:]) || !bounded(c.Radius) {
		return fmt.Errorf("%w: the avatar's collider on %.60q has the numbers %v, %v, %v and %v", ErrInvalid, c.Node.Name, c.Offset, c.Tail, c.Normal, c.Radius)
	}
	return checkNames("the shape of a collider", c.Shape)
}

func (c *AvatarConstraint) validate() error {
	if !bounded(c.Weight) {
		return fmt.Errorf("%w: the avatar's constraint of %.60q has the weight %v", ErrInvalid, c.Node.Name, c.Weight)
	}
	return checkNames("a constraint of the avatar", c.Kind, c.Axis)
}

func boundedAll(values []float64) bool {
	return !slices.ContainsFunc(values, func(v float64) bool { return !bounded(v) })
}
