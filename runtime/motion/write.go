package motion

import (
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// write returns the clip with the joint's new tracks and the motion.
func (e *extraction) write(frames []frame) *soa.Clip {
	c := e.clip
	out := &soa.Clip{
		Name: c.Name, TicksPerSecond: c.TicksPerSecond, Start: c.Start, Duration: c.Duration, Loop: c.Loop,
		Events: c.Events, Motion: e.motion(frames),
	}
	property := soa.Translation
	for t := 0; t <= len(c.Tracks); t++ {
		// The new tracks go before the first track that sorts after them.
		for property <= soa.Rotation && (t == len(c.Tracks) || c.Tracks[t].Property > property ||
			c.Tracks[t].Property == property && int(c.Tracks[t].Target) > e.joint) {
			if property == soa.Translation || e.o.Take&Yaw != 0 {
				e.appendTrack(out, property, frames)
			}
			property++
		}
		if t == len(c.Tracks) {
			break
		}
		tr := &c.Tracks[t]
		ours := int(tr.Target) == e.joint && (tr.Property == soa.Translation || tr.Property == soa.Rotation && e.o.Take&Yaw != 0)
		if !ours {
			copyTrack(out, c, t)
		}
	}
	return out
}

// motion returns the frames' motion relative to the first one.
func (e *extraction) motion(frames []frame) *soa.Motion {
	m := &soa.Motion{Joint: int16(e.joint)}
	first := &frames[0]
	back := yawQuat(-first.yaw)
	for i := range frames {
		f := &frames[i]
		p := back.Rotate(f.m.Sub(first.m))
		m.Time = append(m.Time, f.tick)
		m.X, m.Y, m.Z = append(m.X, float32(p[0])), append(m.Y, float32(p[1])), append(m.Z, float32(p[2]))
		m.Yaw = append(m.Yaw, float32(f.yaw-first.yaw))
	}
	return m
}

// appendTrack appends the joint's translation or rotation: one key if it does not
// change.
func (e *extraction) appendTrack(out *soa.Clip, property soa.Property, frames []frame) {
	first := len(out.Time)
	changes := false
	for i := range frames {
		f := &frames[i]
		v := f.q
		if property == soa.Translation {
			v = exact.Quat{f.t[0], f.t[1], f.t[2]}
		} else if i > 0 {
			v = v.Toward(frames[i-1].q)
			f.q = v
		}
		out.Time = append(out.Time, f.tick)
		out.X, out.Y = append(out.X, float32(v[0])), append(out.Y, float32(v[1]))
		out.Z, out.W = append(out.Z, float32(v[2])), append(out.W, float32(v[3]))
		k := len(out.Time) - 1
		changes = changes || out.X[k] != out.X[first] || out.Y[k] != out.Y[first] || out.Z[k] != out.Z[first] || out.W[k] != out.W[first]
	}
	if !changes {
		for _, a := range []*[]float32{&out.Time, &out.X, &out.Y, &out.Z, &out.W} {
			*a = (*a)[:first+1]
		}
	}
	out.Tracks = append(out.Tracks, soa.Track{Target: int16(e.joint), Property: property, First: uint32(first)})
}

// copyTrack appends a track of another clip as it is.
func copyTrack(out, c *soa.Clip, t int) {
	first, end := c.Keys(t)
	tr := c.Tracks[t]
	if tr.Interpolation == soa.Cubic {
		from := int(tr.FirstTangent)
		tr.FirstTangent = uint32(len(out.In))
		out.In, out.Out = append(out.In, c.In[from:from+end-first]...), append(out.Out, c.Out[from:from+end-first]...)
	}
	tr.First = uint32(len(out.Time))
	out.Tracks = append(out.Tracks, tr)
	out.Time = append(out.Time, c.Time[first:end]...)
	out.X, out.Y = append(out.X, c.X[first:end]...), append(out.Y, c.Y[first:end]...)
	out.Z, out.W = append(out.Z, c.Z[first:end]...), append(out.W, c.W[first:end]...)
}
