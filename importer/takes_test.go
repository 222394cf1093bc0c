package importer_test

import (
	"context"
	"errors"
	"math"
	"path/filepath"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/testing/files"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/soa"
)

// TestMergedTakes: files with a take of one name are named by file when they are merged, the model's too,
// and patterns choose among the names that clips have then.
func TestMergedTakes(t *testing.T) {
	dir := folderOf(t, map[string]string{
		"jump.fbx": strider + "strider_jump.fbx", "wave.fbx": strider + "strider_wave.fbx", "walk.fbx": strider + "strider_walk.fbx",
	})
	for name, c := range map[string]struct {
		rules importer.ClipRules
		want  string
	}{
		"all":      {importer.ClipRules{}, "jump, walk, wave"},
		"only":     {importer.ClipRules{Include: []string{"wa*"}}, "walk, wave"},
		"except":   {importer.ClipRules{Exclude: []string{"jump", "Scene"}}, "walk, wave"},
		"renamed":  {importer.ClipRules{Rename: "{file}_{clip}", Exclude: []string{"wa*_Scene"}}, "jump_Scene"},
		"template": {importer.ClipRules{Rename: "take", Include: []string{"wave"}}, "wave"},
		"ranges":   {importer.ClipRules{Include: []string{"w*"}, Ranges: []importer.Range{{Name: "begin", Start: 0, End: 0.25}}}, ""},
	} {
		m, results, err := importer.LoadMerged(t.Context(), []string{dir}, importer.Options{Clips: c.rules})
		if name == "ranges" { // jump has nothing to cut
			if !errors.Is(err, importer.ErrNoClip) {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		must.Do(t, err)
		must.Do(t, m.Validate())
		if got := clipList(m.Clips); got != c.want {
			t.Errorf("%s: clips %s, want %s", name, got, c.want)
		}
		if name == "all" {
			for _, f := range results {
				if !slices.ContainsFunc(f.Report.Findings, func(f report.Finding) bool { return f.Kind == report.RenamedClip }) {
					t.Errorf("%s: not said", f.File)
				}
			}
		}
	}
	m, _, err := importer.LoadMerged(t.Context(), []string{dir}, importer.Options{Clips: importer.ClipRules{Ranges: []importer.Range{{Name: "begin", Start: 0, End: 0.25}}}})
	must.Do(t, err)
	if got := clipList(m.Clips); got != "jump, walk, wave" {
		t.Errorf("ranges of one name: %s", got)
	}
}

// TestAddAllClipsChooses: patterns of AddClips and AddAllClips see the names that collisions leave.
func TestAddAllClipsChooses(t *testing.T) {
	dir := folderOf(t, map[string]string{"jump.fbx": strider + "strider_jump.fbx", "wave.fbx": strider + "strider_wave.fbx"})
	m := files.Load(t, strider+"strider_walk.fbx")
	_, err := importer.AddAllClips(t.Context(), m, []string{dir}, importer.Options{Clips: importer.ClipRules{Exclude: []string{"Scene", "jump"}}})
	must.Do(t, err)
	if got := clipList(m.Clips); got != "Scene, wave" {
		t.Errorf("clips %s", got)
	}
	added := addClips(t, m, filepath.Join(dir, "jump.fbx"), importer.Options{Clips: importer.ClipRules{Include: []string{"jump"}}})
	if got := clipList(added); got != "jump" || len(m.Clips) != 3 {
		t.Errorf("added %s", got)
	}
	before := len(m.Clips)
	if _, err := importer.AddClips(t.Context(), m, filepath.Join(dir, "jump.fbx"), importer.Options{Clips: importer.ClipRules{Include: []string{"["}}}); !errors.Is(err, importer.ErrOption) || len(m.Clips) != before {
		t.Errorf("a wrong pattern: %v, %d clips", err, len(m.Clips))
	}
}

// TestStillTakes: a take in which nothing moves beyond the tolerance is dropped, and said.
func TestStillTakes(t *testing.T) {
	m := files.Load(t, strider+"strider_all.fbx")
	rest := &m.Skeleton.Rest
	joint := 3
	// One track of the joint's rest, a key each second, the last one off by some metres along x.
	take := func(name string, off float32) *soa.Clip {
		x, y, z := rest.TX[joint], rest.TY[joint], rest.TZ[joint]
		return &soa.Clip{
			Name: name, TicksPerSecond: 1, Duration: 2, Tracks: []soa.Track{{Target: int16(joint), Property: soa.Translation}},
			Time: []float32{0, 1, 2}, X: []float32{x, x, x + off}, Y: []float32{y, y, y}, Z: []float32{z, z, z}, W: make([]float32, 3),
		}
	}
	parent := 1.0 // how much longer the joint's parent makes it
	if moves, most, err := importer.Moves(m, take("probe", 1), 1e6); err != nil || moves {
		t.Fatal(moves, err)
	} else {
		parent = most
	}
	for _, c := range []struct {
		off, tolerance float64
		moves          bool
	}{{0, 1e-6, false}, {0.9e-3, 1e-3, false}, {1.1e-3, 1e-3, true}, {-0.004, 0.005, false}, {-0.006, 0.005, true}} {
		moves, most, err := importer.Moves(m, take("still", float32(c.off/parent)), c.tolerance)
		must.Do(t, err)
		if moves != c.moves || math.Abs(most-math.Abs(c.off)) > 1e-6 {
			t.Errorf("%+v: %v, %v m", c, moves, most)
		}
	}
	weight := &soa.Clip{
		Name: "smile", TicksPerSecond: 1, Duration: 1, Tracks: []soa.Track{{Property: soa.Weight, Interpolation: soa.Step}},
		Time: []float32{0, 1}, X: []float32{0, 0.5}, Y: make([]float32, 2), Z: make([]float32, 2), W: make([]float32, 2),
	}
	if moves, _, err := importer.Moves(m, weight, 1); err != nil || !moves {
		t.Errorf("a morph weight: %v, %v", moves, err)
	}

	m.Clips = append(m.Clips, take("T-Pose", 0))
	own := map[string]importer.Reader{".own": readsModel(m)}
	dir := folderOf(t, map[string]string{"a.own": "doc.go"})
	var r report.Report
	loaded, err := importer.Load(t.Context(), filepath.Join(dir, "a.own"), importer.Options{Readers: own, Report: &r, Clips: importer.ClipRules{Still: 1e-3}})
	must.Do(t, err)
	if len(loaded.Clips) != len(m.Clips)-1 || loaded.Clip("T-Pose") != nil {
		t.Errorf("clips %s", clipList(loaded.Clips))
	}
	if !slices.ContainsFunc(r.Findings, func(f report.Finding) bool { return f.Kind == report.StillClip && f.Where == "T-Pose" }) {
		t.Errorf("not said: %v", r.Findings)
	}
	if _, err := importer.Load(t.Context(), filepath.Join(dir, "a.own"), importer.Options{Readers: own, Clips: importer.ClipRules{Still: -1}}); !errors.Is(err, importer.ErrOption) {
		t.Errorf("a tolerance below 0: %v", err)
	}
}

// readsModel returns a reader of a model in memory.
func readsModel(m *soa.Model) importer.Reader {
	return func(context.Context, string) (*soa.Model, error) { return m, nil }
}
