//go:build cgo

package main

import (
	"image"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/viewer/curves"
	"github.com/sinew-anim/sinew/edit"
	"github.com/sinew-anim/sinew/exporter"
	"github.com/sinew-anim/sinew/gpu/window"
	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/soa"
)

// lamp is the strider with a custom property that its clips do not drive.
func lamp(t *testing.T) (file string) {
	t.Helper()
	m, err := importer.Load(t.Context(), strider(t, "strider.glb"), importer.Options{})
	must.Do(t, err)
	with := *m
	with.Floats = []soa.NamedFloat{{Name: "lamp", Joint: int16(m.Skeleton.Joint("hips")), Rest: 1}}
	file = filepath.Join(t.TempDir(), "lamp.glb")
	out, err := os.Create(file)
	must.Do(t, err)
	defer out.Close()
	must.Do(t, exporter.GLB(t.Context(), out, &with, exporter.Options{}))
	return file
}

// TestViewerValues edits the curves of a morph weight and of a float with the mouse; what is drawn
// follows.
func TestViewerValues(t *testing.T) {
	p := newPane(t, 960, 540, 1, viewOptions{Source: models.Source{File: lamp(t)}, Choice: models.Choice{Names: []string{"walk"}}})
	clip, s := p.Show.Clip, p.Show.Edits
	p.press(t, window.KeySpace, 'E')
	p.click(t, 227, 313, 0) // weights
	id := edit.ID{Property: soa.Weight, Target: 1}
	p.click(t, 20, 338+16+8, 0) // the second
	p.Hold(p.Start + 0.5)
	p.frame(t, 0)
	if s.Clip(clip).Track(id) == nil {
		p.press(t, window.KeyEnter)
	}
	before := p.shot(t)
	weight := func() float32 { return p.Show.Crowd.Instance(0).Weights()[1] }
	was, keys := weight(), len(s.Clip(clip).Track(id).Keys)
	p.Key('A', window.Control)
	keepPane(t, p, "weight")
	e := beside(s, clip, 0, soa.Translation)
	e.Show(curves.Weight(1))
	x, y := dotAt(e, 0, 0)
	p.drags(t, x, y, x, y+60, 0)
	if now := weight(); math.Abs(float64(now-was)) < 1e-6 || len(s.Clip(clip).Track(id).Keys) != keys {
		t.Errorf("the weight goes from %v to %v, with %d keys", was, now, keys)
	}
	if same(before, p.shot(t), image.Rect(130, 338, 950, 486)) {
		t.Error("the curve is drawn where it was")
	}

	p.click(t, 275, 313, 0) // floats
	p.frame(t, 0)
	p.press(t, window.KeyEnter)
	keepPane(t, p, "float")
	float := s.Clip(clip).Track(edit.ID{Property: soa.Float})
	if float == nil || len(float.Keys) != 1 || float.Keys[0].Value[0] != 1 {
		t.Fatalf("the float has no key at its rest: %+v", float)
	}
	values := make([]float32, 1)
	e.Show(curves.Float(0))
	x, y = dotAt(e, 0, 0)
	p.drags(t, x, y, x, y-60, 0)
	must.Do(t, p.Show.Crowd.Instance(0).Floats(values))
	if !(values[0] > 1) {
		t.Errorf("the float plays as %v", values[0])
	}
	data, err := s.Document().JSON()
	if err != nil || !strings.Contains(string(data), `"float": "lamp"`) || !strings.Contains(string(data), `"weight"`) {
		t.Errorf("the list is %s: %v", data, err)
	}
}

// TestViewerSheet scrolls the dope sheet, in which chosen joints stay at the top, and picks by its
// names.
func TestViewerSheet(t *testing.T) {
	p := newPane(t, 960, 540, 1, walking(strider(t, "strider.glb")))
	p.press(t, window.KeySpace, 'E', 'D')
	side, row := image.Rect(8, 338, 120, 486), func(i int) float64 { return 338 + 16*float64(i) + 8 }
	top := p.shot(t)
	p.Mouse(window.Mouse{X: 40, Y: 400})
	p.Scroll(-1)
	scrolled := p.shot(t)
	if same(top, scrolled, side) {
		t.Error("the wheel does not scroll the names")
	}
	p.click(t, 40, row(0), 0)
	p.frame(t, 0)
	first := p.Picked()
	if first < 0 {
		t.Fatal("a click on a name picks no joint")
	}
	pinned := p.shot(t)
	p.click(t, 40, row(4), window.Shift)
	p.frame(t, 0)
	p.press(t, window.KeyPageDown)
	both := p.shot(t)
	keepPane(t, p, "sheet")
	p.press(t, window.KeyPageDown)
	if far := p.shot(t); !same(pinned, far, image.Rect(8, 338, 110, 354)) || !same(both, far, image.Rect(8, 354, 110, 370)) || same(both, far, image.Rect(8, 370, 110, 486)) {
		t.Error("the joints that are chosen do not stay while the others are scrolled")
	}
	p.press(t, window.KeyPageUp, window.KeyPageUp, window.KeyPageUp, window.KeyPageUp)
	p.drags(t, 900, 484, 140, 340, 0) // a box of all that is shown
	p.press(t, window.KeyDelete)
	n := 0
	for _, e := range p.Show.Edits.Document().Clips[0].Edits {
		if e != nil {
			n++
		}
	}
	if p.Picked() != first || n < 9 {
		t.Errorf("%d keys are deleted by a box over the rows", n)
	}
}
