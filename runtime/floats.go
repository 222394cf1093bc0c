package runtime

import (
	"fmt"
	"sort"

	"github.com/sinew-anim/sinew/soa"
)

// floatCurves are the custom properties of a crowd's clips. They are evaluated on
// demand, straight from their keys: files have many that no game reads, and those
// that switch something have to jump where their keys do.
type floatCurves struct {
	rest  []float32
	clips []floatClip
}

// floatClip is what one clip does to custom properties.
type floatClip struct {
	clock tickClock // of a clip of floats alone, or of none
	track []int32   // per float: the track that drives it, or -1
}

func (c *floatCurves) add(clip *soa.Clip) {
	var f floatClip
	if clip != nil {
		f.clock = newTickClock(clip)
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
	if f.track == nil || f.track[float] < 0 {
		return c.rest[float]
	}
	return floatAt(f.clock.clip, int(f.track[float]), f.clock.tick(seconds))
}

// values writes all floats.
func (c *floatCurves) values(clip int, seconds float64, out []float32) {
	copy(out, c.rest)
	f := &c.clips[clip]
	if f.track == nil {
		return
	}
	of, tick := f.clock.clip, f.clock.tick(seconds)
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

// Float returns custom property f of the model, an index of soa.Model.Floats, as the
// character's layers combine it, whatever its level of detail: by their weights and
// kinds, with masks as of morph weights. What is missing of a weight of 1 is the model's own
// value, for a pose that is held too. It is computed at every call. A
// property out of range is 0.
func (x Instance) Float(f int) float32 {
	if !x.has() || f < 0 || f >= len(x.crowd.floats.rest) {
		return 0
	}
	return x.crowd.float(x.index, f)
}

// Floats writes custom property f of the instances from first on, as Instance.Float, to dst.
// The error wraps ErrRange.
func (c *Crowd) Floats(dst []float32, first, f int) error {
	if first < 0 || first > c.n-len(dst) || f < 0 || f >= len(c.floats.rest) {
		return fmt.Errorf("floats: %w: instances %d to %d of %d, property %d of %d", ErrRange, first, first+len(dst), c.n, f, len(c.floats.rest))
	}
	for k := range dst {
		dst[k] = c.float(first+k, f)
	}
	return nil
}

func (c *Crowd) float(i, f int) float32 {
	if c.active.voices.busy[i] == 0 {
		return c.floats.value(int(c.active.clip[i]), f, c.active.clocks.Position(i))
	}
	var list [MaxLayers]floatPart
	return c.floats.blend(c.floatParts(i, &list), f)
}

// Floats writes what Float returns for all custom properties of the model. The error
// wraps ErrStale, or ErrLength where out has not one value per property.
func (x Instance) Floats(out []float32) error {
	if err := x.check("floats"); err != nil {
		return err
	}
	c, i := x.crowd, x.index
	if len(out) != len(c.floats.rest) {
		return fmt.Errorf("floats: %w: room for %d of %d", ErrLength, len(out), len(c.floats.rest))
	}
	if c.active.voices.busy[i] == 0 {
		c.floats.values(int(c.active.clip[i]), c.active.clocks.Position(i), out)
		return nil
	}
	var list [MaxLayers]floatPart
	parts := c.floatParts(i, &list)
	for f := range out {
		out[f] = c.floats.blend(parts, f)
	}
	return nil
}

// floatPart is what one voice adds to custom properties.
type floatPart struct {
	clip    int
	seconds float64
	weight  float32
	group   uint8
}

// floatParts lists the clips of instance i, group by group, those that are added last.
func (c *Crowd) floatParts(i int, list *[MaxLayers]floatPart) []floatPart {
	var order [MaxLayers]uint8
	var share [MaxLayers]float32
	v, n := &c.active.voices, 0
	sorted := v.sorted(i, &order)
	c.active.shares(i, sorted, &share)
	var g grouping
	for k, voice := range sorted {
		a := v.at(i, int(voice))
		w := float32(v.weight[a] * share[k])
		if w == 0 || c.active.rests(a) {
			continue
		}
		kind, mask := v.kind(a), v.mask[a]
		group, _ := g.place(kind, mask, v.layer[a])
		if mask > 0 {
			w = float32(w * c.active.masks[mask-1].least)
		}
		if w == 0 || v.held(a) { // it has its place nevertheless, as in the pose
			continue
		}
		if kind == Subtract {
			w = -w
		}
		p := floatPart{int(c.active.clip[a]), c.active.clocks.Position(a), w, group}
		at := n
		for ; at > 0 && p.before(&list[at-1]); at-- {
			list[at] = list[at-1]
		}
		list[at] = p
		n++
	}
	return list[:n]
}

// before orders parts by group and, so that the order of layers does not matter, by what
// plays.
func (p *floatPart) before(q *floatPart) bool {
	switch {
	case p.group != q.group:
		return p.group < q.group
	case p.clip != q.clip:
		return p.clip < q.clip
	case p.seconds != q.seconds:
		return p.seconds < q.seconds
	}
	return p.weight < q.weight
}

// blend is a custom property of parts: that of layers, the mean of each group over what
// is below.
func (c *floatCurves) blend(parts []floatPart, f int) float32 {
	value := c.rest[f]
	for k := 0; k < len(parts); {
		group, sum, weight := parts[k].group, float32(0), float32(0)
		for ; k < len(parts) && parts[k].group == group; k++ {
			p := &parts[k]
			v := c.value(p.clip, f, p.seconds)
			if group == addedGroup {
				v -= c.rest[f]
			}
			sum += float32(p.weight * v)
			weight += p.weight
		}
		switch {
		case group == addedGroup:
			value += sum
		case weight >= 1:
			value = sum / weight
		default:
			value = sum + float32((1-weight)*value)
		}
	}
	return value
}
