package gltf

import (
	"context"
	"hash/maphash"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/extent"
	"github.com/sinew-anim/sinew/internal/gltf"
	"github.com/sinew-anim/sinew/soa"
)

// clipBuilder is the state of adding one clip.
type clipBuilder struct {
	*builder
	clip  *soa.Clip
	clock gltf.Clock
	out   animation
	// Times of keys that several tracks share, by a hash.
	times  map[uint64][]timesOf
	values int // the view of all values
	size   int // its bytes
	write  []func(*sink)
	seed   maphash.Seed
	extent extent.Extent // of all channels, in seconds
	end    float32       // of the clip, in seconds
	looked bool          // the gaze has a channel
}

// timesOf is an accessor of times.
type timesOf struct {
	list     []float32
	accessor int
}

// addClips adds an animation for each clip. Times count from the clip's start.
func (b *builder) addClips(ctx context.Context) error {
	for _, c := range b.model.Clips {
		cb := &clipBuilder{builder: b, clip: c, clock: clockOf(c), times: make(map[uint64][]timesOf), seed: maphash.MakeSeed()}
		cb.end, _ = cb.clock.Second(float32(c.Duration))
		cb.out.Name = c.Name
		cb.values = len(b.doc.BufferViews)
		b.doc.BufferViews = append(b.doc.BufferViews, view{})
		cb.addWeights()
		cb.addFloats()
		others := cb.out.Channels
		cb.out.Channels = nil
		if err := cb.addTracks(ctx); err != nil {
			return err
		}
		cb.out.Channels = append(cb.out.Channels, others...)
		cb.hold()
		if len(cb.out.Channels) == 0 {
			b.doc.BufferViews = b.doc.BufferViews[:cb.values]
			b.list.Loss("clip "+c.Name, "it moves nothing, and is left out")
			continue
		}
		cb.closeValues()
		cb.out.Extras = b.clipExtras(c)
		if c.Additive {
			b.list.Loss("clip "+c.Name, "it is additive, which the extras say; other programs play it on its own")
		}
		if c.Motion != nil {
			b.list.Loss("clip "+c.Name, "its root motion was extracted, and lies in the extras; other programs play it in place")
		}
		b.doc.Animations = append(b.doc.Animations, cb.out)
	}
	return nil
}

// closeValues places the values of all channels, which lie in one view.
func (c *clipBuilder) closeValues() {
	write := c.write
	at := c.data.add(c.size, func(s *sink) {
		for _, w := range write {
			if s.err != nil {
				return
			}
			w(s)
		}
	})
	c.streamed(c.values, 4, 0)
	c.doc.BufferViews[c.values] = view{Offset: at, Length: c.size}
}

// output adds count elements to the clip's values.
func (c *clipBuilder) output(kind string, count int, write func(*sink)) int {
	at := c.size
	c.size += 4 * widths[kind] * count
	c.write = append(c.write, write)
	return add(&c.doc.Accessors, accessor{View: ptr(c.values), Offset: at, Component: int(gltf.Float32), Count: count, Type: kind})
}

// input returns the accessor of ascending times in seconds.
func (c *clipBuilder) input(list []float32) int {
	var h maphash.Hash
	h.SetSeed(c.seed)
	for _, t := range list {
		maphash.WriteComparable(&h, t)
	}
	for _, known := range c.times[h.Sum64()] {
		if slices.Equal(known.list, list) {
			return known.accessor
		}
	}
	a := c.floatArray("SCALAR", list, 0)
	c.doc.Accessors[a].Min, c.doc.Accessors[a].Max = list[:1], list[len(list)-1:]
	c.times[h.Sum64()] = append(c.times[h.Sum64()], timesOf{list, a})
	return a
}

// seconds converts ticks to ascending seconds. A lone key is a constant, and comes within the clip.
func (c *clipBuilder) seconds(ticks []float32) []float32 {
	out := make([]float32, len(ticks))
	if len(ticks) == 1 {
		out[0], _ = c.clock.Second(min(max(ticks[0], 0), float32(c.clip.Duration)))
		return out
	}
	for i, t := range ticks {
		out[i], _ = c.clock.Second(t)
		if i > 0 && !(out[i] > out[i-1]) { // ticks that differ by less than a float32 of seconds
			out[i] = math.Nextafter32(out[i-1], math.MaxFloat32)
		}
	}
	return out
}

// clockOf returns the clock by which a clip is read: extras name its rate if it is not that of files
// without, or if more of its ticks come back that way.
func clockOf(c *soa.Clip) gltf.Clock {
	named, bare := gltf.Clock{Rate: c.TicksPerSecond, Whole: true}, gltf.Clock{Rate: c.TicksPerSecond}
	if c.TicksPerSecond != gltf.TicksPerSecond {
		return named
	}
	more := 0
	for _, t := range c.Time {
		_, with := named.Second(t)
		_, without := bare.Second(t)
		switch {
		case with && !without:
			more++
		case without && !with:
			more--
		}
	}
	if more > 0 {
		return named
	}
	return bare
}

// modes are the file's words for interpolations.
var modes = [...]string{soa.Linear: gltf.Linear, soa.Step: gltf.Step, soa.Cubic: gltf.Cubic}

// channel adds a channel and its sampler.
func (c *clipBuilder) channel(to target, mode soa.Interpolation, times []float32, output int) {
	c.extent.See(float64(times[0]), float64(times[len(times)-1]), len(times))
	s := animationSampler{Input: c.input(times), Output: output}
	if mode != soa.Linear {
		s.Interpolation = modes[mode]
	}
	c.out.Channels = append(c.out.Channels, channel{add(&c.out.Samplers, s), to})
}

// paths are the file's words for properties of nodes.
var paths = [...]string{soa.Translation: "translation", soa.Rotation: "rotation", soa.Scale: "scale"}

// addTracks adds the tracks of joints.
func (c *clipBuilder) addTracks(ctx context.Context) error {
	spanning, before, after := c.spanningTrack()
	for t := range c.clip.Tracks {
		tr := &c.clip.Tracks[t]
		if tr.Property > soa.Scale {
			break
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		first, last := c.clip.Keys(t)
		times := c.seconds(c.clip.Time[first:last])
		w := trackWriter{clip: c.clip, track: t}
		if t == spanning {
			times = c.span(times, before, after, &w)
		}
		kind := "VEC3"
		if tr.Property == soa.Rotation {
			kind = "VEC4"
		}
		rows := len(times)
		if tr.Interpolation == soa.Cubic {
			rows *= 3
		}
		out := c.output(kind, rows, w.write)
		c.channel(target{Node: ptr(c.joints[tr.Target]), Path: paths[tr.Property]}, tr.Interpolation, times, out)
	}
	return ctx.Err() // of a clip without tracks of joints too
}

// spanningTrack returns the track of a joint that gets keys at the clip's start and end where those of
// the file would not say them, and which are missing: an animation is as long as its keys, see package
// extent.
func (c *clipBuilder) spanningTrack() (track int, before, after bool) {
	all := c.extent // of the channels of weights and custom properties
	track = -1
	for t := range c.clip.Tracks {
		if c.clip.Tracks[t].Property > soa.Scale {
			break
		}
		if track < 0 {
			track = t
		}
		first, last := c.clip.Keys(t)
		times := c.seconds(c.clip.Time[first:last])
		all.See(float64(times[0]), float64(times[len(times)-1]), len(times))
	}
	before, after = c.missing(&all)
	return track, before, after
}

// missing reports whether an extent lacks the clip's start and its end.
func (c *clipBuilder) missing(e *extent.Extent) (before, after bool) {
	first, last := e.Span()
	return first > 0, float32(last) < c.end-float32(2e-6*c.end)
}

// span adds times at which the first and the last value are held. A lone key becomes one at the clip's
// start and one at its end.
func (c *clipBuilder) span(times []float32, before, after bool, w *trackWriter) []float32 {
	switch {
	case !before && !after:
		return times
	case len(times) == 1:
		w.after = true
		return []float32{0, c.end}
	}
	if before && times[0] > 0 {
		times, w.before = append([]float32{0}, times...), true
	}
	if after && c.end > times[len(times)-1] {
		times, w.after = append(times, c.end), true
	}
	return times
}

// trackWriter writes the keys of a track of a joint; before and after hold the first and the last
// value by another key.
type trackWriter struct {
	clip          *soa.Clip
	track         int
	before, after bool

	to    *sink
	width int
}

func (w *trackWriter) write(s *sink) {
	tr := &w.clip.Tracks[w.track]
	first, last := w.clip.Keys(w.track)
	w.to, w.width = s, 3
	if tr.Property == soa.Rotation {
		w.width = 4
	}
	if tr.Interpolation != soa.Cubic {
		w.keys(first, last)
		return
	}
	flat := soa.Tangent{}
	if w.before {
		w.cubic(first, flat, flat)
	}
	for k := first; k < last; k++ {
		in, out := w.clip.In[int(tr.FirstTangent)+k-first], w.clip.Out[int(tr.FirstTangent)+k-first]
		if w.before && k == first {
			in = flat
		}
		if w.after && k == last-1 {
			out = flat
		}
		w.cubic(k, in, out)
	}
	if w.after {
		w.cubic(last-1, flat, flat)
	}
}

func (w *trackWriter) keys(first, last int) {
	if w.before {
		w.value(first)
	}
	for k := first; k < last; k++ {
		w.value(k)
	}
	if w.after {
		w.value(last - 1)
	}
}

func (w *trackWriter) cubic(k int, in, out soa.Tangent) {
	w.slope(in)
	c := w.clip
	w.row(c.X[k], c.Y[k], c.Z[k], c.W[k])
	w.slope(out)
}

// value writes a key of a track that is not cubic.
func (w *trackWriter) value(k int) {
	c := w.clip
	q := [4]float32{c.X[k], c.Y[k], c.Z[k], c.W[k]}
	if w.width == 4 {
		q = unitRotation(q)
	}
	w.row(q[0], q[1], q[2], q[3])
}

// slope writes a tangent per second.
func (w *trackWriter) slope(v soa.Tangent) {
	var by [4]float32
	for e := range by {
		by[e] = float32(float64(v[e]) * w.clip.TicksPerSecond)
	}
	w.row(by[0], by[1], by[2], by[3])
}

func (w *trackWriter) row(x, y, z, last float32) {
	w.to.float(x)
	w.to.float(y)
	w.to.float(z)
	if w.width == 4 {
		w.to.float(last)
	}
}

// hold adds a channel that does nothing from the start of a clip to its end, where no channel has
// keys.
func (c *clipBuilder) hold() {
	before, after := c.missing(&c.extent)
	if len(c.joints) == 0 || len(c.out.Channels) > 0 && !before && !after {
		return
	}
	joint := c.undriven()
	if joint < 0 {
		first, last := c.extent.Span()
		c.list.Note("clip "+c.clip.Name, "it lasts as long as its keys, from %v to %v s of %v", first, last, c.end)
		return
	}
	r := &c.model.Skeleton.Rest
	at := [3]float32{r.TX[joint], r.TY[joint], r.TZ[joint]}
	times := []float32{0, c.end}
	if c.end == 0 {
		times = times[:1]
	}
	out := c.output("VEC3", len(times), func(s *sink) {
		for range times {
			s.floats(at[:])
		}
	})
	c.channel(target{Node: ptr(c.joints[joint]), Path: paths[soa.Translation]}, soa.Linear, times, out)
}

// undriven returns a joint whose translation the clip does not drive, or −1.
func (c *clipBuilder) undriven() int {
	driven := make([]bool, len(c.joints))
	for j, n := range c.joints {
		driven[j] = n < 0
	}
	for _, tr := range c.clip.Tracks {
		if tr.Property == soa.Translation {
			driven[tr.Target] = true
		}
	}
	for _, s := range c.model.Skeleton.Static {
		driven[s.Joint] = true
	}
	return slices.Index(driven, false)
}
