package runtime

import (
	"fmt"

	"github.com/sinew-anim/sinew/runtime/play"
)

// SetControl lets a control change poses from the next update on, or nothing with nil.
// Scratches that NewScratch has made before are of no use then. The error wraps ErrControl
// for a control of another number of instances or another layout, or ErrBusy.
func (c *Crowd) SetControl(k play.Control) error {
	if !c.busy.CompareAndSwap(0, exclusive) {
		return fmt.Errorf("set control: %w", ErrBusy)
	}
	defer c.busy.Store(0)
	next := controls{}
	if k != nil {
		switch {
		case k.Len() != c.n || len(k.Acting()) != c.n:
			return fmt.Errorf("set control: %w: it has %d instances, the crowd has %d", ErrControl, k.Len(), c.n)
		case k.Layout() != c.poses:
			return fmt.Errorf("set control: %w: it is for another layout", ErrControl)
		}
		next = controls{of: k, acting: k.Acting(), columns: k.Columns(), owed: make([]float32, c.n)}
		if keeper, ok := k.(play.ControlMemory); ok && len(c.mapped) > 0 {
			next.fresh = keeper.Save(nil, 0)
		}
	}
	c.set.active.control = next
	for i := range c.n {
		c.set.active.settle(i)
	}
	for k := range c.scratch {
		c.scratch[k] = c.NewScratch()
	}
	return nil
}
