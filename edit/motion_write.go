package edit

import (
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// write returns the clip with the joint's new tracks and the motion.
func (e *extraction) write(frames []frame) *soa.Clip {
	c := e.clip
	out := c.EmptyCopy()
	out.Events, out.Motion = c.Events, e.motion(frames)
	property := soa.Translation
	for t := 0; t <= len(c.Tracks); t++ {
		// The new tracks go before the first track that sorts after them.
		for property <= soa.Rotation && (t == len(c.Tracks) || c.Tracks[t].Property > property ||
			c.Tracks[t].Property == property && int(c.Tracks[t].Target) > e.joint) {
			if property == soa.Translation || e.turns() {
				e.appendTrack(out, property, frames)
			}
			property++
		}
		if t == len(c.Tracks) {
			break
		}
		tr := &c.Tracks[t]
		ours := int(tr.Target) == e.joint && (tr.Property == soa.Translation || tr.Property == soa.Rotation && e.turns())
		if !ours {
			out.AppendTrack(c, t, tr.Target)
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

// appendTrack appends the joint's translation or rotation: one key if it does not change.
func (e *extraction) appendTrack(out *soa.Clip, property soa.Property, frames []frame) {
	exact.AppendLinear(out, property, e.joint, len(frames), func(i int) (float32, exact.Quat) {
		f := &frames[i]
		if property == soa.Translation {
			return f.tick, exact.Quat{f.t[0], f.t[1], f.t[2]}
		}
		return f.tick, f.q
	})
}
