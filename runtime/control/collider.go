package control

import (
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/internal/jsondoc"
	"github.com/sinew-anim/sinew/runtime/control/spring"
)

// Collider is what keeps tails out, or in.
type Collider struct {
	// Joint is the name of the joint that the collider moves with, in whose frame it is:
	// radii are those of the model. Without one it stands in the world.
	Joint string
	Shape spring.Collider
}

// colliders finds the joints that colliders of a chain move with, −1 for none.
func (s *Stack) colliders(list []Collider, root int) (joints []int, err error) {
	for k := range list {
		c, j := &list[k], -1
		if c.Joint != "" {
			if j, err = s.find(c.Joint); err != nil {
				return nil, fmt.Errorf("collider %d: %w", k, err)
			}
			if s.skeleton.InSubtree(j, root) {
				return nil, fmt.Errorf("collider %d: %w: %q swings itself", k, ErrJoint, c.Joint)
			}
		}
		if err := c.Shape.Validate(); err != nil {
			return nil, fmt.Errorf("collider %d: %w", k, err)
		}
		joints = append(joints, j)
	}
	return joints, nil
}

// withColliders are joints, and those that colliders move with.
func withColliders(joints, colliders []int) []int {
	list := slices.Clone(joints)
	for _, j := range colliders {
		if j >= 0 {
			list = append(list, j)
		}
	}
	return list
}

// colliders visits what keeps a chain that swings out, or in.
func (o *object) colliders(to *[]Collider, first string) {
	options(o.at("colliders", "What keeps them out, or in."), to, 0, MaxColliders, func(o *object, _ int, c *Collider) { c.fields(o, first) })
}

var (
	shapeNames = []string{"sphere", "capsule", "plane"}
	shapeDocs  = []string{"A ball.", "All that is near a line.", "All below a plane."}
	// shapes are those that keep out, and in, of each name.
	shapes = [][2]spring.Shape{{spring.Sphere, spring.InsideSphere}, {spring.Capsule, spring.InsideCapsule}, {spring.Plane, spring.Plane}}
)

// fields visits a collider. Its shape is the name of the field with its places.
func (c *Collider) fields(o *object, first string) {
	o.Type("collider", "What keeps swinging joints out, or in.")
	at := o.at("joint", "The joint that it moves with, in whose frame it is; without one it stands in the world.")
	at.joint(&c.Joint, false)
	if c.Joint != "" && first != "" {
		at.apart(c.Joint, first)
	}
	is := slices.IndexFunc(shapes, func(s [2]spring.Shape) bool { return s[0] == c.Shape.Shape || s[1] == c.Shape.Shape })
	if is < 0 {
		o.Wrong("there is no shape %d", c.Shape.Shape)
		return
	}
	o.One(is, shapeNames, func(k int) {
		inside := k == is && c.Shape.Shape != shapes[k][0]
		o.at(shapeNames[k], shapeDocs[k]).empty(func(o *object) {
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

// places visits where a shape of a name is.
func (c *Collider) places(o *object, shape int, inside *bool) {
	switch shapeNames[shape] {
	case "sphere":
		o.at("center", "Its center.").vector(&c.Shape.A)
	case "capsule":
		o.at("from", "Where the line begins.").vector(&c.Shape.A)
		o.at("to", "Where it ends.").vector(&c.Shape.B)
	default:
		o.at("point", "A place in it.").vector(&c.Shape.A)
		o.at("normal", "The direction to the free side, of length 1.").direction(&c.Shape.B)
		return
	}
	o.at("radius", "How far it reaches.").Number32(&c.Shape.Radius, jsondoc.Positive.In(jsondoc.Metres))
	o.at("inside", "Whether it keeps in, not out.").Flag(inside)
}
