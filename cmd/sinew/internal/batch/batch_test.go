package batch_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/batch"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/spf13/cobra"
)

// folder has empty files, and is the working folder.
func folder(t *testing.T, names ...string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for _, name := range names {
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o777), os.WriteFile(name, nil, 0o666)); err != nil {
			t.Fatal(err)
		}
	}
}

// Folders and patterns give their models, each once and in order, at their places, without what lies
// beside models; files that are named are taken as they are.
func TestFind(t *testing.T) {
	folder(t, "m/b.fbx", "m/a.glb", "m/a.bin", "m/a.events.toml", "m/sub/z.FBX", "m/sub/z.png", "m/bob.md5mesh", "m/bob.md5anim",
		"m/ogre.mesh.xml", "m/ogre.skeleton.xml", "m/out/old.glb", "m/tube.obj", "one.obj")
	// Links to files, to folders, in a circle, and to nothing.
	for link, to := range map[string]string{"m/link.fbx": "b.fbx", "linked": "m/sub", "around/a": "../around", "around/gone.glb": "nothing.glb"} {
		if err := errors.Join(os.MkdirAll(filepath.Dir(link), 0o777), os.Symlink(to, link)); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		args, out, want string
		many            bool
	}{
		{"m", "m/out", "a.glb b.fbx bob.md5mesh link.fbx ogre.mesh.xml sub/z.FBX", true},
		{"m", "", "a.glb b.fbx bob.md5mesh link.fbx ogre.mesh.xml out/old.glb sub/z.FBX", true},
		{"m/b.fbx", "", "b.fbx", false},
		{"m/b.fbx m/a.glb m/../m/b.fbx", "", "b.fbx a.glb", true},
		{"m/*.fbx", "", "b.fbx link.fbx", true},
		{"m/a.*", "", "a.glb", true},
		{"m/*.obj one.obj", "", "tube.obj one.obj", true},
		{"m/s*", "", "sub/z.FBX", true},
		{"*/sub/*", "", "m/sub/z.FBX", true},
		{"missing.fbx", "", "missing.fbx", false},
		{"missing.fbx m/b.fbx", "", "missing.fbx b.fbx", true},
		{"one.obj nothing*", "", "one.obj !", true},
		{"linked", "", "z.FBX", true},
		{"linked/", "", "z.FBX", true},
		{"link*", "", "linked/z.FBX", true},
		{"around", "", "gone.glb", true},
		{"-", "", "stdin", false},
	} {
		found, err := batch.Find(strings.Fields(c.args), c.out)
		if err != nil {
			t.Errorf("%s: %v", c.args, err)
			continue
		}
		var places []string
		for _, f := range found.List {
			if f.Err != nil {
				f.Place = "!"
			}
			places = append(places, filepath.ToSlash(f.Place))
		}
		if got := strings.Join(places, " "); got != c.want || found.Many != c.many {
			t.Errorf("%s: %s, %v; want %s, %v", c.args, got, found.Many, c.want, c.many)
		}
	}
	for args, says := range map[string]string{"m/sub/[": "not a pattern", "none*": `no model file matches "none*"`, "e": "no model file in the folder e"} {
		if err := os.MkdirAll("e", 0o777); err != nil {
			t.Fatal(err)
		}
		if _, err := batch.Find([]string{args}, ""); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", args, err)
		}
	}
	if _, err := batch.Find([]string{"m"}, "m"); err == nil || !strings.Contains(err.Error(), "the folder of the models") {
		t.Errorf("the output is the folder: %v", err)
	}
}

// An output that is a folder keeps the places of files, {file} says them, and two of one name are an
// error that --full-names mends where extensions differ.
func TestOutputs(t *testing.T) {
	folder(t, "here.glb/x", "there/x")
	for _, c := range []struct{ args, out, want string }{
		{"a.fbx", "out/", "out/{file}.glb"}, {"a.fbx", "there", "there/{file}.glb"}, {"a.fbx", "out", ""}, {"a.fbx b.fbx", "out", "out/{file}.glb"},
		{"there", "out", "out/{file}.glb"}, {"*.fbx", "out", "out/{file}.glb"}, {"a.fbx", ".", "{file}.glb"}, {"a.fbx", "..", "../{file}.glb"},
		{"a.fbx", "a/{file}.gltf", "a/{file}.gltf"}, {"a.fbx b.fbx", "x.glb", ""}, {"a.fbx", "here.glb", ""}, {"a.fbx", "here.glb/", "here.glb/{file}.glb"},
		{"a.fbx", "", ""}, {"there", "", ""},
	} {
		got, ok := batch.Template(strings.Fields(c.args), c.out, ".glb")
		if ok != (c.want != "") || filepath.ToSlash(got) != c.want && ok || !ok && got != c.out {
			t.Errorf("%s to %q: %q, %v", c.args, c.out, got, ok)
		}
	}
	for template, want := range map[string]string{"out/{file}.glb": "out", "out/x-{file}.glb": "out", "{file}.glb": "", "out/x.glb": "", "a/b/{file}/c.glb": "a/b"} {
		if got := filepath.ToSlash(batch.FolderOf(template)); got != want {
			t.Errorf("%s: %q", template, got)
		}
	}
	files := []batch.File{{Path: "m/a.fbx", Place: "a.fbx"}, {Path: "m/sub/a.fbx", Place: "sub/a.fbx"}, {Path: "m/b.c.dae", Place: "b.c.dae"}}
	outs, err := batch.Outputs(files, "out/{file}.glb", false)
	if got := filepath.ToSlash(strings.Join(outs, " ")); err != nil || got != "out/a.glb out/sub/a.glb out/b.c.glb" {
		t.Errorf("%s, %v", got, err)
	}
	outs, err = batch.Outputs(files, "out/{file}/x.glb", true)
	if got := filepath.ToSlash(strings.Join(outs, " ")); err != nil || got != "out/a.fbx/x.glb out/sub/a.fbx/x.glb out/b.c.dae/x.glb" {
		t.Errorf("%s, %v", got, err)
	}
	twice := append(files, batch.File{Path: "m/a.dae", Place: "a.dae"})
	if _, err := batch.Outputs(twice, "out/{file}.glb", false); err == nil || !strings.Contains(err.Error(), "m/a.fbx and m/a.dae would both become out/a.glb: --full-names") {
		t.Error(err)
	}
	if _, err := batch.Outputs(twice, "out/{file}.glb", true); err != nil {
		t.Error(err)
	}
	same := []batch.File{{Path: "1/a.fbx", Place: "a.fbx"}, {Path: "2/a.fbx", Place: "a.fbx"}}
	if _, err := batch.Outputs(same, "out/{file}.glb", true); err == nil || strings.Contains(err.Error(), "--full-names") {
		t.Error(err)
	}
	if _, err := batch.Outputs([]batch.File{{Path: "a.fbx", Place: "a.fbx"}, {Path: "./a.glb", Place: "b.glb"}}, "{file}.glb", false); err == nil ||
		!strings.Contains(err.Error(), "is an input") {
		t.Error(err)
	}
}

// Results come in order whatever finishes first, no more than the workers run, and an error of done or
// the end of the context ends the rest.
func TestEach(t *testing.T) {
	for _, workers := range []int{1, 3, 100} {
		var running, most atomic.Int64
		release := make([]chan struct{}, 20)
		for i := range release {
			release[i] = make(chan struct{})
		}
		var got []int
		err := batch.ForEach(t.Context(), len(release), workers, func(_ context.Context, i int) int {
			if n := running.Add(1); n > most.Load() {
				most.Store(n)
			}
			defer running.Add(-1)
			if workers == 100 && i+1 < len(release) { // the last is done first
				<-release[i+1]
			}
			close(release[i])
			return i * i
		}, func(r int) error {
			got = append(got, r)
			return nil
		})
		want := make([]int, len(release))
		for i := range want {
			want[i] = i * i
		}
		if err != nil || !slices.Equal(got, want) || most.Load() > int64(workers) {
			t.Errorf("%d workers: %v, %d at once, %v", workers, got, most.Load(), err)
		}
	}
	for _, workers := range []int{1, 4} {
		enough, begun := errors.New("enough"), atomic.Int64{}
		done := 0
		err := batch.ForEach(t.Context(), 1000, workers, func(ctx context.Context, i int) int {
			begun.Add(1)
			return i
		}, func(r int) error {
			if done++; r == 5 {
				return enough
			}
			return nil
		})
		if !errors.Is(err, enough) || done != 6 {
			t.Errorf("%d workers: %v after %d", workers, err, done)
		}
		ctx, cancel := context.WithCancel(t.Context())
		done = 0
		err = batch.ForEach(ctx, 1000, workers, func(ctx context.Context, i int) int {
			if i == 5 {
				cancel()
				<-ctx.Done()
			}
			return i
		}, func(int) error {
			done++
			return nil
		})
		if !errors.Is(err, context.Canceled) || done > 5 {
			t.Errorf("%d workers: %v after %d", workers, err, done)
		}
	}
}

// square is the result of a number.
type square struct {
	Square int `json:"square"`
}

func (s *square) Write(p *console.Page) { p.Line("the square is %d", s.Square) }

// Run prints the page of each file, a table, and why files failed; in JSON each file has its result or
// its error. Warnings come in the order of the files, and the exit is an error that names the failed.
func TestRun(t *testing.T) {
	bad := errors.New("it has no square")
	var files []batch.File
	for i := range 9 {
		files = append(files, batch.File{Path: fmt.Sprintf("dir/%d.fbx", i)})
	}
	files[7].Err = errors.New("no entry")
	run := func(json bool) (stdout, stderr string, err error) {
		var out, errs bytes.Buffer
		cmd := &cobra.Command{}
		cmd.SetContext(t.Context())
		cmd.SetOut(&out)
		cmd.SetErr(&errs)
		err = batch.Run(cmd, console.Output{JSON: json}, batch.Work[*square]{
			Files: files, Workers: 4, Head: []string{"square"}, Row: func(s *square) []string { return []string{fmt.Sprint(s.Square)} },
			Do: func(_ context.Context, i int, f batch.File, warn io.Writer) (*square, error) {
				switch i {
				case 2:
					return nil, fmt.Errorf("%s: %w", f.Path, bad)
				case 3:
					return &square{9}, bad
				}
				fmt.Fprintf(warn, "%d\n", i)
				return &square{i * i}, nil
			},
		})
		return out.String(), errs.String(), err
	}
	page, warnings, err := run(false)
	if err == nil || err.Error() != "3 of 9 files failed: dir/2.fbx, dir/3.fbx, dir/7.fbx" {
		t.Errorf("the error is %v", err)
	}
	for _, part := range []string{
		"the square is 1\n\nthe square is 9\n\nthe square is 16\n", "\nfile       square\ndir/0.fbx       0\n", "\ndir/2.fbx  FAILED\ndir/3.fbx       9\n",
		"\n\nFAILED: dir/2.fbx: it has no square\nFAILED: dir/3.fbx: it has no square\nFAILED: dir/7.fbx: no entry\n9 files: 3 failed, in ",
	} {
		if !strings.Contains(page, part) {
			t.Errorf("the page lacks %q:\n%s", part, page)
		}
	}
	if warnings != "0\n1\n4\n5\n6\n8\n" {
		t.Errorf("the warnings are %q", warnings)
	}
	doc, _, err := run(true)
	if err == nil || !strings.HasPrefix(doc, `{"files": [
{"file":"dir/0.fbx","result":{"square":0}},
{"file":"dir/1.fbx","result":{"square":1}},
{"file":"dir/2.fbx","error":"dir/2.fbx: it has no square"},
{"file":"dir/3.fbx","error":"it has no square","result":{"square":9}},
`) || !strings.Contains(doc, "\n], \"failed\":3, \"seconds\":") {
		t.Errorf("%v, the document is\n%s", err, doc)
	}
}
