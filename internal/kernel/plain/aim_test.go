package plain_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/internal/kernel/plain"
	"github.com/sinew-anim/sinew/internal/testing/seed"
)

// vec is a vector in float64.
type vec [3]float64

func wide(v plain.V) vec { return vec{float64(v.X), float64(v.Y), float64(v.Z)} }

func (a vec) narrow() plain.V {
	return plain.V{X: plain.Float(float32(a[0])), Y: plain.Float(float32(a[1])), Z: plain.Float(float32(a[2]))}
}

func (a vec) plus(b vec, s float64) vec { return vec{a[0] + s*b[0], a[1] + s*b[1], a[2] + s*b[2]} }
func (a vec) times(s float64) vec       { return vec{}.plus(a, s) }
func (a vec) dot(b vec) float64         { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }
func (a vec) length() float64           { return math.Sqrt(a.dot(a)) }
func (a vec) unit() vec                 { return a.times(1 / a.length()) }

func (a vec) cross(b vec) vec {
	return vec{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

// rotated is v rotated by a quaternion of any length.
func rotated(q plain.Q, v vec) vec {
	u, w := vec{float64(q.X), float64(q.Y), float64(q.Z)}, float64(q.W)
	t := u.cross(v).times(2 / (u.dot(u) + w*w))
	return v.plus(t, w).plus(u.cross(t), 1)
}

// anAim is an aim that a test draws. Some lines point away from their targets, and some poles and
// ups lie close to them.
type anAim struct {
	t, offset, forward, up, pole vec
	shortest                     plain.Float
}

func drawAim(r *rand.Rand) anAim {
	any := func() vec { return vec{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}.unit() }
	near := func(v vec) vec { return v.plus(any(), math.Pow(10, -4*r.Float64())).unit() }
	a := anAim{t: any().times(math.Pow(10, 6*r.Float64()-3)), forward: any(), up: any(), pole: any()}
	a.offset = any().times(a.t.length() * 0.7 * r.Float64())
	switch r.IntN(8) {
	case 0:
		a.forward = near(a.t.unit().times(-1))
	case 1:
		a.up = near(a.forward)
	case 2:
		a.pole = near(a.t.unit())
	case 3:
		a.offset = a.offset.times(4)
	case 4, 5:
		a.shortest, a.up = 1, vec{}
		if r.IntN(2) > 0 {
			a.up, a.pole = a.pole, vec{}
		}
	}
	return a
}

// A line passes through its target, and up lies on the pole's side, wherever they are; without a
// pole it comes round by the shorter arc.
func TestAimAtPlacesLines(t *testing.T) {
	for s := range seed.Cases(t, 20000) {
		a := drawAim(rand.New(rand.NewPCG(s, 3)))
		q, square := plain.AimAt(&plain.Memory{}, a.t.narrow(), a.offset.narrow(), a.forward.narrow(), a.up.narrow(), a.pole.narrow(), a.shortest, 1, 0)
		at, offset, forward := wide(a.t.narrow()), wide(a.offset.narrow()), wide(a.forward.narrow()).unit()
		if l2 := float64(q.X*q.X + q.Y*q.Y + q.Z*q.Z + q.W*q.W); !(q.W >= 0) || !(math.Abs(l2/float64(square)-1) < 1e-5) {
			t.Fatalf("%+v: %v has the square %v", a, q, square)
		}
		from := offset.plus(forward, -offset.dot(forward))
		r, b := at.length(), from.length()
		missed := at.plus(rotated(q, offset), -1).cross(rotated(q, forward)).length() - max(0, b-r)
		if math.Abs(missed) > 4e-6*max(r, b) {
			t.Fatalf("%+v: passes at %v of %v", a, missed, r)
		}
		if r < 1.01*b {
			continue // what point of the line is as far away is a matter of rounding
		}
		from, to := from.plus(forward, math.Sqrt((r-b)*(r+b))).unit(), at.unit()
		if a.shortest > 0 {
			axis := vec{float64(q.X), float64(q.Y), float64(q.Z)}
			if e := axis.dot(from) / math.Sqrt(float64(square)); math.Abs(e) > 2e-6/max(1e-3, 1+from.dot(to)) {
				t.Fatalf("%+v: turns about the line by %v", a, e)
			}
			continue
		}
		n, m := rotated(q, a.up.cross(from)), a.pole.cross(to)
		clear := n.length() * m.length()
		if e := n.cross(m).length() / clear; n.length() > 2e-3 && m.length() > 2e-3 && (e > 2e-6/min(n.length(), m.length())+1e-5 || n.dot(m) < 0) {
			t.Fatalf("%+v: up is off the pole's side by %v, of sines %v and %v", a, e, n.length(), m.length())
		}
	}
}

// Without a target nothing turns.
func TestAimAtNothing(t *testing.T) {
	none := plain.Float(math.NaN())
	x, y := plain.V{X: 1}, plain.V{Y: 1}
	for _, to := range []plain.V{{X: none}, {Y: plain.Float(math.Inf(1))}} {
		q, square := plain.AimAt(&plain.Memory{}, to, plain.V{}, x, y, y, 0, 1, 0)
		if q != (plain.Q{W: q.W}) || !(q.W > 0) || square != q.W*q.W {
			t.Errorf("to %v it turns by %v, of square %v", to, q, square)
		}
	}
}
