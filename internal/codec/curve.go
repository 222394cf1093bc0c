package codec

import (
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// interpolate returns the value between two keys of a linear grid.
func interpolate(property soa.Property, a, b exact.Quat, f float64) exact.Quat {
	if property == soa.Rotation {
		return exact.Slerp(a, b, f)
	}
	return a.Lerp(b, f)
}

// curve returns the value between the keys a and b of a curved grid.
func curve(property soa.Property, before, a, b, after exact.Quat, f float64) exact.Quat {
	v := exact.CatmullRom(before, a, b, after, f)
	if property == soa.Rotation {
		return v.Unit()
	}
	return v
}

// gridValues are the first keys of a track on a grid.
type gridValues struct {
	t    *sourceTrack
	keys []exact.Quat
}

// add appends a key.
func (g *gridValues) add(v exact.Quat) {
	if n := len(g.keys); n > 0 && g.t.Property == soa.Rotation {
		v = v.NearestSign(g.keys[n-1])
	}
	g.keys = append(g.keys, v)
}

// at returns the value between key k and the next.
func (g *gridValues) at(k int, f float64) exact.Quat {
	v := g.keys
	a, b := v[k], v[k+1]
	if !g.t.curved {
		return interpolate(g.t.Property, a, b, f)
	}
	before, after := exact.Reflect(a, b), exact.Reflect(b, a)
	if k > 0 {
		before = v[k-1]
	}
	if k+2 < len(v) {
		after = v[k+2]
	}
	return curve(g.t.Property, before, a, b, after, f)
}
