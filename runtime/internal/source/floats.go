package source

import (
	"slices"
	"sort"

	"github.com/sinew-anim/sinew/internal/keys"
	"github.com/sinew-anim/sinew/soa"
)

// Floats are the custom properties of a crowd's clips. They are evaluated on
// demand, straight from their keys: files have many that no game reads, and those
// that switch something have to jump where their keys do.
type Floats struct {
	Rest  []float32
	clips []floatClip
}

// floatClip is what one clip does to custom properties.
type floatClip struct {
	clip  *soa.Clip // of floats alone, or nil
	clock keys.Ticks
	track []int32 // per float: the track that drives it, or -1
}

// Add adds a clip of floats alone, or none.
func (c *Floats) Add(clip *soa.Clip) {
	var f floatClip
	if clip != nil {
		f.clip, f.clock = clip, keys.NewTicks(clip)
		f.track = slices.Repeat([]int32{-1}, len(c.Rest))
		for t := range clip.Tracks {
			f.track[clip.Tracks[t].Target] = int32(t)
		}
	}
	c.clips = append(c.clips, f)
}

// Value returns a float at a number of seconds after a clip's start.
func (c *Floats) Value(clip, float int, seconds float64) float32 {
	f := &c.clips[clip]
	if f.track == nil || f.track[float] < 0 {
		return c.Rest[float]
	}
	return floatAt(f.clip, int(f.track[float]), f.clock.At(seconds))
}

// Values writes all floats.
func (c *Floats) Values(clip int, seconds float64, out []float32) {
	copy(out, c.Rest)
	f := &c.clips[clip]
	if f.track == nil {
		return
	}
	of, tick := f.clip, f.clock.At(seconds)
	for t := range of.Tracks {
		out[of.Tracks[t].Target] = floatAt(of, t, tick)
	}
}

// floatAt returns a float's value at a tick: its keys interpolated in float32.
func floatAt(c *soa.Clip, track int, tick float64) float32 {
	first, end := c.Keys(track)
	time, x := c.Time[first:end], c.X[first:end]
	k := sort.Search(len(time), func(k int) bool { return float64(time[k]) > tick }) - 1
	switch {
	case k < 0:
		return x[0]
	case k == len(time)-1 || c.Tracks[track].Interpolation == soa.Step:
		return x[k]
	}
	t0, t1 := float64(time[k]), float64(time[k+1])
	a, b, alpha := x[k], x[k+1], float32((tick-t0)/(t1-t0))
	if c.Tracks[track].Interpolation != soa.Cubic {
		return a + float32((b-a)*alpha)
	}
	rest, ticks := 1-alpha, time[k+1]-time[k]
	square := float32(alpha * alpha)
	toB := float32(square * (3 - (alpha + alpha)))
	byOut := float32(float32(float32(alpha*rest)*rest) * ticks)
	byIn := float32(float32(square*rest) * ticks)
	g := int(c.Tracks[track].FirstTangent) + k
	return a + ((float32((b-a)*toB) + float32(c.Out[g][0]*byOut)) - float32(c.In[g+1][0]*byIn))
}
