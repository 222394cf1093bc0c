package solve

import (
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/geom"
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
	Front, Up        [3]float32 // unit, at a right angle, in model space, as the joint's parent is now
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
func NewGazeCone(front [3]float32, angle float64) Gaze {
	f := geom.VecOf(front).Unit(geom.Vec{Z: 1})
	s, c := exact.SinCos(min(max(angle, 0), math.Pi))
	return Gaze{kind: withinCone, Front: f.Array(), Up: f.Perpendicular().Array(), cone: [2]float32{float32(c), float32(s)}}
}

// NewGazeBox allows ranges of the yaw within ±π and of the pitch within ±π/2, in radians.
func NewGazeBox(front, up [3]float32, fromYaw, toYaw, fromPitch, toPitch float64) Gaze {
	f := geom.VecOf(front).Unit(geom.Vec{Z: 1})
	g := Gaze{kind: withinBox, Front: f.Array(), Up: beside(geom.VecOf(up), f, f.Perpendicular()).Array()}
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
func (g Gaze) Turned(by [4]float32) Gaze {
	q := geom.QuatOf(by)
	g.Front, g.Up = q.Rotate(geom.VecOf(g.Front)).Array(), q.Rotate(geom.VecOf(g.Up)).Array()
	return g
}

// Hold is the direction, or else the nearest allowed one: on the way to Front for a cone,
// in yaw and in pitch for a box; and whether it had to be held.
func (g *Gaze) Hold(v [3]float32) ([3]float32, bool) {
	to, held := g.held(geom.VecOf(v))
	return to.Array(), held
}

func (g *Gaze) held(v geom.Vec) (geom.Vec, bool) {
	if g.kind == anywhere {
		return v, false
	}
	front, up := geom.VecOf(g.Front), geom.VecOf(g.Up)
	switch g.kind {
	case withinCone:
		if v.Dot(front) >= g.cone[0] {
			return v, false
		}
		return front.Times(g.cone[0]).AddTimes(beside(v, front, up), g.cone[1]), true
	case withinBox:
		side := up.Cross(front)
		x, y, z := v.Dot(front), v.Dot(up), v.Dot(side)
		yaw, cosPitch := Angle{1, 0}, geom.Sqrt(float32(x*x)+float32(z*z))
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
func (g *Gaze) hold(turn, turned geom.Quat) geom.Quat {
	if g.kind == anywhere {
		return turn
	}
	now := turn.Rotate(turned.Rotate(geom.VecOf(g.Front)))
	to, held := g.held(now)
	if !held {
		return turn
	}
	return geom.Arc(now, to, geom.VecOf(g.Up)).Mul(turn)
}
