package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/baker"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/summary"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/soa/archive"
)

// What is tested here works without cgo too.

func striderArchive(t *testing.T) string { return strider(t, "strider.sinew") }

func TestArchiveInfo(t *testing.T) {
	file := striderArchive(t)
	in := infoOf(t, file)
	if in.File != file || in.Format != "sinew archive" || !strings.HasPrefix(in.Importer, "sinew ") || len(in.Joints) != 34 || len(in.Clips) != 3 || len(in.Meshes) < 3 {
		t.Errorf("%q, %q, %d joints, %d clips, %d meshes", in.Format, in.Importer, len(in.Joints), len(in.Clips), len(in.Meshes))
	}
}

// bakeJSON bakes and returns the report.
func bakeJSON(t *testing.T, args ...string) baker.Summary {
	t.Helper()
	return answer[baker.Summary](t, append([]string{"bake"}, args...)...)
}

// made names the archives of a run that were made and not left as they were.
func made(said baker.Summary) (names []string) {
	for _, f := range said.Files {
		if !f.Skipped {
			names = append(names, filepath.Base(f.Output))
		}
	}
	return names
}

// checkMade bakes, and fails unless a number of archives is made.
func checkMade(t *testing.T, number int, args ...string) {
	t.Helper()
	if names := made(bakeJSON(t, args...)); len(names) != number {
		t.Errorf("%v makes %q, not %d", args, names, number)
	}
}

// TestArchiveBake bakes an archive again, skips what is there, and notices what
// changed.
func TestArchiveBake(t *testing.T) {
	dir := t.TempDir()
	file, out, data := filepath.Join(dir, "in", "strider.sinew"), filepath.Join(dir, "out"), read(t, striderArchive(t))
	put(t, file, data)
	bake := func(skips bool, args ...string) *baker.File {
		t.Helper()
		said := bakeJSON(t, append([]string{filepath.Dir(file), "-o", out, "--clips", "exact"}, args...)...)
		if len(said.Files) != 1 || !said.Files[0].Held || said.Files[0].Bytes == 0 || said.Files[0].SourceBytes < uint64(len(data)) {
			t.Fatalf("%+v", said)
		}
		if said.Files[0].Skipped != skips {
			t.Errorf("%v: skipped is %v", args, !skips)
		}
		return said.Files[0]
	}
	first := bake(false, "--workers", "1")
	if len(first.Clips) != 3 || first.Output != filepath.Join(out, "strider.sinew") {
		t.Errorf("%+v", first)
	}
	one := read(t, first.Output)
	if again := bake(true); again.Bytes != int64(len(one)) {
		t.Errorf("the second time: %+v", again)
	}
	bake(false, "--force", "--workers", "8")
	if read(t, first.Output) != one {
		t.Error("8 workers make another file than one")
	}
	if d := diffJSON(t, file, first.Output); len(d.Clips) != 3 || d.Joint != 0 || d.Vertex != 0 {
		t.Errorf("it plays otherwise: %+v", d)
	}
	if other := bake(false, "--meshes=false"); other.Bytes >= first.Bytes {
		t.Errorf("with other options: %+v", other)
	}
	events := write(t, "events.toml", "[[event]]\nclip = \"walk\"\ntime = 0.5\nname = \"left foot\"\n")
	bake(false, "--meshes=false", "--events", events)
	bake(true, "--meshes=false", "--events", events)
	checkEvents(t, first.Output)
	put(t, filepath.Join(dir, "in", "strider.events.json"), `{"event": [{"clip": "walk", "time": 0.25, "name": "left foot"}]}`)
	bake(false)
	bake(true)
	checkEvents(t, first.Output)
	put(t, first.Output, one[:len(one)-64]) // a broken archive is made again
	bake(false)
	onlyFile(t, first.Output)
}

func checkEvents(t *testing.T, file string) {
	t.Helper()
	if c := modelIn(t, file).Clip("walk"); len(c.Events) != 1 || c.Events[0].Name != "left foot" {
		t.Errorf("events %+v", c.Events)
	}
}

// TestArchiveWith: the clips of an archive join a model.
func TestArchiveWith(t *testing.T) {
	if in := infoOf(t, striderArchive(t), "--with", striderArchive(t)); len(in.Clips) != 6 || in.Clips[5].Name == in.Clips[2].Name || len(in.With) != 1 || in.With[0].Clips != 3 {
		t.Errorf("%d clips, %+v", len(in.Clips), in.With)
	}
}

// TestArchiveFolder: of a folder of archives, or of those that match a pattern,
// the first is the model, which the clips of the others join.
func TestArchiveFolder(t *testing.T) {
	dir, data := t.TempDir(), read(t, striderArchive(t))
	for name, data := range map[string]string{"a.sinew": data, "b.SINEW": data, "broken.sinew": data[:1000]} {
		put(t, filepath.Join(dir, name), data)
	}
	for _, args := range [][]string{{dir, "--as-one"}, {filepath.Join(dir, "*"), "--as-one"}, {filepath.Join(dir, "a.sinew"), "--with", dir}} {
		code, stdout, stderr := sinew(t, append([]string{"info", "--json"}, args...)...)
		checkComplaint(t, stderr, "broken.sinew")
		in := decode[summary.Model](t, stdout)
		if code != exitFailed || in.File != filepath.Join(dir, "a.sinew") || in.Format != "sinew archive" || in.Archive == nil || len(in.Clips) != 6 || in.Clips[5].Name == in.Clips[2].Name {
			t.Errorf("%v: exit code %d, %s, %d clips", args, code, in.File, len(in.Clips))
		}
		if len(in.With) != 2 || in.With[0].Clips != 3 || in.With[0].Error != "" || !strings.Contains(in.With[1].Error, "broken.sinew") {
			t.Errorf("%v: with %+v", args, in.With)
		}
	}
}

// TestArchivePacked bakes clips within a bound, which diff finds held, and says
// so also where it leaves the archive as it is.
func TestArchivePacked(t *testing.T) {
	out := filepath.Join(t.TempDir(), "strider.sinew")
	for _, bound := range []float64{1e-4, 1e-3} {
		for _, skipped := range []bool{false, true} {
			f := bakeJSON(t, striderArchive(t), "-o", out, "--bound", fmt.Sprint(bound)).Files[0]
			if !f.Held || f.Skipped != skipped || len(f.Clips) != 3 {
				t.Fatalf("%+v", f)
			}
			for _, c := range f.Clips {
				if c.Bound != bound || !(c.Error > 0 && c.Error <= bound) || c.Stored > 4000 || c.Distance != 0.03 {
					t.Errorf("%+v", c)
				}
			}
		}
		if d := diffJSON(t, striderArchive(t), out); len(d.Clips) != 3 || !(d.Joint > bound/4 && d.Joint <= bound) {
			t.Errorf("bound %v: %+v", bound, d)
		}
	}
}

// TestDemoArchive: compressed clips that were written once play as they did.
// Where this fails because the encoding is another, the archive is baked again, as
// testdata/strider/README.md says; once version 1.0 is out, it needs a version and
// the old one its decoder.
func TestDemoArchive(t *testing.T) {
	if d := diffJSON(t, striderArchive(t), strider(t, "strider_demo.sinew")); len(d.Clips) != 3 || !(d.Joint > 0 && d.Joint <= 1e-4) || !(d.Vertex <= 1e-3) {
		t.Errorf("%+v", d)
	}
}

// TestArchivePose prints the same of an archive and of one that was baked of it
// with a bank.
func TestArchivePose(t *testing.T) {
	out := filepath.Join(t.TempDir(), "strider.sinew")
	succeed(t, "bake", striderArchive(t), "-o", out, "--textures=false", "--clips", "exact")
	args := []string{"--clip", "walk", "--time", "0.3", "--vertices"}
	want, got := posing(t, striderArchive(t), args...), posing(t, out, args...)
	if got.File = want.File; !reflect.DeepEqual(got, want) {
		t.Error("the poses differ")
	}
}

func TestArchiveLibrary(t *testing.T) {
	one, library := filepath.Join(t.TempDir(), "one.sinew"), filepath.Join(t.TempDir(), "library.sinew")
	succeed(t, "bake", striderArchive(t), "-o", one)
	for _, number := range []int{1, 0} {
		checkMade(t, number, striderArchive(t), one, "--library", "-o", library)
	}
	if got := clipNamesOf(infoOf(t, library)); got != "jump, walk, wave, one, one 2, one 3" {
		t.Errorf("clips %s", got)
	}
}

// TestBakeConfig: what --print-config prints says what is done without it, and
// flags count more than a file.
func TestBakeConfig(t *testing.T) {
	var got baker.Config
	meta, err := toml.Decode(succeed(t, "bake", "--print-config"), &got)
	if err != nil || len(meta.Undecoded()) > 0 || !reflect.DeepEqual(got, baker.DefaultConfig()) {
		t.Errorf("%+v, %v, %v", got, meta.Undecoded(), err)
	}
	config := write(t, "bake.toml", "meshes = false\nbank = true\nbound = 0.001\n")
	out := filepath.Join(t.TempDir(), "a.sinew")
	succeed(t, "bake", striderArchive(t), "-o", out, "--config", config, "--bank=false")
	a, err := archive.Open(out)
	must.Do(t, err)
	defer a.Close()
	m, err := a.Meta()
	must.Do(t, err)
	got = baker.Config{}
	if _, err := toml.Decode(m.Options, &got); err != nil || got.Meshes || got.Bank || got.Bound != 0.001 || a.Banks() != 0 {
		t.Errorf("%v, options:\n%s", err, m.Options)
	}
}

func TestShard(t *testing.T) {
	var jobs []baker.Job
	for _, name := range []string{"c", "a", "e", "b", "d"} {
		jobs = append(jobs, baker.Job{Out: name})
	}
	var all []string
	for _, part := range []string{"1/3", "2/3", "3/3"} {
		mine, err := baker.Shard(append([]baker.Job(nil), jobs...), part)
		must.Do(t, err)
		for _, j := range mine {
			all = append(all, j.Out)
		}
	}
	if strings.Join(all, "") != "adbec" {
		t.Errorf("%v", all)
	}
	for _, part := range []string{"0/3", "4/3", "1", "a/b", "1/0"} {
		var usage *console.UsageError
		if _, err := baker.Shard(jobs, part); !errors.As(err, &usage) {
			t.Errorf("%q: %v", part, err)
		}
	}
}

func TestBakePlan(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a.fbx", "a.dae", "b.glb", "sub/a.fbx", "sub/readme.txt", "out/old.sinew"} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		put(t, path, "")
	}
	out := filepath.Join(dir, "out")
	if _, err := baker.Plan([]string{dir}, out, false, false); err == nil || !strings.Contains(err.Error(), "--full-names") {
		t.Errorf("two models of one name: %v", err)
	}
	jobs, err := baker.Plan([]string{dir, filepath.Join(dir, "*.glb")}, out, false, true)
	must.Do(t, err)
	var got []string
	for _, j := range jobs {
		rel, err := filepath.Rel(out, j.Out)
		must.Do(t, err)
		got = append(got, filepath.ToSlash(rel))
	}
	if strings.Join(got, " ") != "a.dae.sinew a.fbx.sinew b.glb.sinew sub/a.fbx.sinew" {
		t.Errorf("%v", got)
	}
}
