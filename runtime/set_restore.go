package runtime

// mendHeld puts the rest pose in place of held poses that are none.
func (c *set) mendHeld(i int) {
	v, n := &c.active.voices, c.poses.RowValues()
	for k := range v.each {
		if a := v.at(i, k); v.used[i]>>k&1 != 0 && v.held(a) {
			row := c.active.held.row(int(v.more[a]))
			if !c.canHold(row) {
				copy(row, c.poses.Rest[:n])
				copy(row[n:], c.poses.Rest[:n])
			}
		}
	}
}

func (c *set) readVoice(r *stateReader, s *savedVoice) {
	s.clip, s.mode, s.paused, s.cycle = r.int(), r.int(), r.bool(), r.int()
	s.phase, s.speed, s.weight, s.fade, s.rate = r.finite(), r.finite(), r.finite(), r.finite(), r.finite()
	for k := range s.bytes {
		s.bytes[k] = r.byte()
	}
	if s.bytes[1]&voiceHeld != 0 {
		s.row = r.row(c.active.held.each)
		r.failed = r.failed || !c.canHold(s.row)
		return
	}
	s.more = r.int()
}
