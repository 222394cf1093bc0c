package runtime

import (
	"fmt"

	"github.com/sinew-anim/sinew/soa"
)

// Play makes instance i play a clip of the model, an index, from now on, or rest
// where clip is soa.None. The palette follows with the next update. The error
// wraps ErrRange or ErrTime; the instance goes on as before then.
func (c *TickCrowd) Play(i, clip int, options PlayOptions) error {
	if err := c.checkInstance(i); err != nil {
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
func (c *TickCrowd) PlaySome(instances []int, clip int, options PlayOptions) error {
	for _, i := range instances {
		if err := c.checkInstance(i); err != nil {
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
func (c *TickCrowd) PlayAll(clip int, options PlayOptions) error {
	if err := c.checkPlay(clip, options); err != nil {
		return fmt.Errorf("play all: %w", err)
	}
	for i := range c.n {
		c.play(i, clip, options)
	}
	return nil
}

func (c *TickCrowd) checkPlay(clip int, options PlayOptions) error {
	if clip < soa.None || clip >= len(c.clips)-1 {
		return fmt.Errorf("%w: clip %d of %d", ErrRange, clip, len(c.clips)-1)
	}
	return options.check()
}

func (c *TickCrowd) play(i, clip int, options PlayOptions) {
	if clip == soa.None {
		clip = len(c.clips) - 1
	}
	length := c.clips[clip].length
	c.state[i] = tickState{
		phase: phase(options.start(i, length), length, options.Mode), speed: options.speed(),
		mode: options.Mode, clip: int32(clip),
	}
}

// Stop puts instance i to where its clip starts, or to its end where it plays
// backwards, and lets it stand there until Play or Resume. The error wraps
// ErrRange.
func (c *TickCrowd) Stop(i int) error {
	if err := c.checkInstance(i); err != nil {
		return fmt.Errorf("stop: %w", err)
	}
	s, at := &c.state[i], 0.
	if length := c.clips[s.clip].length; s.speed < 0 {
		at = phase(length, length, s.mode)
	}
	s.phase, s.paused = at, true
	return nil
}

// Pause lets instance i stand where it is until Play or Resume. The error wraps
// ErrRange.
func (c *TickCrowd) Pause(i int) error { return c.pause("pause", i, true) }

// Resume lets instance i go on at its speed after Pause or Stop. The error wraps
// ErrRange.
func (c *TickCrowd) Resume(i int) error { return c.pause("resume", i, false) }

func (c *TickCrowd) pause(what string, i int, paused bool) error {
	if err := c.checkInstance(i); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	c.state[i].paused = paused
	return nil
}

func (c *TickCrowd) checkInstance(i int) error {
	if i < 0 || i >= c.n {
		return fmt.Errorf("%w: instance %d of %d", ErrRange, i, c.n)
	}
	return nil
}

// Seek moves instance i to time t, in seconds on the file's own time line, as
// Players.Seek does. The error wraps ErrRange or ErrTime.
func (c *TickCrowd) Seek(i int, t float64) error {
	if err := c.checkInstance(i); err != nil {
		return fmt.Errorf("seek: %w", err)
	}
	if !finite64(t) {
		return fmt.Errorf("seek: %w: %v", ErrTime, t)
	}
	s := &c.state[i]
	clock := &c.clips[s.clip]
	s.phase = phase(t-clock.start, clock.length, s.mode)
	return nil
}

// SetSpeed changes the speed of instance i; 0 stops it. The error wraps
// ErrRange or ErrTime.
func (c *TickCrowd) SetSpeed(i int, speed float64) error {
	if err := c.checkInstance(i); err != nil {
		return fmt.Errorf("set speed: %w", err)
	}
	if !finite64(speed) {
		return fmt.Errorf("set speed: %w: %v", ErrTime, speed)
	}
	c.state[i].speed = speed
	return nil
}

// Time returns where instance i stands, in seconds on the file's own time line.
func (c *TickCrowd) Time(i int) float64 {
	s := &c.state[i]
	clock := &c.clips[s.clip]
	return clock.start + position(s.phase, clock.length, s.mode)
}

// Clip returns which clip of the model instance i plays, or soa.None where it
// rests.
func (c *TickCrowd) Clip(i int) int {
	if clip := int(c.state[i].clip); clip < len(c.clips)-1 {
		return clip
	}
	return soa.None
}
