package control

import (
	"fmt"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/internal/jsondoc"
	"github.com/sinew-anim/sinew/runtime/control/spring"
)

// Springs swing a chain of joints behind the pose, see package spring: a tail, a strand of hair,
// the hem of a coat.
type Springs struct {
	Joints []SpringJoint // the root first, each a descendant of the one before
	// Tip is the end of the last joint, in its frame. Zero: the last bone continues by its length
	// at rest.
	Tip       [3]float32
	Colliders []Collider
}

// SpringJoint is a joint of Springs. Lengths are in the model's unit; gravity and wind act in
// world space.
type SpringJoint struct {
	Joint  string
	Spring spring.Joint
}

func (o *Springs) bind(s *Stack) (modifier, error) {
	n := len(o.Joints)
	if n < 1 || n > maxChain || len(o.Colliders) > maxColliders {
		return nil, fmt.Errorf("springs: %w: %d joints, at most %d, and %d colliders, at most %d", ErrValue, n, maxChain, len(o.Colliders), maxColliders)
	}
	a := &springsActor{Springs: *o}
	var err error
	names, _ := o.describe()
	if a.bound, err = s.row(turns, names...); err != nil {
		return nil, fmt.Errorf("springs: %w", err)
	}
	var joints []spring.Joint
	for _, joint := range o.Joints {
		joints = append(joints, joint.Spring)
	}
	if o.Tip == [3]float32{} && n > 1 {
		last, _ := s.restOf(a.bound[n-1].joint)
		before, _ := s.restOf(a.bound[n-2].joint)
		if inverse, ok := last.Inverse(); ok {
			a.Tip = geom.Direction(&inverse, geom.Translation(&last).Sub(geom.Translation(&before))).Array()
		}
	}
	if a.chain, err = spring.NewChain(joints, a.Tip); err == nil {
		a.bound, err = s.colliders(o.Colliders, a.bound)
	}
	if err != nil {
		return nil, fmt.Errorf("springs of %q: %w", o.Joints[0].Joint, err)
	}
	return a, nil
}

func (o *Springs) fields(x *object) {
	x.Type("springs", "Swings a chain of joints behind the pose: a tail, hair, the hem of a coat.")
	jsondoc.Objects(x.At("joints", "The joints, the root first."), &o.Joints, 1, maxChain, func(x *object, j *SpringJoint) {
		x.Type("springJoint", "A joint that swings.")
		at := x.At("joint", "The joint.")
		joint(at, &j.Joint, true)
		if k := x.Index; k > 0 {
			checkBelow(at, j.Joint, o.Joints[k-1].Joint)
		}
		x.At("stiffness", "The stiffness of the spring to the pose, per second squared.").Number32(&j.Spring.Stiffness, jsondoc.Range(1, 1e6).Needed())
		x.At("drag", "The drag, per second.").Number32(&j.Spring.Drag, jsondoc.Range(0, 1e4))
		x.At("gravity", "The factor of gravity.").Number32(&j.Spring.Gravity, jsondoc.Any)
		x.At("wind", "The factor of the wind.").Number32(&j.Spring.Wind, jsondoc.Any)
		x.At("radius", "The radius of its end for colliders.").Number32(&j.Spring.Radius, jsondoc.Positive)
	})
	vector(x.At("tip", "The end of the last joint, in its frame."), &o.Tip)
	joints, _ := o.describe()
	colliders(x, &o.Colliders, joints)
	if x.Checks() && len(o.Joints) == 1 && o.Tip == [3]float32{} {
		x.Wrong("one joint alone needs a tip")
	}
}

func (o *Springs) describe() (joints []string, does string) {
	return names(o.Joints, func(j *SpringJoint) string { return j.Joint }), ""
}
