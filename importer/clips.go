package importer

import (
	"fmt"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/importer/internal/source"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/native/assimp"
)

// clipSource is one animation of the file with its channels bound to nodes.
type clipSource struct {
	name    string
	rate    float64 // ticks per second
	begin   float64 // seconds on the file's time line at the keys' time 0
	byNode  map[int]*channel
	weights []weightChannel
	floats  map[int]*track // by number in the floatSet
	resting map[int]*track // the same: those that only repeat how the float rests
	fixed   repairs        // of all its tracks, by the passes that clean them
	mended  [5][]string    // the names of what these are of, in the order of repairs
	now     string         // the name of what is being cleaned
	keyed   extent         // of its tracks, before constant ones lose keys
	ranged  bool           // it states how long it is, whatever its keys
	length  float64        // in ticks, where it does
}

// channel is the tracks of one node; nil for a property that is not driven.
type channel struct {
	t, r, s *track
	next    *channel // of a node whose transform is several factors: of the next one
}

// weightChannel is the tracks of the morph weights of one node; nil for a target
// that is not driven.
type weightChannel struct {
	name   string
	node   int // the node, where bound; else the name tells it
	bound  bool
	tracks []*track
	// reported is set where it is known already what the node lacks.
	reported bool
}

// binder is the state of bindClips.
type binder struct {
	*input
	tree   *tree
	gltf   *gltfFile
	clips  []clipSource
	floats *floatSet
}

// bindClips reads the animations and finds the node of each channel: in the file
// itself for glTF, because libassimp loses interpolation modes, otherwise by name
// in the scene. The clips of FBX and Collada files come from the file itself.
func bindClips(in *input, t *tree, gltf *gltfFile) ([]clipSource, *floatSet, error) {
	b := &binder{in, t, gltf, nil, &floatSet{at: make(map[floatKey]int)}}
	if in.fbx != nil {
		if err := b.bindFBX(); err != nil {
			return nil, nil, err
		}
		b.floats.choose(b.clips)
		b.clips = slices.DeleteFunc(b.clips, func(s clipSource) bool { return len(s.byNode)+len(s.weights)+len(s.floats) == 0 })
		return b.clips, b.floats, nil
	}
	if in.dae != nil && in.dae.err == nil {
		if err := b.bindCollada(); err != nil {
			return nil, nil, err
		}
		b.floats.choose(b.clips)
		return b.clips, b.floats, nil
	}
	if in.Hides {
		b.clips = make([]clipSource, len(gltf.doc.Animations))
		for c := range b.clips {
			b.clips[c] = b.newClip(gltf.doc.Animations[c].Name, c, b.rate, gltfRate)
		}
		b.bindGLTF()
		return b.clips, b.floats, nil
	}
	b.clips = make([]clipSource, in.scene.Animations())
	rate := b.rate
	if in.format == "x" {
		rate = b.directRate()
	}
	for c := range b.clips {
		anim := in.scene.Animation(c)
		b.clips[c] = b.newClip(anim.Name(), c, rate, anim.TicksPerSecond())
	}
	if gltf != nil {
		b.bindGLTF()
	} else {
		for c := range b.clips {
			b.bindScene(&b.clips[c], in.scene.Animation(c))
		}
	}
	b.floats.choose(b.clips)
	return b.clips, b.floats, nil
}

// newClip is clip c, which the file names, with the ticks per second that rate makes of those
// that the file states.
func (b *binder) newClip(name string, c int, rate func(string, float64) float64, stated float64) clipSource {
	name = b.clipName(name, c)
	return clipSource{name: name, byNode: make(map[int]*channel), rate: rate(name, stated)}
}

// bindScene binds the channels of one animation of libassimp.
func (b *binder) bindScene(src *clipSource, anim assimp.Animation) {
	for k := range anim.Channels() {
		ch := anim.Channel(k)
		i, ok := b.tree.byName[ch.NodeName()]
		switch {
		case !ok:
			b.report.Add(report.Loss, report.UnknownNode, src.name, "it drives %q, which is not a node of the file", ch.NodeName())
		case src.byNode[i] != nil:
			b.report.Add(report.Loss, report.DoubledChannel, src.name, "it drives %q twice; the first channel counts", ch.NodeName())
		default:
			src.byNode[i] = &channel{t: vectorTrack(ch.Positions()), r: rotationTrack(ch.Rotations()), s: vectorTrack(ch.Scalings())}
		}
	}
	for k := range anim.MorphChannels() {
		src.weights = append(src.weights, weightTracks(anim.MorphChannel(k)))
	}
}

// clipName returns an animation's name. Formats without names (MD5, BVH) have
// clips named after the file.
func (b *binder) clipName(name string, c int) string {
	switch file := source.Stem(b.Base); {
	case name != "":
		return name
	case len(b.clips) == 1:
		return file
	default:
		return fmt.Sprintf("%s %d", file, c)
	}
}

// bind puts a channel's tracks into a factor's slots for clip c of n. Tracks that
// only repeat the rest value are left out.
func (src *clipSource) bind(fc *factor, c, n int, ch *channel) {
	ch.keepLength()
	src.bindSlot(&fc.t, c, n, ch.t, false)
	src.bindSlot(&fc.r, c, n, ch.r, true)
	src.bindSlot(&fc.s, c, n, ch.s, false)
}

func (src *clipSource) bindSlot(s *slot, c, n int, t *track, rotation bool) {
	if t == nil {
		return
	}
	src.mend(src.now, t.clean(rotation))
	src.keyed.see(t)
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

// restTolerance is the distance from the rest value, relative for values above 1,
// up to which a constant key counts as the rest value. It covers the rounding of
// a file's matrix, of its decomposition and of MD5's six digits.
const restTolerance = 3e-6

func nearRest(v, rest [4]float64) bool {
	for i := range v {
		if math.Abs(v[i]-rest[i]) > restTolerance*math.Max(1, math.Abs(rest[i])) {
			return false
		}
	}
	return true
}

// vectorTrack widens the keys of a channel to float64. Keys that are all equal,
// as most scales are, become the first and the last.
func vectorTrack(keys []assimp.VectorKey) *track {
	if len(keys) > 2 && sameVectors(keys) {
		first, last := keys[0], keys[0]
		for _, k := range keys {
			first.Time, last.Time = min(first.Time, k.Time), max(last.Time, k.Time)
		}
		keys = []assimp.VectorKey{first, last}
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
