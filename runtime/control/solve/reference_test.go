package solve_test

import (
	"math"

	"github.com/sinew-anim/sinew/internal/geom"
)

// v64 is a vector for references in float64, written from the mathematics.
type v64 [3]float64

func vector(v geom.Vec) v64 { return v64{float64(v.X), float64(v.Y), float64(v.Z)} }

func (a v64) add(b v64) v64              { return v64{a[0] + b[0], a[1] + b[1], a[2] + b[2]} }
func (a v64) sub(b v64) v64              { return v64{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }
func (a v64) times(s float64) v64        { return v64{a[0] * s, a[1] * s, a[2] * s} }
func (a v64) dot(b v64) float64          { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }
func (a v64) length() float64            { return math.Sqrt(a.dot(a)) }
func (a v64) unit() v64                  { return a.times(1 / a.length()) }
func (a v64) angle(b v64) float64        { return math.Atan2(a.cross(b).length(), a.dot(b)) }
func (a v64) beside(unit v64) v64        { return a.sub(unit.times(a.dot(unit))) }
func (a v64) near(b v64, e float64) bool { return a.sub(b).length() <= e }

func (a v64) cross(b v64) v64 {
	return v64{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

// planeOf is the unit direction at a right angle to a line on which a vector lies.
func planeOf(v, line geom.Vec) v64 { return vector(v).beside(vector(line).unit()).unit() }

// rotate turns by a quaternion of any length.
func rotate(q geom.Quat, v v64) v64 {
	x, y, z, w := float64(q.X), float64(q.Y), float64(q.Z), float64(q.W)
	u, n := v64{x, y, z}, x*x+y*y+z*z+w*w
	return v.times(w*w - u.dot(u)).add(u.times(2 * u.dot(v))).add(u.cross(v).times(2 * w)).times(1 / n)
}
