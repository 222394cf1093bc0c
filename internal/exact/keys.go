package exact

import "github.com/sinew-anim/sinew/soa"

// WidenVec returns three values as float64.
func WidenVec(v [3]float32) Vec { return Vec{float64(v[0]), float64(v[1]), float64(v[2])} }

// AppendKey appends a key to a clip, rounded to float32.
func AppendKey(c *soa.Clip, tick float32, v Quat) {
	c.Time = append(c.Time, tick)
	c.X, c.Y = append(c.X, float32(v[0])), append(c.Y, float32(v[1]))
	c.Z, c.W = append(c.Z, float32(v[2])), append(c.W, float32(v[3]))
}

// AppendLinear appends a track of n keys to a clip, each rotation in the hemisphere of the
// one before, or of the first key alone where all are the same.
func AppendLinear(c *soa.Clip, property soa.Property, target, n int, key func(i int) (tick float32, v Quat)) {
	first, changes := len(c.Time), false
	var last Quat
	for i := range n {
		tick, v := key(i)
		if property == soa.Rotation && i > 0 {
			v = v.NearestSign(last)
		}
		last = v
		AppendKey(c, tick, v)
		k := len(c.Time) - 1
		changes = changes || c.X[k] != c.X[first] || c.Y[k] != c.Y[first] || c.Z[k] != c.Z[first] || c.W[k] != c.W[first]
	}
	if !changes {
		for _, a := range []*[]float32{&c.Time, &c.X, &c.Y, &c.Z, &c.W} {
			*a = (*a)[:first+1]
		}
	}
	c.Tracks = append(c.Tracks, soa.Track{Target: int16(target), Property: property, First: uint32(first)})
}

// MapTangent applies the map of slopes to a tangent.
func MapTangent(slope func(Quat) Quat, v soa.Tangent) soa.Tangent { return slope(Widen(v)).Float32() }
