package figure

import "github.com/sinew-anim/sinew/soa"

// clip returns a clip that drives what takes in of the joints and weights.
func (s source) clip(m *soa.Model, name string, takes func(target int) bool) *soa.Clip {
	c := &soa.Clip{Name: name, TicksPerSecond: float64(1 + s.IntN(60)), Start: float64(s.uniform(-3, 3))}
	static := map[int16]bool{}
	for _, st := range m.Skeleton.Static {
		static[st.Joint] = true
	}
	frames := 2 + s.IntN(60) // many tracks share these key times
	for property := soa.Translation; property <= soa.Weight; property++ {
		targets := m.Skeleton.Len()
		if property == soa.Weight {
			targets = len(m.Weights)
		}
		for target := range targets {
			if takes(target) && s.chance(70) && (property == soa.Weight || !static[int16(target)]) {
				s.track(c, property, int16(target), frames)
			}
		}
	}
	for _, t := range c.Time {
		c.Duration = max(c.Duration, float64(t))
	}
	if s.chance(30) {
		c.Duration += float64(s.uniform(0, 3)) // keys that end before the clip
	}
	return c
}

// track appends a track to the clip.
func (s source) track(c *soa.Clip, property soa.Property, target int16, frames int) {
	t := soa.Track{Target: target, Property: property, First: uint32(len(c.Time))}
	switch {
	case s.chance(15):
		t.Interpolation = soa.Step
	case s.chance(15):
		t.Interpolation = soa.Cubic
		t.FirstTangent = uint32(len(c.In))
	}
	c.Tracks = append(c.Tracks, t)
	keys, shared := frames, s.chance(60)
	if !shared {
		keys = 1 + s.IntN(40)*s.IntN(2)
	}
	time := float32(s.IntN(2))
	wide := s.chance(20) // turns of up to half a circle between keys
	value := s.value(property)
	for k := range keys {
		if shared {
			time = float32(k)
		} else if k > 0 {
			time += s.uniform(0.01, 3)
		}
		if k > 0 {
			value = s.next(property, value, wide)
		}
		c.Time = append(c.Time, time)
		c.X, c.Y = append(c.X, value[0]), append(c.Y, value[1])
		c.Z, c.W = append(c.Z, value[2]), append(c.W, value[3])
		if t.Interpolation == soa.Cubic {
			c.In, c.Out = append(c.In, s.tangent(property)), append(c.Out, s.tangent(property))
		}
	}
}

// value returns a first key.
func (s source) value(property soa.Property) [4]float32 {
	switch property {
	case soa.Rotation:
		return s.rotation()
	case soa.Scale:
		f := s.factors()
		return [4]float32{f[0], f[1], f[2]}
	case soa.Weight:
		return [4]float32{s.uniform(-0.5, 1.5)}
	}
	v := s.vector(0.5)
	return [4]float32{v[0], v[1], v[2]}
}

// next returns a key to follow another.
func (s source) next(property soa.Property, last [4]float32, wide bool) [4]float32 {
	if property != soa.Rotation || wide {
		return aligned4(property, s.value(property), last)
	}
	step := s.rotation()
	for i := range step {
		step[i] = last[i] + float32(step[i]*s.uniform(0, 0.5))
	}
	return aligned(unit(step), last)
}

func aligned4(property soa.Property, value, last [4]float32) [4]float32 {
	if property == soa.Rotation {
		return aligned(value, last)
	}
	return value
}

// tangent returns a slope of a fraction of a value per tick.
func (s source) tangent(property soa.Property) soa.Tangent {
	v := s.vector(0.1)
	switch property {
	case soa.Rotation:
		return soa.Tangent{v[0], v[1], v[2], s.uniform(-0.1, 0.1)}
	case soa.Weight:
		return soa.Tangent{v[0]}
	}
	return soa.Tangent{v[0], v[1], v[2]}
}
