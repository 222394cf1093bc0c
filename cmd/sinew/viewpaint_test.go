//go:build cgo

package main

import (
	"encoding/json"
	"os"
	"reflect"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/viewer"
	"github.com/sinew-anim/sinew/gpu/window"
	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/pictures"
	"github.com/sinew-anim/sinew/rig/paint"
	"github.com/sinew-anim/sinew/rig/weights"
	"github.com/sinew-anim/sinew/soa"
)

// TestViewerWeights paints weights with mouse and keys: what is painted has, bit for bit, the weights of
// the saved list, applied to the file or viewed again; undo brings the model back that was read.
func TestViewerWeights(t *testing.T) {
	opt := walking(copied(t))
	p := newPane(t, 960, 540, 1, opt)
	s, first := p.Show.Strokes, p.Show.Model
	p.press(t, window.KeySpace, window.KeyHome)
	keepPane(t, p, "plain")
	p.press(t, 'D')
	keepPane(t, p, "begin")
	p.click(t, 40, 164, 0) // in the tree
	p.frame(t, 0)
	steps := func(want int, what string) {
		t.Helper()
		if n := len(s.Document().Steps); n != want {
			t.Fatalf("after %s there are %d steps, not %d", what, n, want)
		}
	}
	p.drags(t, 478, 110, 484, 170, 0) // over the body
	steps(1, "a stroke")
	keepPane(t, p, "stroke")
	p.press(t, '=', '=')
	p.Hold(p.Start + 0.3) // in another pose
	p.frame(t, 0)
	p.drags(t, 474, 140, 492, 160, 0)
	steps(2, "a stroke in another pose")
	p.drags(t, 210, 100, 260, 140, 0) // beside it: the camera's
	steps(2, "a drag beside the body")
	p.press(t, 'Z')
	steps(1, "undo")
	p.Key('Y', window.Control)
	p.frame(t, 0)
	steps(2, "redo")
	keepPane(t, p, "painted")

	p.Key('S', window.Control)
	p.frame(t, 0)
	if s.Changed() {
		t.Error("it is not saved")
	}
	d, err := paint.Parse([]byte(read(t, opt.File+".weights.json")))
	must.Do(t, err)
	read, err := importer.Load(t.Context(), opt.File, importer.Options{})
	must.Do(t, err)
	replayed, report, err := d.Apply(t.Context(), read)
	must.Do(t, err)
	if report.Points == 0 {
		t.Error("nothing was painted")
	}
	painted, err := s.Painted()
	must.Do(t, err)
	again := newPane(t, 960, 540, 1, opt)
	reread, err := again.Show.Strokes.Painted()
	must.Do(t, err)
	for i := range painted.Meshes {
		if !reflect.DeepEqual(painted.Meshes[i], replayed.Meshes[i]) || !reflect.DeepEqual(painted.Meshes[i], reread.Meshes[i]) {
			t.Errorf("mesh %d has other weights by the list", i)
		}
	}
	p.press(t, 'D')
	for i, mesh := range p.Show.Model.Meshes {
		if !reflect.DeepEqual(mesh, again.Show.Model.Meshes[i]) {
			t.Errorf("mesh %d plays with other weights than when it is viewed again", i)
		}
	}
	p.press(t, 'D', 'Z', 'Z', 'D')
	steps(0, "two undos")
	for i, mesh := range p.Show.Model.Meshes {
		if !reflect.DeepEqual(mesh, first.Meshes[i]) {
			t.Errorf("with all undone mesh %d is not the one that was read", i)
		}
	}
}

// keepPane keeps what a viewer shows for looking at.
func keepPane(t *testing.T, p *pane, name string) {
	t.Helper()
	pictures.Keep(t, name, p.shot(t))
}

// TestViewerWeightsPanel chooses the joint by a click in the picture, locks another in the list, and
// mirrors; a frame of the mode in which nothing changes allocates nothing.
func TestViewerWeightsPanel(t *testing.T) {
	p := newPane(t, 960, 540, 1, walking(copied(t)))
	p.press(t, window.KeySpace, window.KeyHome, 'D')
	p.click(t, 478, 120, 0) // without a joint it paints nothing
	p.click(t, 474, 182, window.Shift)
	k := p.Show.Model.Skeleton
	if p.Picked() < 0 || k.Name[p.Picked()] != "spine" {
		t.Fatalf("joint %d is picked", p.Picked())
	}
	p.click(t, 790, 339, 0) // hips
	p.frame(t, 0)
	p.click(t, 766, 242, 0) // mirror
	p.frame(t, 0)
	p.click(t, 482, 120, 0)
	steps := p.Show.Strokes.Document().Steps
	if len(steps) != 1 || !slices.Equal(steps[0].Locked, []string{"hips"}) || !steps[0].Mirrored {
		t.Fatalf("the steps are %+v", steps)
	}
	keepPane(t, p, "locked")
	p.press(t, 'H')
	keepPane(t, p, "help")
	p.press(t, 'H')
	p.Mouse(window.Mouse{X: 482, Y: 120})
	p.frame(t, 0)
	checkAllocations(t, p)
	p.press(t, 'E')
	if img := p.shot(t); count(img, middle, blue) < 200 {
		t.Error("the keys panel does not end the mode")
	}
}

// keepsWeights makes the test binary be sinew view, which writes to a file the weights that it shows.
const keepsWeights = "SINEW_TEST_KEEPS_WEIGHTS"

// viewAndKeep is sinew view, which at its end writes the weights of the preview and of the painted model.
func viewAndKeep(file string) {
	opt := &viewOptions{ended: func(v *viewer.Viewer) error {
		brush, err := v.Show.Strokes.Brush()
		if err != nil {
			return err
		}
		painted, err := v.Show.Strokes.Painted()
		if err != nil {
			return err
		}
		data, err := json.Marshal([2][][][]weights.Weight{weightsIn(brush.Shown), weightsIn(painted)})
		if err != nil {
			return err
		}
		return os.WriteFile(file, data, 0o666)
	}}
	cmd := opt.command()
	cmd.SetArgs(os.Args[2:])
	if err := cmd.Execute(); err != nil {
		os.Exit(exitFailed)
	}
	os.Exit(exitOK)
}

// weightsIn lists the weights above 0 of each vertex of each skinned mesh.
func weightsIn(m *soa.Model) (list [][][]weights.Weight) {
	for _, mesh := range m.Meshes {
		rows := make([][]weights.Weight, mesh.Vertices())
		for v := range rows {
			for i := v * mesh.Influences; i < (v+1)*mesh.Influences; i++ {
				if w := mesh.BoneWeight[i]; w > 0 {
					rows[v] = append(rows[v], weights.Weight{Bone: mesh.BoneIndex[i], Value: float64(w)})
				}
			}
		}
		list = append(list, rows)
	}
	return list
}
