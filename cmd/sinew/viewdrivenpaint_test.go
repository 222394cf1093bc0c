//go:build cgo && linux

package main

import (
	"encoding/json"
	"image"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/rig/paint"
	"github.com/sinew-anim/sinew/rig/weights"
	"github.com/sinew-anim/sinew/soa"
)

// hot counts pixels of a joint's great weights.
func hot(img *image.RGBA, r image.Rectangle) int {
	return countColors(img, r, func(r, g, b int) bool { return r > 110 && g < 100 && b < 60 })
}

// TestViewDrivenWeights paints weights in a window, in two poses, undoes and redoes, and saves the
// strokes. What the window showed at last, by the preview and by the painted model, is bit for bit what
// the list gives applied to the file, by the library and by sinew weights, and what is shown of the file viewed again.
func TestViewDrivenWeights(t *testing.T) {
	file := copied(t)
	kept := t.TempDir()
	open := func(keep string) *driven {
		d := driveWith(t, []string{keepsWeights + "=" + filepath.Join(kept, keep)}, file, "--size", "960x540", "--panel-scale", "1", "--clip", "walk")
		d.until("the walk is shown", func() bool { return strings.HasSuffix(d.title(), ": walk") })
		d.key(' ', keyHome, 'd')
		d.until("the panel is drawn", func() bool { return accent(d.grab(), image.Rect(906, 28, 954, 48)) > 300 })
		d.click(40, 164) // in the tree
		d.until("a joint is chosen", func() bool { return accent(d.grab(), image.Rect(0, 154, 188, 174)) > 1000 })
		d.click(922, 95) // replace
		d.until("the brush replaces", func() bool { return accent(d.grab(), image.Rect(890, 86, 952, 103)) > 500 })
		return d
	}
	d := open("painted")
	middle := image.Rect(190, 24, 752, 488)
	d.drag(920, 178, 950, 178) // the slider of the weight
	before := d.still()
	d.drag(478, 100, 484, 130)
	d.move(230, 60) // the brush is not shown there
	d.changes("a stroke", before, middle)
	first := d.keepShot("stroke")
	if a, b := hot(before, middle), hot(first, middle); b < a+50 {
		t.Errorf("%d pixels are hot, %d before the stroke", b, a)
	}
	d.click(766, 242) // mirror
	d.until("the brush mirrors", func() bool { return accent(d.grab(), image.Rect(760, 236, 773, 249)) > 20 })
	d.key(keyRight, keyRight, keyRight)
	d.move(230, 60)
	posed := d.still()
	d.drag(462, 120, 470, 150)
	d.move(230, 60)
	d.changes("a stroke in another pose", posed, middle)
	painted := d.still()
	d.key('z')
	d.until("undo takes it back", func() bool { return same(posed, d.grab(), middle) })
	d.with(keyControl, 'y')
	d.until("redo paints it again", func() bool { return same(painted, d.grab(), middle) })
	d.key(keyHome)
	last := d.still()
	d.keepShot("painted")
	d.with(keyControl, 's')
	var data []byte
	var err error
	d.until("the list is saved", func() bool {
		data, err = os.ReadFile(file + ".weights.json")
		return err == nil
	})
	d.key('q')
	if code, _, stderr := d.wait(); code != exitOK {
		t.Fatalf("exit code %d: %s", code, stderr)
	}

	doc, err := paint.Parse(data)
	must.Do(t, err)
	if len(doc.Steps) != 2 || !doc.Steps[1].Mirrored || paint.KindOf(doc.Steps[0].Operation) != "replace" {
		t.Errorf("the list has other steps:\n%s", data)
	}
	m, err := importer.Load(t.Context(), file, importer.Options{NoTextures: true})
	must.Do(t, err)
	if _, report, err := doc.Apply(t.Context(), m); err != nil || report.Steps[0].Points == 0 || report.Steps[1].Points == 0 {
		t.Errorf("the list changes %+v: %v", report, err)
	}
	checkKept(t, filepath.Join(kept, "painted"), m, doc)
	d = open("again")
	d.move(230, 60)
	d.until("the saved strokes give the same picture", func() bool { return same(last, d.grab(), middle) })
	d.key('q')
	if code, _, stderr := d.wait(); code != exitOK {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	checkKept(t, filepath.Join(kept, "again"), m, doc)
	out := filepath.Join(t.TempDir(), "painted.sinew")
	succeed(t, "weights", file, "--ops", file+".weights.json", "-o", out)
	src := models.Source{File: out}
	byCommand, err := src.Open(t.Context())
	must.Do(t, err)
	checkKept(t, filepath.Join(kept, "painted"), byCommand.Model, new(paint.Document))
}

// checkKept compares the weights that a window showed, which viewAndKeep wrote, with those of a list on a model.
func checkKept(t *testing.T, file string, m *soa.Model, list *paint.Document) {
	t.Helper()
	data := read(t, file)
	var shown [2][][][]weights.Weight
	must.Do(t, json.Unmarshal([]byte(data), &shown))
	want, _, err := list.Apply(t.Context(), m)
	must.Do(t, err)
	for k, what := range []string{"the preview", "the painted model"} {
		for i, rows := range weightsIn(want) {
			for v, row := range rows {
				if !slices.Equal(shown[k][i][v], row) {
					t.Fatalf("%s: mesh %d, vertex %d has %v, by the list %v", what, i, v, shown[k][i][v], row)
				}
			}
		}
	}
}
