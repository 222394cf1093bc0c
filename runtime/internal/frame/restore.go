package frame

import (
	"fmt"

	"github.com/sinew-anim/sinew/runtime/internal/active"
	"github.com/sinew-anim/sinew/runtime/play"
)

// MendHeld puts the rest pose in place of held poses that are none.
func (c *Set) MendHeld(i int) {
	v, n := &c.Active.Clips, c.Poses.RowValues()
	for _, a := range v.All(i) {
		if v.HoldsPose(a) {
			row := c.Active.HeldPoses.Row(int(v.More[a]))
			if !c.Mix.CanHold(row) {
				copy(row, c.Poses.Rest[:n])
				copy(row[n:], c.Poses.Rest[:n])
			}
		}
	}
}

// Save appends the state of instance i to data.
func (c *Set) Save(data []byte, i int) []byte {
	return c.Active.Save(data, i, c.Mix.Faces.Floats(i))
}

// Restore gives instance i the state that Save has written, or leaves it as it is
// where there is an error.
func (c *Set) Restore(i int, data []byte) error {
	s := active.Saved{Floats: make([]float32, len(c.Mix.Faces.Floats(i)))}
	if err := c.Active.Read(&s, i, data); err != nil {
		return fmt.Errorf("restore: %w", err)
	}
	holds := s.Offset() == nil || c.Mix.CanDieOut(s.Offset())
	for _, clip := range s.Clips() {
		holds = holds && (!clip.Holds() || c.Mix.CanHold(clip.Row))
	}
	if !holds {
		return fmt.Errorf("restore: %w: its length or values", play.ErrState)
	}
	for _, clip := range s.Clips() {
		if err := c.Mix.Player.Ready(int(clip.Clip)); err != nil {
			return fmt.Errorf("restore: %w", err)
		}
	}
	takeBack, err := c.Active.RestoreControl(i, &s)
	if err != nil {
		return fmt.Errorf("restore: %w", err)
	}
	if c.Active.Graph.Of != nil {
		if err := c.Active.Graph.Of.Restore(i, s.Graph); err != nil {
			takeBack()
			return fmt.Errorf("restore: %w: %w", play.ErrState, err)
		}
	}
	c.Mix.AloneLock.Lock()
	defer c.Mix.AloneLock.Unlock()
	c.Active.RestoreAll(i, &s)
	copy(c.Mix.Faces.Floats(i), s.Floats)
	c.Mix.LODs.Refresh(i)
	return nil
}
