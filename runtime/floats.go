package runtime

import (
	"fmt"

	"github.com/sinew-anim/sinew/soa"
)

// floatCurves are the floats of a crowd's clips. They are evaluated for those
// who ask and when they ask, straight from their keys: files have many that no
// game reads, and those that switch something have to jump where their keys do.
type floatCurves struct {
	rest  []float32
	clips []floatClip
}

// floatClip is what one clip does to floats.
type floatClip struct {
	clip  *soa.Clip // of floats alone, or nil
	track []int32   // per float: the track that drives it, or -1
}

func (c *floatCurves) add(clip *soa.Clip) {
	f := floatClip{clip: clip}
	if clip != nil {
		f.track = make([]int32, len(c.rest))
		for i := range f.track {
			f.track[i] = -1
		}
		for t := range clip.Tracks {
			f.track[clip.Tracks[t].Target] = int32(t)
		}
	}
	c.clips = append(c.clips, f)
}

// value returns a float at a number of seconds after a clip's start.
func (c *floatCurves) value(clip, float int, seconds float64) float32 {
	f := &c.clips[clip]
	if f.clip == nil || f.track[float] < 0 {
		return c.rest[float]
	}
	return floatAt(f.clip, int(f.track[float]), tickAt(f.clip, seconds))
}

// values writes all floats.
func (c *floatCurves) values(clip int, seconds float64, out []float32) {
	copy(out, c.rest)
	f := &c.clips[clip]
	if f.clip == nil {
		return
	}
	tick := tickAt(f.clip, seconds)
	for t := range f.clip.Tracks {
		out[f.clip.Tracks[t].Target] = floatAt(f.clip, t, tick)
	}
}

// check checks what Floats is given.
func (c *floatCurves) check(out []float32) error {
	if len(out) != len(c.rest) {
		return fmt.Errorf("%w: room for %d floats, there are %d", ErrLength, len(out), len(c.rest))
	}
	return nil
}

// floatAt returns a float's value at a tick: the bits that a Sampler writes.
func floatAt(c *soa.Clip, track int, tick float64) float32 {
	first, end := c.Keys(track)
	time, x := c.Time[first:end], c.X[first:end]
	iv := interval{tick: tick}
	last := len(time) - 1
	cursor := uint32(0)
	if span := float64(time[last]) - float64(time[0]); span > 0 && tick > float64(time[0]) { // most keys are evenly spaced
		cursor = uint32(min(float64(last), (tick-float64(time[0]))/span*float64(last)))
	}
	key, between := iv.find(time, cursor)
	if !between || c.Tracks[track].Interpolation == soa.Step {
		return x[key]
	}
	a, b, alpha := x[key], x[key+1], iv.alpha
	if c.Tracks[track].Interpolation != soa.Cubic {
		return a + float32((b-a)*alpha)
	}
	rest, ticks := 1-alpha, iv.t1-iv.t0
	square := float32(alpha * alpha)
	toB := float32(square * (3 - (alpha + alpha)))
	byOut := float32(float32(float32(alpha*rest)*rest) * ticks)
	byIn := float32(float32(square*rest) * ticks)
	k := c.Tracks[track].FirstTangent + key
	return a + ((float32((b-a)*toB) + float32(c.Out[k][0]*byOut)) - float32(c.In[k+1][0]*byIn))
}

// Float returns float f of the model, an index of soa.Model.Floats, of instance
// i at Time(i), whatever its level of detail. It is the same as that of a Pose,
// and computed at every call.
func (c *Crowd) Float(i, f int) float32 {
	return c.floats.value(int(c.clip[i]), f, c.clocks.Position(i))
}

// Floats writes what Float returns for all floats of the model. The error wraps
// ErrRange, or ErrLength where out has not one value per float.
func (c *Crowd) Floats(i int, out []float32) error {
	if err := c.check(i); err != nil {
		return fmt.Errorf("floats: %w", err)
	}
	if err := c.floats.check(out); err != nil {
		return fmt.Errorf("floats: %w", err)
	}
	c.floats.values(int(c.clip[i]), c.clocks.Position(i), out)
	return nil
}

// Float returns float f of the model, an index of soa.Model.Floats, of instance
// i at Time(i). It is the same as that of a Pose, and computed at every call.
func (c *TickCrowd) Float(i, f int) float32 {
	clip, seconds := c.stands(i)
	return c.floats.value(clip, f, seconds)
}

// Floats writes what Float returns for all floats of the model. The error wraps
// ErrRange, or ErrLength where out has not one value per float.
func (c *TickCrowd) Floats(i int, out []float32) error {
	if err := c.checkInstance(i); err != nil {
		return fmt.Errorf("floats: %w", err)
	}
	if err := c.floats.check(out); err != nil {
		return fmt.Errorf("floats: %w", err)
	}
	clip, seconds := c.stands(i)
	c.floats.values(clip, seconds, out)
	return nil
}

// stands returns which clip an instance plays, the last one where it rests, and
// where it stands in it, in seconds.
func (c *TickCrowd) stands(i int) (clip int, seconds float64) {
	s := &c.state[i]
	return int(s.clip), position(s.phase, c.clips[s.clip].length, s.mode)
}
