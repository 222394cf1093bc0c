package archive

import "github.com/sinew-anim/sinew/soa"

func nodeFields(f *fields, n *soa.AvatarNode) { f.walk(&n.Joint, &n.Name) }

// nodeIf walks a node that need not be there.
func nodeIf(f *fields, n **soa.AvatarNode) {
	if optional(f, n) {
		nodeFields(f, *n)
	}
}

func vectorFields(f *fields, v *[3]float64) { f.walk(&v[0], &v[1], &v[2]) }

// avatarFields leaves out Wrong, which is about the file that was imported.
func avatarFields(f *fields, a *soa.Avatar) {
	f.walk(&a.Name, &a.Backward, &a.Animation)
	list(f, &a.Bones, 12, func(f *fields, b *soa.AvatarBone) {
		f.walk(&b.Bone)
		nodeFields(f, &b.Node)
	})
	if optional(f, &a.Gaze) {
		g := a.Gaze
		f.walk(&g.Bones)
		vectorFields(f, &g.Offset)
		for _, r := range [...]*soa.GazeRange{&g.Inner, &g.Outer, &g.Down, &g.Up} {
			f.walk(&r.From, &r.To)
		}
	}
	list(f, &a.Springs, 22, springFields)
	list(f, &a.Colliders, 93, func(f *fields, c *soa.AvatarCollider) {
		nodeFields(f, &c.Node)
		f.walk(&c.Shape)
		for _, v := range [...]*[3]float64{&c.Offset, &c.Tail, &c.Normal} {
			vectorFields(f, v)
		}
		f.walk(&c.Radius, &c.Inside)
	})
	list(f, &a.Constraints, 32, func(f *fields, c *soa.AvatarConstraint) {
		nodeFields(f, &c.Node)
		nodeFields(f, &c.Source)
		f.walk(&c.Kind, &c.Axis, &c.Weight)
	})
	f.walk(&a.FirstPerson)
}

func springFields(f *fields, s *soa.AvatarSpring) {
	f.walk(&s.Name)
	list(f, &s.Joints, 64, func(f *fields, j *soa.AvatarSpringJoint) {
		nodeFields(f, &j.Node)
		f.walk(&j.Stiffness, &j.Power, &j.Drag, &j.Radius)
		vectorFields(f, &j.Gravity)
	})
	nodeIf(f, &s.Tail)
	f.walk(&s.Tip)
	list(f, &s.Colliders, 4, func(f *fields, k *int) { f.walk(k) })
	nodeIf(f, &s.Center)
}
