package runtime

import (
	"fmt"

	"github.com/sinew-anim/sinew/runtime/internal/mix"
	"github.com/sinew-anim/sinew/runtime/play"
)

// ActiveClips appends what the character plays to list: by layer, the oldest clips first, queued ones
// last.
func (x Instance) ActiveClips(list []play.ActiveClip) []play.ActiveClip {
	if !x.has() {
		return list
	}
	c, i := x.crowd, x.index
	var order [play.MaxLayers]uint8
	var share [play.MaxLayers]float32
	v := &c.set.Active.Clips
	sorted := v.Sorted(i, &order)
	c.set.Active.Shares(i, sorted, &share)
	for k, n := range sorted {
		list = append(list, c.set.Active.LayerOf(v.At(i, int(n)), share[k]))
	}
	for rank := range v.Each {
		for _, a := range v.All(i) {
			if v.Queued(a) && int(v.Rank[a]) == rank {
				list = append(list, c.set.Active.LayerOf(a, 0))
			}
		}
	}
	return list
}

// SetLOD gives the character a level of detail, an index in CrowdOptions.LODs. The error
// wraps ErrStale or ErrRange.
func (x Instance) SetLOD(level int) error {
	if err := x.check("set LOD"); err != nil {
		return err
	}
	c, i := x.crowd, x.index
	if level < 0 || level >= len(c.set.Mix.LODs.List) {
		return fmt.Errorf("set LOD: %w: level of detail %d of %d", ErrRange, level, len(c.set.Mix.LODs.List))
	}
	if x.LOD() != level {
		c.set.Mix.LODs.Set(i, level)
	}
	return nil
}

// LOD returns the level of detail of the character.
func (x Instance) LOD() int {
	if !x.has() {
		return 0
	}
	return int(x.crowd.set.Mix.LODs.Level[x.index] &^ mix.LevelFresh)
}

// Play makes the character play a clip of the source, an index, or Rest. The palette follows
// with the next Update, whatever its level of detail. A paused character goes on with all of
// its layers, unless the clip is queued. A clip of an archive may be prepared first, see Prepare.
// The error wraps ErrStale, ErrRange, ErrOption, play.ErrTime or, with Queue, play.ErrLayers, or is that of
// an archive whose clip does not pass its checks; the character goes on as before then.
func (x Instance) Play(clip int, options play.Options) error {
	if err := x.check("play"); err != nil {
		return err
	}
	c, i := x.crowd, x.index
	if err := c.checkPlay(clip, options); err != nil {
		return fmt.Errorf("play: %w", err)
	}
	if err := c.set.Active.CheckQueue(i, &options); err != nil {
		return fmt.Errorf("play: %w", err)
	}
	return c.guard("play", nil, i, i+1, func() { c.set.Play(i, clip, options) })
}

// PlaySome is Instance.Play for many instances. If there is an error, which may wrap ErrBusy, all go on
// as before.
func (c *Crowd) PlaySome(instances []int, clip int, options play.Options) error {
	return c.alone("play some", func() error { return c.playSome(instances, clip, options) })
}

func (c *Crowd) playSome(instances []int, clip int, options play.Options) error {
	for _, i := range instances {
		if err := c.check(i); err != nil {
			return fmt.Errorf("play some: %w", err)
		}
	}
	if err := c.checkPlay(clip, options); err != nil {
		return fmt.Errorf("play some: %w", err)
	}
	for _, i := range instances {
		if err := c.set.Active.CheckQueue(i, &options); err != nil {
			return fmt.Errorf("play some: %w", err)
		}
	}
	return c.guard("play some", nil, 0, c.n, func() {
		for _, i := range instances {
			c.set.Play(i, clip, options)
		}
	})
}

// PlayAll is Instance.Play for all instances. With a Seed in the options each starts
// at a moment of its own. The error may wrap ErrBusy too.
func (c *Crowd) PlayAll(clip int, options play.Options) error {
	return c.alone("play all", func() error { return c.playAll(clip, options) })
}

func (c *Crowd) playAll(clip int, options play.Options) error {
	if err := c.checkPlay(clip, options); err != nil {
		return fmt.Errorf("play all: %w", err)
	}
	for i := range c.n {
		if err := c.set.Active.CheckQueue(i, &options); err != nil {
			return fmt.Errorf("play all: %w", err)
		}
	}
	return c.guard("play all", nil, 0, c.n, func() {
		for i := range c.n {
			c.set.Play(i, clip, options)
		}
	})
}

// Stop pauses the character at the start of the clip of layer 0, or at its end where it plays
// backwards. Its other clips and all intervals end. The error wraps ErrStale or play.ErrGraph.
func (x Instance) Stop() error {
	if err := x.check("stop"); err != nil {
		return err
	}
	c, i := x.crowd, x.index
	if err := c.set.Active.Ungoverned(); err != nil {
		return fmt.Errorf("stop: %w", err)
	}
	c.set.Active.Stop(i)
	c.set.Mix.LODs.Refresh(i)
	return nil
}

// Pause stops all layers, fades and queues of the character until Resume, or until Play starts a clip
// in any layer. A clip that is queued meanwhile waits. The error wraps ErrStale.
func (x Instance) Pause() error { return x.pause("pause", true) }

// Resume continues after Pause or Stop, at the speed before. The error wraps ErrStale.
func (x Instance) Resume() error { return x.pause("resume", false) }

func (x Instance) pause(what string, paused bool) error {
	if err := x.check(what); err != nil {
		return err
	}
	c, i := x.crowd, x.index
	if c.set.Active.Graph.Of != nil { // drive asks active clip 0, even where it plays nothing
		c.set.Active.Clocks.Pause(i, paused)
	}
	c.set.Active.SetPaused(i, paused)
	return nil
}

// Seek puts the clip of layer 0 at a time on the clip file's own time line, any number of
// loops away. The phase of PingPong counts from the clip's start: a time up to its end plays
// forwards. It passes no moments and does not move the character; intervals follow, see
// EventKind. The error wraps ErrStale or play.ErrTime.
func (x Instance) Seek(seconds float64) error { return x.Layer(0).Seek(seconds) }

// SetSpeed changes the speed of the clip of layer 0, a factor of at most MaxSpeed, forwards or
// backwards; 0 holds it where it is. The error wraps ErrStale, play.ErrTime or ErrOption.
func (x Instance) SetSpeed(speed float64) error { return x.Layer(0).SetSpeed(speed) }

// Time returns where the clip of layer 0 is, in seconds on the clip file's own time line.
func (x Instance) Time() float64 {
	if !x.has() {
		return 0
	}
	c, i := x.crowd, x.index
	a := c.set.Active.Main(i)
	return c.set.Active.Played[c.set.Active.Clip[a]].Start + c.set.Active.Clocks.Position(a)
}

// Cycle returns the number of whole periods of the clip of layer 0 that have been played since
// the clip's start: a period of PingPong is there and back. It is negative before the start
// and 0 for Clamp. Play and Seek set it.
func (x Instance) Cycle() int64 {
	if !x.has() {
		return 0
	}
	return x.crowd.set.Active.Clocks.Cycle(x.crowd.set.Active.Main(x.index))
}

// Clip returns the index of the clip that layer 0 plays, or fades in, or Rest.
func (x Instance) Clip() int {
	if !x.has() {
		return play.Rest
	}
	return x.crowd.set.Active.ClipOf(x.crowd.set.Active.Main(x.index))
}
