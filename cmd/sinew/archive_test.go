package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/baker"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/reports"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/summary"
	"github.com/sinew-anim/sinew/soa/archive"
)

// What is tested here works without cgo too.

func striderArchive(t *testing.T) string { return strider(t, "strider.sinew") }

func TestArchiveInfo(t *testing.T) {
	file := striderArchive(t)
	var in summary.Model
	if err := json.Unmarshal([]byte(succeed(t, "info", "--json", file)), &in); err != nil {
		t.Fatal(err)
	}
	if in.File != file || in.Format != "sinew archive" || !strings.HasPrefix(in.Importer, "sinew ") || len(in.Joints) != 34 || len(in.Clips) != 3 || len(in.Meshes) < 3 {
		t.Errorf("%q, %q, %d joints, %d clips, %d meshes", in.Format, in.Importer, len(in.Joints), len(in.Clips), len(in.Meshes))
	}
	page := succeed(t, "info", file)
	for _, part := range []string{"written by sinew", "strider.glb", "walk", "Skeleton: 34 joints"} {
		if !strings.Contains(page, part) {
			t.Errorf("the page lacks %q:\n%s", part, page)
		}
	}
	if strings.Contains(strings.ReplaceAll(page, filepath.Dir(file), ""), "import") {
		t.Errorf("the page speaks of an import:\n%s", page)
	}
}

// TestArchiveBake bakes an archive again, skips what is there, and notices what
// changed.
func TestArchiveBake(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "in", "strider.sinew")
	data, err := os.ReadFile(striderArchive(t))
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.Mkdir(filepath.Dir(file), 0o777), os.WriteFile(file, data, 0o666)); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(dir, "out")
	bake := func(args ...string) *baker.File {
		t.Helper()
		var said baker.Summary
		args = append([]string{"bake", filepath.Join(dir, "in"), "-o", out, "--json", "--clips", "exact"}, args...)
		if err := json.Unmarshal([]byte(succeed(t, args...)), &said); err != nil {
			t.Fatal(err)
		}
		if len(said.Files) != 1 || !said.Files[0].Held || said.Files[0].Bytes == 0 || said.Files[0].SourceBytes < uint64(len(data)) {
			t.Fatalf("%+v", said)
		}
		return said.Files[0]
	}
	first := bake("--workers", "1")
	if first.Skipped || len(first.Clips) != 3 || first.Output != filepath.Join(out, "strider.sinew") {
		t.Errorf("%+v", first)
	}
	one, err := os.ReadFile(first.Output)
	if err != nil {
		t.Fatal(err)
	}
	if again := bake(); !again.Skipped || again.Bytes != int64(len(one)) {
		t.Errorf("the second time: %+v", again)
	}
	if forced := bake("--force", "--workers", "8"); forced.Skipped {
		t.Error("--force skips")
	}
	many, err := os.ReadFile(first.Output)
	if err != nil || string(one) != string(many) {
		t.Errorf("8 workers make another file than one (%v)", err)
	}
	if d := succeed(t, "diff", file, first.Output); strings.Count(d, "largest         0 mm") != 6 {
		t.Errorf("it plays otherwise:\n%s", d)
	}
	if other := bake("--meshes=false"); other.Skipped || other.Bytes >= first.Bytes {
		t.Errorf("with other options: %+v", other)
	}
	events := write(t, "events.toml", []byte("[[event]]\nclip = \"walk\"\ntime = 0.5\nname = \"left foot\"\n"))
	if with := bake("--meshes=false", "--events", events); with.Skipped {
		t.Error("events change nothing")
	}
	if with := bake("--meshes=false", "--events", events); !with.Skipped {
		t.Error("with the same events it is not skipped")
	}
	checkEvents(t, first.Output)
	beside := filepath.Join(dir, "in", "strider.events.json")
	if err := os.WriteFile(beside, []byte(`{"event": [{"clip": "walk", "time": 0.25, "name": "left foot"}]}`), 0o666); err != nil {
		t.Fatal(err)
	}
	if with := bake(); with.Skipped {
		t.Error("events beside the model change nothing")
	}
	if with := bake(); !with.Skipped {
		t.Error("with the same events beside it, it is not skipped")
	}
	checkEvents(t, first.Output)
	if err := os.WriteFile(first.Output, one[:len(one)-64], 0o666); err != nil {
		t.Fatal(err)
	}
	if mended := bake(); mended.Skipped {
		t.Error("a broken archive is left")
	}
	onlyFile(t, first.Output)
}

func checkEvents(t *testing.T, file string) {
	t.Helper()
	a, err := archive.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	c, err := a.Clip(a.ClipIndex("walk"))
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Events) != 1 || c.Events[0].Name != "left foot" {
		t.Errorf("events %+v", c.Events)
	}
}

// TestArchiveWith: the clips of an archive join a model.
func TestArchiveWith(t *testing.T) {
	var in summary.Model
	if err := json.Unmarshal([]byte(succeed(t, "info", "--json", striderArchive(t), "--with", striderArchive(t))), &in); err != nil {
		t.Fatal(err)
	}
	if len(in.Clips) != 6 || in.Clips[5].Name == in.Clips[2].Name || len(in.With) != 1 || in.With[0].Clips != 3 {
		t.Errorf("%d clips, %+v", len(in.Clips), in.With)
	}
}

// TestArchiveFolder: of a folder of archives, or of those that match a pattern,
// the first is the model, which the clips of the others join.
func TestArchiveFolder(t *testing.T) {
	dir := t.TempDir()
	data, err := os.ReadFile(striderArchive(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a.sinew", "b.SINEW"} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "broken.sinew"), data[:1000], 0o644); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{dir, "--as-one"}, {filepath.Join(dir, "*"), "--as-one"}, {filepath.Join(dir, "a.sinew"), "--with", dir}} {
		var in summary.Model
		code, stdout, stderr := sinew(t, append([]string{"info", "--json"}, args...)...)
		if err := json.Unmarshal([]byte(stdout), &in); err != nil || code != exitFailed {
			t.Fatal(code, err)
		}
		checkComplaint(t, stderr, "broken.sinew")
		if in.File != filepath.Join(dir, "a.sinew") || in.Format != "sinew archive" || in.Archive == nil || len(in.Clips) != 6 || in.Clips[5].Name == in.Clips[2].Name {
			t.Errorf("%v: %s, %d clips", args, in.File, len(in.Clips))
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
			var said baker.Summary
			if err := json.Unmarshal([]byte(succeed(t, "bake", striderArchive(t), "-o", out, "--json", "--bound", fmt.Sprint(bound))), &said); err != nil {
				t.Fatal(err)
			}
			f := said.Files[0]
			if !f.Held || f.Skipped != skipped || len(f.Clips) != 3 {
				t.Fatalf("%+v", f)
			}
			for _, c := range f.Clips {
				if c.Bound != bound || !(c.Error > 0 && c.Error <= bound) || c.Stored > 4000 || c.Distance != 0.03 {
					t.Errorf("%+v", c)
				}
			}
		}
		var d reports.Diff
		if err := json.Unmarshal([]byte(succeed(t, "diff", "--json", striderArchive(t), out)), &d); err != nil {
			t.Fatal(err)
		}
		if len(d.Clips) != 3 || !(d.Joint > bound/4 && d.Joint <= bound) {
			t.Errorf("bound %v: %+v", bound, d)
		}
	}
	page := succeed(t, "info", out)
	if !strings.Contains(page, "Compressed:") || !strings.Contains(page, "of 1 mm, 0.03 m from joints") {
		t.Errorf("the page:\n%s", page)
	}
	checkPage(t, page)
}

// TestDemoArchive: compressed clips that were written once play as they did.
// Where this fails because the encoding is another, the archive is baked again, as
// testdata/strider/README.md says; once version 1.0 is out, it needs a version and
// the old one its decoder.
func TestDemoArchive(t *testing.T) {
	var d reports.Diff
	if err := json.Unmarshal([]byte(succeed(t, "diff", "--json", striderArchive(t), strider(t, "strider_demo.sinew"))), &d); err != nil {
		t.Fatal(err)
	}
	if len(d.Clips) != 3 || !(d.Joint > 0 && d.Joint <= 1e-4) || !(d.Vertex <= 1e-3) {
		t.Errorf("%+v", d)
	}
}

// TestArchivePose prints the same of an archive and of one that was baked of it
// with a bank.
func TestArchivePose(t *testing.T) {
	out := filepath.Join(t.TempDir(), "strider.sinew")
	page := succeed(t, "bake", striderArchive(t), "-o", out, "--textures=false", "--clips", "exact")
	if !strings.Contains(page, "clip walk") {
		t.Errorf("the page:\n%s", page)
	}
	args := []string{"--clip", "walk", "--time", "0.3", "--vertices", "--json"}
	want := succeed(t, append([]string{"pose", striderArchive(t)}, args...)...)
	got := succeed(t, append([]string{"pose", out}, args...)...)
	if strings.ReplaceAll(got, out, striderArchive(t)) != want {
		t.Error("the poses differ")
	}
}

func TestArchiveLibrary(t *testing.T) {
	dir := t.TempDir()
	one := filepath.Join(dir, "one.sinew")
	succeed(t, "bake", striderArchive(t), "-o", one)
	library := filepath.Join(dir, "library.sinew")
	succeed(t, "bake", striderArchive(t), one, "--library", "-o", library)
	if page := succeed(t, "bake", striderArchive(t), one, "--library", "-o", library); !strings.Contains(page, "unchanged") {
		t.Errorf("the second time:\n%s", page)
	}
	a, err := archive.Open(library)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	if a.Clips() != 6 || a.ClipName(2) != "wave" || a.ClipName(3) != "one" || a.ClipName(5) != "one 3" {
		t.Errorf("%d clips, %q, %q, %q", a.Clips(), a.ClipName(2), a.ClipName(3), a.ClipName(5))
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
	config := write(t, "bake.toml", []byte("meshes = false\nbank = true\nbound = 0.001\n"))
	out := filepath.Join(t.TempDir(), "a.sinew")
	succeed(t, "bake", striderArchive(t), "-o", out, "--config", config, "--bank=false")
	a, err := archive.Open(out)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	m, err := a.Meta()
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(m.Options, "meshes = false") || !strings.Contains(m.Options, `bank = false`) || !strings.Contains(m.Options, "bound = 0.001") || a.Banks() != 0 {
		t.Errorf("options:\n%s", m.Options)
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
		if err != nil {
			t.Fatal(err)
		}
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
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, nil, 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	out := filepath.Join(dir, "out")
	if _, err := baker.Plan([]string{dir}, out, false, false); err == nil || !strings.Contains(err.Error(), "--full-names") {
		t.Errorf("two models of one name: %v", err)
	}
	jobs, err := baker.Plan([]string{dir, filepath.Join(dir, "*.glb")}, out, false, true)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, j := range jobs {
		rel, err := filepath.Rel(out, j.Out)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, filepath.ToSlash(rel))
	}
	if strings.Join(got, " ") != "a.dae.sinew a.fbx.sinew b.glb.sinew sub/a.fbx.sinew" {
		t.Errorf("%v", got)
	}
}

// TestArchiveBad runs command lines that cannot succeed.
func TestArchiveBad(t *testing.T) {
	file := striderArchive(t)
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	flipped := append([]byte(nil), data...)
	flipped[len(data)/2] ^= 1
	out := filepath.Join(t.TempDir(), "out.sinew")
	unknown := write(t, "c.toml", []byte("speed = 3\n"))
	cases := []struct {
		name string
		code int
		want []string
		args []string
	}{
		{"truncated", 1, []string{"cut.sinew", "header", "byte 16"}, []string{"info", write(t, "cut.sinew", data[:len(data)-1])}},
		{"a bit", 1, []string{"flipped.sinew", "chunk", "checksum"}, []string{"pose", write(t, "flipped.sinew", flipped)}},
		{"bake a broken one", 1, []string{"flipped.sinew", "checksum"}, []string{"bake", write(t, "flipped.sinew", flipped), "-o", out}},
		{"bake nothing", 2, []string{"needs a model file"}, []string{"bake", "-o", out}},
		{"bake to nowhere", 2, []string{"needs an output"}, []string{"bake", file}},
		{"bake what is not there", 1, []string{"nowhere.fbx"}, []string{"bake", "nowhere.fbx", "-o", out}},
		{"no match", 1, []string{"*.nothing"}, []string{"bake", "*.nothing", "-o", out}},
		{"two into one", 2, []string{"--library"}, []string{"bake", file, write(t, "b.sinew", data), "-o", out}},
		{"library in a folder", 2, []string{".sinew"}, []string{"bake", file, "--library", "-o", t.TempDir()}},
		{"unknown option", 1, []string{"c.toml", `"speed"`, "--print-config"}, []string{"bake", file, "-o", out, "--config", unknown}},
		{"broken config", 1, []string{"c.toml", "line 1"}, []string{"bake", file, "-o", out, "--config", write(t, "c.toml", []byte("bank = ="))}},
		{"unknown bank", 2, []string{"bank", `"big"`}, []string{"bake", file, "-o", out, "--bank=big"}},
		{"no bound", 2, []string{"bound"}, []string{"bake", file, "-o", out, "--bound", "0"}},
		{"event of no clip", 1, []string{"e.json", `"jog"`}, []string{"bake", file, "-o", out, "--events", write(t, "e.json", []byte(`{"event": [{"clip": "jog", "name": "x"}]}`))}},
		{"no event", 1, []string{"e.json", "clap"}, []string{"bake", file, "-o", out, "--events", write(t, "e.json", []byte(`{"event": [{"clap": "jog"}]}`))}},
		{"into a model file", 2, []string{"taken.fbx", ".sinew"}, []string{"bake", file, "-o", write(t, "taken.fbx", nil)}},
		{"into no folder", 1, []string{"taken.fbx", "not a directory"}, []string{"bake", file, "-o", filepath.Join(write(t, "taken.fbx", nil), "a.sinew")}},
		{"diff of one", 2, []string{"two files"}, []string{"diff", file}},
		{"diff with nothing", 1, []string{"nowhere.sinew"}, []string{"diff", file, "nowhere.sinew"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			code, stdout, stderr := sinew(t, c.args...)
			if code != c.code {
				t.Errorf("exit code %d, want %d", code, c.code)
			}
			if stdout != "" && !strings.Contains(stdout, "FAILED") {
				t.Errorf("printed %q", stdout)
			}
			checkComplaint(t, stderr, c.want...)
		})
	}
	if _, err := os.Stat(out); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("it left %s: %v", out, err)
	}
}

// TestArchiveBench measures an archive.
func TestArchiveBench(t *testing.T) {
	out := succeed(t, "bench", striderArchive(t), "--time", "1ms", "--n", "16", "--path", "rows-general,keys-general", "--clip", "walk")
	if !strings.Contains(out, "strider.sinew: 34 joints") {
		t.Errorf("the page:\n%s", out)
	}
	checkPage(t, out)
}
