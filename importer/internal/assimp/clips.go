package assimp

import (
	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/importer/internal/track"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/native/assimp"
)

// BindClips converts libassimp's animations and binds their channels.
func (a *Format) BindClips(b *scene.Binder) error {
	if isLightWave(a.Ext) {
		return a.followLightWave(b)
	}
	rate := b.Rate
	switch {
	case a.Ext == "x":
		rate = rateOfDirectX(b, a.Library)
	case a.Ext == "smd" || a.Ext == "vta":
		rate = rateOfSMD(b, a.Library)
	case isMD5(a.Ext):
		rate = a.rateOfMD5(b)
	}
	a.NewClips(b, rate)
	for c := range b.Clips {
		bindScene(b, &b.Clips[c], a.Library.Animation(c))
	}
	switch a.Ext {
	case "mesh", "xml":
		a.readOgre(b)
	case "x":
		a.readMatrixKeys(b)
	}
	return nil
}

// NewClips makes an empty clip for each animation.
func (a *Format) NewClips(b *scene.Binder, rate func(string, float64) float64) {
	b.Clips = make([]track.Clip, a.Library.Animations())
	for c := range b.Clips {
		anim := a.Library.Animation(c)
		b.Clips[c] = b.NewClip(anim.Name(), c, rate, anim.TicksPerSecond())
	}
}

// bindScene binds the channels of one libassimp animation.
func bindScene(b *scene.Binder, src *track.Clip, anim assimp.Animation) {
	for k := range anim.Channels() {
		ch := anim.Channel(k)
		i, ok := b.Tree.ByName[ch.NodeName()]
		switch {
		case !ok:
			b.Report.Add(report.Loss, report.UnknownNode, src.Name, "it drives %q, which is not a node of the file", ch.NodeName())
		case src.ByNode[i] != nil:
			b.Report.Add(report.Loss, report.DoubledChannel, src.Name, "it drives %q twice; the first channel counts", ch.NodeName())
		default:
			src.ByNode[i] = channelOf(ch)
		}
	}
	for k := range anim.MorphChannels() {
		src.Weights = append(src.Weights, weightTracks(anim.MorphChannel(k)))
	}
}

// channelOf converts a channel. libassimp states all three properties of a node: of those without
// keys in the file one key, in most formats.
func channelOf(ch assimp.Channel) *track.Channel {
	out := &track.Channel{T: vectorTrack(ch.Positions()), R: rotationTrack(ch.Rotations()), S: vectorTrack(ch.Scalings())}
	for _, t := range [...]*track.Track{out.T, out.R, out.S} {
		t.Implied = len(t.Keys) < 2
	}
	return out
}

// vectorTrack converts the keys of a channel to float64. Keys that are all equal, as most scales
// are, are reduced to the first and the last.
func vectorTrack(keys []assimp.VectorKey) *track.Track {
	if len(keys) > 2 && sameVectors(keys) {
		first, last := keys[0], keys[0]
		for _, k := range keys {
			first.Time, last.Time = min(first.Time, k.Time), max(last.Time, k.Time)
		}
		keys = []assimp.VectorKey{first, last}
	}
	t := &track.Track{Keys: make([]track.Key, len(keys))}
	for i := range keys {
		v := &keys[i].Value
		t.Keys[i] = track.Key{Time: keys[i].Time, Value: [4]float64{float64(v[0]), float64(v[1]), float64(v[2])}}
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
func rotationTrack(keys assimp.QuatKeys) *track.Track {
	t := &track.Track{Keys: make([]track.Key, keys.Len())}
	for i := range t.Keys {
		x, y, z, w := keys.Value(i)
		t.Keys[i] = track.Key{Time: keys.Time(i), Value: [4]float64{float64(x), float64(y), float64(z), float64(w)}}
	}
	return t
}

// weightTracks splits a morph channel, whose keys list targets with weights, into one track per
// target.
func weightTracks(ch assimp.MorphChannel) track.Weights {
	w := track.Weights{Name: ch.Name()}
	for k := range ch.Keys() {
		mk := ch.Key(k)
		values, weights := mk.Values(), mk.Weights()
		for i := range min(len(values), len(weights)) {
			target := int(values[i])
			if target >= scene.MaxMorphTargets {
				continue
			}
			for len(w.Tracks) <= target {
				w.Tracks = append(w.Tracks, nil)
			}
			if w.Tracks[target] == nil {
				w.Tracks[target] = &track.Track{}
			}
			t := w.Tracks[target]
			t.Keys = append(t.Keys, track.Key{Time: mk.Time(), Value: [4]float64{weights[i]}})
		}
	}
	return w
}
