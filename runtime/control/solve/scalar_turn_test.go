package solve

import (
	"github.com/sinew-anim/sinew/internal/geom"
)

// share is the part w of an angle, as nlerp takes it.
func (a Angle) share(w float32) Angle {
	c, s := 1+float32((a.Cos-1)*w), float32(a.Sin*w)
	n := geom.Sqrt(float32(c*c) + float32(s*s))
	if n == 0 {
		return Angle{1, 0}
	}
	return Angle{c / n, s / n}
}

// whole is the cosine and the sine of the angle itself.
func (a Angle) whole() (c, s float32) {
	return float32(a.Cos*a.Cos) - float32(a.Sin*a.Sin), float32((a.Cos + a.Cos) * a.Sin)
}

// halve is the Angle of a cosine and a sine, exact over the whole circle.
func halve(c, s float32) Angle {
	w, v := 1+c, s
	if c < 0 {
		w, v = geom.Abs(s), 1-c
		if s < 0 {
			v = -v
		}
	}
	n := geom.Sqrt(float32(w*w) + float32(v*v))
	return Angle{w / n, v / n}
}

// orient is the rotation that takes the unit direction from to the unit direction to,
// the short way, and then turns around that: the normal, a unit vector beside from, comes
// to lie at wanted, beside to, by the part share, and then turned on by the twist. Both
// are frames, and the rotation is one times the transpose of the other: it meets its
// direction to rounding even where that is opposite.
func orient(from, normal, to, wanted geom.Vec, share float32, twist Angle) geom.Quat {
	free := normal
	if w := 1 + from.Dot(to); w >= 1e-6 {
		free = normal.AddTimes(from.Add(to), -(normal.Dot(to) / w))
	}
	free = beside(free, to, normal)
	side := to.Cross(free)
	c, s := halve(free.Dot(wanted), side.Dot(wanted)).share(share).plus(twist.or0()).whole()
	turned := free.Times(c).AddTimes(side, s)
	third, thirdNow := to.Cross(turned), from.Cross(normal)
	return geom.FromAxes(
		to.Times(from.X).AddTimes(turned, normal.X).AddTimes(third, thirdNow.X),
		to.Times(from.Y).AddTimes(turned, normal.Y).AddTimes(third, thirdNow.Y),
		to.Times(from.Z).AddTimes(turned, normal.Z).AddTimes(third, thirdNow.Z),
	)
}

// poleNormal is the unit normal of the plane of a unit direction and a pole, and how far
// it counts: within 0.001 radians of the direction a pole fades out, for no plane is
// near to all those around it. Of none that counts the normal is 0.
func poleNormal(pole, direction geom.Vec) (n geom.Vec, share float32) {
	n = pole.Normal(direction).Cross(direction)
	sine := n.Length()
	if n = n.Normal(geom.Vec{}); n == (geom.Vec{}) {
		return n, 0
	}
	return n, min(1, float32(sine*1000))
}
