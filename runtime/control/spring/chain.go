package spring

import (
	"errors"
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/geom"
)

var (
	// ErrJoint is returned for invalid parameters of a joint or a collider.
	ErrJoint = errors.New("spring: settings out of range")
	// ErrInput is returned for input that is not finite or does not fit its chain.
	ErrInput = errors.New("spring: input refused")
)

// Joint is the spring of a joint's tail about its animated place:
//
//	acceleration = Stiffness·(goal − place) − Drag·(velocity − Wind·wind) + Gravity·gravity
type Joint struct {
	Stiffness float32 // 1/s², from 1 to 1e6; √Stiffness/2π is the frequency in Hz
	Drag      float32 // 1/s, from 0 to 1e4; 2√Stiffness is critical damping
	Gravity   float32 // the factor of Air.Gravity
	Wind      float32 // the factor of Air.Wind
	Radius    float32 // of the tail for colliders, in metres
}

// Air acts on all joints.
type Air struct {
	Gravity [3]float32 // m/s²
	Wind    [3]float32 // m/s
}

// Validate refuses numbers that are not finite.
func (a *Air) Validate() error {
	if !geom.VecOf(a.Gravity).Finite() || !geom.VecOf(a.Wind).Finite() {
		return fmt.Errorf("%w: air %v", ErrInput, *a)
	}
	return nil
}

// Chain is a row of joints, each a descendant of the one before. It is immutable and may be shared.
type Chain struct{ joints []Joint }

// NewChain makes a chain. The tail of a joint is the next joint's place; that of the last is the
// tip, a place in its frame.
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

// Plan is the closed form of a chain's springs over a time. Instances with the same step share it.
type Plan struct{ steps [][5]float32 }

// Plan computes a step of some seconds; 0 or less stands still. A plan that is reused allocates
// nothing.
func (c *Chain) Plan(p *Plan, seconds float64) error {
	if seconds-seconds != 0 {
		return fmt.Errorf("%w: %v seconds", ErrInput, seconds)
	}
	p.steps = p.steps[:0]
	for _, j := range c.joints {
		step := [5]float32{1, 0, 0, 1, 0}
		if seconds > 0 {
			step = closed(float64(j.Stiffness), float64(j.Drag), seconds)
		}
		p.steps = append(p.steps, step)
	}
	return nil
}

// Step returns a, b, c, d and 1/seconds, or 0, of joint k: with y the distance from where the
// spring would rest on its moving goal, and w its speed,
//
//	y' = a·y + b·w    w' = c·y + d·w
func (p *Plan) Step(k int) [5]float32 { return p.steps[k] }

// Lags returns how far the tail of joint k stays behind its goal, per speed of the goal, and its
// offset by gravity and wind, per acceleration and speed.
func (c *Chain) Lags(k int) (lag, gravity, wind float32) {
	j := &c.joints[k]
	lag = j.Drag / j.Stiffness
	return lag, j.Gravity / j.Stiffness, float32(lag * j.Wind)
}

// closed solves y″ + drag·y′ + stiffness·y = 0 over a time.
func closed(stiffness, drag, t float64) [5]float32 {
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
	return [...]float32{
		float32(even + float64(s*odd)), float32(odd), -float32(stiffness * odd), float32(even - float64(s*odd)), float32(1 / max(t, 1e-30)),
	}
}
