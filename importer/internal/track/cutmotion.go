package track

import (
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// cutMotion returns the part of a motion between two ticks, relative to its start: the inverse of
// the placement there, times the motion.
func cutMotion(m *soa.Motion, first, last float64) *soa.Motion {
	out := &soa.Motion{Joint: m.Joint}
	from := motionAt(m, first)
	sin, cos := exact.SinCos(-from[3])
	add := func(tick float64, p [4]float64) {
		at := float32(tick - first)
		if n := len(out.Time); n > 0 && at <= out.Time[n-1] { // rounded to the tick before
			return
		}
		x, z := p[0]-from[0], p[2]-from[2]
		out.Time = append(out.Time, at)
		out.X = append(out.X, float32(float64(cos*x)+float64(sin*z)))
		out.Y = append(out.Y, float32(p[1]-from[1]))
		out.Z = append(out.Z, float32(float64(cos*z)-float64(sin*x)))
		out.Yaw = append(out.Yaw, float32(p[3]-from[3]))
	}
	add(first, from)
	for _, at := range m.Time {
		if tick := float64(at); tick > first && tick < last {
			add(tick, motionAt(m, tick))
		}
	}
	add(last, motionAt(m, last))
	return out
}

// motionAt returns X, Y, Z and Yaw at a tick.
func motionAt(m *soa.Motion, tick float64) (v [4]float64) {
	n := len(m.Time)
	k := 0
	for k < n-1 && float64(m.Time[k+1]) <= tick {
		k++
	}
	f := 0.
	if k < n-1 {
		f = math.Max(0, (tick-float64(m.Time[k]))/(float64(m.Time[k+1])-float64(m.Time[k])))
	}
	for i, a := range [4][]float32{m.X, m.Y, m.Z, m.Yaw} {
		v[i] = float64(a[k])
		if f > 0 {
			v[i] += float64((float64(a[k+1]) - v[i]) * f)
		}
	}
	return v
}
