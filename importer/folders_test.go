package importer_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/testing/fbxfile"
	"github.com/sinew-anim/sinew/internal/testing/files"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/soa"
)

// folderOf copies files into a folder of their own, under names.
func folderOf(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, from := range files {
		data, err := os.ReadFile(from)
		must.Do(t, err)
		must.Do(t, os.WriteFile(filepath.Join(dir, name), data, 0o644))
	}
	return dir
}

func clipList(clips []*soa.Clip) string {
	var names []string
	for _, c := range clips {
		names = append(names, c.Name)
	}
	return strings.Join(names, ", ")
}

func TestModelFiles(t *testing.T) {
	dir := folderOf(t, map[string]string{"b.fbx": "doc.go", "a.glb": "doc.go", "c.png": "doc.go", "notes": "doc.go"})
	for name, want := range map[string][]string{
		dir: {"a.glb", "b.fbx"}, filepath.Join(dir, "*.fbx"): {"b.fbx"}, filepath.Join(dir, "*"): {"a.glb", "b.fbx"}, filepath.Join(dir, "c.png"): {"c.png"},
	} {
		got, err := importer.ModelFiles(name, importer.Options{})
		must.Do(t, err)
		for i := range got {
			got[i] = filepath.Base(got[i])
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	for _, name := range []string{filepath.Join(dir, "*.dae"), filepath.Join(dir, "no.fbx"), t.TempDir()} {
		if _, err := importer.ModelFiles(name, importer.Options{}); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := importer.ModelFiles(filepath.Join(dir, "["), importer.Options{}); !errors.Is(err, importer.ErrOption) {
		t.Errorf("a malformed pattern: %v", err)
	}
}

// TestReading: files of another extension are read by the function that there is
// for them, where they are named, in folders and in patterns.
func TestReading(t *testing.T) {
	ctx := context.Background()
	dir := folderOf(t, map[string]string{"a_wave.own": strider + "strider_wave.fbx", "walk.fbx": strider + "strider_walk.fbx", "z_broken.OWN": "doc.go"})
	wrong := errors.New("not mine")
	reads := 0
	own := importer.Options{Readers: map[string]importer.Reader{".own": func(ctx context.Context, file string) (*soa.Model, error) {
		reads++
		if filepath.Base(file) != "a_wave.own" {
			return nil, fmt.Errorf("%s: %w", file, wrong)
		}
		return importer.Load(ctx, strider+"strider_wave.fbx", importer.Options{})
	}}}
	named, err := importer.ModelFiles(dir, own)
	must.Do(t, err)
	if len(named) != 3 {
		t.Errorf("files %q", named)
	}
	if named, err = importer.ModelFiles(dir, importer.Options{}); err != nil || len(named) != 1 {
		t.Errorf("without it: %q, %v", named, err)
	}
	var r report.Report
	m, err := importer.Load(ctx, filepath.Join(dir, "a_wave.own"), importer.Options{Readers: own.Readers, Clips: importer.ClipRules{Rename: "{file}:{clip}"}, Report: &r})
	must.Do(t, err)
	if got := clipList(m.Clips); got != "a_wave:Scene" || r.Format != "own" || r.Joints != m.Skeleton.Len() || len(r.Clips) != 1 || r.Clips[0].Name != "Scene" {
		t.Errorf("clips %s, %+v", got, r)
	}
	m, results, err := importer.LoadMerged(ctx, []string{filepath.Join(dir, "*")}, importer.Options{Readers: own.Readers, Isolation: &importer.Limits{}})
	must.Do(t, err)
	must.Do(t, m.Validate())
	if got := clipList(m.Clips); got != "a_wave, walk" || len(results) != 3 || results[0].File != filepath.Join(dir, "a_wave.own") || !errors.Is(results[2].Err, wrong) {
		t.Errorf("clips %s of %+v", got, results)
	}
	walk := files.Load(t, filepath.Join(dir, "walk.fbx"))
	results, err = importer.AddAllClips(ctx, walk, []string{filepath.Join(dir, "*.own"), filepath.Join(dir, "*.OWN")}, own)
	must.Do(t, err)
	if got := clipList(walk.Clips); got != "Scene, a_wave" || len(results) != 2 || !errors.Is(results[1].Err, wrong) {
		t.Errorf("clips %s of %+v", got, results)
	}
	if reads != 5 {
		t.Errorf("it reads %d times", reads)
	}
	if _, err := importer.AddClips(ctx, walk, filepath.Join(dir, "a_wave.own"), importer.Options{Readers: own.Readers, Clips: importer.ClipRules{Include: []string{"run"}}}); err != nil || len(walk.Clips) != 2 {
		t.Errorf("clips that nobody wants: %v, %s", err, clipList(walk.Clips))
	}
}

// TestAddAllClips: a folder's clips join a model; what has none, or none that
// fit, says so and stops nothing.
func TestAddAllClips(t *testing.T) {
	ctx := context.Background()
	crane := &fbxfile.File{Models: []fbxfile.Model{{Name: "crane", Curves: swing(3, true, false)}, {Name: "hook", Parent: "crane", Curves: swing(3, false, false)}}}
	dir := folderOf(t, map[string]string{
		"jump.fbx": strider + "strider_jump.fbx", "wave.fbx": strider + "strider_wave.fbx", "broken.fbx": "doc.go", "other.fbx": crane.Write(t),
	})
	m := files.Load(t, strider+"strider_walk.fbx") // its clip is called Scene, as those of the others are
	results, err := importer.AddAllClips(ctx, m, []string{dir}, importer.Options{})
	must.Do(t, err)
	must.Do(t, m.Validate())
	if got := clipList(m.Clips); got != "Scene, jump, wave" {
		t.Errorf("clips %s", got)
	}
	for _, r := range results {
		bad := filepath.Base(r.File) == "broken.fbx" || filepath.Base(r.File) == "other.fbx"
		if (r.Err != nil) != bad || r.Report.File != r.File || bad && !strings.Contains(r.Err.Error(), filepath.Base(r.File)) {
			t.Errorf("%s: %v, report of %s", r.File, r.Err, r.Report.File)
		}
	}
	if _, err := importer.AddAllClips(ctx, m, []string{filepath.Join(dir, "oth*")}, importer.Options{}); !errors.Is(err, importer.ErrNoMatch) {
		t.Errorf("nothing that fits: %v", err)
	}
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := importer.AddAllClips(cancelled, m, []string{dir}, importer.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// TestLoadMerged: of a folder the file with the skin is the character.
func TestLoadMerged(t *testing.T) {
	ctx := context.Background()
	dir := folderOf(t, map[string]string{
		"a_idle.md5anim": "../testdata/warden/idle.md5anim", "warden.md5mesh": "../testdata/warden/warden.md5mesh", "warden.md5anim": "../testdata/warden/warden.md5anim",
	})
	for _, opts := range []importer.Options{{}, {Isolation: &importer.Limits{}}} {
		m, results, err := importer.LoadMerged(ctx, []string{dir}, opts)
		must.Do(t, err)
		if got := clipList(m.Clips); got != "warden, a_idle" || len(m.Skins) == 0 || len(results) != 2 || filepath.Base(results[0].File) != "warden.md5mesh" {
			t.Errorf("clips %s of %d files, %d skins", got, len(results), len(m.Skins))
		}
	}
	if _, _, err := importer.LoadMerged(ctx, []string{t.TempDir()}, importer.Options{}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("an empty folder: %v", err)
	}
}

// TestClipRules chooses, renames and cuts, from a path and in a child.
func TestClipRules(t *testing.T) {
	file := strider + "strider_all.fbx"
	for _, opts := range []importer.Options{{}, {Isolation: &importer.Limits{}}} {
		opts.Clips = importer.ClipRules{Include: []string{"*/w*"}, Exclude: []string{"*/*_tail", "[wW]*"}, Rename: "{file}:{n}/{bare}"}
		m := files.LoadWith(t, file, opts)
		if got := clipList(m.Clips); got != "strider_all:1/walk, strider_all:2/wave" {
			t.Errorf("clips %s", got)
		}
		opts.Clips.Ranges = []importer.Range{importer.Frames("first", 0, 15, 30), {Name: "rest", Start: 0.5, End: 2}}
		m = files.LoadWith(t, file, opts)
		if got := clipList(m.Clips); got != "first, rest" {
			t.Errorf("clips %s", got)
		}
		// The second range is longer than the walk and comes of the wave.
		if a, b := m.Clips[0], m.Clips[1]; math.Abs(a.Seconds()-0.5) > 1e-6 || math.Abs(b.Start-0.5) > 1e-6 || math.Abs(b.End()-2) > 1e-6 {
			t.Errorf("%v to %v s, %v to %v s", a.Start, a.End(), b.Start, b.End())
		}
		must.Do(t, m.Validate())
		for _, wrong := range []importer.ClipRules{{Include: []string{"["}}, {Ranges: []importer.Range{{Name: "late", Start: 5, End: 6}}}} {
			opts.Clips = wrong
			if _, err := importer.Load(context.Background(), file, opts); !errors.Is(err, importer.ErrOption) || !strings.Contains(err.Error(), "strider_all.fbx") {
				t.Errorf("%+v: %v", wrong, err)
			}
		}
	}
	m := files.Load(t, strider+"strider_walk.fbx")
	added := addClips(t, m, file, importer.Options{Clips: importer.ClipRules{Include: []string{"hop jump"}, Rename: "hop {clip}"}})
	if got := clipList(added); got != "hop jump" || len(m.Clips) != 2 {
		t.Errorf("added %s", got)
	}
}
