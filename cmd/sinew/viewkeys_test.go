//go:build cgo

package main

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/viewer/curves"
	"github.com/sinew-anim/sinew/edit"
	"github.com/sinew-anim/sinew/edit/list"
	"github.com/sinew-anim/sinew/gpu/window"
	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/soa"
)

// copied copies the strider to a folder of its own, where edits can be saved beside it.
func copied(t *testing.T) (file string) {
	t.Helper()
	return write(t, "a.glb", read(t, strider(t, "strider.glb")))
}

// beside returns an editor that shows what the panel of a window of 960×540 does.
func beside(s *curves.Session, clip, joint int, p soa.Property) *curves.Editor {
	e := curves.NewEditor(s)
	e.Choose(clip)
	e.Show(curves.Joint(joint))
	e.Property = p
	e.View.X, e.View.Y, e.View.W, e.View.H = 128, 338, 824, 148
	return e
}

// dotAt returns where a key is drawn.
func dotAt(e *curves.Editor, key, line int) (x, y float64) {
	e.Curve()
	e.Dots(func(d curves.Dot) {
		if d.Key == key && d.Line == line {
			x, y = d.X, d.Y
		}
	})
	return x, y
}

// drags moves the mouse with the button held.
func (p *pane) drags(t *testing.T, x0, y0, x1, y1 float64, mods window.Mods) {
	t.Helper()
	p.Mouse(window.Mouse{X: x0, Y: y0})
	p.Mouse(window.Mouse{X: x0, Y: y0, Button: window.Left, Down: true, Mods: mods})
	p.Drag(window.Drag{Start: true, Mods: mods})
	for k := range 3 {
		f := float64(k+1) / 3
		p.Mouse(window.Mouse{X: x0 + f*(x1-x0), Y: y0 + f*(y1-y0)})
		p.Drag(window.Drag{Mods: mods})
		p.frame(t, 0)
	}
	p.Mouse(window.Mouse{X: x1, Y: y1, Button: window.Left, Up: true, Mods: mods})
	p.frame(t, 0)
}

// TestViewerKeys edits curves with mouse and keys: what plays is what the session has, undo brings
// the clip back that was read, and the saved list gives the same clip where the file is viewed
// again, or the list applied.
func TestViewerKeys(t *testing.T) {
	opt := walking(copied(t))
	p := newPane(t, 960, 540, 1, opt)
	clip := p.Show.Clip
	s, first := p.Show.Edits, p.Show.Clips[clip]
	p.press(t, window.KeySpace, 'E', 'J')
	p.click(t, 40, 164, 0) // in the tree
	p.frame(t, 0)
	joint := p.Picked()
	id := edit.ID{Property: soa.Rotation, Target: joint}
	keys := func() []edit.Key { return s.Clip(clip).Track(id).Keys }
	steps := func(want int, what string) {
		t.Helper()
		if n, _ := s.Steps(clip); n != want {
			t.Fatalf("after %s there are %d steps, not %d", what, n, want)
		}
		if built, err := s.Built(clip); err != nil || p.Show.Clips[clip] != built {
			t.Fatalf("after %s another clip plays than the session has: %v", what, err)
		}
	}
	n, was := len(keys()), keys()[6]
	x, y := dotAt(beside(s, clip, joint, soa.Rotation), 6, 0)
	p.drags(t, x, y, x+11, y-40, 0)
	steps(1, "a drag")
	if k := keys()[6]; math.Abs(k.Time-was.Time-11./824*first.Seconds()) > 1e-9 || k.Value == was.Value {
		t.Errorf("the key at %v is at %v", was.Time, k.Time)
	}
	p.press(t, window.KeyDelete)
	steps(2, "delete")
	p.Hold(p.Start + 0.51)
	p.frame(t, 0)
	p.press(t, window.KeyEnter)
	steps(3, "insert")
	if len(keys()) != n || !slices.ContainsFunc(keys(), func(k edit.Key) bool { return math.Abs(k.Time-0.51) < 1e-9 }) {
		t.Errorf("%d keys, none at the cursor", len(keys()))
	}
	p.drags(t, 300, 484, 500, 340, 0) // a box
	p.press(t, window.KeyBackspace)
	steps(4, "delete")
	if left := len(keys()); left > n-4 || left < n-12 {
		t.Errorf("a box of a quarter leaves %d of %d keys", left, n)
	}
	p.press(t, 'Z', 'Z')
	steps(2, "undo")
	p.Key('Y', window.Control)
	p.frame(t, 0)
	steps(3, "redo")
	p.press(t, 'D')
	p.drags(t, 128+824*keys()[3].Time/first.Seconds(), 346, 128+824*keys()[3].Time/first.Seconds()+9, 346, 0)
	steps(4, "a drag in the dope sheet")

	p.Key('S', window.Control)
	p.frame(t, 0)
	if s.Changed() {
		t.Error("it is not saved")
	}
	d, err := list.Parse([]byte(read(t, opt.File+".edits.json")))
	must.Do(t, err)
	read, err := importer.Load(t.Context(), opt.File, importer.Options{})
	must.Do(t, err)
	replayed, _, err := d.Apply(t.Context(), read)
	must.Do(t, err)
	again := newPane(t, 960, 540, 1, opt)
	for name, c := range map[string]*soa.Clip{"applied to the file": replayed.Clips[clip], "viewed again": again.Show.Clips[clip]} {
		if !reflect.DeepEqual(c, p.Show.Clips[clip]) {
			t.Errorf("%s the list gives another clip", name)
		}
	}
	for range 4 {
		p.press(t, 'Z')
	}
	if p.Show.Clips[clip] != first {
		t.Error("with all undone the clip is not the one that was read")
	}
}

// TestViewerAutoKey: a joint that is dragged in the picture is keyed at the cursor, and follows.
func TestViewerAutoKey(t *testing.T) {
	p := newPane(t, 960, 540, 1, walking(copied(t)))
	clip, s := p.Show.Clip, p.Show.Edits
	p.press(t, window.KeySpace, window.KeyHome)
	joint := p.Show.Model.Skeleton.Joint("hand.R")
	at := func() (x, y float64) { return p.pixel(p.joint(t, "hand.R")) }
	x, y := at()
	p.click(t, x, y, 0)
	if p.Picked() != joint {
		t.Fatalf("joint %d is picked", p.Picked())
	}
	p.press(t, 'E')
	for tool, name := range curves.ToolNames {
		p.frame(t, 0)
		x, y = at()
		if tool == 0 {
			p.drags(t, x, y, x+8, y-8, 0) // orbits
			x, y = at()
			if n, _ := s.Steps(clip); n != 0 {
				t.Fatal("without auto-key a drag keys the joint")
			}
			p.click(t, 789, 313, 0) // auto-key
		} else {
			p.click(t, 839, 313, 0) // the next tool
		}
		dx, dy := 9., -14.
		p.drags(t, x, y, x+dx, y+dy, 0)
		p.frame(t, 0)
		n, _ := s.Steps(clip)
		if n != tool+1 {
			t.Fatalf("%s: %d steps", name, n)
		}
		nx, ny := at()
		off := math.Hypot(nx-x-dx, ny-y-dy)
		if curves.Tool(tool) == curves.Turn { // on a circle about the elbow
			off = max(0, 6-math.Hypot(nx-x, ny-y))
		}
		if off > 2 {
			t.Errorf("%s: the joint goes by %.1f, %.1f pixels, the mouse by %v, %v", name, nx-x, ny-y, dx, dy)
		}
	}
}

// TestViewerKeysAllocate: a frame with the panel allocates nothing.
func TestViewerKeysAllocate(t *testing.T) {
	p := newPane(t, 960, 540, 1, walking(strider(t, "strider.glb")))
	p.press(t, 'E', 'J')
	p.click(t, 40, 164, 0)
	p.frame(t, 0)
	p.Key('A', window.Control)
	checkAllocations(t, p)
	p.press(t, 'D')
	checkAllocations(t, p)
}
