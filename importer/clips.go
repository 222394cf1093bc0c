package importer

import (
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/native/assimp"
	"github.com/sinew-anim/sinew/soa"
)

// clipSource is one animation of the file, its channels bound to nodes.
type clipSource struct {
	name    string
	rate    float64 // ticks per second
	begin   float64 // seconds on the file's time line at the keys' time 0
	byNode  map[int]*channel
	weights []weightChannel
	floats  map[int]*track // by number in flattener.floats
	resting map[int]*track // the same: those that only repeat how the float rests
	fixed   repairs
	own     bool // libassimp has no such animation
}

// channel is what drives one node: a track, or nil, per property.
type channel struct {
	t, r, s *track
}

// weightChannel is what drives the morph weights of one node: a track, or nil,
// per morph target.
type weightChannel struct {
	name   string
	node   int // the node, where bound; else the name tells it
	bound  bool
	tracks []*track
}

// bindChannels reads the animations and finds the node of each channel: from
// the file itself where it is glTF, whose interpolation modes libassimp loses,
// else by name from the scene.
func (f *flattener) bindChannels() error {
	f.sources = make([]clipSource, f.scene.Animations())
	for c := range f.sources {
		src := &f.sources[c]
		*src = clipSource{name: f.clipName(c), byNode: make(map[int]*channel)}
		src.rate = f.rate(src, f.scene.Animation(c).TicksPerSecond())
	}
	if !f.bindGLTF() {
		for c := range f.sources {
			f.bindScene(&f.sources[c], f.scene.Animation(c))
		}
		if err := f.placeFBXClips(); err != nil {
			return err
		}
	}
	f.chooseFloats()
	return nil
}

// bindScene binds one aiAnimation.
func (f *flattener) bindScene(src *clipSource, anim assimp.Animation) {
	for k := range anim.Channels() {
		ch := anim.Channel(k)
		i, ok := f.tree.byName[ch.NodeName()]
		switch {
		case !ok:
			f.report.add(Loss, UnknownNode, src.name, "it drives %q, which is no node of the file", ch.NodeName())
		case src.byNode[i] != nil:
			f.report.add(Loss, DoubledChannel, src.name, "it drives %q twice; the first channel counts", ch.NodeName())
		default:
			src.byNode[i] = &channel{vectorTrack(ch.Positions()), rotationTrack(ch.Rotations()), vectorTrack(ch.Scalings())}
			f.tree.nodes[i].animated = true
		}
	}
	for k := range anim.MorphChannels() {
		src.weights = append(src.weights, weightTracks(anim.MorphChannel(k)))
	}
}

// clipName returns an animation's name; a format without names (MD5, BVH) has
// its clips named after the file.
func (f *flattener) clipName(c int) string {
	if name := f.scene.Animation(c).Name(); name != "" {
		return name
	}
	if f.scene.Animations() == 1 {
		return f.model.Name
	}
	return fmt.Sprintf("%s %d", f.model.Name, c)
}

// rate returns the clip's ticks per second: what the caller or the file says,
// else 25.
func (f *flattener) rate(src *clipSource, rate float64) float64 {
	if f.opt.ticksPerSec > 0 {
		return f.opt.ticksPerSec
	}
	if rate > 0 && !math.IsInf(rate, 0) {
		return rate
	}
	f.report.add(Repair, AssumedRate, src.name, "the file states %v ticks per second; %v is assumed", rate, soa.DefaultTicksPerSecond)
	return soa.DefaultTicksPerSecond
}

// bind puts a channel's tracks into a factor's slots for clip c of n, each
// rotation key multiplied by post. Tracks that only repeat the rest value are
// left out.
func (src *clipSource) bind(fc *factor, c, n int, ch *channel, post exact.Quat) {
	ch.keepLength()
	if post != exact.IdentityQuat() && ch.r != nil {
		ch.r.apply(func(v [4]float64) [4]float64 { return exact.Quat(v).Mul(post) }, nil)
	}
	src.bindSlot(&fc.t, c, n, ch.t, false)
	src.bindSlot(&fc.r, c, n, ch.r, true)
	src.bindSlot(&fc.s, c, n, ch.s, false)
}

func (src *clipSource) bindSlot(s *slot, c, n int, t *track, rotation bool) {
	if t == nil {
		return
	}
	src.fixed.add(t.clean(rotation))
	if len(t.keys) == 0 {
		return
	}
	if rotation && exact.Quat(t.keys[0].value).Dot(s.rest) < 0 {
		t.apply(func(v [4]float64) [4]float64 { return exact.Quat(v).Negate() }, nil)
	}
	if t.constant() {
		t.makeConstant()
		if !s.driven() && nearRest(t.keys[0].value, s.rest) {
			s.rest = t.keys[0].value
			return
		}
	}
	s.set(c, n, t)
}

// restTolerance is how near, relative to values above 1, a constant key must be
// to the rest value to be that value: the rounding of a file's matrix, to which
// MD5's six digits add, and its decomposition.
const restTolerance = 3e-6

func nearRest(v, rest [4]float64) bool {
	for i := range v {
		if math.Abs(v[i]-rest[i]) > restTolerance*math.Max(1, math.Abs(rest[i])) {
			return false
		}
	}
	return true
}

// vectorTrack widens a channel's keys to float64. Keys that are all the same,
// as most scales are, become one at once.
func vectorTrack(keys []assimp.VectorKey) *track {
	if len(keys) > 1 && sameVectors(keys) {
		keys = keys[:1]
	}
	t := &track{keys: make([]key, len(keys))}
	for i := range keys {
		v := &keys[i].Value
		t.keys[i] = key{keys[i].Time, [4]float64{float64(v[0]), float64(v[1]), float64(v[2])}}
	}
	return t
}

func sameVectors(keys []assimp.VectorKey) bool {
	for i := range keys {
		if keys[i].Value != keys[0].Value || keys[i].Time-keys[i].Time != 0 {
			return false
		}
	}
	return true
}

// rotationTrack is vectorTrack for rotations.
func rotationTrack(keys assimp.QuatKeys) *track {
	t := &track{keys: make([]key, keys.Len())}
	for i := range t.keys {
		x, y, z, w := keys.Value(i)
		t.keys[i] = key{keys.Time(i), [4]float64{float64(x), float64(y), float64(z), float64(w)}}
	}
	return t
}

// span returns the first and last tick of a clip's keys. A track of one key
// says nothing about when a clip begins; only where no track moves do they
// count.
func span(tracks []namedTrack) (first, last float64) {
	first, last = math.Inf(1), math.Inf(-1)
	for _, least := range []int{2, 1} {
		for _, t := range tracks {
			if n := len(t.track.keys); n >= least {
				first = math.Min(first, t.track.keys[0].time)
				last = math.Max(last, t.track.keys[n-1].time)
			}
		}
		if first <= last {
			return first, last
		}
	}
	return 0, 0
}

// namedTrack is a track on its way into a clip.
type namedTrack struct {
	target   int
	property soa.Property
	track    *track
}

// buildClip writes tracks, which are in order of property and target, into a
// clip's arrays.
func (f *flattener) buildClip(src *clipSource, tracks []namedTrack) *soa.Clip {
	first, last := span(tracks)
	c := &soa.Clip{
		Name: src.name, TicksPerSecond: src.rate,
		Start: src.begin + first/src.rate, Duration: last - first,
	}
	total := 0
	for _, t := range tracks {
		total += len(t.track.keys)
	}
	slab := make([]float32, 5*total)
	c.Time, c.X, c.Y, c.Z, c.W = slab[:0:total], slab[total:total:2*total], slab[2*total:2*total:3*total],
		slab[3*total:3*total:4*total], slab[4*total:4*total:5*total]
	for _, t := range tracks {
		tr := soa.Track{
			Target: int16(t.target), Property: t.property, Interpolation: t.track.mode, First: uint32(len(c.Time)),
		}
		if tr.Interpolation == soa.Cubic {
			tr.FirstTangent = uint32(len(c.In))
			c.In, c.Out = appendTangents(c.In, t.track.in), appendTangents(c.Out, t.track.out)
		}
		c.Tracks = append(c.Tracks, tr)
		appendKeys(c, t.track.keys, first)
	}
	c.Loop = loops(c)
	return c
}

// appendKeys rounds keys to float32. Times that rounding or the file made
// equal are moved one float32 apart, the earlier ones back, so that both sides
// of a jump survive.
func appendKeys(c *soa.Clip, keys []key, start float64) {
	base := len(c.Time)
	for _, k := range keys {
		c.Time = append(c.Time, float32(k.time-start))
		c.X = append(c.X, float32(k.value[0]))
		c.Y = append(c.Y, float32(k.value[1]))
		c.Z = append(c.Z, float32(k.value[2]))
		c.W = append(c.W, float32(k.value[3]))
	}
	for i := len(c.Time) - 2; i >= base; i-- {
		if c.Time[i] >= c.Time[i+1] {
			c.Time[i] = math.Nextafter32(c.Time[i+1], float32(math.Inf(-1)))
		}
	}
}

func appendTangents(to []soa.Tangent, from [][4]float64) []soa.Tangent {
	for _, v := range from {
		to = append(to, soa.Tangent{float32(v[0]), float32(v[1]), float32(v[2]), float32(v[3])})
	}
	return to
}

// loopTolerance is how near, per component, a clip's last values must be to
// its first ones for the clip to count as a loop.
const loopTolerance = 1e-3

// loops reports whether every track ends where it began. The translation of a
// root may travel, so translations are not asked, nor are floats, which may mean
// anything.
func loops(c *soa.Clip) bool {
	moves := false
	for t := range c.Tracks {
		a, end := c.Keys(t)
		b := end - 1
		if b == a || c.Tracks[t].Property == soa.Translation || c.Tracks[t].Property == soa.Float {
			continue
		}
		moves = true
		if c.Tracks[t].Property == soa.Rotation {
			if math.Abs(wideKey(c, a).Dot(wideKey(c, b))) < 1-loopTolerance*loopTolerance {
				return false
			}
			continue
		}
		for _, d := range []float32{c.X[a] - c.X[b], c.Y[a] - c.Y[b], c.Z[a] - c.Z[b]} {
			if math.Abs(float64(d)) > loopTolerance {
				return false
			}
		}
	}
	return moves
}
