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

	m, err := importer.Load(t.Context(), file, importer.WithoutTextures())
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
