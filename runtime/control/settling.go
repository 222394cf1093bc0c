package control

import (
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/geom"
)

// settling is a critically damped spring over a time, in closed form: with y the distance from
// the goal and w its speed,
//
//	y' = a·y + b·w        w' = c·y + d·w
//
// Where the goal itself moves evenly by g, y' is ahead·g less and w' is lead·g more. The result
// does not depend on how the time is divided.
type settling struct {
	seconds, halfLife float64
	a, b, c, d        float32
	ahead, lead       float32
}

// halved is the x at which (1 + x)·e⁻ˣ is a half.
const halved = 1.6783469900166605

// prepare sets up the spring for a time.
func (e *settling) prepare(seconds, halfLife float64) *settling {
	if e.seconds == seconds && e.halfLife == halfLife {
		return e
	}
	rate := halved / halfLife
	z := float64(rate * seconds)
	fall := exact.Exp(-z)
	*e = settling{seconds: seconds, halfLife: halfLife, a: float32(float64(1+z) * fall), b: float32(seconds * fall), c: float32(-float64(rate*z) * fall), d: float32(float64(1-z) * fall), ahead: 1}
	if seconds > 0 {
		rest := 1 - float64(float64(1+z)*fall)
		if z < 1e-4 { // where the difference has few digits
			rest = float64(z*z) * (0.5 - z/3)
		}
		e.ahead = float32(float64(float64(2/z)*rest) + fall)
		e.lead = float32(rest / seconds)
	}
	return e
}

// fall advances a distance and its speed.
func (e *settling) fall(y, w *float32) {
	if *y == 0 && *w == 0 {
		return
	}
	*y, *w = float32(e.a**y)+float32(e.b**w), float32(e.c**y)+float32(e.d**w)
	const rest = 1e-12 // far from where arithmetic is slow
	if geom.Abs(*y) < rest && geom.Abs(*w) < rest {
		*y, *w = 0, 0
	}
}

func (e *settling) fallV(y, w *geom.Vec) {
	e.fall(&y.X, &w.X)
	e.fall(&y.Y, &w.Y)
	e.fall(&y.Z, &w.Z)
}

// follow advances a value and its speed behind a goal that moves evenly.
func (e *settling) follow(x, w *float32, from, to float32) {
	y := *x - from
	e.fall(&y, w)
	*x = to + (y - float32(e.ahead*(to-from)))
	*w += float32(e.lead * (to - from))
}
