package control

import (
	"fmt"
	"math"
	"slices"
	"unicode/utf8"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/internal/jsondoc"
	"github.com/sinew-anim/sinew/internal/suggest"
	"github.com/sinew-anim/sinew/runtime/control/constraint"
	"github.com/sinew-anim/sinew/runtime/control/spring"
	"github.com/sinew-anim/sinew/soa"
)

// AvatarNote reports a property of an avatar that its control omits or approximates.
type AvatarNote struct {
	Lost    bool   // omitted; otherwise approximated, or without effect on joints
	Gaze    bool   // concerns the gaze
	Where   string // the node
	Message string
}

// avatar is the state of AvatarDocument.
type avatar struct {
	*soa.Avatar
	model    *soa.Model
	skeleton *soa.Skeleton
	path     []string       // the cached names of joints
	named    map[string]int // how many joints have a name
	control  *Document
	notes    []AvatarNote
}

// AvatarDocument returns the control of a model's avatar, or nil if it has none, and notes of what is
// omitted or approximated.
func AvatarDocument(m *soa.Model) (*Document, []AvatarNote) {
	if m.Avatar == nil {
		return nil, nil
	}
	from, k := m.Avatar, m.Skeleton
	a := &avatar{Avatar: from, model: m, skeleton: k, path: make([]string, k.Len()), named: make(map[string]int), control: &Document{Name: nameOf(from.Name)}}
	for _, name := range k.Name {
		a.named[name]++
	}
	for _, text := range a.Wrong {
		a.lost("", "left out: %s", text)
	}
	a.bones()
	a.gaze()
	a.constraints()
	a.springs()
	a.others()
	if len(a.control.Modifiers) == 0 && len(a.control.Humanoid) == 0 {
		return nil, a.notes
	}
	if err := a.control.Check(k); err != nil {
		a.lost("", "the control of the avatar is left out: %v", err)
		return nil, a.notes
	}
	return a.control, a.notes
}

// nameOf returns a name, or "" for one that no document can have.
func nameOf(name string) string {
	if len(name) > jsondoc.MaxName || !utf8.ValidString(name) {
		return ""
	}
	return name
}

func (a *avatar) note(lost, gaze bool, where, format string, args ...any) {
	a.notes = append(a.notes, AvatarNote{lost, gaze, where, fmt.Sprintf(format, args...)})
}

func (a *avatar) lost(where, format string, args ...any) { a.note(true, false, where, format, args...) }

// joint returns the joint of a node and its unique name or path.
func (a *avatar) joint(n soa.AvatarNode) (j int, name string, ok bool) {
	j = n.Joint
	if j < 0 || j >= len(a.path) {
		return 0, "", false
	}
	if a.path[j] == "" {
		if a.path[j] = a.skeleton.Name[j]; a.named[a.path[j]] > 1 {
			a.path[j] = suggest.Name(a.skeleton, j)
		}
	}
	return j, a.path[j], a.path[j] != ""
}

// add adds a modifier if it fits the skeleton.
func (a *avatar) add(where string, m Entry) {
	if len(a.control.Modifiers) == maxModifiers {
		a.lost(where, "the %s is left out: there are %d modifiers before it", m.Kind(), maxModifiers)
		return
	}
	one := &Document{Modifiers: []Entry{m}}
	if err := one.Check(a.skeleton); err != nil {
		a.lost(where, "the %s is left out: %v", m.Kind(), err)
		return
	}
	if m.Name != "" && slices.ContainsFunc(a.control.Modifiers, func(o Entry) bool { return o.Name == m.Name }) {
		m.Name = ""
	}
	a.control.Modifiers = append(a.control.Modifiers, m)
}

func (a *avatar) bones() {
	seen := make(map[string]bool)
	for _, b := range a.Bones {
		_, name, ok := a.joint(b.Node)
		if !ok || !slices.Contains(bones, b.Bone) || seen[b.Bone] {
			a.lost(b.Node.Name, "it is no joint that can be the bone %.60q", b.Bone)
			continue
		}
		bone := Bone{Bone: b.Bone, Joint: name}
		if err := (&Document{Humanoid: []Bone{bone}}).Check(a.skeleton); err != nil {
			a.lost(b.Node.Name, "the bone %s is left out: %v", b.Bone, err)
			continue
		}
		seen[b.Bone] = true
		a.control.Humanoid = append(a.control.Humanoid, bone)
	}
}

// gaze adds a LookAt for each eye.
func (a *avatar) gaze() {
	l := a.Gaze
	if l == nil {
		return
	}
	if !l.Bones {
		a.expressionGaze()
		return
	}
	ahead := geom.Vec{Z: 1}
	if a.Backward {
		ahead = geom.Vec{Z: -1}
	}
	cone := float32(max(l.Inner.To, l.Outer.To, l.Down.To, l.Up.To) * (math.Pi / 180))
	if !(cone > 0) {
		a.note(false, true, "", "the eyes do not follow a gaze: they turn by 0°")
		return
	}
	found := false
	for _, b := range a.Bones {
		if b.Bone != "leftEye" && b.Bone != "rightEye" {
			continue
		}
		j, name, ok := a.joint(b.Node)
		if !ok {
			continue
		}
		found = true
		turn := a.restRotation(j).Conjugate()
		a.add(name, Entry{Name: b.Bone, Do: &LookAt{
			Joints: []string{name}, Cones: []float32{min(cone, math.Pi)}, Forward: turn.Rotate(ahead).Array(), Up: turn.Rotate(geom.Vec{Y: 1}).Array(),
		}})
	}
	if found {
		a.note(false, false, "", "eyes look within a cone of %.3g°, in place of how far they turn inwards, outwards, down and up", float64(cone)*(180/math.Pi))
	} else {
		a.note(false, true, "", "the avatar has no joints of eyes that a gaze could turn")
	}
}

// expressionGaze notes the effect of a gaze that expressions show.
func (a *avatar) expressionGaze() {
	gaze, ok := ExpressionGaze(a.model)
	if !ok {
		a.note(false, true, "", "the avatar has no expressions for a gaze, and so shows none")
		return
	}
	have := 0
	for _, f := range gaze.Float {
		if f != soa.None {
			have++
		}
	}
	a.note(false, true, "", "the gaze shows by %d expression(s), which a program sets with avatar.Gaze: modifiers change joints alone", have)
}

// restRotation is a joint's rotation in the rest pose of the model, local that relative to its
// parent.
func (a *avatar) restRotation(j int) geom.Quat {
	q := geom.Identity
	for ; j >= 0; j = int(a.skeleton.Parent[j]) {
		q = a.local(j).Mul(q)
	}
	return q
}

func (a *avatar) local(j int) geom.Quat {
	r := &a.skeleton.Rest
	return geom.XYZW(r.RX[j], r.RY[j], r.RZ[j], r.RW[j]).Unit()
}

// mostConstraints is the number of constraints that are considered: more than a control can have, in
// case some are refused.
const mostConstraints = 4 * maxModifiers

// constraints adds the constraints, each after those that move its source.
func (a *avatar) constraints() {
	list := a.Constraints[:min(len(a.Constraints), mostConstraints)]
	arcs := make([]arc, len(list))
	for i, c := range list {
		node, _, nodeKnown := a.joint(c.Node)
		source, _, sourceKnown := a.joint(c.Source)
		arcs[i] = arc{node, source, nodeKnown, sourceKnown}
	}
	order, left := ordered(a.skeleton, arcs)
	for _, i := range order {
		a.constraint(&list[i])
	}
	for _, i := range left {
		a.lost(list[i].Node.Name, "the constraint is left out: it goes in a circle")
	}
	if n := len(a.Constraints) - len(list); n > 0 {
		a.lost(a.Constraints[len(list)].Node.Name, "%d constraints are left out: there are %d before them", n, len(list))
	}
}

// vrmAxes are the axes of constraints.
var vrmAxes = map[string]constraint.Axis{
	"X": constraint.PlusX, "Y": constraint.PlusY, "Z": constraint.PlusZ, "PositiveX": constraint.PlusX, "PositiveY": constraint.PlusY, "PositiveZ": constraint.PlusZ,
	"NegativeX": constraint.MinusX, "NegativeY": constraint.MinusY, "NegativeZ": constraint.MinusZ,
}

// constraint adds a constraint to the rest pose.
func (a *avatar) constraint(c *soa.AvatarConstraint) {
	own, name, ok := a.joint(c.Node)
	source, target, there := a.joint(c.Source)
	axis, known := vrmAxes[c.Axis]
	if !ok || !there || !known && c.Kind != "rotation" || !(c.Weight >= 0 && c.Weight <= 1) {
		a.lost(c.Node.Name, "the constraint is left out: %s of %s by the axis %q with the weight %v", c.Kind, c.Source.Name, c.Axis, c.Weight)
		return
	}
	e := Constraint{Targets: []Target{{Joint: target}}, Influence: float32(c.Weight)}
	switch c.Kind {
	case "aim":
		e.Rule = constraint.DampedTrack{Track: axis}
	case "roll":
		e.Rule = constraint.Roll{Axis: axis, Frame: a.local(source).Conjugate().Mul(a.local(own)).Array()}
		e.Space, e.TargetSpace = constraint.Local, constraint.Local
	default:
		e.Rule = constraint.CopyRotation{Axes: constraint.AllAxes}
		e.Space, e.TargetSpace = constraint.Local, constraint.Local
	}
	rest := Constraint{Rule: constraint.LimitRotation{Use: constraint.AllAxes}, Space: constraint.Local, Influence: 1}
	a.add(name, Entry{Do: &ConstraintStack{Joint: name, Stack: []Constraint{rest, e}}})
}

// springs adds the spring bones, those nearer to the root first.
func (a *avatar) springs() {
	depth := func(s *soa.AvatarSpring) int {
		j, _, ok := a.joint(s.Joints[0].Node)
		if !ok {
			return 0 // which spring reports
		}
		return int(a.skeleton.Depth[j])
	}
	var list []*soa.AvatarSpring
	for k := range a.Springs {
		s := &a.Springs[k]
		if len(s.Joints) == 0 { // which Validate refuses
			a.lost("", "the spring %q is left out: it has no joints", s.Name)
			continue
		}
		list = append(list, s)
	}
	slices.SortStableFunc(list, func(s, t *soa.AvatarSpring) int { return depth(s) - depth(t) })
	for _, s := range list {
		a.spring(s)
	}
}

func (a *avatar) spring(s *soa.AvatarSpring) {
	first := s.Joints[0].Node.Name
	out := &VRMSprings{}
	last, leaf := 0, s.Joints
	if s.Tail == nil && len(leaf) > maxChain {
		a.lost(first, "the spring %q is cut to %d joints", s.Name, maxChain)
		leaf = leaf[:maxChain]
	}
	for _, j := range leaf {
		at, name, ok := a.joint(j.Node)
		if !ok {
			a.lost(first, "the spring %q is left out: %q is no joint", s.Name, j.Node.Name)
			return
		}
		last = at
		fall := geom.XYZ(float32(j.Gravity[0]), float32(j.Gravity[1]), float32(j.Gravity[2]))
		out.Joints = append(out.Joints, VRMSpringJoint{
			Joint: name, Stiffness: float32(j.Stiffness), Gravity: fall.Times(float32(j.Power)).Array(), Drag: float32(j.Drag), Radius: float32(j.Radius),
		})
	}
	var ok bool
	if out.Tip, ok = a.tip(s, last); !ok {
		a.lost(first, "the spring %q is left out: it has no length beyond its last joint", s.Name)
		return
	}
	if s.Center != nil {
		a.note(false, false, first, "the spring %q swings in the world, not relative to %q", s.Name, s.Center.Name)
	}
	a.colliders(s, out, first)
	a.add(first, Entry{Name: nameOf(s.Name), Do: out})
}

// tip is the end of a chain, in the frame of its last joint.
func (a *avatar) tip(s *soa.AvatarSpring, last int) (tip [3]float32, ok bool) {
	r := &a.skeleton.Rest
	if s.Tail == nil {
		v := geom.XYZ(r.TX[last], r.TY[last], r.TZ[last])
		if v.Dot(v) == 0 {
			return tip, false
		}
		return v.Unit(v).Times(float32(s.Tip)).Array(), true
	}
	tail, _, ok := a.joint(*s.Tail)
	if !ok || tail == last || !a.skeleton.InSubtree(tail, last) {
		return tip, false
	}
	var v geom.Vec
	for j := tail; j != last; j = int(a.skeleton.Parent[j]) {
		v = geom.XYZ(r.TX[j], r.TY[j], r.TZ[j]).Add(a.local(j).Rotate(v))
	}
	return v.Array(), v.Dot(v) > 0
}

func (a *avatar) colliders(s *soa.AvatarSpring, out *VRMSprings, first string) {
	left := 0
	for _, k := range s.Colliders {
		if k < 0 || k >= len(a.Colliders) {
			left++
			continue
		}
		c := &a.Colliders[k]
		_, name, ok := a.joint(c.Node)
		shape, known := shapeOf(c)
		if !ok || !known || len(out.Colliders) == maxColliders {
			left++
			continue
		}
		out.Colliders = append(out.Colliders, Collider{Joint: name, Shape: shape})
	}
	if left > 0 {
		a.lost(first, "%d of %d colliders of the spring %q are left out", left, len(s.Colliders), s.Name)
	}
}

func shapeOf(c *soa.AvatarCollider) (s spring.Collider, ok bool) {
	narrow := func(v [3]float64) [3]float32 { return [3]float32{float32(v[0]), float32(v[1]), float32(v[2])} }
	s = spring.Collider{A: narrow(c.Offset), Radius: float32(c.Radius)}
	switch {
	case c.Shape == "sphere" && c.Inside:
		s.Shape = spring.InsideSphere
	case c.Shape == "sphere":
	case c.Shape == "capsule":
		s.B, s.Shape = narrow(c.Tail), spring.Capsule
		if c.Inside {
			s.Shape = spring.InsideCapsule
		}
	case c.Shape == "plane":
		s.Shape, s.B, s.Radius = spring.Plane, geom.VecOf(narrow(c.Normal)).Unit(geom.Vec{Z: 1}).Array(), 0
	default:
		return s, false
	}
	return s, s.Validate() == nil
}

// others reports properties that a control does not have.
func (a *avatar) others() {
	if n := a.FirstPerson; n > 0 {
		a.note(false, false, "", "%d annotation(s) of what the wearer sees are left out", n)
	}
}
