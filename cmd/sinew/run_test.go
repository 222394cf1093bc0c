//go:build cgo

package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestBadInput runs command lines that cannot succeed: each has to give its
// exit code, nothing on the standard output, and one line that names what is
// wrong.
func TestBadInput(t *testing.T) {
	walk := strider(t, "strider_walk.fbx")
	bvh := write(t, "line.bvh", []byte(smallBVH))
	still := write(t, "triangle.obj", []byte(smallOBJ))
	cases := []struct {
		name string
		code int
		want []string // parts of the line
		args []string
	}{
		{"missing", 1, []string{"nowhere.fbx", "does not exist"}, []string{"info", "nowhere.fbx"}},
		{"missing with", 1, []string{"nowhere.fbx", "does not exist"}, []string{"info", walk, "--with", "nowhere.fbx"}},
		{"empty", 1, []string{"empty.fbx", "empty"}, []string{"info", write(t, "empty.fbx", nil)}},
		{"truncated", 1, []string{"cut.fbx"}, []string{"pose", write(t, "cut.fbx", head(t, walk, 20000))}},
		{"truncated glb", 1, []string{"cut.glb"}, []string{"pose", write(t, "cut.glb", head(t, strider(t, "strider.glb"), 20000))}},
		{"not what its name says", 1, []string{"noise.fbx"}, []string{"info", write(t, "noise.fbx", []byte("no model at all"))}},
		{"unknown format", 1, []string{"unknown model format", `"xyz"`}, []string{"info", write(t, "model.xyz", []byte("?"))}},
		{"damaged archive", 1, []string{"walk.sinew", "malformed data"}, []string{"info", write(t, "walk.sinew", []byte("no archive, whatever its name says"))}},
		{"folder", 1, []string{"folder"}, []string{"info", t.TempDir()}},
		{"unknown clip", 1, []string{`no clip "Scneu"`, `near are "Scene" (0)`}, []string{"pose", walk, "--clip", "Scneu"}},
		{"clip of a model without", 1, []string{"has no clips", "--with"}, []string{"pose", still, "--clip", "walk"}},
		{"clip twice", 2, []string{"twice"}, []string{"pose", walk, "--clip", "0", "--clip", "Scene"}},
		{"palette without a skin", 1, []string{"no skin"}, []string{"pose", bvh, "--space", "palette"}},
		{"joints that do not match", 1, []string{"do not match", "line.bvh"}, []string{"info", walk, "--with", bvh}},
		{"with without clips", 1, []string{"no animation", "triangle.obj"}, []string{"info", walk, "--with", still}},
		{"no command", 2, []string{`unknown command "inof"`}, []string{"inof"}},
		{"no file", 2, []string{"info takes a model file, a folder"}, []string{"info"}},
		{"two files", 2, []string{"not 2", "see sinew pose --help"}, []string{"pose", walk, walk}},
		{"unknown flag", 2, []string{"--speed"}, []string{"pose", walk, "--speed", "2"}},
		{"flag without a value", 2, []string{"--time"}, []string{"pose", walk, "--time"}},
		{"time that is no number", 2, []string{"--time", `"soon"`}, []string{"pose", walk, "--time", "0,soon"}},
		{"NaN time", 2, []string{"--time", `"NaN"`}, []string{"pose", walk, "--time", "NaN"}},
		{"endless time", 2, []string{"--time", `"Inf"`}, []string{"pose", walk, "--time", "Inf"}},
		{"unknown space", 2, []string{"--space", `"world"`}, []string{"pose", walk, "--space", "world"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			code, stdout, stderr := sinew(t, c.args...)
			if code != c.code {
				t.Errorf("exit code %d, want %d", code, c.code)
			}
			if stdout != "" {
				t.Errorf("printed %q", stdout)
			}
			checkComplaint(t, stderr, c.want...)
		})
	}
}

// TestPipes: a pipe into which nobody writes is refused, not waited for.
func TestPipes(t *testing.T) {
	walk := strider(t, "strider_walk.fbx")
	for _, name := range []string{"pipe.fbx", "pipe.sinew"} {
		pipe := filepath.Join(t.TempDir(), name)
		if err := syscall.Mkfifo(pipe, 0o600); err != nil {
			t.Skip(err)
		}
		for _, args := range [][]string{{"info", pipe}, {"pose", pipe}, {"diff", walk, pipe}, {"info", walk, "--with", pipe}, {"bake", pipe, "-o", t.TempDir()}} {
			ended := make(chan string, 1)
			go func() {
				code, _, stderr := sinew(t, args...)
				ended <- fmt.Sprint(code, " ", stderr)
			}()
			select {
			case said := <-ended:
				if !strings.HasPrefix(said, "1 ") || !strings.Contains(said, "regular file") {
					t.Errorf("%v: %s", args, said)
				}
			case <-time.After(20 * time.Second):
				t.Fatalf("%v waits", args)
			}
		}
	}
}

// TestInterrupted: a cancelled context ends a command with one line.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, args := range [][]string{{"info", strider(t, "strider_walk.fbx")}, {"pose", strider(t, "strider_walk.fbx")}, {"bench", strider(t, "strider_walk.fbx")}} {
		code, stdout, stderr := sinewUntil(t, ctx, args...)
		if code != exitFailed || stdout != "" {
			t.Errorf("%s: exit code %d, printed %q", args[0], code, stdout)
		}
		checkComplaint(t, stderr, "interrupted")
	}
}

func TestHelp(t *testing.T) {
	for _, args := range [][]string{{}, {"--help"}, {"info", "--help"}, {"pose", "--help"}, {"render", "--help"}, {"view", "--help"}, {"bench", "--help"}, {"demo", "--help"}} {
		for _, line := range strings.Split(succeed(t, args...), "\n") {
			if len([]rune(line)) > 110 {
				t.Errorf("sinew %v: a line of %d columns: %s", args, len([]rune(line)), line)
			}
		}
	}
	if v := succeed(t, "--version"); !strings.HasPrefix(v, "sinew ") {
		t.Errorf("version is %q", v)
	}
}

// TestFullDevice: output that cannot be written is a failure.
func TestFullDevice(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	defer full.Close()
	for _, args := range [][]string{{"info"}, {"info", "--json"}, {"pose"}, {"pose", "--json"}} {
		var errs bytes.Buffer
		code := run(t.Context(), append(args, strider(t, "strider.glb")), strings.NewReader(""), full, &errs)
		if code != exitFailed {
			t.Errorf("%v: exit code %d", args, code)
		}
		checkComplaint(t, errs.String(), "no space left")
	}
}
