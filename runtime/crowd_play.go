package runtime

import (
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/native/simd"
)

// Rest in place of a clip's index is the rest pose.
const Rest = -2

// Play makes instance i play a clip of the source, an index, or Rest. The palette follows with the next Update, whatever the instance's level
// of detail. The error wraps ErrRange, ErrOption or ErrTime; the instance goes on as
// before then.
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

// PlaySome is Play for many instances. Where there is an error all go on as before.
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
	if clip != Rest && (clip < 0 || clip >= c.Clips()) {
		return fmt.Errorf("%w: clip %d of %d", ErrRange, clip, c.Clips())
	}
	return options.check()
}

// clockModes are the modes of clocks.
var clockModes = [...]simd.ClockMode{Wrap: simd.ClockWrap, Clamp: simd.ClockClamp, PingPong: simd.ClockPingPong}

func (c *Crowd) play(i, clip int, options PlayOptions) {
	if clip == Rest {
		clip = c.Clips()
	}
	p := &c.played[clip]
	c.clip[i] = int32(clip)
	_ = c.clocks.SetClip(i, p.clock, clockModes[options.Mode]) // clips are valid
	c.clocks.SetSpeed(i, options.speed())
	c.clocks.Pause(i, false)
	c.clocks.SetPhase(i, options.start(i, p.clock.Seconds))
	c.levels.refresh(i)
}

// Stop puts instance i at the start of its clip, or at its end where it plays
// backwards, and pauses it there until Play or Resume. The error wraps ErrRange.
func (c *Crowd) Stop(i int) error {
	if err := c.check(i); err != nil {
		return fmt.Errorf("stop: %w", err)
	}
	at := 0.
	if c.clocks.Speed(i) < 0 {
		at = c.played[c.clip[i]].clock.Seconds
	}
	c.clocks.SetPhase(i, at)
	c.clocks.Pause(i, true)
	c.levels.refresh(i)
	return nil
}

// Pause holds instance i where it is until Play or Resume. The error wraps
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

// Seek puts instance i at a time on the clip file's own time line, any number of
// loops away. The phase of PingPong counts from the clip's start: a time up to its
// end plays forwards. The error wraps ErrRange or ErrTime.
func (c *Crowd) Seek(i int, seconds float64) error {
	if err := c.check(i); err != nil {
		return fmt.Errorf("seek: %w", err)
	}
	if !finite64(seconds) {
		return fmt.Errorf("seek: %w: %v", ErrTime, seconds)
	}
	c.clocks.SetPhase(i, seconds-c.played[c.clip[i]].start)
	c.levels.refresh(i)
	return nil
}

// SetSpeed changes the speed of instance i, a factor; 0 holds it where it is. The
// error wraps ErrRange or ErrTime.
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

// Time returns where instance i is in its clip, in seconds on the clip file's own
// time line.
func (c *Crowd) Time(i int) float64 {
	return c.played[c.clip[i]].start + c.clocks.Position(i)
}

// Cycle returns the number of whole periods of its clip that instance i has played
// since the clip's start: a period of PingPong is forth and back. It is negative
// before the start and 0 for Clamp. Play and Seek set it.
func (c *Crowd) Cycle(i int) int64 { return c.clocks.Cycle(i) }

// Clip returns the index of the clip that instance i plays, or Rest.
func (c *Crowd) Clip(i int) int {
	if clip := int(c.clip[i]); clip < c.Clips() {
		return clip
	}
	return Rest
}

func finite64(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
