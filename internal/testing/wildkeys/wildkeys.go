// Package wildkeys draws models whose clips have keys as bad as soa lets them be, for tests.
package wildkeys

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// Keys draws clips of keys as bad as Validate lets them be.
type Keys struct {
	*rand.Rand
	Tame float64 // greatest power of ten of values
}

// power is a number of either sign between 10^low and 10^high.
func (w Keys) power(low, high float64) float32 {
	v := math.Pow(10, low+w.Float64()*(high-low))
	if w.IntN(2) == 0 {
		v = -v
	}
	return float32(v)
}

func (w Keys) value(p soa.Property, i soa.Interpolation, before [4]float32) (v [4]float32) {
	draw := func(n int) {
		for k := range n {
			v[k] = w.power(-w.Tame, w.Tame)
			if w.IntN(8) == 0 {
				v[k] = 0
			}
		}
	}
	switch p {
	case soa.Translation:
		draw(3)
	case soa.Scale:
		for k := range 3 {
			v[k] = [...]float32{0, 1, -1, w.Float32(), 1e-9}[w.IntN(5)]
		}
	case soa.Rotation:
		if i == soa.Cubic && w.IntN(3) == 0 {
			if draw(4); w.IntN(3) == 0 {
				v = [4]float32{}
			}
			return v
		}
		q := exact.Quat{w.NormFloat64(), w.NormFloat64(), w.NormFloat64(), w.NormFloat64()}.Unit()
		old := exact.Quat{float64(before[0]), float64(before[1]), float64(before[2]), float64(before[3])}
		switch w.IntN(6) {
		case 0:
			q = exact.Quat{0, 0, 0, 1}
		case 1: // half a turn away
			q = exact.Quat{old[3], -old[2], old[1], -old[0]}.Unit()
		case 2: // the same again, or its negative
			q = old.Negate().Unit()
		case 3: // very near
			q = old.Lerp(q, 1e-4).Unit()
		}
		return q.Float32()
	default:
		draw(1)
	}
	return v
}

func (w Keys) track(c *soa.Clip, p soa.Property, target int) {
	t := soa.Track{Target: int16(target), Property: p, First: uint32(len(c.Time)), Interpolation: soa.Interpolation(w.IntN(3))}
	if t.Interpolation == soa.Cubic {
		t.FirstTangent = uint32(len(c.In))
	}
	c.Tracks = append(c.Tracks, t)
	tick, v := float32(0), [4]float32{3: 1}
	if w.IntN(3) == 0 {
		tick = w.power(-7, 3)
	}
	even := w.IntN(2) == 0
	for range []int{1, 2, 3, 1 + w.IntN(40)}[w.IntN(4)] {
		v = w.value(p, t.Interpolation, v)
		c.Time, c.X, c.Y, c.Z, c.W = append(c.Time, tick), append(c.X, v[0]), append(c.Y, v[1]), append(c.Z, v[2]), append(c.W, v[3])
		if t.Interpolation == soa.Cubic {
			var tangent [2]soa.Tangent
			for side := range tangent {
				for k := range Components(p) {
					tangent[side][k] = w.power(-3, [...]float64{0, w.Tame}[w.IntN(2)])
				}
			}
			c.In, c.Out = append(c.In, tangent[0]), append(c.Out, tangent[1])
		}
		step := float32(1)
		if !even {
			step = float32(math.Abs(float64(w.power(-7, 6))))
		}
		tick = max(tick+step, math.Nextafter32(tick, math.MaxFloat32)+1e-20)
	}
}

// Components is the number of components of a property that values are made of.
func Components(p soa.Property) int {
	switch p {
	case soa.Rotation:
		return 4
	case soa.Weight, soa.Float:
		return 1
	}
	return 3
}

// Model draws a model of joints without parents.
func (w Keys) Model(joints int) *soa.Model {
	m := &soa.Model{Name: "wild", Skeleton: &soa.Skeleton{Rest: soa.MakeTransforms(joints)}}
	for j := range joints {
		m.Skeleton.Name = append(m.Skeleton.Name, fmt.Sprint("joint ", j))
		m.Skeleton.Unit, m.Skeleton.Parent = append(m.Skeleton.Unit, 1), append(m.Skeleton.Parent, soa.NoJoint)
		m.Skeleton.Rest.TX[j] = float32(j)
	}
	m.Skeleton.ComputeDepth()
	m.Weights = []soa.MorphWeight{{Mesh: "m", Target: "a"}, {Mesh: "m", Target: "b"}}
	m.Floats = []soa.NamedFloat{{Name: "f"}, {Name: "g"}}
	for n := range 1 + w.IntN(3) {
		c := &soa.Clip{Name: fmt.Sprint("clip ", n), TicksPerSecond: math.Abs(float64(w.power(-3, 4))), Start: float64(w.power(-3, 3))}
		for p := soa.Translation; p <= soa.Float; p++ {
			targets := joints
			if p >= soa.Weight {
				targets = 2
			}
			for target := range targets {
				if w.IntN(3) > 0 {
					w.track(c, p, target)
				}
			}
		}
		for _, t := range c.Time {
			c.Duration = max(c.Duration, float64(t))
		}
		if w.IntN(4) == 0 {
			c.Duration *= w.Float64() // keys beyond the end
		}
		m.Clips = append(m.Clips, c)
	}
	return m
}
