//go:build cgo

package main

import (
	"context"
	"image/png"
	"maps"
	"runtime"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/summary"
	"github.com/sinew-anim/sinew/soa/archive"
)

// piped runs a command line with a standard input.
func piped(t *testing.T, in string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, problems strings.Builder
	code = run(context.Background(), args, strings.NewReader(in), &out, &problems)
	return code, out.String(), problems.String()
}

// TestStreams: models come from the standard input, and pictures and archives go to the
// standard output, which has nothing else.
func TestStreams(t *testing.T) {
	for _, name := range []string{"strider.glb", "strider_walk.fbx", "strider_wave.dae", "strider.sinew"} {
		data := read(t, strider(t, name))
		code, said, problem := piped(t, data, "info", "-", "--json")
		if in := decode[summary.Model](t, said); code != exitOK || len(in.Joints) != 34 {
			t.Errorf("%s: %d %s", name, code, problem)
		}
	}
	if code, said, problem := piped(t, "what is this", "info", "-"); code != exitFailed || said != "" || problem == "" {
		t.Errorf("no model: %d %q", code, problem)
	}
	code, baked, said := piped(t, "", "bake", strider(t, "strider.glb"), "-o", "-")
	if code != exitOK || !archive.Sniff([]byte(baked)) {
		t.Fatalf("bake: %d, %d bytes, %q", code, len(baked), said)
	}
	needGPU(t)
	code, picture, said := piped(t, baked, "render", "-", "--size", "40x30", "-o", "-")
	if code != exitOK || said != "" {
		t.Fatalf("render: %d %q", code, said)
	}
	if img, err := png.Decode(strings.NewReader(picture)); err != nil || img.Bounds().Dx() != 40 {
		t.Errorf("render: %v", err)
	}
	if code, film, _ := piped(t, baked, "render", "-", "--size", "20x20", "--frames", "2", "-o", "-.gif"); code != exitOK || !strings.HasPrefix(film, "GIF89a") {
		t.Errorf("a film: %d, %d bytes", code, len(film))
	}
}

// TestCompletion: a shell is offered the clips of the file, words, and files that are models,
// and its help has no marks.
func TestCompletion(t *testing.T) {
	file := strider(t, "strider.glb")
	for _, c := range []struct {
		args []string
		want []string
	}{
		{[]string{"render", file, "--clip", ""}, []string{"walk\t", "jump\t"}},
		{[]string{"render", file, "--camera", ""}, []string{"front\n", "side\n"}},
		{[]string{"info", ""}, []string{"fbx\n", "sinew\n", ":8"}},
		{[]string{"render", file, "--ti"}, []string{"--time\ttime of a still in seconds"}},
	} {
		code, said, _ := sinew(t, append([]string{"__complete"}, c.args...)...)
		if code != exitOK {
			t.Errorf("%q: exit code %d", c.args, code)
		}
		for _, want := range c.want {
			if !strings.Contains(said, want) {
				t.Errorf("%q: no %q in %q", c.args, want, said)
			}
		}
	}
}

// TestManual: each command has a page without the marks of its sources, the same each time.
func TestManual(t *testing.T) {
	dir := t.TempDir()
	succeed(t, "man", dir)
	first := filesBelow(t, dir)
	for _, c := range newRoot().Commands() {
		page := first["sinew-"+c.Name()+".1"]
		if c.Runnable() && (!strings.Contains(page, ".SH NAME") || !strings.Contains(page, strings.ReplaceAll(c.Name(), "-", "\\-")) || strings.Contains(page, "`")) {
			t.Errorf("the page of %s is %.200q", c.Name(), page)
		}
	}
	if succeed(t, "man", dir); !maps.Equal(filesBelow(t, dir), first) {
		t.Error("a second time they are other pages")
	}
}

// TestVersion: the command says of what it is built.
func TestVersion(t *testing.T) {
	said := succeed(t, "version")
	if first, _, _ := strings.Cut(said, "\n"); first+"\n" != succeed(t, "--version") || !strings.Contains(said, runtime.Version()) || !strings.Contains(said, runtime.GOARCH) {
		t.Errorf("it says %q", said)
	}
}
