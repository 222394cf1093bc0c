package control

import (
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// Gaze is the gaze of an avatar that shows the movement of its eyes by expressions: a program
// calls LookAt, or sets Values with Instance.SetFloat, and the overrides of other expressions apply.
// It is no modifier: those change joints, and morph weights follow floats.
type Gaze struct {
	// Float has the indices of soa.Model.Floats that are the values of lookLeft, lookRight, lookUp
	// and lookDown, or soa.None where the avatar has no such expression.
	Float [4]int
	// Head is the joint of the head, or soa.NoJoint.
	Head int
	of   soa.AvatarGaze
	eyes exact.Matrix // from the frame between the eyes, which look along +Z at rest, to the head's
}

// Face is a character with a gaze: runtime.Instance.
type Face interface {
	Joint(joint int) (soa.Affine, error)
	SetFloat(f int, value float32) error
}

// looks are the expressions of Gaze.Float.
var looks = [...]string{"lookLeft", "lookRight", "lookUp", "lookDown"}

// ExpressionGaze returns the gaze of a model's avatar, or false where its eyes rotate or it has no
// expression for a gaze.
func ExpressionGaze(m *soa.Model) (g Gaze, ok bool) {
	if m.Avatar == nil || m.Avatar.Gaze == nil || m.Avatar.Gaze.Bones {
		return g, false
	}
	g.of = *m.Avatar.Gaze
	for k, name := range looks {
		g.Float[k] = soa.None
		if e := m.Expression(name); e != soa.None && m.Expressions[e].Part() == soa.Gaze {
			g.Float[k], ok = m.Expressions[e].Float, true
		}
	}
	g.Head = soa.NoJoint
	for _, b := range m.Avatar.Bones {
		if b.Bone == "head" && b.Node.Joint >= 0 && b.Node.Joint < m.Skeleton.Len() {
			g.Head = b.Node.Joint
			g.eyes = eyeFrame(m, g.Head)
		}
	}
	return g, ok
}

// eyeFrame returns the frame between the eyes of an avatar, relative to its head: at rest it has the
// axes of the model, turned by half a circle for an avatar that faces backward.
func eyeFrame(m *soa.Model, head int) exact.Matrix {
	a := &avatar{Avatar: m.Avatar, skeleton: m.Skeleton}
	turn := exact.Widen(a.restRotation(head).Conjugate().Array())
	if m.Avatar.Backward {
		turn = turn.Mul(exact.Quat{1: 1})
	}
	unit := float64(m.Skeleton.Unit[head]) // of the file's frame, which the offset is in
	offset := m.Avatar.Gaze.Offset
	return exact.Compose(exact.Vec{offset[0] * unit, offset[1] * unit, offset[2] * unit}, turn, exact.Vec{1, 1, 1})
}

// Angles returns the gaze from a head, a matrix of Instance.Joint, to a target in model space, as
// VRM 1.0 defines it: yaw to the avatar's left and pitch up, in degrees for Values.
func (g *Gaze) Angles(head *soa.Affine, target [3]float32) (yaw, pitch float64) {
	inverse, ok := exact.FromFloat32(*head).Mul(g.eyes).Inverse()
	if !ok {
		return 0, 0
	}
	d := inverse.Point(exact.WidenVec(target))
	const degrees = 180 / math.Pi
	return exact.Atan2(d[0], d[2]) * degrees, exact.Atan2(d[1], math.Sqrt(float64(d[0]*d[0])+float64(d[2]*d[2]))) * degrees
}

// LookAt sets the expressions to the gaze at a target in model space, from where the head is as of the
// last evaluation; the next one shows it. The error wraps control.ErrJoint for an avatar without a
// head, control.ErrValue for a target that is not finite, or what the character's methods return.
func (g *Gaze) LookAt(x Face, target [3]float32) error {
	if g.Head == soa.NoJoint {
		return fmt.Errorf("gaze: %w: the avatar names no head", ErrJoint)
	}
	for _, v := range target {
		if !(math.Abs(float64(v)) <= soa.MaxMagnitude) {
			return fmt.Errorf("gaze: %w: the target %v", ErrValue, target)
		}
	}
	head, err := x.Joint(g.Head)
	if err != nil {
		return fmt.Errorf("gaze: %w", err)
	}
	for k, v := range g.Values(g.Angles(&head, target)) {
		if g.Float[k] == soa.None {
			continue
		}
		if err := x.SetFloat(g.Float[k], v); err != nil {
			return fmt.Errorf("gaze: %w", err)
		}
	}
	return nil
}

// Values returns the values of the expressions, in the order of Float, for a gaze in degrees from
// straight ahead: yaw to the avatar's left, pitch up.
func (g *Gaze) Values(yaw, pitch float64) [4]float32 {
	return [...]float32{
		float32(g.of.Outer.Map(yaw)), float32(g.of.Outer.Map(-yaw)), float32(g.of.Up.Map(pitch)), float32(g.of.Down.Map(-pitch)),
	}
}
