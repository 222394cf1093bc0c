package runtime

import (
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/runtime/internal/active"
	"github.com/sinew-anim/sinew/runtime/play"
)

// SetControl lets a control change poses from the next update on; nil removes the control.
// Scratches that NewScratch made before cannot be used afterwards. The error wraps ErrControl
// for a control of another number of instances or another layout, or ErrBusy.
func (c *Crowd) SetControl(k play.Control) error {
	return c.alone("set control", func() error {
		c.deciding.Lock()
		defer c.deciding.Unlock()
		return c.setControl(k)
	})
}

func (c *Crowd) setControl(k play.Control) error {
	next := active.Controls{}
	if k != nil {
		switch {
		case k.Len() != c.n || len(k.Acting()) != c.n:
			return fmt.Errorf("set control: %w: it has %d instances, the crowd has %d", ErrControl, k.Len(), c.n)
		case k.Layout() != c.poses:
			return fmt.Errorf("set control: %w: it is for another layout", ErrControl)
		}
		reads, err := c.poses.Pick(k.Columns())
		if err != nil {
			return fmt.Errorf("set control: %w: %w", ErrControl, err)
		}
		changes, err := c.poses.Pick(k.Changes())
		if err != nil {
			return fmt.Errorf("set control: %w: %w", ErrControl, err)
		}
		next = active.Controls{Of: k, Acting: k.Acting(), Reads: reads, Changes: changes, Owed: make([]float32, c.n)}
		if keeper, ok := k.(play.ControlMemory); ok && len(c.mapped) > 0 {
			next.Fresh = keeper.Save(nil, 0)
		}
	}
	c.set.Active.Control = next
	for i := range c.n {
		c.set.Active.Settle(i)
	}
	c.set.Employ(len(c.set.Workers))
	return nil
}

// SetGraph lets a graph choose the clips of the instances from the next update on. With nil all
// rest, until Play. The graph's masks follow those of CrowdOptions. Scratches that NewScratch made
// before cannot be used afterwards. The error wraps play.ErrGraph for a graph of another number of
// instances, of more layers, or of other clips, ErrOption or ErrBusy.
func (c *Crowd) SetGraph(g play.Graph) error {
	return c.alone("set graph", func() error {
		c.deciding.Lock()
		defer c.deciding.Unlock()
		return c.setGraph(g)
	})
}

// readyFor prepares the clips that a graph plays: those of its method Uses, or all.
func (c *Crowd) readyFor(g play.Graph) error {
	if u, ok := g.(interface{ Uses() []int }); ok {
		for _, clip := range u.Uses() {
			if err := c.set.Mix.Player.Ready(clip); err != nil {
				return err
			}
		}
		return nil
	}
	for clip := range c.Clips() {
		if err := c.set.Mix.Player.Ready(clip); err != nil {
			return err
		}
	}
	return nil
}

func (c *Crowd) setGraph(g play.Graph) error {
	if c.set.Active.Graph.Of == nil {
		c.set.Active.Graph.Masks = len(c.set.Active.Masks)
	}
	own, all := c.set.Active.Graph.Masks, len(c.set.Active.Masks)
	if g != nil {
		if err := c.set.Active.Fits(g); err != nil {
			return fmt.Errorf("set graph: %w", err)
		}
		if err := c.readyFor(g); err != nil {
			return fmt.Errorf("set graph: %w", err)
		}
		for k, mask := range g.Masks() {
			if err := c.addMask(mask); err != nil {
				c.set.Active.Masks = c.set.Active.Masks[:all]
				return fmt.Errorf("set graph: mask %d: %w", k, err)
			}
		}
	}
	for i := range c.set.Active.Clips.Padded {
		c.set.Silence(i)
	}
	c.set.Active.Masks = slices.Delete(c.set.Active.Masks, own, all)
	c.set.Active.Graph.Of = g
	for i := range c.n {
		c.set.Active.Settle(i)
	}
	c.set.Employ(len(c.set.Workers))
	c.set.Mix.AloneLock.Lock()
	c.set.Mix.Alone = nil
	c.set.Mix.AloneLock.Unlock()
	if g != nil && cap(c.set.Active.Watch.List.List) == 0 {
		c.set.Active.Watch.List.Prepare()
	}
	return nil
}
