//go:build cgo && linux

package main

import (
	"image"
	"os"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/viewer/curves"
	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/soa"
)

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
	m, err := importer.Load(t.Context(), file, importer.WithoutTextures())
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
