//go:build cgo

package main

import (
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/performance"
	"github.com/sinew-anim/sinew/gpu/window"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/soa"
)

// matrices are the joints of the first instance.
func (p *pane) matrices(t *testing.T) []soa.Affine {
	t.Helper()
	list := make([]soa.Affine, p.Show.Model.Skeleton.Len())
	for j := range list {
		m, err := p.Show.Crowd.Instance(0).Joint(j)
		must.Do(t, err)
		list[j] = m
	}
	return list
}

// pickByName searches for a joint in the tree, and picks it.
func (p *pane) pickByName(t *testing.T, joint int) {
	t.Helper()
	p.press(t, 'J', '/')
	for _, r := range "/" + p.Show.Model.Skeleton.Name[joint] { // the first is that of the key
		p.Char(r)
	}
	p.frame(t, 0)
	p.click(t, 40, 100, 0)
	p.frame(t, 0)
	if p.Picked() != joint {
		t.Fatalf("joint %d is picked", p.Picked())
	}
}

// turnsJoint drags all keys of the curves of a joint's rotation up, in a panel whose graph begins at a
// height.
func (p *pane) turnsJoint(t *testing.T, joint int, y float64) {
	t.Helper()
	p.Key('A', window.Control)
	e := beside(p.Show.Edits, p.Part, joint, soa.Rotation)
	e.View.Y = y
	x, at := dotAt(e, 2, 0)
	p.drags(t, x, at, x, at-50, 0)
	if n, _ := p.Show.Edits.Steps(p.Part); n != 1 {
		t.Fatalf("%d steps", n)
	}
}

// TestViewerEditsGraph edits a clip while a graph plays: the pose changes at once, the graph stays
// where it is, and from then on all is as in a viewer that read the list before it began.
func TestViewerEditsGraph(t *testing.T) {
	opt := viewOptions{Source: models.Source{File: copied(t)}}
	opt.Graph = write(t, "hero.json", locomotion)
	opt.Control = write(t, "look.json", `{"control": {"version": 1, "modifiers": [
	  {"lookAt": {"joints": ["neck", "head"], "weights": [0.5], "forward": [0, 0, 1], "target": [2, 1, 5]}}]}}`)
	begin := func() *pane {
		p := newPane(t, 960, 540, 1, opt)
		if err := p.Show.Live.Set(0, 1.2); err != nil { // speed
			t.Fatal(err)
		}
		for range 12 {
			p.frame(t, 0.05)
		}
		p.press(t, window.KeySpace)
		return p
	}
	p := begin()
	p.press(t, 'E', 'J')
	p.click(t, 40, 164, 0) // in the tree
	p.frame(t, 0)
	joint := p.Picked()
	if name := p.Show.Clips[p.Part].Name; name != "walk" {
		t.Fatalf("%q is edited", name)
	}
	keepPane(t, p, "graph")
	before, steps := p.matrices(t), p.Show.Live.Steps()
	states, speed := p.Show.Live.States(nil), p.Show.Live.Value(0)
	p.turnsJoint(t, joint, 364)
	if slices.Equal(p.matrices(t), before) {
		t.Error("the pose stays as it was")
	}
	if p.Show.Live.Steps() != steps || p.Show.Live.Value(0) != speed || !slices.Equal(p.Show.Live.States(nil), states) {
		t.Error("the graph is elsewhere")
	}
	p.Key('S', window.Control)
	p.frame(t, 0)
	again := begin()
	for k := range 30 {
		if !slices.Equal(p.matrices(t), again.matrices(t)) {
			t.Fatalf("%d frames later it plays otherwise than if the list had been read first", k)
		}
		if k == 0 {
			p.press(t, window.KeySpace)
			again.press(t, window.KeySpace)
		}
		p.frame(t, 0.05)
		again.frame(t, 0.05)
	}
}

// TestViewerEditsLayers edits a clip of several that play together, those of a file and those of the
// panel of layers: the others play on.
func TestViewerEditsLayers(t *testing.T) {
	for name, opt := range map[string]viewOptions{
		"file": {Flags: performance.Flags{Layers: write(t, "layers.json", `[{"clip": "walk"},
		  {"clip": "wave", "kind": "additive", "reference": "first", "mask": [{"subtree": "chest"}]}]`)}},
		"fade":  {Flags: performance.Flags{Fade: "walk:wave@0.2/0.6"}},
		"panel": {Choice: models.Choice{Names: []string{"walk"}}},
	} {
		t.Run(name, func(t *testing.T) {
			opt.Source.File = copied(t)
			p := newPane(t, 960, 540, 1, opt)
			if name == "panel" {
				must.Do(t, p.PutLayer(0, 2))
				p.Mix.Layers[0].Weight = 0.5
			}
			p.frame(t, 0.4)
			p.press(t, window.KeySpace, 'E', 'J')
			joint := p.Show.Model.Skeleton.Joint("upperarm.R")
			p.pickByName(t, joint)
			p.click(t, 60, 330, 0) // the next clip
			p.frame(t, 0)
			if name := p.Show.Clips[p.Part].Name; name != "wave" {
				t.Fatalf("%q is edited", name)
			}
			keepPane(t, p, "layers")
			before, active := p.matrices(t), p.Show.Crowd.Instance(0).ActiveClips(nil)
			p.turnsJoint(t, joint, 338)
			p.frame(t, 0)
			after := p.matrices(t)
			if after[joint] == before[joint] {
				t.Error("the pose stays as it was")
			}
			if now := p.Show.Crowd.Instance(0).ActiveClips(nil); !slices.Equal(now, active) {
				t.Errorf("%+v play, before %+v", now, active)
			}
			hips := p.Show.Model.Skeleton.Joint("hips")
			if name != "fade" && after[hips] != before[hips] {
				t.Error("joints that were not edited are elsewhere")
			}
			p.press(t, 'Z')
			p.frame(t, 0)
			if !slices.Equal(p.matrices(t), before) {
				t.Error("undone the pose is another one")
			}
		})
	}
}
