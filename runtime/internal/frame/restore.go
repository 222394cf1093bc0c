package frame

import (
	"fmt"
	"math/bits"

	"github.com/sinew-anim/sinew/runtime/internal/active"
	"github.com/sinew-anim/sinew/runtime/motion"
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

func (c *Set) readClip(r *active.StateReader, s *active.SavedClip) {
	s.Clip, s.Mode, s.Paused, s.Cycle = r.Int(), r.Int(), r.Bool(), r.Int()
	s.Phase, s.Speed, s.Weight, s.Fade, s.Rate = r.Finite(), r.Finite(), r.Finite(), r.Finite(), r.Finite()
	for k := range s.Bytes {
		s.Bytes[k] = r.Byte()
	}
	if s.Bytes[1]&active.ClipHeld != 0 {
		s.Row = r.Row(c.Active.HeldPoses.Each)
		r.Failed = r.Failed || !c.Mix.CanHold(s.Row)
		return
	}
	s.More = r.Int()
}

// Restore gives instance i the state that active.Table.Save has written, or leaves it as it is
// where there is an error.
func (c *Set) Restore(i int, data []byte) error {
	r := &active.StateReader{Data: data}
	if r.Byte() != active.SavedVersion {
		return fmt.Errorf("restore: %w: another version", play.ErrState)
	}
	for k, want := range c.Active.Signature() {
		if got := r.Int(); got != want {
			return fmt.Errorf("restore: %w: %d %s, the crowd has %d", play.ErrState, got, [...]string{"clips", "values in a pose", "layers", "masks"}[k], want)
		}
	}
	used := r.Int()
	var list [play.MaxLayers]active.SavedClip
	n := bits.OnesCount64(used)
	if used == 0 && c.Active.Graph.Of == nil || used >= 1<<c.Active.Clips.Each {
		return fmt.Errorf("restore: %w: active clips %#x", play.ErrState, used)
	}
	for k := range list[:n] {
		c.readClip(r, &list[k])
	}
	var offset active.SavedClip
	dies := r.Bool()
	if dies {
		offset.Fade, offset.Rate, offset.Row = r.Float(), r.Float(), r.Row(c.Active.Offsets.Pool.Each)
		r.Failed = r.Failed || !c.Mix.CanDieOut(offset.Row)
	}
	along := r.Bool()
	p := motion.RootTransform{X: r.Finite(), Y: r.Finite(), Z: r.Finite(), C: r.Finite(), S: r.Finite()}
	pending := c.Active.ReadPending(r, i)
	control := r.Control()
	paused := c.Active.Graph.Of != nil && r.Bool()
	if r.Failed || (len(r.Data) > 0) != (c.Active.Graph.Of != nil) || !active.IsTransform(&p) || dies && !(offset.Fade >= 0 && offset.Fade <= 1 && float32(offset.Rate) > 0 && play.Finite(float64(float32(offset.Rate)))) {
		return fmt.Errorf("restore: %w: its length or values", play.ErrState)
	}
	if err := c.Active.CheckClips(list[:n]); err != nil {
		return fmt.Errorf("restore: %w", err)
	}
	takeBack, err := c.Active.RestoreControl(i, &control)
	if err != nil {
		return fmt.Errorf("restore: %w", err)
	}
	if c.Active.Graph.Of != nil {
		if err := c.Active.Graph.Of.Restore(i, r.Data); err != nil {
			takeBack()
			return fmt.Errorf("restore: %w: %w", play.ErrState, err)
		}
	}
	c.Mix.AloneLock.Lock()
	defer c.Mix.AloneLock.Unlock()
	c.Active.RestoreAll(i, uint8(used), list[:n])
	c.Active.Watch.ReplacePending(i, pending)
	if c.Active.Graph.Of != nil {
		c.Active.Clocks.Pause(i, paused)
	}
	if dies {
		place, row := c.Active.Offsets.Pool.Take()
		copy(row, offset.Row)
		c.Active.Offsets.Place[i], c.Active.Offsets.Progress[i], c.Active.Offsets.Rate[i] = int32(place+1), float32(offset.Fade), float32(offset.Rate)
	}
	c.Active.Settle(i)
	c.Active.RestoreRoot(i, p, along)
	c.Mix.LODs.Refresh(i)
	return nil
}
