package gltf

import (
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// scalar is a track of one number, or a number that rests.
type scalar struct {
	clip  *soa.Clip
	track int // −1: it rests
	rest  float32
}

// addWeights adds a channel for each mesh whose morph weights the clip drives: it drives all of a
// node's weights at once.
func (c *clipBuilder) addWeights() {
	tracks := make(map[int]int)
	for t := range c.clip.Tracks {
		if c.clip.Tracks[t].Property == soa.Weight {
			tracks[int(c.clip.Tracks[t].Target)] = t
		}
	}
	used := make(map[int]bool)
	for _, of := range c.bodies {
		list, driven := make([]scalar, len(of.weights)), false
		for i, w := range of.weights {
			t, ok := tracks[w]
			if !ok {
				t = -1
			}
			driven, used[w] = driven || ok, true
			list[i] = scalar{c.clip, t, c.model.Weights[w].Rest}
		}
		if driven {
			c.addScalars(target{Node: ptr(of.node), Path: "weights"}, list)
		}
	}
	for w := range c.model.Weights {
		if _, ok := tracks[w]; ok && !used[w] {
			c.list.Loss("clip "+c.clip.Name, "it drives the morph weight %q of %q, which no mesh has", c.model.Weights[w].Target, c.model.Weights[w].Mesh)
		}
	}
}

// addScalars adds a channel of several numbers that tracks of their own drive: at the times of
// all, in the way of interpolation that can say each of them.
func (c *clipBuilder) addScalars(to target, list []scalar) { c.addRows(to, list, "SCALAR") }

// addRows is addScalars for elements of a type.
func (c *clipBuilder) addRows(to target, list []scalar, kind string) {
	mode := c.jointMode(list)
	ticks := c.unionOf(list, mode)
	width, rows := len(list), len(ticks)
	if mode == soa.Cubic {
		rows *= 3
	}
	values := make([]float32, 0, width*rows)
	for _, t := range ticks {
		at := len(values)
		values = append(values, make([]float32, width*rows/len(ticks))...)
		row := values[at:]
		for i := range list {
			v, in, out := list[i].at(t)
			if mode != soa.Cubic {
				row[i] = float32(v)
				continue
			}
			row[i], row[width+i], row[2*width+i] = float32(in*c.clip.TicksPerSecond), float32(v), float32(out*c.clip.TicksPerSecond)
		}
	}
	out := c.output(kind, len(values)/widths[kind], func(s *sink) { s.floats(values) })
	c.channel(to, mode, c.seconds(ticks), out)
}

// jointMode returns the way of interpolation of several tracks together.
func (c *clipBuilder) jointMode(list []scalar) soa.Interpolation {
	var has [3]bool
	for _, s := range list {
		if s.track >= 0 && s.keys() > 1 {
			has[c.clip.Tracks[s.track].Interpolation] = true
		}
	}
	switch {
	case has[soa.Cubic]:
		return soa.Cubic
	case has[soa.Step] && !has[soa.Linear]:
		return soa.Step
	}
	return soa.Linear
}

// unionOf returns the ticks of all keys, ascending, without lone ones where tracks have several. In a
// mode that does not jump, a jump takes a key right before it.
func (c *clipBuilder) unionOf(list []scalar, mode soa.Interpolation) (ticks []float32) {
	var lone []float32
	for _, s := range list {
		if s.track < 0 {
			continue
		}
		first, end := c.clip.Keys(s.track)
		if end-first == 1 {
			lone = c.clip.Time[first:end]
			continue
		}
		ticks = append(ticks, c.clip.Time[first:end]...)
		if mode == soa.Step || c.clip.Tracks[s.track].Interpolation != soa.Step {
			continue
		}
		for k := first + 1; k < end; k++ {
			if before := previousTick(c.clip, c.clip.Time[k]); before > c.clip.Time[k-1] {
				ticks = append(ticks, before)
			}
		}
	}
	if len(ticks) == 0 {
		return lone
	}
	slices.Sort(ticks)
	return slices.Compact(ticks)
}

// previousTick returns the tick before another that is another time in seconds too.
func previousTick(c *soa.Clip, tick float32) float32 {
	seconds := float32(float64(tick) / c.TicksPerSecond)
	return min(float32(float64(math.Nextafter32(seconds, 0))*c.TicksPerSecond), math.Nextafter32(tick, 0))
}

func (s *scalar) keys() int {
	first, end := s.clip.Keys(s.track)
	return end - first
}

// at returns the value at a tick, and its slopes per tick before and after.
func (s *scalar) at(tick float32) (v, in, out float64) {
	if s.track < 0 {
		return float64(s.rest), 0, 0
	}
	first, end := s.clip.Keys(s.track)
	time := s.clip.Time[first:end]
	k, found := slices.BinarySearch(time, tick)
	if found {
		if k > 0 {
			_, in = s.interpolate(first, k-1, tick)
		}
		if k < len(time)-1 {
			_, out = s.interpolate(first, k, tick)
		}
		return float64(s.clip.X[first+k]), in, out
	}
	switch k {
	case 0:
		return float64(s.clip.X[first]), 0, 0
	case len(time):
		return float64(s.clip.X[end-1]), 0, 0
	}
	v, in = s.interpolate(first, k-1, tick)
	return v, in, in
}

// interpolate returns the value and the slope at a tick from key k to the next, counted from the first.
func (s *scalar) interpolate(first, k int, tick float32) (v, slope float64) {
	c, tr := s.clip, &s.clip.Tracks[s.track]
	a, b := float64(c.X[first+k]), float64(c.X[first+k+1])
	begin, length := float64(c.Time[first+k]), float64(c.Time[first+k+1])-float64(c.Time[first+k])
	f := (float64(tick) - begin) / length
	switch tr.Interpolation {
	case soa.Step:
		return a, 0
	case soa.Linear:
		return a + float64((b-a)*f), (b - a) / length
	}
	i := int(tr.FirstTangent) + k
	from, to := exact.Quat{a}, exact.Quat{b}
	out, in := exact.Quat{float64(c.Out[i][0])}, exact.Quat{float64(c.In[i+1][0])}
	return exact.Hermite(from, to, out, in, f, length)[0], exact.HermiteSlope(from, to, out, in, f, length)[0]
}
