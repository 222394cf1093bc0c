//go:build cgo

package main

import (
	"bytes"
	"context"
	"image/png"
	"os"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/soa/archive"
)

// piped runs a command line with a standard input.
func piped(t *testing.T, in []byte, args ...string) (code int, stdout []byte, stderr string) {
	t.Helper()
	var out, problems bytes.Buffer
	code = run(context.Background(), args, bytes.NewReader(in), &out, &problems)
	return code, out.Bytes(), problems.String()
}

// TestStreams: models come from the standard input, and pictures and archives go to the
// standard output, which has nothing else.
func TestStreams(t *testing.T) {
	for _, name := range []string{"strider.glb", "strider_walk.fbx", "strider_wave.dae", "strider.sinew"} {
		data, err := os.ReadFile(strider(t, name))
		if err != nil {
			t.Fatal(err)
		}
		code, said, problem := piped(t, data, "info", "-")
		if code != exitOK || !bytes.Contains(said, []byte("34 joints")) {
			t.Errorf("%s: %d %s %s", name, code, said, problem)
		}
	}
	if code, _, said := piped(t, []byte("what is this"), "info", "-"); code != exitFailed || !strings.Contains(said, "standard input") {
		t.Errorf("no model: %d %q", code, said)
	}
	code, baked, said := piped(t, nil, "bake", strider(t, "strider.glb"), "-o", "-")
	if code != exitOK || !archive.Sniff(baked) {
		t.Fatalf("bake: %d, %d bytes, %q", code, len(baked), said)
	}
	needGPU(t)
	code, picture, said := piped(t, baked, "render", "-", "--size", "40x30", "-o", "-")
	if code != exitOK || said != "" {
		t.Fatalf("render: %d %q", code, said)
	}
	if img, err := png.Decode(bytes.NewReader(picture)); err != nil || img.Bounds().Dx() != 40 {
		t.Errorf("render: %v", err)
	}
	if code, film, _ := piped(t, baked, "render", "-", "--size", "20x20", "--frames", "2", "-o", "-.gif"); code != exitOK || !bytes.HasPrefix(film, []byte("GIF89a")) {
		t.Errorf("a film: %d, %d bytes", code, len(film))
	}
}

// TestNearMisses: what is no command or flag may nearly be one.
func TestNearMisses(t *testing.T) {
	for args, want := range map[string]string{
		"rendr a.fbx":               `did you mean "render"?`,
		"rendr a.fbx --help":        `did you mean "render"?`,
		"help rendr":                `unknown help topic "rendr", did you mean "render"?`,
		"help evnts":                `did you mean "events"?`,
		"help completion bsh":       `did you mean "bash"?`,
		"help qqqqqqqq":             `unknown help topic "qqqqqqqq"`,
		"render a.fbx --instance 3": "did you mean --instances?",
		"info a.fbx --jsn":          "did you mean --json?",
	} {
		code, printed, said := sinew(t, strings.Fields(args)...)
		if code != exitUsage || printed != "" || !strings.Contains(said, want) {
			t.Errorf("%s: %d %q %q", args, code, said, printed)
		}
	}
	for _, args := range []string{"help", "--help", "help render", "help completion bash", "help help", "completion bash", "--version", "help events"} {
		succeed(t, strings.Fields(args)...)
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

// TestManual: each command has a page, the same each time.
func TestManual(t *testing.T) {
	dir := t.TempDir()
	succeed(t, "man", dir)
	page, err := os.ReadFile(dir + "/sinew-render.1")
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"SINEW", "contact", "sprites"} {
		if !bytes.Contains(page, []byte(part)) {
			t.Errorf("the page has no %q", part)
		}
	}
	if bytes.Contains(page, []byte("`")) {
		t.Error("the page has backquotes")
	}
	succeed(t, "man", dir)
	if again, err := os.ReadFile(dir + "/sinew-render.1"); err != nil || !bytes.Equal(page, again) {
		t.Errorf("the page differs: %v", err)
	}
}

// TestVersion: the command says of what it is built.
func TestVersion(t *testing.T) {
	if said := succeed(t, "version"); !strings.HasPrefix(said, "sinew ") || !strings.Contains(said, "built by go") {
		t.Errorf("it says %q", said)
	}
}
