package runtime

import (
	"fmt"

	"github.com/sinew-anim/sinew/runtime/internal/active"
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
	next := active.Controls{}
	if k != nil {
		switch {
		case k.Len() != c.n || len(k.Acting()) != c.n:
			return fmt.Errorf("set control: %w: it has %d instances, the crowd has %d", ErrControl, k.Len(), c.n)
		case k.Layout() != c.poses:
			return fmt.Errorf("set control: %w: it is for another layout", ErrControl)
		}
		next = active.Controls{Of: k, Acting: k.Acting(), Columns: k.Columns(), Owed: make([]float32, c.n)}
		if keeper, ok := k.(play.ControlMemory); ok && len(c.mapped) > 0 {
			next.Fresh = keeper.Save(nil, 0)
		}
	}
	c.set.active.Control = next
	for i := range c.n {
		c.set.active.Settle(i)
	}
	for k := range c.scratch {
		c.scratch[k] = c.NewScratch()
	}
	return nil
}
