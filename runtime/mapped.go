package runtime

import "github.com/sinew-anim/sinew/runtime/play"

// forget resets what may have been computed from zeros for the instances from:to: scratches (s, or
// those of all workers), offsets, held poses, the control's memory and palettes.
func (c *Crowd) forget(s *Scratch, from, to int) {
	c.set.Mix.AloneLock.Lock()
	defer c.set.Mix.AloneLock.Unlock()
	if s != nil {
		s.frame.Forget()
	} else {
		for _, s := range c.set.Workers {
			s.Forget()
		}
	}
	if c.set.Mix.Alone != nil {
		c.set.Mix.Alone.Forget()
	}
	if c.poses == nil || c.set.Mix.Values == nil {
		return // NewCrowd has not come far
	}
	alone := c.set.Mix.AloneScratch()
	keeper, keeps := c.set.Active.Control.Of.(play.ControlMemory)
	for i := from; i < min(to, c.n); i++ {
		c.set.Active.Offsets.Drop(i)
		c.set.MendHeld(i)
		c.set.Active.Clips.Plan[i].Links = 0
		if keeps && keeper.Restore(i, keeper.Save(nil, i)) != nil {
			_ = keeper.Restore(i, c.set.Active.Control.Fresh)
		}
		_ = c.poses.Detail(0).ToPalette(c.set.Mix.Palette(i), c.poses.Rest, alone.Kernels)
		c.set.Mix.Weights.Rest(i, c.poses)
		c.set.Active.Settle(i)
	}
}
