package soa

// Floats are the last of a clip's tracks, since tracks are sorted by property.

// Floats returns a clip with the name and times of c and only its tracks of
// custom properties, or nil if it has none. The keys are shared with c.
func (c *Clip) Floats() *Clip {
	t, k, tangent := c.firstFloat()
	if t == len(c.Tracks) {
		return nil
	}
	out := c.keysFrom(k, len(c.Time), tangent, len(c.In))
	for _, tr := range c.Tracks[t:] {
		tr.First -= uint32(k)
		if tr.Interpolation == Cubic {
			tr.FirstTangent -= uint32(tangent)
		}
		out.Tracks = append(out.Tracks, tr)
	}
	return out
}

// WithoutFloats returns c without its tracks of custom properties: c itself if it has none. The
// keys are shared with c.
func (c *Clip) WithoutFloats() *Clip {
	t, k, tangent := c.firstFloat()
	if t == len(c.Tracks) {
		return c
	}
	out := c.keysFrom(0, k, 0, tangent)
	out.Tracks = c.Tracks[:t:t]
	out.Events, out.Additive, out.Motion = c.Events, c.Additive, c.Motion
	return out
}

// WithFloats returns c, which has no custom properties, with the tracks of a clip of custom
// properties. floats may be nil. The keys are copies.
func (c *Clip) WithFloats(floats *Clip) *Clip {
	if floats == nil {
		return c
	}
	out := c.keysFrom(0, 0, 0, 0)
	out.Events, out.Additive, out.Motion = c.Events, c.Additive, c.Motion
	for _, from := range []*Clip{c, floats} {
		for t := range from.Tracks {
			out.AppendTrack(from, t, from.Tracks[t].Target)
		}
	}
	return out
}

// firstFloat returns the first track of a float, its first key and its first tangent, or else the
// numbers of tracks, keys and tangents.
func (c *Clip) firstFloat() (track, key, tangent int) {
	track, key, tangent = len(c.Tracks), len(c.Time), len(c.In)
	for t := len(c.Tracks) - 1; t >= 0 && c.Tracks[t].Property == Float; t-- {
		track, key = t, int(c.Tracks[t].First)
		if c.Tracks[t].Interpolation == Cubic {
			tangent = int(c.Tracks[t].FirstTangent)
		}
	}
	return track, key, tangent
}

// keysFrom returns a clip with c's name and times and a range of its keys and tangents, without
// tracks.
func (c *Clip) keysFrom(key, end, tangent, lastTangent int) *Clip {
	part := func(a []float32) []float32 { return a[key:end:end] }
	tangents := func(a []Tangent) []Tangent { return a[tangent:lastTangent:lastTangent] }
	out := c.EmptyCopy()
	out.Time, out.X, out.Y, out.Z, out.W = part(c.Time), part(c.X), part(c.Y), part(c.Z), part(c.W)
	out.In, out.Out = tangents(c.In), tangents(c.Out)
	return out
}
