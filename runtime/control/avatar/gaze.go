package avatar

import "github.com/sinew-anim/sinew/soa"

// Gaze is the gaze of an avatar of which expressions stand for the movement of the eyes: a program
// sets their values with Instance.SetFloat, and the overrides of other expressions apply.
type Gaze struct {
	// Float has the indices of soa.Model.Floats that are the values of lookLeft, lookRight, lookUp
	// and lookDown, or soa.None where the avatar has no such expression.
	Float [4]int
	of    soa.AvatarGaze
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
	return g, ok
}

// Values returns the values of the expressions, in the order of Float, for a gaze in degrees from
// straight ahead: yaw to the avatar's left, pitch up.
func (g *Gaze) Values(yaw, pitch float64) [4]float32 {
	return [...]float32{
		float32(g.of.Outer.Of(yaw)), float32(g.of.Outer.Of(-yaw)), float32(g.of.Up.Of(pitch)), float32(g.of.Down.Of(-pitch)),
	}
}
