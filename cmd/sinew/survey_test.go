//go:build cgo

package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/bake"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/inspect"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/archive"
)

// surveyed are the model files to bake: the repository's own, and with
// SINEW_SURVEY all that are at hand.
func surveyed(t *testing.T) []string {
	t.Helper()
	roots := []string{filepath.Dir(filepath.Dir(strider(t, "strider.glb")))}
	if os.Getenv("SINEW_SURVEY") != "" {
		shared := os.Getenv("SINEW_SHARED")
		if shared == "" {
			shared = filepath.Join(filepath.Dir(roots[0]), "..", "shared")
		}
		roots = append(roots, filepath.Join(shared, "models"), installedModels)
	}
	var files []string
	for _, root := range roots {
		_ = filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
			ext := strings.ToLower(filepath.Ext(path))
			if err == nil && e.Type().IsRegular() && ext != console.ArchiveExtension && slices.Contains(append(console.ModelExtensions(), ".lws", ".irr", ".md2", ".md3", ".mdl", ".3ds", ".ase", ".xml"), ext) {
				files = append(files, path)
			}
			return nil
		})
	}
	return files
}

// TestRoundTrip imports, bakes and reads back: exact clips have the same bits,
// compressed ones play within their bound at all moments compared.
func TestRoundTrip(t *testing.T) {
	animated, clips, worst := 0, 0, 0.0
	for _, file := range surveyed(t) {
		m, err := importer.Load(t.Context(), file, importer.Options{Isolation: &importer.Limits{}})
		if err != nil || len(m.Clips) == 0 {
			continue
		}
		animated++
		clips += len(m.Clips)
		exact, _ := roundTrip(t, file, m, bake.Options{Clips: bake.Exact})
		if !reflect.DeepEqual(plainClips(exact), plainClips(m)) {
			t.Errorf("%s: exact clips come back otherwise", file)
		}
		packed, reports := roundTrip(t, file, m, bake.Options{NoMeshes: true})
		for i := range m.Clips {
			worst = max(worst, within(t, file, m, packed, i, &reports[i]))
		}
	}
	t.Logf("%d files with %d clips; the largest error is %.4g of its bound", animated, clips, worst)
	if animated < 9 {
		t.Errorf("only %d animated files", animated)
	}
}

// roundTrip bakes, writes and reads.
func roundTrip(t *testing.T, file string, m *soa.Model, o bake.Options) (*soa.Model, []bake.ClipReport) {
	t.Helper()
	b, err := bake.Bake(t.Context(), m, o)
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	data, err := archive.Encode(&b.Content)
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	a, err := archive.Decode(data)
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	got, err := bake.Model(a)
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return got, b.Clips
}

// plainClips are clips without the difference between no array and an empty one.
func plainClips(m *soa.Model) []soa.Clip {
	var list []soa.Clip
	for _, c := range m.Clips {
		p := *c
		for _, a := range []*[]float32{&p.Time, &p.X, &p.Y, &p.Z, &p.W} {
			if len(*a) == 0 {
				*a = nil
			}
		}
		if len(p.Tracks) == 0 {
			p.Tracks = nil
		}
		if len(p.In) == 0 {
			p.In, p.Out = nil, nil
		}
		if len(p.Events) == 0 {
			p.Events = nil
		}
		list = append(list, p)
	}
	return list
}

// within compares a clip and returns its error as a part of the bound.
func within(t *testing.T, file string, a, b *soa.Model, i int, said *bake.ClipReport) float64 {
	t.Helper()
	bound := said.Bound
	one := func(m *soa.Model) *soa.Model {
		c := *m
		c.Clips = m.Clips[i : i+1]
		return &c
	}
	d, err := inspect.Compare(t.Context(), one(a), one(b), inspect.CompareOptions{
		NoVertices: true, Times: 4000, OnFrames: map[*soa.Clip]bool{b.Clips[i]: said.OnFrames},
	})
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	e := d.Clips[0].Joint
	if !(e.Max <= bound) {
		t.Errorf("%s, clip %q: %v m off at joint %q at %v s, of %v", file, a.Clips[i].Name, e.Max, e.Part, e.Time, bound)
	}
	if bound == 0 {
		return 0
	}
	return e.Max / bound
}
