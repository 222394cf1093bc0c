package importer

import (
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/native/assimp"
)

// BindClips makes the clips of libassimp's animations.
func (a *assimpFormat) BindClips(b *binder) error {
	rate := b.rate
	if a.ext == "x" {
		rate = rateOfDirectX(b)
	}
	a.NewClips(b, rate)
	for c := range b.clips {
		bindScene(b, &b.clips[c], a.scene.Animation(c))
	}
	return nil
}

// NewClips makes a clip of each animation, without channels.
func (a *assimpFormat) NewClips(b *binder, rate func(string, float64) float64) {
	b.clips = make([]clipSource, a.scene.Animations())
	for c := range b.clips {
		anim := a.scene.Animation(c)
		b.clips[c] = b.newClip(anim.Name(), c, rate, anim.TicksPerSecond())
	}
}

// bindScene binds the channels of one animation of libassimp.
func bindScene(b *binder, src *clipSource, anim assimp.Animation) {
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

// weightTracks sorts a morph channel's keys, each of which lists targets and
// their weights, into a track per target.
func weightTracks(ch assimp.MorphChannel) weightChannel {
	w := weightChannel{name: ch.Name()}
	for k := range ch.Keys() {
		mk := ch.Key(k)
		values, weights := mk.Values(), mk.Weights()
		for i := range min(len(values), len(weights)) {
			target := int(values[i])
			if target >= maxMorphTargets {
				continue
			}
			for len(w.tracks) <= target {
				w.tracks = append(w.tracks, nil)
			}
			if w.tracks[target] == nil {
				w.tracks[target] = &track{}
			}
			t := w.tracks[target]
			t.keys = append(t.keys, key{mk.Time(), [4]float64{weights[i]}})
		}
	}
	return w
}
