package gltf

import (
	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/importer/internal/track"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/gltf"
	"github.com/sinew-anim/sinew/soa"
)

// ticksPerSecond is the rate of clips: times of the file are seconds.
const ticksPerSecond = 1000

// binder binds the channels of a glTF file.
type binder struct {
	*scene.Binder
	gltf *Format
}

// BindClips makes the clips of the file's animations.
func (g *Format) BindClips(b *scene.Binder) error {
	b.Clips = make([]track.Clip, len(g.Doc.Animations))
	for c := range b.Clips {
		b.Clips[c] = b.NewClip(g.Doc.Animations[c].Name, c, b.Rate, ticksPerSecond)
	}
	(&binder{b, g}).bind()
	return nil
}

func (b *binder) bind() {
	doc := b.gltf.Doc
	for c := range b.Clips {
		src := &b.Clips[c]
		for k := range doc.Animations[c].Channels {
			ch := &doc.Animations[c].Channels[k]
			if ch.Pointer != nil {
				b.bindPointer(src, ch)
			} else if name, ok := b.gltf.expression(ch.Node); ok {
				b.bindExpression(src, ch, name)
			} else if i, ok := b.gltf.nodes[ch.Node]; ok {
				b.bindChannel(src, i, ch)
			} else {
				b.Report.Add(report.Loss, report.UnknownNode, src.Name, "it drives node %d %q, which is not in the scene", ch.Node, b.gltf.names[ch.Node])
			}
		}
		for _, err := range doc.Animations[c].Wrong {
			b.Report.Add(report.Loss, report.InvalidCurve, src.Name, "left out: %v", err)
		}
	}
}

func (b *binder) bindChannel(src *track.Clip, i int, ch *gltf.Channel) {
	n := &b.Tree.Nodes[i]
	if ch.Path == "weights" {
		src.Weights = append(src.Weights, weightsOf(ch, i, n.Name, src.Rate))
		return
	}
	if src.ByNode[i] == nil {
		src.ByNode[i] = &track.Channel{}
	}
	t := trackOf(ch, 0, ch.Width, src.Rate)
	to := map[string]**track.Track{
		"translation": &src.ByNode[i].T, "rotation": &src.ByNode[i].R, "scale": &src.ByNode[i].S,
	}[ch.Path]
	if *to != nil {
		b.Report.Add(report.Loss, report.DoubledChannel, src.Name, "it drives the %s of %q twice; the first channel counts", ch.Path, n.Name)
		return
	}
	*to = t
}

// weightsOf returns the tracks of all weights of a channel, or of the one it
// drives.
func weightsOf(ch *gltf.Channel, node int, name string, rate float64) track.Weights {
	w := track.Weights{Node: node, Bound: true, Name: name}
	if ch.Only >= scene.MaxMorphTargets {
		return w
	}
	w.Tracks = make([]*track.Track, max(ch.Only, 0), max(ch.Only, 0)+ch.Width)
	for k := range ch.Width {
		w.Tracks = append(w.Tracks, trackOf(ch, k, 1, rate))
	}
	return w
}

// trackOf returns width components of a channel, from first on, as a track.
func trackOf(ch *gltf.Channel, first, width int, rate float64) *track.Track {
	row := func(r int, factor float64) (v [4]float64) {
		for c := range width {
			v[c] = float64(ch.Values[r*ch.Width+first+c]) * factor
		}
		return v
	}
	t := &track.Track{Keys: make([]track.Key, len(ch.Times))}
	switch ch.Interpolation {
	case gltf.Step:
		t.Mode = soa.Step
	case gltf.Cubic:
		t.Mode = soa.Cubic
		t.In, t.Out = make([][4]float64, len(ch.Times)), make([][4]float64, len(ch.Times))
	}
	for i, s := range ch.Times {
		t.Keys[i].Time = float64(s) * rate
		if t.Mode == soa.Cubic {
			t.In[i], t.Keys[i].Value, t.Out[i] = row(3*i, 1/rate), row(3*i+1, 1), row(3*i+2, 1/rate)
		} else {
			t.Keys[i].Value = row(i, 1)
		}
	}
	return t
}
