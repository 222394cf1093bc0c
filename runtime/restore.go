package runtime

import (
	"fmt"
	"math/bits"

	"github.com/sinew-anim/sinew/runtime/internal/active"
	"github.com/sinew-anim/sinew/runtime/motion"
	"github.com/sinew-anim/sinew/runtime/play"
)

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

// restore gives instance i the state that active.Table.Save has written, or leaves it as it is
// where there is an error.
func (c *set) restore(i int, data []byte) error {
	r := &active.StateReader{Data: data}
	if r.Byte() != active.SavedVersion {
		return fmt.Errorf("restore: %w: another version", play.ErrState)
	}
	for k, want := range c.active.Signature() {
		if got := r.Int(); got != want {
			return fmt.Errorf("restore: %w: %d %s, the crowd has %d", play.ErrState, got, [...]string{"clips", "values in a pose", "layers", "masks"}[k], want)
		}
	}
	used := r.Int()
	var list [play.MaxLayers]active.SavedClip
	n := bits.OnesCount64(used)
	if used == 0 && c.active.Graph.Of == nil || used >= 1<<c.active.Clips.Each {
		return fmt.Errorf("restore: %w: voices %#x", play.ErrState, used)
	}
	for k := range list[:n] {
		c.readVoice(r, &list[k])
	}
	var offset active.SavedClip
	dies := r.Bool()
	if dies {
		offset.Fade, offset.Rate, offset.Row = r.Float(), r.Float(), r.Row(c.active.Offsets.Pool.Each)
		r.Failed = r.Failed || !c.mix.CanDieOut(offset.Row)
	}
	along := r.Bool()
	p := motion.RootTransform{X: r.Finite(), Y: r.Finite(), Z: r.Finite(), C: r.Finite(), S: r.Finite()}
	pending := c.active.ReadPending(r, i)
	control := r.Control()
	paused := c.active.Graph.Of != nil && r.Bool()
	if r.Failed || (len(r.Data) > 0) != (c.active.Graph.Of != nil) || !active.IsPlace(&p) || dies && !(offset.Fade >= 0 && offset.Fade <= 1 && float32(offset.Rate) > 0 && play.Finite(float64(float32(offset.Rate)))) {
		return fmt.Errorf("restore: %w: its length or values", play.ErrState)
	}
	if err := c.active.CheckClips(list[:n]); err != nil {
		return fmt.Errorf("restore: %w", err)
	}
	takeBack, err := c.active.RestoreControl(i, &control)
	if err != nil {
		return fmt.Errorf("restore: %w", err)
	}
	if c.active.Graph.Of != nil {
		if err := c.active.Graph.Of.Restore(i, r.Data); err != nil {
			takeBack()
			return fmt.Errorf("restore: %w: %w", play.ErrState, err)
		}
	}
	c.mix.SoloLock.Lock()
	defer c.mix.SoloLock.Unlock()
	c.active.RestoreAll(i, uint8(used), list[:n])
	c.active.Watch.ReplacePending(i, pending)
	if c.active.Graph.Of != nil {
		c.active.Clocks.Pause(i, paused)
	}
	if dies {
		place, row := c.active.Offsets.Pool.Take()
		copy(row, offset.Row)
		c.active.Offsets.Place[i], c.active.Offsets.Progress[i], c.active.Offsets.Rate[i] = int32(place+1), float32(offset.Fade), float32(offset.Rate)
	}
	c.active.Settle(i)
	c.active.RestoreRoot(i, p, along)
	c.mix.LODs.Refresh(i)
	return nil
}
