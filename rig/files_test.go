//go:build cgo

package rig_test

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

	"github.com/sinew-anim/sinew/bake"
	"github.com/sinew-anim/sinew/internal/testing/files"
	"github.com/sinew-anim/sinew/rig"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// Models of files are bound by every method: weights sum to 1, what was at one place stays together, and
// the result compiles.
func TestFiles(t *testing.T) {
	bound := 0
	files.Animated(t, func(path string, m *soa.Model) {
		for _, method := range rig.Methods() {
			out, report, err := rig.Bind(context.Background(), m, rig.Options{Method: method, MaxInfluences: 4, Smooth: 1})
			if errors.Is(err, rig.ErrMesh) {
				return
			}
			if err != nil {
				t.Errorf("%s, %v: %v", path, method, err)
				return
			}
			checkSums(t, out)
			checkSeams(t, out)
			if method == rig.Heat {
				t.Logf("%s: %d vertices, %d points, %d pieces, %d bones, %d filled", filepath.Base(path), report.Vertices, report.Points, report.Pieces, len(report.Segments), report.Filled)
			}
			if _, err := bake.Layout(context.Background(), out, out.Clips, pose.LayoutOptions{}); err != nil {
				t.Errorf("%s, %v: %v", path, method, err)
			}
			bound++
		}
	})
	if bound == 0 {
		t.Skip("no model files")
	}
}

// checkSeams demands that vertices at one place of meshes with one skin have the same weights.
func checkSeams(t testing.TB, m *soa.Model) {
	t.Helper()
	type place struct {
		skin int
		at   [3]float32
	}
	first := map[place]map[int]float64{}
	for i, mesh := range m.Meshes {
		if mesh.Skin == soa.None {
			continue
		}
		for v, r := range rows(t, m, i) {
			at := place{mesh.Skin, [3]float32(mesh.Position[3*v : 3*v+3])}
			if have, ok := first[at]; !ok {
				first[at] = r
			} else if apart(have, r) != 0 {
				t.Fatalf("mesh %q, vertex %d: %v, and %v at the same place", mesh.Name, v, r, have)
			}
		}
	}
}
