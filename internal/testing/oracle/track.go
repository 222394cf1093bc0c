package oracle

import "github.com/sinew-anim/sinew/soa"

// Sample returns the value of track t of a clip at a tick after the clip's
// start: x, y, z, w. The property uses the first one, three or four.
func Sample(c *soa.Clip, t int, tick float64) [4]float64 {
	track := &c.Tracks[t]
	first, end := c.Keys(t)
	if tick <= float64(c.Time[first]) {
		return finish(track, key(c, first))
	}
	if tick >= float64(c.Time[end-1]) {
		return finish(track, key(c, end-1))
	}
	k := first
	for tick >= float64(c.Time[k+1]) {
		k++
	}
	span := float64(c.Time[k+1]) - float64(c.Time[k])
	s := (tick - float64(c.Time[k])) / span
	a, b := key(c, k), key(c, k+1)
	switch {
	case track.Interpolation == soa.Step:
		return finish(track, a)
	case track.Interpolation == soa.Cubic:
		i := int(track.FirstTangent) + k - first
		return finish(track, hermite(a, b, tangent(c.Out[i], span), tangent(c.In[i+1], span), s))
	case track.Property == soa.Rotation:
		return Quat(a).Slerp(Quat(b), s)
	}
	var v [4]float64
	for i := range v {
		v[i] = a[i] + s*(b[i]-a[i])
	}
	return v
}

func key(c *soa.Clip, k int) [4]float64 {
	return [4]float64{float64(c.X[k]), float64(c.Y[k]), float64(c.Z[k]), float64(c.W[k])}
}

// tangent scales a slope per tick to the span of its segment.
func tangent(t soa.Tangent, span float64) [4]float64 {
	return [4]float64{span * float64(t[0]), span * float64(t[1]), span * float64(t[2]), span * float64(t[3])}
}

// finish makes a rotation one of unit length and leaves the rest alone.
func finish(track *soa.Track, v [4]float64) [4]float64 {
	if track.Property == soa.Rotation {
		return Quat(v).Unit()
	}
	return v
}

// hermite is the cubic spline of appendix C.5 of the glTF specification: from a
// with the tangent m to b with the tangent n, both scaled to the segment.
func hermite(a, b, m, n [4]float64, s float64) [4]float64 {
	s2, s3 := s*s, s*s*s
	var v [4]float64
	for i := range v {
		v[i] = (2*s3-3*s2+1)*a[i] + (s3-2*s2+s)*m[i] + (3*s2-2*s3)*b[i] + (s3-s2)*n[i]
	}
	return v
}
