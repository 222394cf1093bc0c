package importer_test

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/testing/files"
	"github.com/sinew-anim/sinew/native/assimp"
	"github.com/sinew-anim/sinew/soa"
)

const strider = "../testdata/strider/"

// shared returns a path below the shared test data, and skips where a clone
// has none.
func shared(t testing.TB, name string) string {
	t.Helper()
	root := os.Getenv("SINEW_SHARED")
	if root == "" {
		root = "../../shared"
	}
	path := filepath.Join(root, name)
	if _, err := os.Stat(path); err != nil {
		t.Skipf("no shared test data (SINEW_SHARED): %v", err)
	}
	return path
}

func TestLoadStrider(t *testing.T) {
	for _, c := range []struct {
		Name                    string
		clips, weights, morphed int
	}{
		{"strider_walk.fbx", 1, 3, 1},
		{"strider.glb", 3, 3, 1},
		{"strider_walk.dae", 2, 0, 0},
	} {
		var r report.Report
		m := files.LoadWith(t, strider+c.Name, importer.Options{Report: &r})
		if len(m.Clips) != c.clips || len(m.Weights) != c.weights {
			t.Errorf("%s: %d clips, %d weights, want %d and %d", c.Name, len(m.Clips), len(m.Weights), c.clips, c.weights)
		}
		if r.Joints != m.Skeleton.Len() || r.Format != strings.TrimPrefix(filepath.Ext(c.Name), ".") || len(r.Clips) != c.clips || r.Duration < r.Parse {
			t.Errorf("%s: report %+v", c.Name, r)
		}
		for _, bone := range []string{"hips", "hand.R", "tail.3", "CharRig"} {
			if m.Skeleton.Joint(bone) == soa.NoJoint {
				t.Errorf("%s: no joint %q", c.Name, bone)
			}
		}
		morphed := 0
		for _, mesh := range m.Meshes {
			if len(mesh.Morphs) > 0 {
				morphed++
			}
		}
		if (morphed > 0) != (c.morphed > 0) {
			t.Errorf("%s: %d meshes with morph targets", c.Name, morphed)
		}
	}
}

// TestWaysIn holds that a path, a file system and a stream give one model.
func TestWaysIn(t *testing.T) {
	ctx := context.Background()
	want := files.Load(t, strider+"strider_walk.fbx")
	inFS, err := importer.LoadFS(ctx, os.DirFS(strider), "strider_walk.fbx", importer.Options{})
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(strider + "strider_walk.fbx")
	if err != nil {
		t.Fatal(err)
	}
	inStream, err := importer.LoadReader(ctx, bytes.NewReader(data), "strider_walk.fbx", importer.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(want, inFS) {
		t.Error("LoadFS gives another model than Load")
	}
	if !reflect.DeepEqual(want, inStream) {
		t.Error("LoadReader gives another model than Load")
	}
}

func TestImportIsDeterministic(t *testing.T) {
	for _, file := range []string{"strider_all.fbx", "strider_jump.dae", "strider.glb"} {
		first := files.Load(t, strider+file)
		for range 3 {
			if !reflect.DeepEqual(first, files.Load(t, strider+file)) {
				t.Errorf("%s: two imports differ", file)
			}
		}
	}
}

func TestOptions(t *testing.T) {
	arnaud := shared(t, "models/pab/arnaud.fbx")
	metres := files.Load(t, arnaud)
	if got := files.LoadWith(t, arnaud, importer.Options{FileUnits: true}); !approx(got.Skeleton.Rest.TY[0], 100*metres.Skeleton.Rest.TY[0]) {
		t.Errorf("FileUnits: hips at %v, want 100 times %v", got.Skeleton.Rest.TY[0], metres.Skeleton.Rest.TY[0])
	}
	if got := files.Load(t, arnaud).Meshes[0]; got.Influences != 8 {
		t.Errorf("%d influences per vertex, want 8: some vertices have five", got.Influences)
	}
	var r report.Report
	four := files.LoadWith(t, arnaud, importer.Options{Influences: 4, ExactInfluences: true, Report: &r}).Meshes[0]
	if four.Influences != 4 || four.Exact == nil || r.Meshes[0].LostWeight <= 0 || r.Count(report.Loss) == 0 {
		t.Errorf("limited to 4: %d influences, exact %v, report %+v", four.Influences, four.Exact != nil, r.Meshes[0])
	}
	if got := files.LoadWith(t, arnaud, importer.Options{NoMeshes: true}); len(got.Meshes) != 0 || got.Skeleton.Len() == 0 {
		t.Errorf("NoMeshes: %d meshes, %d joints", len(got.Meshes), got.Skeleton.Len())
	}
	if all := files.LoadWith(t, arnaud, importer.Options{AllNodes: true}); all.Skeleton.Len() <= metres.Skeleton.Len() {
		t.Errorf("AllNodes: %d joints, %d without", all.Skeleton.Len(), metres.Skeleton.Len())
	}
}

// TestOptionsOutOfRange: the error names the file, the field and the value, in this process and in a child.
func TestOptionsOutOfRange(t *testing.T) {
	pool := importer.NewPool(importer.PoolOptions{})
	defer pool.Close()
	for want, wrong := range map[string]importer.Options{
		"Influences is 5":           {Influences: 5},
		"Influences is -4":          {Influences: -4},
		"TicksPerSecond is -1":      {TicksPerSecond: -1},
		"TicksPerSecond is +Inf":    {TicksPerSecond: math.Inf(1)},
		"TicksPerSecond is NaN":     {TicksPerSecond: math.NaN()},
		"CurveDistance is -1":       {CurveDistance: -1},
		"CurveDistance is 2e+06":    {CurveDistance: 2e6},
		"CurveDistance is NaN":      {CurveDistance: math.NaN()},
		"CurveAngle is -0.1":        {CurveAngle: -0.1},
		"CurveAngle is 58":          {CurveAngle: 58},
		"Scale is 1e+10":            {Scale: 1e10},
		"Unit is -1":                {Unit: -1},
		"Isolation is {Time:1m0s":   {Isolation: &importer.Limits{Time: time.Minute}, Pool: pool},
		`the extension "own" twice`: {Readers: map[string]importer.Reader{"own": nil, ".OWN": nil}},
	} {
		for _, isolated := range []bool{false, true} {
			if isolated && wrong.Isolation == nil {
				wrong.Isolation = &importer.Limits{}
			}
			var r report.Report
			wrong.Report = &r
			file := strider + "strider.glb"
			_, err := importer.Load(t.Context(), file, wrong)
			if !errors.Is(err, importer.ErrOption) || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), file) || r.File != file {
				t.Errorf("%s: %v, report of %q", want, err, r.File)
			}
			if _, err := importer.AddClips(t.Context(), files.Load(t, file), file, wrong); !errors.Is(err, importer.ErrOption) || !strings.Contains(err.Error(), want) {
				t.Errorf("added, %s: %v", want, err)
			}
		}
	}
	own := importer.Reader(func(context.Context, string) (*soa.Model, error) { return &soa.Model{}, nil })
	if _, err := importer.Load(t.Context(), "a.own", importer.Options{Scale: -1, Readers: map[string]importer.Reader{"own": own}}); !errors.Is(err, importer.ErrOption) || !strings.Contains(err.Error(), "a.own") {
		t.Errorf("of a reader: %v", err)
	}
}

// TestFormatsOption: nil allows formats, and an empty list none.
func TestFormatsOption(t *testing.T) {
	if _, err := importer.Load(t.Context(), strider+"strider.glb", importer.Options{Formats: []string{}}); !errors.Is(err, importer.ErrPolicy) {
		t.Errorf("no format: %v", err)
	}
}

func approx(a, b float32) bool { return a-b < 1e-4 && b-a < 1e-4 }

func TestLoadErrors(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, data string) string {
		p := filepath.Join(dir, name)
		if err := os.WriteFile(p, []byte(data), 0o644); err != nil {
			t.Fatal(err)
		}
		return p
	}
	glb, err := os.ReadFile(strider + "strider.glb")
	if err != nil {
		t.Fatal(err)
	}
	var broken *assimp.Error
	for name, c := range map[string]struct {
		path string
		is   error
		as   any
	}{
		"missing":   {filepath.Join(dir, "nowhere.fbx"), fs.ErrNotExist, nil},
		"empty":     {write("empty.fbx", ""), importer.ErrEmpty, nil},
		"truncated": {write("short.glb", string(glb[:len(glb)/2])), importer.ErrFormat, nil},
		"unknown":   {write("readme.docx", "hello"), importer.ErrUnsupported, nil},
		"nameless":  {write("model", "hello"), importer.ErrUnsupported, nil},
		"garbage":   {write("noise.fbx", strings.Repeat("no model ", 99)), nil, &broken},
		"folder":    {dir, nil, nil},
	} {
		m, err := importer.Load(context.Background(), c.path, importer.Options{})
		switch {
		case err == nil || m != nil:
			t.Errorf("%s: no error", name)
		case c.is != nil && !errors.Is(err, c.is):
			t.Errorf("%s: %v is no %v", name, err, c.is)
		case c.as != nil && !errors.As(err, c.as):
			t.Errorf("%s: %v is no *assimp.Error", name, err)
		case !strings.Contains(err.Error(), filepath.Base(c.path)) || strings.Contains(err.Error(), "\n"):
			t.Errorf("%s: the error does not name the file in one line: %v", name, err)
		}
	}
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := importer.Load(cancelled, strider+"strider.glb", importer.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestMissingTextureIsReported(t *testing.T) {
	var r report.Report
	m := files.LoadWith(t, shared(t, "models/collada/astro_maya.dae"), importer.Options{Report: &r})
	if len(m.Textures) != 0 || r.Count(report.Loss) == 0 {
		t.Errorf("%d textures, findings %v", len(m.Textures), r.Findings)
	}
	bob := files.Load(t, shared(t, "models/md5-bob/Bob.md5mesh"))
	if len(bob.Textures) != 5 {
		t.Errorf("Bob has %d textures, want 5", len(bob.Textures))
	}
}
