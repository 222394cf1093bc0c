package control

import (
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/internal/jsondoc"
	"github.com/sinew-anim/sinew/runtime/control/spring"
)

// Collider keeps springs out of a shape, or in it.
type Collider struct {
	// Joint is the joint in whose frame the shape is; its radius is in the model's unit. Without
	// one the shape is in world space.
	Joint string
	Shape spring.Collider
}

// colliders adds the joints of colliders to those of a chain.
func (s *Stack) colliders(list []Collider, chain bound) (bound, error) {
	root := chain[0].joint
	for k := range list {
		c := &list[k]
		if err := c.Shape.Validate(); err != nil {
			return nil, fmt.Errorf("collider %d: %w", k, err)
		}
		if c.Joint == "" {
			continue
		}
		j, err := s.find(c.Joint)
		if err == nil && s.skeleton.InSubtree(j, root) {
			err = fmt.Errorf("%w: %q swings itself", ErrJoint, c.Joint)
		}
		if err != nil {
			return nil, fmt.Errorf("collider %d: %w", k, err)
		}
		chain = append(chain, use{j, reads})
	}
	return chain, nil
}

// colliders prepares colliders, with the frames of those that have joints.
func (s *starting) colliders(list []Collider, frame []int) (hits []springHit) {
	for k := range list {
		at := -1
		if list[k].Joint != "" {
			at, frame = frame[0], frame[1:]
		}
		hits = append(hits, s.collider(at, &list[k].Shape))
	}
	return hits
}

func colliders(o *object, to *[]Collider, chain []string) {
	jsondoc.Objects(o.At("colliders", "Shapes that keep them out, or in."), to, 0, maxColliders, func(o *object, c *Collider) { c.fields(o, chain) })
}

var (
	shapeNames = []string{"sphere", "capsule", "plane"}
	shapeDocs  = []string{"A sphere.", "A capsule.", "The half-space below a plane."}
	// shapes are the outer and the inner shape of each name.
	shapes = [][2]spring.Shape{{spring.Sphere, spring.InsideSphere}, {spring.Capsule, spring.InsideCapsule}, {spring.Plane, spring.Plane}}
)

// fields visits a collider, whose shape is the name of a field.
func (c *Collider) fields(o *object, chain []string) {
	o.Type("collider", "A shape that keeps swinging joints out, or in.")
	at := o.At("joint", "The joint in whose frame it is; without one it is in world space.")
	joint(at, &c.Joint, false)
	if len(chain) > 0 {
		checkIndependent(at, c.Joint, chain[0])
	}
	is := slices.IndexFunc(shapes, func(s [2]spring.Shape) bool { return s[0] == c.Shape.Shape || s[1] == c.Shape.Shape })
	if is < 0 {
		o.Wrong("there is no shape %d", c.Shape.Shape)
		return
	}
	o.One(is, shapeNames, func(k int) {
		inside := k == is && c.Shape.Shape != shapes[k][0]
		o.At(shapeNames[k], shapeDocs[k]).Empty(func(o *object) {
			o.Type(shapeNames[k], shapeDocs[k])
			c.places(o, k, &inside)
		})
		if c.Shape.Shape = shapes[k][0]; inside {
			c.Shape.Shape = shapes[k][1]
		}
	})
	if o.Checks() {
		if err := c.Shape.Validate(); err != nil {
			o.Wrong("%v", err)
		}
	}
}

func (c *Collider) places(o *object, shape int, inside *bool) {
	switch shapeNames[shape] {
	case "sphere":
		vector(o.At("center", "Its center."), &c.Shape.A)
	case "capsule":
		vector(o.At("from", "The start of its axis."), &c.Shape.A)
		vector(o.At("to", "The end of its axis."), &c.Shape.B)
	default:
		vector(o.At("point", "A place in the plane."), &c.Shape.A)
		direction(o.At("normal", "The direction to the free side, of length 1."), &c.Shape.B)
		return
	}
	o.At("radius", "The radius.").Number32(&c.Shape.Radius, jsondoc.Positive.WithUnit(jsondoc.Metres))
	o.At("inside", "It keeps joints in, not out.").Flag(inside)
}
