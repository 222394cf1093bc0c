package runtime

import (
	"fmt"
	"math/bits"

	"github.com/sinew-anim/sinew/runtime/internal/active"
	"github.com/sinew-anim/sinew/runtime/motion"
	"github.com/sinew-anim/sinew/runtime/play"
)

// Save appends the playing state of the character to data: what its layers play and where,
// fades, queues, poses that die out, its place, and what its control remembers. One of a
// crowd of the same source and options goes on from there with the same bits and events, see
// Restore. The error wraps ErrStale.
func (x Instance) Save(data []byte) ([]byte, error) {
	if err := x.check("save"); err != nil {
		return data, err
	}
	return x.crowd.set.active.Save(data, x.index), nil
}

// Restore gives the character the state that Save has written, its own or another's, here
// or in a crowd of the same source and options. The palette follows with the next Update.
// The error wraps ErrStale, or ErrState, and nothing has changed then.
func (x Instance) Restore(data []byte) error {
	if err := x.check("restore"); err != nil {
		return err
	}
	c, i := x.crowd, x.index
	r := &active.StateReader{Data: data}
	if r.Byte() != active.SavedVersion {
		return fmt.Errorf("restore: %w: another version", play.ErrState)
	}
	for k, want := range c.set.active.Signature() {
		if got := r.Int(); got != want {
			return fmt.Errorf("restore: %w: %d %s, the crowd has %d", play.ErrState, got, [...]string{"clips", "values in a pose", "layers", "masks"}[k], want)
		}
	}
	used := r.Int()
	var list [play.MaxLayers]active.SavedClip
	n := bits.OnesCount64(used)
	if used == 0 && c.set.active.Graph.Of == nil || used >= 1<<c.set.active.Clips.Each {
		return fmt.Errorf("restore: %w: voices %#x", play.ErrState, used)
	}
	for k := range list[:n] {
		c.set.readVoice(r, &list[k])
	}
	var offset active.SavedClip
	dies := r.Bool()
	if dies {
		offset.Fade, offset.Rate, offset.Row = r.Float(), r.Float(), r.Row(c.set.active.Offsets.Pool.Each)
		r.Failed = r.Failed || !c.set.mix.CanDieOut(offset.Row)
	}
	along := r.Bool()
	p := motion.RootTransform{X: r.Finite(), Y: r.Finite(), Z: r.Finite(), C: r.Finite(), S: r.Finite()}
	pending := c.set.active.ReadPending(r, i)
	control := r.Control()
	paused := c.set.active.Graph.Of != nil && r.Bool()
	if r.Failed || (len(r.Data) > 0) != (c.set.active.Graph.Of != nil) || !active.IsPlace(&p) || dies && !(offset.Fade >= 0 && offset.Fade <= 1 && float32(offset.Rate) > 0 && play.Finite(float64(float32(offset.Rate)))) {
		return fmt.Errorf("restore: %w: its length or values", play.ErrState)
	}
	if err := c.set.active.CheckClips(list[:n]); err != nil {
		return fmt.Errorf("restore: %w", err)
	}
	takeBack, err := c.set.active.RestoreControl(i, &control)
	if err != nil {
		return fmt.Errorf("restore: %w", err)
	}
	if c.set.active.Graph.Of != nil {
		if err := c.set.active.Graph.Of.Restore(i, r.Data); err != nil {
			takeBack()
			return fmt.Errorf("restore: %w: %w", play.ErrState, err)
		}
	}
	c.set.mix.SoloLock.Lock()
	defer c.set.mix.SoloLock.Unlock()
	c.set.active.RestoreAll(i, uint8(used), list[:n])
	c.set.active.Watch.ReplacePending(i, pending)
	if c.set.active.Graph.Of != nil {
		c.set.active.Clocks.Pause(i, paused)
	}
	if dies {
		place, row := c.set.active.Offsets.Pool.Take()
		copy(row, offset.Row)
		c.set.active.Offsets.Place[i], c.set.active.Offsets.Progress[i], c.set.active.Offsets.Rate[i] = int32(place+1), float32(offset.Fade), float32(offset.Rate)
	}
	c.set.active.Settle(i)
	c.set.active.RestoreRoot(i, p, along)
	c.set.mix.LODs.Refresh(i)
	return nil
}
