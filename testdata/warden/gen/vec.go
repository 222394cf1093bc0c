package main

import "math"

// vec is a point or direction in model space: x to the character's left, y to its back, z up.
type vec struct{ x, y, z float64 }

func (a vec) add(b vec) vec             { return vec{a.x + b.x, a.y + b.y, a.z + b.z} }
func (a vec) sub(b vec) vec             { return vec{a.x - b.x, a.y - b.y, a.z - b.z} }
func (a vec) scale(s float64) vec       { return vec{a.x * s, a.y * s, a.z * s} }
func (a vec) dot(b vec) float64         { return a.x*b.x + a.y*b.y + a.z*b.z }
func (a vec) length() float64           { return math.Sqrt(a.dot(a)) }
func (a vec) unit() vec                 { return a.scale(1 / a.length()) }
func (a vec) lerp(b vec, t float64) vec { return a.add(b.sub(a).scale(t)) }
func (a vec) cross(b vec) vec {
	return vec{a.y*b.z - a.z*b.y, a.z*b.x - a.x*b.z, a.x*b.y - a.y*b.x}
}

// across returns the component of a perpendicular to the unit vector n, normalized.
func (a vec) across(n vec) vec { return a.sub(n.scale(a.dot(n))).unit() }

// mirrored returns the point on the other side of the character.
func (a vec) mirrored() vec { return vec{-a.x, a.y, a.z} }

// quat is a unit quaternion; it rotates column vectors.
type quat struct{ x, y, z, w float64 }

var still = quat{w: 1}

func (a quat) mul(b quat) quat {
	return quat{
		a.w*b.x + a.x*b.w + a.y*b.z - a.z*b.y,
		a.w*b.y + a.y*b.w + a.z*b.x - a.x*b.z,
		a.w*b.z + a.z*b.w + a.x*b.y - a.y*b.x,
		a.w*b.w - a.x*b.x - a.y*b.y - a.z*b.z,
	}
}

func (a quat) inverse() quat { return quat{-a.x, -a.y, -a.z, a.w} }

func (a quat) rotate(v vec) vec {
	u := vec{a.x, a.y, a.z}
	t := u.cross(v).scale(2)
	return v.add(t.scale(a.w)).add(u.cross(t))
}

// about returns a rotation by degrees about an axis, counterclockwise seen from its tip.
func about(axis vec, degrees float64) quat {
	s, c := math.Sincos(degrees * math.Pi / 360)
	u := axis.unit().scale(s)
	return quat{u.x, u.y, u.z, c}
}

// The rotations of poses, from the view of the character, which faces -Y.
func pitch(degrees float64) quat { return about(vec{1, 0, 0}, degrees) } // nods and leans forward; a hanging limb goes back
func roll(degrees float64) quat  { return about(vec{0, 1, 0}, degrees) } // leans to its left; lowers the left arm
func yaw(degrees float64) quat   { return about(vec{0, 0, 1}, degrees) } // turns to its left

// frame is the rotation that takes the axes of space to x, to y as far as x leaves it, and to x × y.
func frame(x, y vec) quat {
	x = x.unit()
	y = y.across(x)
	z := x.cross(y)
	// Shepperd's method: the largest of the four components is found first.
	trace := x.x + y.y + z.z
	q := quat{1 + x.x - y.y - z.z, x.y + y.x, x.z + z.x, y.z - z.y}
	switch largest := math.Max(math.Max(trace, x.x), math.Max(y.y, z.z)); largest {
	case trace:
		q = quat{y.z - z.y, z.x - x.z, x.y - y.x, 1 + trace}
	case y.y:
		q = quat{x.y + y.x, 1 - x.x + y.y - z.z, y.z + z.y, z.x - x.z}
	case z.z:
		q = quat{x.z + z.x, y.z + z.y, 1 - x.x - y.y + z.z, x.y - y.x}
	}
	n := 1 / math.Sqrt(q.x*q.x+q.y*q.y+q.z*q.z+q.w*q.w)
	return quat{q.x * n, q.y * n, q.z * n, q.w * n}
}
