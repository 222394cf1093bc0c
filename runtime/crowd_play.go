package runtime

import (
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/native/simd"
)

// Play makes instance i play a clip of the bank from now on. The palette is
// there after the next Update, whatever the instance's level. The error wraps
// ErrRange or ErrTime; the instance goes on as before then.
func (c *Crowd) Play(i, clip int, options PlayOptions) error {
	if err := c.check(i); err != nil {
		return fmt.Errorf("play: %w", err)
	}
	if err := c.checkPlay(clip, options); err != nil {
		return fmt.Errorf("play: %w", err)
	}
	c.play(i, clip, options)
	return nil
}

// PlaySome is Play for many instances. Where there is an error all go on as
// before.
func (c *Crowd) PlaySome(instances []int, clip int, options PlayOptions) error {
	for _, i := range instances {
		if err := c.check(i); err != nil {
			return fmt.Errorf("play some: %w", err)
		}
	}
	if err := c.checkPlay(clip, options); err != nil {
		return fmt.Errorf("play some: %w", err)
	}
	for _, i := range instances {
		c.play(i, clip, options)
	}
	return nil
}

// PlayAll is Play for all instances. With a Seed in the options each starts
// somewhere else.
func (c *Crowd) PlayAll(clip int, options PlayOptions) error {
	if err := c.checkPlay(clip, options); err != nil {
		return fmt.Errorf("play all: %w", err)
	}
	for i := range c.n {
		c.play(i, clip, options)
	}
	return nil
}

func (c *Crowd) checkPlay(clip int, options PlayOptions) error {
	if clip < 0 || clip >= len(c.bank.Clips) {
		return fmt.Errorf("%w: clip %d of %d", ErrRange, clip, len(c.bank.Clips))
	}
	return options.check()
}

func (c *Crowd) play(i, clip int, options PlayOptions) {
	b := &c.bank.Clips[clip]
	k := simd.ClockClip{Seconds: b.Seconds, Rate: b.Rate, Base: int32(b.Row), Frames: int32(b.Frames)}
	if b.FirstCell >= 0 {
		k.Base, k.Cells = b.FirstCell, true
	}
	mode := simd.ClockWrap
	switch options.Mode {
	case PingPong:
		mode = simd.ClockPingPong
	case Clamp:
		mode = simd.ClockClamp
	}
	c.clip[i] = int32(clip)
	_ = c.clocks.SetClip(i, k, mode) // the bank is valid
	c.clocks.SetSpeed(i, options.speed())
	c.clocks.Pause(i, false)
	c.clocks.SetPhase(i, options.start(i, b.Seconds))
	c.levels.refresh(i)
}

// Stop puts instance i to where its clip starts, or to its end where it plays
// backwards, and lets it stand there until Play or Resume. The error wraps
// ErrRange.
func (c *Crowd) Stop(i int) error {
	if err := c.check(i); err != nil {
		return fmt.Errorf("stop: %w", err)
	}
	at := 0.
	if c.clocks.Speed(i) < 0 {
		at = c.bank.Clips[c.clip[i]].Seconds
	}
	c.clocks.SetPhase(i, at)
	c.clocks.Pause(i, true)
	c.levels.refresh(i)
	return nil
}

// Pause lets instance i stand where it is until Play or Resume. The error wraps
// ErrRange.
func (c *Crowd) Pause(i int) error { return c.pause("pause", i, true) }

// Resume lets instance i go on at its speed after Pause or Stop. The error wraps
// ErrRange.
func (c *Crowd) Resume(i int) error { return c.pause("resume", i, false) }

func (c *Crowd) pause(what string, i int, paused bool) error {
	if err := c.check(i); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	c.clocks.Pause(i, paused)
	return nil
}

// Seek puts instance i to a time on the clip file's own time line. The error
// wraps ErrRange or ErrTime.
func (c *Crowd) Seek(i int, seconds float64) error {
	if err := c.check(i); err != nil {
		return fmt.Errorf("seek: %w", err)
	}
	if !finite64(seconds) {
		return fmt.Errorf("seek: %w: %v", ErrTime, seconds)
	}
	c.clocks.SetPhase(i, seconds-c.bank.Clips[c.clip[i]].Start)
	c.levels.refresh(i)
	return nil
}

// SetSpeed changes the speed of instance i, a factor; 0 stops it where it
// stands. The error wraps ErrRange or ErrTime.
func (c *Crowd) SetSpeed(i int, speed float64) error {
	if err := c.check(i); err != nil {
		return fmt.Errorf("set speed: %w", err)
	}
	if !finite64(speed) {
		return fmt.Errorf("set speed: %w: %v", ErrTime, speed)
	}
	c.clocks.SetSpeed(i, speed)
	return nil
}

// Time returns where instance i stands, in seconds on the clip file's own time
// line.
func (c *Crowd) Time(i int) float64 {
	return c.bank.Clips[c.clip[i]].Start + c.clocks.Position(i)
}

// Clip returns which clip of the bank instance i plays.
func (c *Crowd) Clip(i int) int { return int(c.clip[i]) }

func finite64(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
