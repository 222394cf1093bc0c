package document

import (
	"slices"

	"github.com/sinew-anim/sinew/internal/jsondoc"
	"github.com/sinew-anim/sinew/runtime/control/spring"
)

func (c *Chain) fields(o *object) {
	list(o.at("joints"), &c.Joints, 2, MaxChain, func(p place, j *ChainJoint) {
		p.orShort("joint", j.Stiffness == 0 && j.Limit == nil, func(o *object) {
			at := o.at("joint")
			at.joint(&j.Joint, true)
			if p.Index > 0 {
				at.below(j.Joint, c.Joints[0].Joint)
			}
			o.at("stiffness").float(&j.Stiffness, 0, 1, 0)
			if limit := o.at("limit"); limit.Reads() {
				j.Limit = new(Limit)
				limit.object(j.Limit.kinds)
			} else if j.Limit != nil {
				limit.object(j.Limit.kinds)
			}
		})
	})
	list(o.at("effectors"), &c.Effectors, 1, 16, func(p place, e *Effector) {
		p.object(func(o *object) {
			at := o.at("joint")
			at.joint(&e.Joint, true)
			if at.Checks() && !slices.ContainsFunc(c.Joints, func(j ChainJoint) bool { return j.Joint == e.Joint }) {
				at.Wrong("%q is none of the chain's joints", e.Joint)
			}
			target := o.at("target")
			target.point(&e.Target)
			o.at("weight").part(&e.Weight)
			o.at("rotation").turn(&e.Rotation)
			o.at("rotationWeight").part(&e.RotationWeight)
			if o.Checks() && len(c.Joints) > 0 {
				target.apart(e.Target.Joint, c.Joints[0].Joint)
			}
		})
	})
	choice(o.at("solver"), &c.Solver, []string{"fabrik", "ccd"}, false)
	o.at("iterations").Integer(&c.Iterations, jsondoc.Between(0, 1000))
	o.at("bend").vector(&c.Bend)
}

func (s *Springs) fields(o *object) {
	list(o.at("joints"), &s.Joints, 1, MaxChain, func(p place, j *SpringJoint) {
		p.object(func(o *object) {
			at := o.at("joint")
			at.joint(&j.Joint, true)
			if p.Index > 0 {
				at.below(j.Joint, s.Joints[p.Index-1].Joint)
			}
			o.at("stiffness").needed32(&j.Spring.Stiffness, 1, 1e6)
			o.at("drag").float(&j.Spring.Drag, 0, 1e4, 0)
			o.at("gravity").float(&j.Spring.Gravity, jsondoc.All, jsondoc.Most, 0)
			o.at("wind").float(&j.Spring.Wind, jsondoc.All, jsondoc.Most, 0)
			o.at("radius").float(&j.Spring.Radius, 0, jsondoc.Most, 0)
		})
	})
	o.at("tip").vector(&s.Tip)
	first := ""
	if len(s.Joints) > 0 {
		first = s.Joints[0].Joint
	}
	o.colliders(&s.Colliders, first)
	if o.Checks() && len(s.Joints) == 1 && s.Tip == [3]float32{} {
		o.Wrong("one joint alone needs a tip")
	}
}

func (s *VRMSprings) fields(o *object) {
	list(o.at("joints"), &s.Joints, 1, MaxChain, func(p place, j *VRMSpringJoint) {
		p.object(func(o *object) {
			at := o.at("joint")
			at.joint(&j.Joint, true)
			if p.Index > 0 {
				at.child(j.Joint, s.Joints[p.Index-1].Joint)
			}
			o.at("stiffness").float(&j.Stiffness, 0, jsondoc.Most, 1)
			o.at("gravity").vector(&j.Gravity)
			o.at("drag").float(&j.Drag, 0, 1, 0.5)
			o.at("radius").float(&j.Radius, 0, jsondoc.Most, 0)
		})
	})
	o.at("tip").direction(&s.Tip, true)
	first := ""
	if len(s.Joints) > 0 {
		first = s.Joints[0].Joint
	}
	o.colliders(&s.Colliders, first)
	rate := o.at("rate")
	rate.Number(&s.Rate, jsondoc.Between(0, 1e4))
	if rate.Checks() && s.Rate != 0 && s.Rate < 1 {
		rate.Wrong("%v is outside 1 to 10000", s.Rate)
	}
}

// child refuses a joint that is no child of another one.
func (p place) child(name, parent string) {
	p.below(name, parent)
	if !p.Checks() || p.w.skeleton == nil {
		return
	}
	if j := p.find(name); j >= 0 && int(p.w.skeleton.Parent[j]) != p.find(parent) {
		p.Wrong("%q is no child of %q", name, parent)
	}
}

// colliders visits what keeps a chain that swings out, or in.
func (o *object) colliders(to *[]Collider, first string) {
	list(o.at("colliders"), to, 0, MaxColliders, func(p place, c *Collider) {
		p.object(func(o *object) { c.fields(o, first) })
	})
}

var shapeNames = []string{"sphere", "capsule", "plane"}

// fields visits a collider. Its shape is the name of the field with its places.
func (c *Collider) fields(o *object, first string) {
	at := o.at("joint")
	at.joint(&c.Joint, false)
	if c.Joint != "" && first != "" {
		at.apart(c.Joint, first)
	}
	name, inside := "", false
	switch c.Shape.Shape {
	case spring.Sphere, spring.InsideSphere:
		name, inside = "sphere", c.Shape.Shape == spring.InsideSphere
	case spring.Capsule, spring.InsideCapsule:
		name, inside = "capsule", c.Shape.Shape == spring.InsideCapsule
	case spring.Plane:
		name = "plane"
	default:
		o.Wrong("there is no shape %d", c.Shape.Shape)
		return
	}
	if o.w.Task == jsondoc.Reading {
		if name = o.only(shapeNames); name == "" {
			return
		}
	}
	o.at(name).empty(func(o *object) {
		switch name {
		case "sphere":
			o.at("center").vector(&c.Shape.A)
		case "capsule":
			o.at("from").vector(&c.Shape.A)
			o.at("to").vector(&c.Shape.B)
		default:
			o.at("point").vector(&c.Shape.A)
			o.at("normal").direction(&c.Shape.B, true)
			return
		}
		o.at("radius").float(&c.Shape.Radius, 0, jsondoc.Most, 0)
		o.at("inside").Flag(&inside)
	})
	if o.w.Task == jsondoc.Reading {
		shapes := map[string][2]spring.Shape{"sphere": {spring.Sphere, spring.InsideSphere}, "capsule": {spring.Capsule, spring.InsideCapsule}, "plane": {spring.Plane, spring.Plane}}[name]
		if c.Shape.Shape = shapes[0]; inside {
			c.Shape.Shape = shapes[1]
		}
	}
	if o.Checks() {
		if err := c.Shape.Validate(); err != nil {
			o.Wrong("%v", err)
		}
	}
}

func (t *Twist) fields(o *object) {
	o.at("source").joint(&t.Source, true)
	o.at("axis").vector(&t.Axis)
	list(o.at("rolls"), &t.Rolls, 1, 16, func(p place, r *Roll) {
		p.object(func(o *object) {
			at := o.at("joint")
			at.joint(&r.Joint, true)
			o.at("share").float(&r.Share, -1, 1, 0)
			if at.Checks() && r.Joint == t.Source {
				at.Wrong("%q is the source itself", r.Joint)
			}
		})
	})
}

func (a *Attach) fields(o *object) {
	o.at("joint").joint(&a.Joint, true)
	list(o.at("sockets"), &a.Sockets, 1, 16, func(p place, s *Socket) {
		p.orShort("joint", s.Place == [3]float32{} && s.Rotation == [4]float32{}, func(o *object) {
			at := o.at("joint")
			at.joint(&s.Joint, true)
			at.apart(s.Joint, a.Joint)
			o.at("place").vector(&s.Place)
			o.at("rotation").quaternion(&s.Rotation)
		})
	})
	o.at("fade").Number(&a.Fade, jsondoc.Positive)
	socket := o.at("socket")
	socket.Integer(&a.Socket, jsondoc.Any)
	if socket.Checks() && (a.Socket < 0 || a.Socket >= len(a.Sockets)) {
		socket.Wrong("there is no socket %d of %d", a.Socket, len(a.Sockets))
	}
}

func (g *Grab) fields(o *object) {
	o.limb(&g.Root, &g.Mid, &g.End)
	o.at("hinge").vector(&g.Hinge)
	o.at("soft").float(&g.Soft, 0, 1, 0)
	o.at("in").Number(&g.In, jsondoc.Positive)
	o.at("out").Number(&g.Out, jsondoc.Positive)
	o.at("holds").part(&g.Holds)
	target := o.at("target")
	target.point(&g.Target)
	o.at("pole").value(&g.Pole, vector)
	o.at("poleWeight").part(&g.PoleWeight)
	o.at("rotation").value(&g.Rotation, rotation)
	o.at("rotationWeight").part(&g.RotationWeight)
	target.apart(g.Target.Joint, g.Root)
}

// limb visits three joints below each other.
func (o *object) limb(root, middle, last *string) {
	o.at("root").joint(root, true)
	mid, end := o.at("mid"), o.at("end")
	mid.joint(middle, true)
	end.joint(last, true)
	mid.below(*middle, *root)
	end.below(*last, *middle)
}

func (f *Feet) fields(o *object) {
	o.at("pelvis").joint(&f.Pelvis, true)
	list(o.at("legs"), &f.Legs, 1, 8, func(p place, l *Leg) {
		p.object(func(o *object) {
			above := f.Pelvis
			for _, j := range []struct {
				key  string
				to   *string
				need bool
			}{{"root", &l.Root, true}, {"mid", &l.Mid, true}, {"ankle", &l.Ankle, true}, {"toe", &l.Toe, false}} {
				at := o.at(j.key)
				if at.joint(j.to, j.need); *j.to != "" {
					at.below(*j.to, above)
				}
				above = *j.to
			}
			o.at("hinge").vector(&l.Hinge)
			o.at("height").float(&l.Height, 0, jsondoc.Most, 0)
		})
	})
	o.at("up").vector(&f.Up)
	o.at("ground").float(&f.Ground, jsondoc.All, jsondoc.Most, 0)
	o.at("step").float(&f.Step, 0, jsondoc.Most, 0)
	o.at("slope").angle(&f.Slope, 0, 90, 0)
	o.at("tilt").angle(&f.Tilt, 0, 90, 0)
	o.at("drop").float(&f.Drop, 0, jsondoc.Most, 0)
	o.at("rise").float(&f.Rise, 0, jsondoc.Most, 0)
	o.at("halfLife").Number(&f.HalfLife, jsondoc.Positive)
	o.at("lock").float(&f.Lock, 0, jsondoc.Most, 0)
	o.at("ahead").float(&f.Ahead, 0, jsondoc.Most, 0)
	o.at("soft").float(&f.Soft, 0, 1, 0)
}
