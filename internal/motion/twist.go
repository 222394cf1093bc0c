package motion

import (
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// Twist is a steady movement in the mover's own frame: metres along its axes, and
// radians about Y, in a unit of time that both sides agree on. Twists add up and take
// factors, which places do not: half of a twist, applied twice, is the twist.
type Twist struct{ X, Y, Z, Yaw float64 }

// Add returns t + u·weight.
func (t Twist) Add(u Twist, weight float64) Twist {
	return Twist{
		t.X + float64(u.X*weight), t.Y + float64(u.Y*weight),
		t.Z + float64(u.Z*weight), t.Yaw + float64(u.Yaw*weight),
	}
}

// Exp returns where a twist leads to in its unit of time, on an arc, to 4e-16 in the
// rotation and 1e-15 of the way.
func Exp(t Twist) soa.RootTransform {
	c, s, a, b := arc(t.Yaw)
	return soa.RootTransform{
		X: float64(a*t.X) + float64(b*t.Z), Y: t.Y, Z: float64(a*t.Z) - float64(b*t.X),
		C: c, S: s,
	}
}

// Log returns the twist that leads to a place the shorter way round: the inverse of
// Exp for less than half a turn, to 1e-15 of a radian and of the way (near half a turn
// the way is long, and so is the error).
func Log(p soa.RootTransform) Twist { return log(&p) }

func log(p *soa.RootTransform) Twist {
	w := angle(p.C, p.S)
	h := float64(0.5 * w)
	var a float64 // h·cot h
	switch {
	case math.Abs(w) < smallAngle:
		y := float64(w * w)
		a = 1 - float64(y*(1./12+float64(y*(1./720+float64(y*(1./30240+float64(y*(1./1209600+float64(y*(1./47900160))))))))))
	case p.C > 0:
		a = float64(h*(1+p.C)) / p.S
	default:
		a = float64(h*p.S) / (1 - p.C)
	}
	return Twist{X: float64(a*p.X) - float64(h*p.Z), Y: p.Y, Z: float64(a*p.Z) + float64(h*p.X), Yaw: w}
}

// smallAngle is up to where short series reach full precision.
const smallAngle = 1. / 4

// turn returns the cosine and sine of an angle.
func turn(w float64) (c, s float64) {
	if math.Abs(w) > smallAngle {
		s, c = exact.SinCos(w)
		return c, s
	}
	y := float64(w * w)
	return 1 - float64(y*cosine(y)), w - float64(float64(w*y)*sine(y))
}

// arc returns the cosine c and sine s of an angle, s/angle and (1−c)/angle.
func arc(w float64) (c, s, a, b float64) {
	c, s = turn(w)
	if math.Abs(w) > smallAngle {
		return c, s, s / w, (1 - c) / w
	}
	y := float64(w * w)
	return c, s, 1 - float64(y*sine(y)), float64(w * cosine(y))
}

// sinc is the sine of an angle divided by it.
func sinc(w float64) float64 {
	if math.Abs(w) > smallAngle {
		s, _ := exact.SinCos(w)
		return s / w
	}
	y := float64(w * w)
	return 1 - float64(y*sine(y))
}

// cosine is the series of (1 − cos w)/w² in y = w², and sine that of (w − sin w)/w³, for
// angles up to smallAngle.
func cosine(y float64) float64 {
	return 1./2 - float64(y*(1./24-float64(y*(1./720-float64(y*(1./40320-float64(y*(1./3628800-float64(y*(1./479001600))))))))))
}

func sine(y float64) float64 {
	return 1./6 - float64(y*(1./120-float64(y*(1./5040-float64(y*(1./362880-float64(y*(1./39916800))))))))
}

// angle returns the angle of a rotation in [−π, π].
func angle(c, s float64) float64 {
	const small = 1. / 16
	if c <= 0 || math.Abs(s) > small {
		return exact.Atan2(s, c)
	}
	// The series of the arc sine.
	y := float64(s * s)
	return s + float64(float64(s*y)*(1./6+float64(y*(3./40+float64(y*(5./112+float64(y*(35./1152+float64(y*(63./2816+float64(y*(231./13312))))))))))))
}
