package importer_test

import (
	"bytes"
	"context"
	"errors"
	"image"

	"github.com/sinew-anim/sinew/importer/report"

	_ "image/png"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/files"
	"github.com/sinew-anim/sinew/internal/testing/must"
)

// TestBounds: one below what a file has is refused, what it has is not, in this
// process and in a child.
func TestBounds(t *testing.T) {
	ctx := context.Background()
	file := strider + "strider_walk.fbx"
	m := files.Load(t, file)
	vertices, triangles := 0, 0
	for _, mesh := range m.Meshes {
		vertices += mesh.Vertices() * (1 + len(mesh.Morphs))
		triangles += len(mesh.Index) / 3
	}
	for what, c := range map[string]struct{ enough, less importer.Bounds }{
		"joints":    {importer.Bounds{Joints: m.Skeleton.Len()}, importer.Bounds{Joints: m.Skeleton.Len() - 1}},
		"vertices":  {importer.Bounds{Vertices: vertices}, importer.Bounds{Vertices: vertices - 1}},
		"triangles": {importer.Bounds{Triangles: triangles}, importer.Bounds{Triangles: triangles - 1}},
		"keys":      {importer.Bounds{Keys: 1 << 20}, importer.Bounds{Keys: len(m.Clips[0].Time) - 1}},
	} {
		for _, opts := range []importer.Options{{}, {Isolation: &importer.Limits{}}} {
			opts.Bounds = c.enough
			if _, err := importer.Load(ctx, file, opts); err != nil {
				t.Errorf("%s: %v", what, err)
			}
			opts.Bounds = c.less
			if _, err := importer.Load(ctx, file, opts); !errors.Is(err, importer.ErrTooLarge) || !strings.Contains(err.Error(), "strider_walk.fbx") {
				t.Errorf("too many %s: %v", what, err)
			}
		}
	}
}

// TestBoundsOfInstances: what counts is what would be built, not what the file
// stores.
func TestBoundsOfInstances(t *testing.T) {
	s := &made{meshes: []madeMesh{triangle(0)}, frames: 1, rate: 1, top: exact.Identity()}
	for i := range 1000 {
		s.nodes = append(s.nodes, madeNode{name: "n", parent: i - 1, mesh: 1})
	}
	file := s.gltf(t)
	if _, err := importer.Load(context.Background(), file, importer.Options{Bounds: importer.Bounds{Vertices: 2999}}); !errors.Is(err, importer.ErrTooLarge) {
		t.Errorf("3,000 vertices of a file that stores 3: %v", err)
	}
	if m := files.Load(t, file); len(m.Meshes) != 1000 {
		t.Errorf("%d meshes", len(m.Meshes))
	}
}

// TestBoundsOfNames: names are cut between characters, and this is told.
func TestBoundsOfNames(t *testing.T) {
	s := madeScenes()["two skeletons"]
	s.nodes[0].name = strings.Repeat("ü", 100)
	s.frames, s.rate, s.top = madeFrames, 8, exact.Identity()
	s.bindAtRest()
	var r report.Report
	m := files.LoadWith(t, s.gltf(t), importer.Options{Bounds: importer.Bounds{Name: 31}, Report: &r})
	if got := m.Skeleton.Name[0]; got != strings.Repeat("ü", 15) && m.Skeleton.Name[1] != strings.Repeat("ü", 15) {
		t.Errorf("the joint is called %q", m.Skeleton.Name)
	}
	told := false
	for _, f := range r.Findings {
		told = told || f.Kind == report.LongName
	}
	if !told {
		t.Errorf("it is not reported: %v", r.Findings)
	}
}

// TestBoundsOfPictures: pictures over a bound, alone or together, are left out
// and reported.
func TestBoundsOfPictures(t *testing.T) {
	file := "../testdata/warden/warden.md5mesh"
	whole := files.Load(t, file)
	if len(whole.Textures) != 4 {
		t.Fatalf("%d pictures", len(whole.Textures))
	}
	largest, all, allTexels := int64(0), int64(0), int64(0)
	for _, p := range whole.Textures {
		largest, all = max(largest, int64(len(p.Data))), all+int64(len(p.Data))
		c, _, err := image.DecodeConfig(bytes.NewReader(p.Data))
		must.Do(t, err)
		allTexels += int64(c.Width) * int64(c.Height)
	}
	for what, b := range map[string]importer.Bounds{"one": {TextureBytes: largest - 1}, "all": {AllTextureBytes: all - 1}, "texels": {AllTexels: allTexels - 1}} {
		var r report.Report
		m := files.LoadWith(t, file, importer.Options{Bounds: b, Report: &r})
		told := 0
		for _, f := range r.Findings {
			if f.Kind == report.MissingTexture && f.Severity == report.Loss {
				told++
			}
		}
		if len(m.Textures) != 3 || told != 1 {
			t.Errorf("%s: %d pictures, %d told", what, len(m.Textures), told)
		}
	}
}
