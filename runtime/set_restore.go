package runtime

import "github.com/sinew-anim/sinew/runtime/internal/active"

// mendHeld puts the rest pose in place of held poses that are none.
func (c *set) mendHeld(i int) {
	v, n := &c.active.Clips, c.poses.RowValues()
	for k := range v.Each {
		if a := v.At(i, k); v.Used[i]>>k&1 != 0 && v.Held(a) {
			row := c.active.Held.Row(int(v.More[a]))
			if !c.mix.CanHold(row) {
				copy(row, c.poses.Rest[:n])
				copy(row[n:], c.poses.Rest[:n])
			}
		}
	}
}

func (c *set) readVoice(r *active.StateReader, s *active.SavedClip) {
	s.Clip, s.Mode, s.Paused, s.Cycle = r.Int(), r.Int(), r.Bool(), r.Int()
	s.Phase, s.Speed, s.Weight, s.Fade, s.Rate = r.Finite(), r.Finite(), r.Finite(), r.Finite(), r.Finite()
	for k := range s.Bytes {
		s.Bytes[k] = r.Byte()
	}
	if s.Bytes[1]&active.ClipHeld != 0 {
		s.Row = r.Row(c.active.Held.Each)
		r.Failed = r.Failed || !c.mix.CanHold(s.Row)
		return
	}
	s.More = r.Int()
}
