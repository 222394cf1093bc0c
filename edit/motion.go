package edit

import (
	"slices"
	"sort"

	"github.com/sinew-anim/sinew/internal/exact"
)

// At returns the place at a time: linear between keys, constant beyond them.
func (m *Motion) At(seconds float64) MotionKey {
	k := sort.Search(len(m.Keys), func(k int) bool { return m.Keys[k].Time > seconds })
	var at MotionKey
	switch {
	case len(m.Keys) == 0:
	case k == 0:
		at = m.Keys[0]
	case k == len(m.Keys):
		at = m.Keys[k-1]
	default:
		a, b := m.Keys[k-1], m.Keys[k]
		f := (seconds - a.Time) / (b.Time - a.Time)
		mix := func(x, y float64) float64 { return x + float64((y-x)*f) }
		at = MotionKey{0, mix(a.X, b.X), mix(a.Y, b.Y), mix(a.Z, b.Z), mix(a.Yaw, b.Yaw)}
	}
	at.Time = seconds
	return at
}

// part returns the motion from one time to another, relative to the place at the first.
func (m *Motion) part(from, to float64) *Motion {
	if m == nil {
		return nil
	}
	out := &Motion{Joint: m.Joint, Keys: []MotionKey{m.At(from)}}
	for _, k := range m.Keys {
		if k.Time > from && k.Time < to {
			out.Keys = append(out.Keys, k)
		}
	}
	if to > from {
		out.Keys = append(out.Keys, m.At(to))
	}
	return out.rebased(func(seconds float64) float64 { return seconds - from })
}

// reversed returns the motion of a clip of some seconds backwards.
func (m *Motion) reversed(seconds float64) *Motion {
	if m == nil {
		return nil
	}
	out := m.part(0, seconds)
	slices.Reverse(out.Keys)
	return out.rebased(func(at float64) float64 { return seconds - at })
}

// rebased returns the motion relative to its first key, with other times.
func (m *Motion) rebased(time func(float64) float64) *Motion {
	out := &Motion{Joint: m.Joint, Keys: slices.Clone(m.Keys)}
	first := m.Keys[0]
	s, c := exact.SinCos(-first.Yaw)
	for k := range out.Keys {
		key := &out.Keys[k]
		x, z := key.X-first.X, key.Z-first.Z
		*key = MotionKey{time(key.Time), float64(c*x) + float64(s*z), key.Y - first.Y, float64(c*z) - float64(s*x), key.Yaw - first.Yaw}
	}
	return out
}

// followed returns the motion with another one, of a clip that follows, from where it ends.
func (m *Motion) followed(seconds float64, next *Motion) *Motion {
	out := m.part(0, seconds)
	end := out.At(seconds)
	s, c := exact.SinCos(end.Yaw)
	for _, k := range next.Keys {
		if k.Time > 0 {
			out.Keys = append(out.Keys, MotionKey{
				seconds + k.Time, end.X + float64(c*k.X) + float64(s*k.Z), end.Y + k.Y, end.Z + float64(c*k.Z) - float64(s*k.X), end.Yaw + k.Yaw,
			})
		}
	}
	return out
}
