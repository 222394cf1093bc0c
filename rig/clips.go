package rig

import (
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// A mapping is a linear map of a track's values, with the map of its slopes. It maps lines to lines,
// great arcs to great arcs and splines to splines.
type mapping struct{ value, slope func(exact.Quat) exact.Quat }

// linear is the mapping that treats values and slopes alike.
func linear(f func(exact.Quat) exact.Quat) *mapping { return &mapping{f, f} }

// turned rotates translations by q; scaled by k and moved by t, where these are not 1 and 0.
func turned(q exact.Quat, k float64, t exact.Vec) *mapping {
	m := q.Matrix()
	slope := func(v exact.Quat) exact.Quat {
		r := m.Direction(exact.Vec{v[0], v[1], v[2]}).Scale(k)
		return exact.Quat{r[0], r[1], r[2]}
	}
	return &mapping{func(v exact.Quat) exact.Quat {
		r := slope(v)
		return exact.Quat{r[0] + t[0], r[1] + t[1], r[2] + t[2]}
	}, slope}
}

// rotated maps rotations q to a·q·b.
func rotated(a, b exact.Quat) *mapping {
	return linear(func(q exact.Quat) exact.Quat { return a.Mul(q).Mul(b) })
}

// scaled multiplies by k.
func scaled(k float64) *mapping {
	return linear(func(v exact.Quat) exact.Quat {
		return exact.Quat{float64(v[0] * k), float64(v[1] * k), float64(v[2] * k)}
	})
}

// source is a track of a clip that is put together: of a clip, mapped or as it is, or of keys.
type source struct {
	track soa.Track
	from  *soa.Clip // or nil
	index int       // of the track in from
	by    *mapping  // or nil
	keys  []linearKey
}

// linearKey is a key of a line.
type linearKey struct {
	tick float32
	v    exact.Quat
}

// clipBuilder puts a clip together, of tracks in any order.
type clipBuilder struct {
	of      *soa.Clip
	sources []source
}

// keep takes a track of the clip over, for a target.
func (b *clipBuilder) keep(t, target int, by *mapping) {
	track := b.of.Tracks[t]
	track.Target = int16(target)
	b.sources = append(b.sources, source{track: track, from: b.of, index: t, by: by})
}

// line adds a track of linear keys.
func (b *clipBuilder) line(p soa.Property, target int, keys ...linearKey) {
	b.sources = append(b.sources, source{track: soa.Track{Property: p, Target: int16(target)}, keys: keys})
}

// build returns the clip. What is kept without a mapping keeps its bits.
func (b *clipBuilder) build() *soa.Clip {
	out := b.of.EmptyCopy()
	out.Events, out.Additive, out.Motion = b.of.Events, b.of.Additive, b.of.Motion
	slices.SortStableFunc(b.sources, func(x, y source) int { return x.track.Compare(&y.track) })
	for i := range b.sources {
		s := &b.sources[i]
		target := s.track.Target
		if s.from == nil {
			exact.AppendLinear(out, s.track.Property, int(target), len(s.keys), func(k int) (float32, exact.Quat) { return s.keys[k].tick, s.keys[k].v })
			continue
		}
		key, tangent := len(out.Time), len(out.In)
		out.AppendTrack(s.from, s.index, target)
		if s.by == nil {
			continue
		}
		unit := s.track.Property == soa.Rotation && s.track.Interpolation != soa.Cubic
		for k := key; k < len(out.Time); k++ {
			v := s.by.value(exact.Key(out, k))
			if unit {
				v = v.Unit()
			}
			f := v.Float32()
			out.X[k], out.Y[k], out.Z[k], out.W[k] = f[0], f[1], f[2], f[3]
		}
		for k := tangent; k < len(out.In); k++ {
			out.In[k], out.Out[k] = exact.MapTangent(s.by.slope, out.In[k]), exact.MapTangent(s.by.slope, out.Out[k])
		}
	}
	return out
}

// tracksOf returns, of a clip, the tracks of a joint: of its translation, rotation and scale, or -1.
func tracksOf(c *soa.Clip, joint int) [3]int {
	list := [3]int{-1, -1, -1}
	for p := range list {
		want := soa.Track{Property: soa.Property(p), Target: int16(joint)}
		if t, ok := slices.BinarySearchFunc(c.Tracks, want, func(a, b soa.Track) int { return a.Compare(&b) }); ok {
			list[p] = t
		}
	}
	return list
}

// isJoint reports whether a track drives a joint.
func isJoint(p soa.Property) bool { return p <= soa.Scale }
