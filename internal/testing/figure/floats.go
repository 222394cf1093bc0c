package figure

import (
	"strconv"

	"github.com/sinew-anim/sinew/soa"
)

// addFloats gives a model floats, on joints and on none, and its clips tracks
// that drive them, last the clip that drives all.
func (s source) addFloats(m *soa.Model) {
	for i := range 5 {
		f := soa.NamedFloat{Name: "float " + strconv.Itoa(i), Joint: soa.NoJoint, Rest: s.uniform(-10, 10)}
		if n := m.Skeleton.Len(); n > 0 && i > 0 {
			f.Joint = int16(s.IntN(n))
		}
		m.Floats = append(m.Floats, f)
	}
	for i, c := range m.Clips {
		for f := range m.Floats {
			if (i == len(m.Clips)-1 || f%3 == i) && s.chance(80) {
				s.floatTrack(c, int16(f))
			}
		}
	}
}

// floatTrack appends a track whose keys are within the clip.
func (s source) floatTrack(c *soa.Clip, target int16) {
	t := soa.Track{Target: target, Property: soa.Float, First: uint32(len(c.Time)), Interpolation: soa.Interpolation(s.IntN(3))}
	if t.Interpolation == soa.Cubic {
		t.FirstTangent = uint32(len(c.In))
	}
	c.Tracks = append(c.Tracks, t)
	even := s.chance(50)
	for time := s.uniform(0, 2); ; time += s.uniform(0.01, 5) {
		if even {
			time = float32(len(c.Time) - int(t.First))
		}
		if len(c.Time) > int(t.First) && (float64(time) > c.Duration || s.chance(2)) {
			return
		}
		c.Time, c.X = append(c.Time, time), append(c.X, s.uniform(-2, 2))
		c.Y, c.Z, c.W = append(c.Y, 0), append(c.Z, 0), append(c.W, 0)
		if t.Interpolation == soa.Cubic {
			c.In, c.Out = append(c.In, soa.Tangent{s.uniform(-0.1, 0.1)}), append(c.Out, soa.Tangent{s.uniform(-0.1, 0.1)})
		}
	}
}
