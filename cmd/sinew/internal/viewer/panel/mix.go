package panel

import (
	"github.com/sinew-anim/sinew/cmd/sinew/internal/viewer/playback"
	"github.com/sinew-anim/sinew/gpu/overlay"
)

// Mix chooses the layers above the clip that plays.
type Mix struct {
	chosen int // the layer that the list of clips is for
}

// The names of the controls of each layer, which have to differ.
var (
	layerNames  = [playback.MaxLayers]string{"layer 1", "layer 2", "layer 3"}
	layerTitles = [playback.MaxLayers]string{"clip of layer 1", "clip of layer 2", "clip of layer 3"}
	layerKinds  = [playback.MaxLayers]string{"kind 1", "kind 2", "kind 3"}
	layerOff    = [playback.MaxLayers]string{"off 1", "off 2", "off 3"}
)

// Draw shows fades, layers and the clips for one of them.
func (x *Mix) Draw(u *overlay.UI, p *playback.Player) error {
	clips := p.Show.Clips
	if p.Show.Scripted() || len(clips) == 0 {
		u.Note("no clip plays alone")
		return nil
	}
	u.Slider("fade, s", &p.Mix.Fade, 0, 2, 0.3)
	u.Toggle("same part of each clip", &p.Mix.Matched)
	for k := range p.Mix.Layers {
		if err := x.layer(u, p, k); err != nil {
			return err
		}
	}
	u.Title(layerTitles[x.chosen])
	from, to := u.List("layer clips", u.Left(), len(clips))
	clicked := -1
	for row := from; row < to; row++ {
		l := &p.Mix.Layers[x.chosen]
		if u.Row(row, 0, clips[row].Name, l.On && l.Clip == row) {
			clicked = row
		}
	}
	u.EndList()
	if clicked < 0 {
		return nil
	}
	if l := &p.Mix.Layers[x.chosen]; !l.On {
		l.Weight = 0.5
	}
	return p.PutLayer(x.chosen, clicked)
}

// layer shows one layer: its weight and its kind.
func (x *Mix) layer(u *overlay.UI, p *playback.Player, k int) (err error) {
	l := &p.Mix.Layers[k]
	if !l.On {
		chosen := x.chosen == k
		if u.Toggle(layerNames[k], &chosen) {
			x.chosen = k
		}
		return nil
	}
	u.Split(4, 1)
	u.Slider(p.Show.Clips[l.Clip].Name, &l.Weight, 0, 1, 0.5)
	if u.Button(layerOff[k]) {
		err = p.RemoveLayer(k)
	}
	if u.Choice(layerKinds[k], playback.LayerKinds(), &l.Kind) {
		err = p.PutLayer(k, l.Clip)
	}
	return err
}
