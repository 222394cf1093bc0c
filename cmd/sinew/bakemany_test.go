//go:build cgo

package main

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/baker"
	"github.com/sinew-anim/sinew/internal/testing/must"
)

// folderOfTurns has models in folders, each with a turn of its own.
func folderOfTurns(t *testing.T, n int) string {
	t.Helper()
	dir := t.TempDir()
	for i := range n {
		file := filepath.Join(dir, fmt.Sprint("part ", i%2), fmt.Sprintf("turn%d.bvh", i))
		writeTurn(t, file, 10*(i+1))
	}
	return dir
}

func writeTurn(t *testing.T, file string, degrees int) {
	t.Helper()
	put(t, file, strings.ReplaceAll(smallBVH, " 90 ", fmt.Sprintf(" %d ", degrees)))
}

// filesBelow is the files below a folder, by place.
func filesBelow(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := make(map[string]string)
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		place, _ := filepath.Rel(dir, path)
		files[filepath.ToSlash(place)] = string(data)
		return err
	})
	must.Do(t, err)
	return files
}

// TestBakeShards: the parts of a build farm make each archive once, and together
// what one run makes.
func TestBakeShards(t *testing.T) {
	in, whole, parts := folderOfTurns(t, 7), t.TempDir(), t.TempDir()
	bakeJSON(t, in, "-o", whole)
	sum := 0
	for i := range 3 {
		said := bakeJSON(t, in, "-o", parts, "--shard", fmt.Sprintf("%d/3", i+1), "--workers", fmt.Sprint(i+1))
		for _, f := range said.Files {
			if f.Skipped {
				t.Errorf("part %d finds %s already made", i+1, f.Output)
			}
		}
		sum += len(said.Files)
	}
	want := filesBelow(t, whole)
	if sum != 7 || len(want) != 7 || !maps.Equal(filesBelow(t, parts), want) {
		t.Errorf("%d archives of parts, %d of the whole, or not the same", sum, len(want))
	}
}

// TestBakeResumes: a second run makes what is missing or of other input, and
// leaves the rest as it is.
func TestBakeResumes(t *testing.T) {
	in, out := folderOfTurns(t, 4), t.TempDir()
	if got := made(bakeJSON(t, in, "-o", out)); len(got) != 4 {
		t.Errorf("first it makes %q", got)
	}
	if got := made(bakeJSON(t, in, "-o", out)); got != nil {
		t.Errorf("with nothing to do it makes %q", got)
	}
	before := filesBelow(t, out)
	writeTurn(t, filepath.Join(in, "part 1", "turn3.bvh"), 5)
	must.Do(t, os.Remove(filepath.Join(out, "part 0", "turn2.sinew")))
	if got := made(bakeJSON(t, in, "-o", out)); !slices.Equal(got, []string{"turn2.sinew", "turn3.sinew"}) {
		t.Errorf("after changes it makes %q", got)
	}
	after := filesBelow(t, out)
	for place, data := range before {
		if changed := after[place] != data; changed != (place == "part 1/turn3.sinew") {
			t.Errorf("%s: changed %v", place, changed)
		}
	}
}

// stopAfter is a writer that cancels at its first line.
type stopAfter struct {
	text   bytes.Buffer
	cancel context.CancelFunc
}

func (s *stopAfter) Write(p []byte) (int, error) {
	s.cancel()
	return s.text.Write(p)
}

// TestBakeInterrupted: where nobody sees a bar each archive is told of when it is
// done; what was interrupted then goes on where it was.
func TestBakeInterrupted(t *testing.T) {
	in, out := folderOfTurns(t, 6), t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	stdout, stderr := &stopAfter{cancel: cancel}, new(bytes.Buffer)
	code := run(ctx, []string{"bake", in, "-o", out, "--workers", "1"}, strings.NewReader(""), stdout, stderr)
	if code != exitFailed || !strings.Contains(stdout.text.String(), "turn0.sinew: ") || strings.Contains(stdout.text.String(), "turn5.sinew") {
		t.Errorf("exit code %d:\n%s", code, &stdout.text)
	}
	checkComplaint(t, stderr.String(), "interrupted")
	first := filesBelow(t, out)
	if len(first) == 0 || len(first) == 6 {
		t.Fatalf("it leaves %d archives", len(first))
	}
	if got := made(bakeJSON(t, in, "-o", out)); len(got) != 6-len(first) {
		t.Errorf("then it makes %q of 6 with %d there", got, len(first))
	}
	if got := filesBelow(t, out); len(got) != 6 {
		t.Errorf("there are %d files", len(got))
	}
}

// TestBakeFails: an archive that cannot be made does not keep the others from being made.
func TestBakeFails(t *testing.T) {
	in, out := folderOfTurns(t, 2), t.TempDir()
	broken := filepath.Join(in, "part 0", "broken.bvh")
	put(t, broken, "HIERARCHY\nROOT")
	code, stdout, stderr := sinew(t, "bake", in, "-o", out, "--bank", "--json")
	said := decode[baker.Summary](t, stdout)
	if code != exitFailed || len(said.Files) != 3 || !strings.Contains(said.Files[0].Error, broken) || len(said.Files[1].Bank) != 1 || said.Files[1].Bank[0].Keys < 2 {
		t.Errorf("exit code %d: %+v", code, said)
	}
	checkComplaint(t, stderr, "1 of 3", "broken.sinew")
	if got := slices.Sorted(maps.Keys(filesBelow(t, out))); !slices.Equal(got, []string{"part 0/turn0.sinew", "part 1/turn1.sinew"}) {
		t.Errorf("it makes %q", got)
	}
}

// TestBakeFar: where rounding to float32 is more than the bound a clip stays as it is.
func TestBakeFar(t *testing.T) {
	file, out := write(t, "far.bvh", strings.ReplaceAll(smallBVH, "\n1 0 0 ", "\n100000 0 0 ")), filepath.Join(t.TempDir(), "far.sinew")
	if c := bakeJSON(t, file, "-o", out).Files[0].Clips[0]; c.Bound != 0 {
		t.Errorf("%+v", c)
	}
	if p := infoOf(t, out).Archive.Packed; len(p) != 1 || p[0].Bound != 0 {
		t.Errorf("info says %+v", p)
	}
	if d := diffJSON(t, file, out); d.Joint != 0 {
		t.Errorf("it plays otherwise: %+v", d)
	}
}

// TestBakeConfigAgain: what --print-config prints does as a file what the flags
// did that it was printed with.
func TestBakeConfigAgain(t *testing.T) {
	flags := []string{"--bank", "--bound", "0.002", "--distance", "0.1", "--weight-bound", "0.01", "--meshes=false", "--clips", "exact"}
	config := write(t, "bake.toml", []byte(succeed(t, append([]string{"bake", "--print-config"}, flags...)...)))
	if again := succeed(t, "bake", "--print-config", "--config", config); again != read(t, config) {
		t.Errorf("printed again it is\n%s", again)
	}
	out := filepath.Join(t.TempDir(), "a.sinew")
	bakeJSON(t, append([]string{strider(t, "strider_walk.fbx"), "-o", out}, flags...)...)
	if got := made(bakeJSON(t, strider(t, "strider_walk.fbx"), "-o", out, "--config", config)); got != nil {
		t.Errorf("by the file it makes %q anew", got)
	}
	if got := made(bakeJSON(t, strider(t, "strider_walk.fbx"), "-o", out, "--config", config, "--clips", "packed")); len(got) != 1 {
		t.Error("a flag does not count more than the file")
	}
}

// TestBakeWarnsOfUnits: of files of one skeleton in which figures differ so much that other
// units are assumed for them, bake says so.
func TestBakeWarnsOfUnits(t *testing.T) {
	dir := t.TempDir()
	for name, height := range map[string]string{"man.bvh": "90", "child.bvh": "45", "other.bvh": "88"} {
		put(t, filepath.Join(dir, name), strings.ReplaceAll(smallBVH, "OFFSET 0 1 0", "OFFSET 0 "+height+" 0"))
	}
	for _, c := range []struct {
		args []string
		want bool
	}{{nil, true}, {[]string{"--unit", "cm"}, false}} {
		code, _, stderr := sinew(t, append([]string{"bake", dir, "-o", filepath.Join(t.TempDir(), "out")}, c.args...)...)
		if code != exitOK || (stderr != "") != c.want {
			t.Errorf("%v: code %d, %q", c.args, code, stderr)
		} else if c.want {
			checkComplaint(t, stderr, "child.bvh", "0.0254 m", "man.bvh", "0.01 m")
		}
	}
}
