package solve

import (
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/vec"
	"github.com/sinew-anim/sinew/internal/xyz"
)

// A Gaze is the directions that the front of a joint may take: those within a cone, or
// those within ranges of yaw and pitch, or all.
//
//	       Up
//	       │   Front           yaw: around Up, from Front towards Side = Up × Front
//	       │ ╱                 pitch: towards Up
//	Side ──┘
type Gaze struct {
	kind             gazeKind
	Front, Up        vec.V // unit, at a right angle, in model space, as the joint's parent is now
	cone             [2]float32
	yaw, pitch       [2]float32 // sines: of half the yaw, of the pitch
	cosYaw, cosPitch [2]float32
}

type gazeKind uint8

const (
	anywhere gazeKind = iota
	withinCone
	withinBox
)

// NewGazeCone allows directions within an angle of front, at most π radians.
func NewGazeCone(front vec.V, angle float64) Gaze {
	f := xyz.Vec(front).Unit(xyz.V{Z: 1})
	s, c := exact.SinCos(min(max(angle, 0), math.Pi))
	return Gaze{kind: withinCone, Front: f.Array(), Up: f.Beside().Array(), cone: [2]float32{float32(c), float32(s)}}
}

// NewGazeBox allows ranges of the yaw within ±π and of the pitch within ±π/2, in radians.
func NewGazeBox(front, up vec.V, fromYaw, toYaw, fromPitch, toPitch float64) Gaze {
	f := xyz.Vec(front).Unit(xyz.V{Z: 1})
	g := Gaze{kind: withinBox, Front: f.Array(), Up: beside(xyz.Vec(up), f, f.Beside()).Array()}
	for i, yaw := range [...]float64{fromYaw, toYaw} {
		s, c := exact.SinCos(min(max(yaw, -math.Pi), math.Pi) / 2)
		g.yaw[i], g.cosYaw[i] = float32(s), float32(c)
	}
	for i, pitch := range [...]float64{fromPitch, toPitch} {
		s, c := exact.SinCos(min(max(pitch, -math.Pi/2), math.Pi/2))
		g.pitch[i], g.cosPitch[i] = float32(s), float32(c)
	}
	return g
}

// Turned is the same gaze of a joint whose parent has turned.
func (g Gaze) Turned(by vec.Q) Gaze {
	q := xyz.Quat(by)
	g.Front, g.Up = q.Rotate(xyz.Vec(g.Front)).Array(), q.Rotate(xyz.Vec(g.Up)).Array()
	return g
}

// Hold is the direction, or else the nearest allowed one: on the way to Front for a cone,
// in yaw and in pitch for a box; and whether it had to be held.
func (g *Gaze) Hold(v vec.V) (vec.V, bool) {
	to, held := g.held(xyz.Vec(v))
	return to.Array(), held
}

func (g *Gaze) held(v xyz.V) (xyz.V, bool) {
	if g.kind == anywhere {
		return v, false
	}
	front, up := xyz.Vec(g.Front), xyz.Vec(g.Up)
	switch g.kind {
	case withinCone:
		if v.Dot(front) >= g.cone[0] {
			return v, false
		}
		return front.Times(g.cone[0]).AddTimes(beside(v, front, up), g.cone[1]), true
	case withinBox:
		side := up.Cross(front)
		x, y, z := v.Dot(front), v.Dot(up), v.Dot(side)
		yaw, cosPitch := Angle{1, 0}, vec.Sqrt(float32(x*x)+float32(z*z))
		if cosPitch > 0 {
			yaw = halve(x/cosPitch, z/cosPitch)
		}
		held := true
		switch {
		case yaw.Sin < g.yaw[0]:
			yaw = Angle{g.cosYaw[0], g.yaw[0]}
		case yaw.Sin > g.yaw[1]:
			yaw = Angle{g.cosYaw[1], g.yaw[1]}
		default:
			held = false
		}
		switch {
		case y < g.pitch[0]:
			y, cosPitch, held = g.pitch[0], g.cosPitch[0], true
		case y > g.pitch[1]:
			y, cosPitch, held = g.pitch[1], g.cosPitch[1], true
		}
		if !held {
			return v, false
		}
		c, s := yaw.whole()
		return front.Times(float32(cosPitch*c)).AddTimes(side, float32(cosPitch*s)).AddTimes(up, y), true
	}
	return v, false
}

// hold turns a joint, which is turned from where its front is Front, back into its gaze.
func (g *Gaze) hold(turn, turned xyz.Q) xyz.Q {
	if g.kind == anywhere {
		return turn
	}
	now := turn.Rotate(turned.Rotate(xyz.Vec(g.Front)))
	to, held := g.held(now)
	if !held {
		return turn
	}
	return xyz.Arc(now, to, xyz.Vec(g.Up)).Mul(turn)
}
