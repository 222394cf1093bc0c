//go:build cgo

package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/importer"
)

func TestMain(m *testing.M) {
	importer.ServeIsolated()
	os.Exit(m.Run())
}

// swing is a clip of a joint that rotates and a static node, keyed 25 times a second.
const swing = `HIERARCHY
ROOT Hip
{
	OFFSET 0 1 0
	CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
	JOINT Leg
	{
		OFFSET 0 -0.5 0
		CHANNELS 3 Zrotation Xrotation Yrotation
		End Site
		{
			OFFSET 0 -0.5 0
		}
	}
}
MOTION
Frames: 5
Frame Time: 0.04
0 1 0 0 0 0 0 0 0
0.01 1 0 0 0 0 5 10 0
0.03 1 0 0 0 0 9 17 0
0.06 1 0 0 0 0 4 21 0
0.10 1 0 0 0 0 1 20 0
`

func folder(t *testing.T) string {
	dir := t.TempDir()
	for name, content := range map[string]string{"a/swing.bvh": swing, "b/again.bvh": swing, "broken.bvh": "HIERARCHY\nROOT", "notes.txt": "no model"} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestSet(t *testing.T) {
	dir := folder(t)
	out := filepath.Join(t.TempDir(), "packed")
	var stdout, stderr bytes.Buffer
	if code := run([]string{"-for", "1ms", "-name", "Swings", "-o", out, dir}, &stdout, &stderr); code != 0 {
		t.Fatalf("code %d: %s", code, &stderr)
	}
	text, err := os.ReadFile(out + ".md")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Swings: 1 clips of 1 files", "1 files that do not import", "| packed |", "| small |", "a/swing.bvh", "p99"} {
		if !bytes.Contains(text, []byte(want)) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if bytes.Contains(text, []byte(dir)) {
		t.Error("the tables tell where the folder is")
	}
	raw, err := os.ReadFile(out + ".json")
	if err != nil {
		t.Fatal(err)
	}
	var s set
	if err := json.Unmarshal(raw, &s); err != nil {
		t.Fatal(err)
	}
	if len(s.Clips) != 1 || s.Files != 1 || s.Failed != 1 {
		t.Fatalf("%+v", s)
	}
	c := s.Clips[0]
	if c.Rate != 25 || c.Raw != 40*c.Joints*5 || len(c.Bounds) != 2 {
		t.Errorf("%+v", c)
	}
	for _, b := range c.Bounds {
		if !(b.Packed > 0 && b.Small > 0 && b.Error <= b.Bound && b.On.Least > 0 && b.Seek.Least > 0) {
			t.Errorf("%+v", b)
		}
	}
}

func TestLibraries(t *testing.T) {
	var stdout, stderr bytes.Buffer
	file := filepath.Join(folder(t), "a", "swing.bvh")
	if code := run([]string{"-for", "1ms", "-libraries", file + "@50"}, &stdout, &stderr); code != 0 {
		t.Fatalf("code %d: %s", code, &stderr)
	}
	for _, want := range []string{"| swing: 3 joints, 9 samples | 0.1 mm | 1,080 |", "| 1 mm |", "| Sinew, small |", "| swing | Sinew |", "1,000, anywhere"} {
		if !strings.Contains(stdout.String(), want) {
			t.Errorf("no %q in\n%s", want, &stdout)
		}
	}
}

func TestBake(t *testing.T) {
	var stdout, stderr bytes.Buffer
	out := filepath.Join(t.TempDir(), "bake")
	if code := run([]string{"-bake", "-o", out, folder(t)}, &stdout, &stderr); code != 0 {
		t.Fatalf("code %d: %s", code, &stderr)
	}
	raw, err := os.ReadFile(out + ".json")
	if err != nil {
		t.Fatal(err)
	}
	var all []bakedFile
	if err := json.Unmarshal(raw, &all); err != nil {
		t.Fatal(err)
	}
	if len(all) != 2 || len(all[1].Clips) != 1 || all[0].Failed == "" {
		t.Fatalf("%+v", all)
	}
	c := all[1].Clips[0]
	if worst := max(c.On, c.Between); !(all[1].Seconds > 0 && c.Bytes > 0 && c.Smaller > 0 && worst > 0 && worst <= 1e-4) || c.OnFrames || c.Joints != 0 {
		t.Errorf("%+v", all[1])
	}
}

func TestCalls(t *testing.T) {
	for _, c := range []struct {
		args []string
		code int
	}{{nil, 2}, {[]string{"-h"}, 0}, {[]string{"-nonsense"}, 2}, {[]string{"no such file"}, 1}, {[]string{t.TempDir()}, 1}} {
		var stdout, stderr bytes.Buffer
		if code := run(c.args, &stdout, &stderr); code != c.code {
			t.Errorf("%q: code %d, want %d: %s", c.args, code, c.code, &stderr)
		}
	}
}

func TestRates(t *testing.T) {
	for arg, want := range map[string]struct {
		path string
		rate float64
	}{"run.fbx": {"run.fbx", 0}, "run.fbx@30": {"run.fbx", 30}, "a@b.fbx": {"a@b.fbx", 0}, "x@0": {"x@0", 0}} {
		if path, rate := atRate(arg); path != want.path || rate != want.rate {
			t.Errorf("%q: %q at %v", arg, path, rate)
		}
	}
}

func TestNumbers(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 1234567: "1,234,567"} {
		if got := thousands(n); got != want {
			t.Errorf("%d: %q", n, got)
		}
	}
	for v, want := range map[float64]string{0: "0.00", 0.09868: "0.0987", 1.2345: "1.23", 99.94: "99.9", 3686.4: "3,686"} {
		if got := digits(v); got != want {
			t.Errorf("%v: %q", v, got)
		}
	}
}
