package spring

import (
	"errors"
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/geom"
)

var (
	// ErrJoint is returned for the settings of a joint, of the air or of a collider that
	// mean nothing.
	ErrJoint = errors.New("spring: settings out of range")
	// ErrInput is returned for a step whose input is not finite or does not fit its chain.
	ErrInput = errors.New("spring: input refused")
)

// Joint is how the tail of a joint swings about where the animation has it:
//
//	acceleration = Stiffness·(goal − place) − Drag·(velocity − Wind·wind) + Gravity·gravity
type Joint struct {
	Stiffness float32 // 1/s², from 1 to 1e6; √Stiffness/2π is the frequency in Hz
	Drag      float32 // 1/s, from 0 to 1e4; 2√Stiffness is the least that does not swing over
	Gravity   float32 // the share of Air.Gravity that acts
	Wind      float32 // the share of Air.Wind that acts
	Radius    float32 // that colliders keep from the tail, in metres
}

// Air is what acts on all joints.
type Air struct {
	Gravity [3]float32 // m/s²
	Wind    [3]float32 // m/s
}

// Validate reports what is not finite.
func (a *Air) Validate() error {
	if !geom.VecOf(a.Gravity).Finite() || !geom.VecOf(a.Wind).Finite() {
		return fmt.Errorf("%w: air %v", ErrInput, *a)
	}
	return nil
}

// Chain is a row of joints, each below the one before. It is only read once made and can be
// shared.
type Chain struct{ joints []Joint }

// NewChain makes a chain of joints. The tail of a joint is the next joint's place; that of
// the last is the tip, a place in its own frame.
func NewChain(joints []Joint, tip [3]float32) (*Chain, error) {
	for i, j := range joints {
		if !(j.Stiffness >= 1 && j.Stiffness <= 1e6 && j.Drag >= 0 && j.Drag <= 1e4 && j.Radius >= 0) ||
			!geom.XYZ(j.Gravity, j.Wind, j.Radius).Finite() {
			return nil, fmt.Errorf("%w: joint %d is %+v", ErrJoint, i, j)
		}
	}
	if len(joints) == 0 || !geom.VecOf(tip).Finite() {
		return nil, fmt.Errorf("%w: %d joints, tip %v", ErrJoint, len(joints), tip)
	}
	return &Chain{append([]Joint(nil), joints...)}, nil
}

// Plan is what a step of some time does to the joints of a chain: the closed form of their
// springs. All instances that go on by the same time share it.
type Plan struct {
	per   float32 // 1 / seconds, or 0 where time stands still
	joint []motion
}

// motion is the closed form of a joint's spring over a step. With y the distance from
// where the spring would come to rest on a goal that moves on, and w its speed,
//
//	y' = a·y + b·w    w' = c·y + d·w
type motion struct{ a, b, c, d float32 }

// Plan computes a step of some seconds. A time of 0 or less stands still. A plan that is
// used again allocates nothing.
func (c *Chain) Plan(p *Plan, seconds float64) error {
	if seconds-seconds != 0 {
		return fmt.Errorf("%w: %v seconds", ErrInput, seconds)
	}
	p.per = 0
	if seconds > 0 {
		p.per = float32(1 / max(seconds, 1e-30))
	}
	p.joint = p.joint[:0]
	for _, j := range c.joints {
		m := motion{a: 1, d: 1}
		if seconds > 0 {
			m = closed(float64(j.Stiffness), float64(j.Drag), seconds)
		}
		p.joint = append(p.joint, m)
	}
	return nil
}

// Step is the closed form of joint k, a, b, c and d, and 1 by the time of the step, 0 where
// that stands still:
//
//	y' = a·y + b·w    w' = c·y + d·w
func (p *Plan) Step(k int) [5]float32 {
	m := &p.joint[k]
	return [...]float32{m.a, m.b, m.c, m.d, p.per}
}

// Lags are how far the tail of joint k stays behind its goal, per speed of that, and how far
// gravity and wind keep it from there, per acceleration and speed.
func (c *Chain) Lags(k int) (lag, gravity, wind float32) {
	j := &c.joints[k]
	lag = j.Drag / j.Stiffness
	return lag, j.Gravity / j.Stiffness, float32(lag * j.Wind)
}

// closed solves y″ + drag·y′ + stiffness·y = 0 over a time.
func closed(stiffness, drag, t float64) motion {
	s := float64(drag / 2)
	rest := stiffness - float64(s*s)
	w := math.Sqrt(math.Abs(rest))
	z := float64(w * t)
	var even, odd float64 // e⁻ˢᵗ·cos wt and e⁻ˢᵗ·sin wt / w, or those of the hyperbolic ones
	switch {
	case z < 1e-4:
		e := exact.Exp(-float64(s * t))
		even, odd = e, float64(e*t)
	case rest > 0:
		e := exact.Exp(-float64(s * t))
		sine, cosine := exact.SinCos(z)
		even, odd = float64(e*cosine), float64(e*sine)/w
	default:
		slow, fast := exact.Exp(-float64(stiffness/(s+w)*t)), exact.Exp(-float64((s+w)*t))
		even, odd = (slow+fast)/2, (slow-fast)/(2*w)
	}
	return motion{
		a: float32(even + float64(s*odd)), b: float32(odd),
		c: -float32(stiffness * odd), d: float32(even - float64(s*odd)),
	}
}
