package runtime

import (
	"fmt"
	"math/bits"

	"github.com/sinew-anim/sinew/runtime/motion"
	"github.com/sinew-anim/sinew/runtime/play"
)

// Save appends the playing state of the character to data: what its layers play and where,
// fades, queues, poses that die out, its place, and what its control remembers. One of a
// crowd of the same source and options goes on from there with the same bits and events, see
// Restore. The error wraps ErrStale.
//
//	version │ clips, columns, layers, masks of the crowd │ voices │ offset │ place │ pending events │ control │ graph
func (x Instance) Save(data []byte) ([]byte, error) {
	if err := x.check("save"); err != nil {
		return data, err
	}
	c, i := x.crowd, x.index
	v := &c.set.active.voices
	w := stateWriter{append(data, savedVersion)}
	for _, n := range c.set.active.signature() {
		w.int(n)
	}
	w.int(uint64(v.used[i]))
	for k := range v.each {
		if v.used[i]>>k&1 != 0 {
			c.set.active.saveVoice(&w, v.at(i, k))
		}
	}
	w.bool(!c.set.active.offsets.none(i))
	if !c.set.active.offsets.none(i) {
		w.float(float64(c.set.active.offsets.s[i]))
		w.float(float64(c.set.active.offsets.rate[i]))
		w.row(c.set.active.offsets.row(i))
	}
	p, along := c.set.active.savedRoot(i)
	w.bool(along)
	for _, v := range [...]float64{p.X, p.Y, p.Z, p.C, p.S} {
		w.float(v)
	}
	c.set.active.savePending(&w, i)
	c.set.active.saveControl(&w, i)
	if c.set.active.graph.of != nil {
		w.bool(c.set.active.clocks.Paused(i))
		w.data = c.set.active.graph.of.Save(w.data, i)
	}
	return w.data, nil
}

// Restore gives the character the state that Save has written, its own or another's, here
// or in a crowd of the same source and options. The palette follows with the next Update.
// The error wraps ErrStale, or ErrState, and nothing has changed then.
func (x Instance) Restore(data []byte) error {
	if err := x.check("restore"); err != nil {
		return err
	}
	c, i := x.crowd, x.index
	r := &stateReader{data: data}
	if r.byte() != savedVersion {
		return fmt.Errorf("restore: %w: another version", play.ErrState)
	}
	for k, want := range c.set.active.signature() {
		if got := r.int(); got != want {
			return fmt.Errorf("restore: %w: %d %s, the crowd has %d", play.ErrState, got, [...]string{"clips", "values in a pose", "layers", "masks"}[k], want)
		}
	}
	used := r.int()
	var list [play.MaxLayers]savedVoice
	n := bits.OnesCount64(used)
	if used == 0 && c.set.active.graph.of == nil || used >= 1<<c.set.active.voices.each {
		return fmt.Errorf("restore: %w: voices %#x", play.ErrState, used)
	}
	for k := range list[:n] {
		c.set.readVoice(r, &list[k])
	}
	var offset savedVoice
	dies := r.bool()
	if dies {
		offset.fade, offset.rate, offset.row = r.float(), r.float(), r.row(c.set.active.offsets.pool.each)
		r.failed = r.failed || !c.set.canDieOut(offset.row)
	}
	along := r.bool()
	p := motion.RootTransform{X: r.finite(), Y: r.finite(), Z: r.finite(), C: r.finite(), S: r.finite()}
	pending := c.set.active.readPending(r, i)
	control := r.control()
	paused := c.set.active.graph.of != nil && r.bool()
	if r.failed || (len(r.data) > 0) != (c.set.active.graph.of != nil) || !isPlace(&p) || dies && !(offset.fade >= 0 && offset.fade <= 1 && float32(offset.rate) > 0 && play.Finite(float64(float32(offset.rate)))) {
		return fmt.Errorf("restore: %w: its length or values", play.ErrState)
	}
	if err := c.set.active.checkVoices(list[:n]); err != nil {
		return fmt.Errorf("restore: %w", err)
	}
	takeBack, err := c.set.active.restoreControl(i, &control)
	if err != nil {
		return fmt.Errorf("restore: %w", err)
	}
	if c.set.active.graph.of != nil {
		if err := c.set.active.graph.of.Restore(i, r.data); err != nil {
			takeBack()
			return fmt.Errorf("restore: %w: %w", play.ErrState, err)
		}
	}
	c.set.mix.soloLock.Lock()
	defer c.set.mix.soloLock.Unlock()
	c.set.active.restoreAll(i, uint8(used), list[:n])
	c.set.active.watch.replacePending(i, pending)
	if c.set.active.graph.of != nil {
		c.set.active.clocks.Pause(i, paused)
	}
	if dies {
		place, row := c.set.active.offsets.pool.take()
		copy(row, offset.row)
		c.set.active.offsets.place[i], c.set.active.offsets.s[i], c.set.active.offsets.rate[i] = int32(place+1), float32(offset.fade), float32(offset.rate)
	}
	c.set.active.settle(i)
	c.set.active.restoreRoot(i, p, along)
	c.set.mix.levels.refresh(i)
	return nil
}
