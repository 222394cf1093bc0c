//go:build cgo && linux

package main

import (
	"image"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/viewer/curves"
	"github.com/sinew-anim/sinew/edit/list"
	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/soa"
)

// TestViewDrivenKeys edits a curve in a window: moves a key, inserts one, deletes it, takes that
// back and does it again, and saves the list.
func TestViewDrivenKeys(t *testing.T) {
	file := copied(t)
	d := drive(t, file, "--size", "960x540", "--panel-scale", "1", "--clip", "walk")
	graph, middle := image.Rect(130, 340, 950, 484), image.Rect(190, 24, 752, 298)
	d.until("the walk is shown", func() bool { return strings.HasSuffix(d.title(), ": walk") })
	d.key(' ', keyHome, 'e', 'j')
	d.until("the panel is drawn", func() bool { return accent(d.grab(), image.Rect(104, 318, 152, 324)) > 50 })
	d.click(40, 164) // in the tree
	d.until("a joint is chosen", func() bool { return accent(d.grab(), image.Rect(0, 154, 188, 174)) > 1000 })
	drawn := d.still()
	if n := countColors(drawn, graph, func(r, g, b int) bool { return r > 200 && g < 120 && b < 120 }); n < 200 {
		t.Fatalf("the curve has %d pixels", n)
	}

	m, err := importer.Load(t.Context(), file, importer.Options{NoTextures: true})
	must.Do(t, err)
	s, err := curves.Open(m, nil)
	must.Do(t, err)
	x, y := dotAt(beside(s, 1, m.Skeleton.Joint("spine"), soa.Rotation), 9, 0)
	d.drag(int(x+0.5), int(y+0.5), int(x)+12, 360)
	d.changes("a key that is moved", drawn, graph)
	moved := d.keepShot("moved")
	if accent(moved, graph) == 0 {
		t.Error("no key is selected")
	}

	d.click(540, 332) // the ruler
	d.changes("the ruler", moved, middle)
	before := d.still()
	d.key(keyEnter)
	d.changes("a key that is inserted", before, graph)
	inserted := d.still()
	d.key(keyDelete)
	d.changes("a key that is deleted", inserted, graph)
	deleted := d.still()
	d.key('z')
	d.changes("undo", deleted, graph)
	d.keepShot("undone")
	d.with(keyControl, 'y')
	d.until("redo deletes it again", func() bool { return same(deleted, d.grab(), graph) })

	d.with(keyControl, 'a')
	d.click(373, 313) // auto tangents
	d.changes("slopes", deleted, graph)
	d.keepShot("handles")
	d.key('d')
	d.keepShot("dope")
	d.key('d', 'z')
	drawn = d.still()
	d.click(227, 313) // weights
	d.changes("another curve", drawn, graph)
	d.keepShot("weights")
	d.click(130, 313) // rotation

	d.with(keyControl, 's')
	var data []byte
	d.until("the list is saved", func() bool {
		data, err = os.ReadFile(file + ".edits.json")
		return err == nil
	})
	doc, err := list.Parse(data)
	must.Do(t, err)
	var kinds []string
	for _, e := range doc.Clips[0].Edits {
		kinds = append(kinds, list.KindOf(e))
	}
	if want := []string{"moveKey", "setKey", "insertKey", "deleteKeys"}; !slices.Equal(kinds, want) {
		t.Errorf("the list has %v, not %v", kinds, want)
	}
	if _, _, err := doc.Apply(t.Context(), m); err != nil {
		t.Error(err)
	}
	d.key('q')
	if code, _, stderr := d.wait(); code != exitOK {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}

// TestViewDrivenDualQuaternions previews painted weights by dual quaternions instead of matrices: limbs
// that bend keep their thickness. A second click gives the same picture as before.
func TestViewDrivenDualQuaternions(t *testing.T) {
	d := drive(t, copied(t), "--size", "960x540", "--panel-scale", "1", "--clip", "walk")
	d.until("the walk is shown", func() bool { return strings.HasSuffix(d.title(), ": walk") })
	d.key(' ', keyHome, 'd')
	d.until("the panel is drawn", func() bool { return accent(d.grab(), image.Rect(906, 28, 954, 48)) > 300 })
	d.click(40, 436) // the left foot in the tree
	d.until("a joint is chosen", func() bool { return accent(d.grab(), image.Rect(0, 426, 188, 446)) > 1000 })
	middle, toggle := image.Rect(190, 24, 752, 488), image.Rect(855, 254, 872, 267)
	for range 6 { // each is drawn before the next, so that none is left when nothing seems to move
		before := d.grab()
		d.key(keyRight)
		d.changes("a step", before, middle)
	}
	d.move(230, 60)
	linear := d.still()
	d.keepShot("linear")
	d.click(862, 260)
	d.until("the preview is by dual quaternions", func() bool { return accent(d.grab(), toggle) > 20 })
	d.move(230, 60)
	d.changes("the preview by dual quaternions", linear, middle)
	d.keepShot("dual")
	d.click(862, 260)
	d.until("the preview is linear", func() bool { return accent(d.grab(), toggle) == 0 })
	d.move(230, 60)
	d.until("the picture is the same as before", func() bool { return same(linear, d.grab(), middle) })
	d.key('q')
	if code, _, stderr := d.wait(); code != exitOK {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}

// TestViewDrivenHandles drags the target of a control's IK in a window, with auto-key: the arm follows,
// and the list that is saved has keys of its joints.
func TestViewDrivenHandles(t *testing.T) {
	file := copied(t)
	d := drive(t, file, "--size", "1920x1080", "--panel-scale", "1", "--clip", "walk", "--control", write(t, "reach.json", handled))
	middle := image.Rect(190, 24, 1710, 838)
	d.until("the walk is shown", func() bool { return strings.HasSuffix(d.title(), ": walk") })
	d.key(' ', keyHome, 'e')
	d.click(789, 853) // auto-key
	d.until("poses are keyed", func() bool { return accent(d.grab(), image.Rect(760, 860, 822, 864)) > 50 })
	before := d.still()
	target := func(img *image.RGBA) (x, y, n int) { // the handle on the left: its disc alone has the colour
		for y0 := middle.Min.Y; y0 < middle.Max.Y; y0++ {
			for x0 := middle.Min.X; x0 < 960; x0++ {
				if r, g, b := rgb(img, x0, y0); r > 210 && r < 230 && g > 180 && g < 200 && b > 80 && b < 100 && n < 25 {
					x, y, n = x+x0, y+y0, n+1
				}
			}
		}
		return x / max(n, 1), y / max(n, 1), n
	}
	x, y, n := target(before)
	if n < 10 {
		t.Fatalf("the handle has %d pixels", n)
	}
	d.drag(x, y, x+18, y-30)
	d.changes("the handle", before, middle)
	d.keepShot("keyed")
	d.with(keyControl, 's')
	d.until("the list is saved", func() bool {
		data, err := os.ReadFile(file + ".edits.json")
		return err == nil && strings.Contains(string(data), "upperarm.R") && strings.Contains(string(data), "forearm.R")
	})
	d.key('q')
	if code, _, stderr := d.wait(); code != exitOK {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}

// TestViewDrivenGraph edits a clip in a window in which a graph plays it.
func TestViewDrivenGraph(t *testing.T) {
	file := copied(t)
	graph := write(t, "hero.json", locomotion)
	d := drive(t, file, "--size", "1280x720", "--panel-scale", "1", "--graph", graph)
	d.until("the graph is shown", func() bool { return strings.HasSuffix(d.title(), ": locomotion") })
	d.key(' ', 'e', 'j')
	d.click(40, 164) // in the tree
	d.until("a joint is chosen", func() bool { return accent(d.grab(), image.Rect(0, 154, 188, 174)) > 1000 })
	d.key('d')
	d.keepShot("sheet")
	d.key('d')
	before := d.still()
	m, err := importer.Load(t.Context(), file, importer.Options{NoTextures: true})
	must.Do(t, err)
	s, err := curves.Open(m, nil)
	must.Do(t, err)
	e := beside(s, 1, m.Skeleton.Joint("spine"), soa.Rotation)
	e.View.X, e.View.Y, e.View.W, e.View.H = 128, 720-24-190+38, 1280-136, 148
	x, y := dotAt(e, 0, 0)
	d.with(keyControl, 'a')
	d.drag(int(x+0.5)+1, int(y+0.5), int(x)+1, int(y)-60)
	d.changes("a key that is moved", before, image.Rect(190, 24, 1070, 500))
	d.keepShot("moved")
	edited := d.still()
	d.click(60, 536) // the clip's name
	d.changes("the next clip", edited, image.Rect(130, 544, 1270, 690))
	d.keepShot("next")
	d.with(keyControl, 's')
	d.until("the list is saved", func() bool {
		data, err := os.ReadFile(file + ".edits.json")
		return err == nil && strings.Contains(string(data), `"clip": "walk"`)
	})
	d.key('q')
	if code, _, stderr := d.wait(); code != exitOK {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}
