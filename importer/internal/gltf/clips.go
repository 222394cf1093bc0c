package gltf

import (
	"fmt"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/importer/internal/track"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/gltf"
	"github.com/sinew-anim/sinew/soa"
)

// binder binds the channels of a glTF file.
type binder struct {
	*scene.Binder
	gltf  *Format
	clock gltf.Clock // of the clip that is bound
}

// BindClips makes the clips of the file's animations.
func (g *Format) BindClips(b *scene.Binder) error {
	if err := b.Meter.Take("clips", len(g.Doc.Animations), bytesOfClip); err != nil {
		return err
	}
	b.Clips = make([]track.Clip, len(g.Doc.Animations))
	for c := range b.Clips {
		if err := b.Meter.Step(1000); err != nil {
			return err
		}
		b.Clips[c] = b.NewClip(g.Doc.Animations[c].Name, c, b.Rate, g.Doc.Animations[c].Clock().Rate)
	}
	g.addExpressions(b.Floats)
	(&binder{Binder: b, gltf: g}).bind()
	return b.Meter.Err()
}

// bytesOfChannel is about the memory of a channel and its tracks without keys.
const bytesOfChannel = 300

// bytesOfClip is about the memory of a clip without tracks, here, in the model and in the report.
const bytesOfClip = 1500

func (b *binder) bind() {
	doc := b.gltf.Doc
	for c := range b.Clips {
		src := &b.Clips[c]
		b.clock = doc.Animations[c].Clock()
		b.clock = gltf.Clock{Rate: src.Rate, Whole: b.clock.Whole && b.clock.Rate == src.Rate} // options may set it
		for _, ch := range doc.Animations[c].Channels {
			if b.Meter.Take("channels", 1, bytesOfChannel) != nil || b.Meter.Step(500) != nil {
				return
			}
			if ch.Pointer != nil {
				b.bindPointer(src, ch)
			} else if name, ok := b.gltf.expression(ch.Node); ok {
				b.bindExpression(src, ch, name)
			} else if b.gltf.looks(ch) {
				b.bindLook(src, ch)
			} else if i, ok := b.gltf.nodes[ch.Node]; ok {
				b.bindChannel(src, i, ch)
			} else {
				b.Report.Add(report.Loss, report.UnknownNode, src.Name, "it drives node %d %q, which is not in the scene", ch.Node, b.gltf.names[ch.Node])
			}
		}
		for _, err := range doc.Animations[c].Wrong {
			b.Report.Add(report.Loss, report.InvalidCurve, src.Name, "left out: %v", err)
		}
		for _, s := range doc.Animations[c].Short {
			b.reportShort(src, &s)
		}
	}
}

// reportShort reports a channel if only its first keys have a time and a value.
func (b *binder) reportShort(src *track.Clip, s *gltf.Short) {
	of := s.Path
	if s.Node >= 0 {
		of = fmt.Sprintf("%s of %q", s.Path, b.gltf.names[s.Node])
	}
	b.Report.Add(report.Loss, report.InvalidKey, src.Name, "the %s has %d times and %d values, where a key has %d; the first %d keys are kept", of, s.Times, s.Values, s.Rows, s.N)
}

func (b *binder) bindChannel(src *track.Clip, i int, ch *gltf.Channel) {
	n := &b.Tree.Nodes[i]
	if ch.Path == "weights" {
		src.Weights = append(src.Weights, b.weightsOf(ch, i, n.Name))
		return
	}
	if src.ByNode[i] == nil {
		src.ByNode[i] = &track.Channel{}
	}
	t := b.track(ch, 0, ch.Width)
	to := &src.ByNode[i].T
	switch ch.Path {
	case "rotation":
		to = &src.ByNode[i].R
	case "scale":
		to = &src.ByNode[i].S
	}
	if *to != nil {
		b.Report.Add(report.Loss, report.DoubledChannel, src.Name, "it drives the %s of %q twice; the first channel counts", ch.Path, n.Name)
		return
	}
	*to = t
}

// weightsOf returns the tracks of all weights of a channel, or of the one it
// drives.
func (b *binder) weightsOf(ch *gltf.Channel, node int, name string) track.Weights {
	w := track.Weights{Node: node, Bound: true, Name: name}
	if ch.Only >= scene.MaxMorphTargets {
		return w
	}
	if b.Meter.Take("morph weights of channels", max(ch.Only, 0)+ch.Width, 8) != nil {
		return w
	}
	w.Tracks = make([]*track.Track, max(ch.Only, 0), max(ch.Only, 0)+ch.Width)
	for k := range ch.Width {
		w.Tracks = append(w.Tracks, b.track(ch, k, 1))
	}
	return w
}

// Memory of a key, here and in the clip.
const (
	bytesOfKey   = 40 + 20
	bytesOfCubic = 64 + 32
)

// track is trackOf within the memory that is allowed.
func (b *binder) track(ch *gltf.Channel, first, width int) *track.Track {
	n, size := len(ch.Times), uintptr(bytesOfKey)
	if b.Meter.Step(200+2*n) != nil {
		return &track.Track{}
	}
	if ch.Interpolation == gltf.Cubic {
		size += bytesOfCubic
	} else if last := n - 1; last > 1 && ch.Interpolation != gltf.Step && holds(ch, first, width, b.clock.Rate) {
		n = 2
	}
	if b.Meter.Take("keys", n, size) != nil || b.Meter.Step(20*n) != nil {
		return &track.Track{}
	}
	return trackOf(ch, first, width, b.clock)
}

// trackOf returns width components of a channel, from first on, as a track.
func trackOf(ch *gltf.Channel, first, width int, clock gltf.Clock) *track.Track {
	t := &track.Track{}
	switch ch.Interpolation {
	case gltf.Step:
		t.Mode = soa.Step
	case gltf.Cubic:
		return cubicOf(ch, first, width, clock)
	}
	last := len(ch.Times) - 1
	if last > 1 && holds(ch, first, width, clock.Rate) {
		t.Keys = make([]track.Key, 2)
		for i, k := range []int{0, last} {
			t.Keys[i] = track.Key{Time: clock.Tick(ch.Times[k]), Value: valueOf(ch.Values[first:][:width], 1)}
		}
		return t
	}
	t.Keys = make([]track.Key, len(ch.Times))
	for i, s := range ch.Times {
		t.Keys[i] = track.Key{Time: clock.Tick(s), Value: valueOf(ch.Values[i*ch.Width+first:][:width], 1)}
		if q := exact.Quat(t.Keys[i].Value); ch.Whole && ch.Path == "rotation" && q.Length() > 0 {
			t.Keys[i].Value = q.Unit() // rounding took or gave length, which is no scale
		}
	}
	return t
}

// cubicOf is trackOf for a spline, whose tangents the file states per second.
func cubicOf(ch *gltf.Channel, first, width int, clock gltf.Clock) *track.Track {
	row := func(r int, factor float64) [4]float64 { return valueOf(ch.Values[r*ch.Width+first:][:width], factor) }
	n := len(ch.Times)
	t := &track.Track{Keys: make([]track.Key, n), Mode: soa.Cubic, In: make([][4]float64, n), Out: make([][4]float64, n)}
	for i, s := range ch.Times {
		t.Keys[i] = track.Key{Time: clock.Tick(s), Value: row(3*i+1, 1)}
		t.In[i], t.Out[i] = row(3*i, 1/clock.Rate), row(3*i+2, 1/clock.Rate)
	}
	return t
}

func valueOf(row []float32, factor float64) (v [4]float64) {
	for c := range row {
		v[c] = float64(row[c]) * factor
	}
	return v
}

// holds reports whether the first and last key of a channel say what all do: all have the same
// value, none a time or value that is mended, and mending counts keys.
func holds(ch *gltf.Channel, first, width int, rate float64) bool {
	const most = 1e6
	w := ch.Width
	value, length := ch.Values[first:][:width], 0.0
	for _, x := range value {
		if !(x < most && x > -most) {
			return false
		}
		length += float64(float64(x) * float64(x))
	}
	if ch.Path == "rotation" && !(math.Abs(length-1) < 1e-5) {
		return false
	}
	last := len(ch.Times) - 1
	if !(float64(ch.Times[0])*rate > -most && float64(ch.Times[last])*rate < most) {
		return false
	}
	for i := 1; i <= last; i++ {
		if !slices.Equal(ch.Values[i*w+first:][:width], value) || !(ch.Times[i-1] < ch.Times[i]) {
			return false
		}
	}
	return true
}
