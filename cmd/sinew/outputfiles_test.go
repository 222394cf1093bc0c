//go:build cgo && unix

package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
)

// TestOutputsByOneRule: package output alone makes files under names that users give.
func TestOutputsByOneRule(t *testing.T) {
	makes := map[string]bool{"Create": true, "CreateTemp": true, "WriteFile": true, "OpenFile": true, "Rename": true, "Link": true, "Symlink": true, "Truncate": true}
	within := filepath.FromSlash("internal/converter/formats.go") // files in the place aside of an output.Set
	found := false
	for _, root := range []string{".", "../../gpu", "../../exporter"} {
		err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				s, ok := n.(*ast.SelectorExpr)
				if !ok {
					return true
				}
				if of, ok := s.X.(*ast.Ident); ok && of.Name == "os" && makes[s.Sel.Name] {
					if found = found || path == within; path != within {
						t.Errorf("%s calls os.%s, not package output", path, s.Sel.Name)
					}
				}
				return true
			})
			return nil
		})
		must.Do(t, err)
	}
	if !found {
		t.Errorf("%s makes no files", within)
	}
}

// TestOutputsOfOneInput: what a model names is an input too, and two outputs are two files.
func TestOutputsOfOneInput(t *testing.T) {
	dir, model := t.TempDir(), strider(t, "strider.glb")
	t.Chdir(dir)
	succeed(t, "convert", model, "--only", "walk", "-o", "in.gltf")
	other := strings.ReplaceAll(read(t, "in.gltf"), "in.bin", "out.bin")
	for name, data := range map[string]string{"named.gltf": other, "out.bin": read(t, "in.bin"), "models/a.gltf": read(t, "in.gltf"), "o.json": "{}"} {
		put(t, name, data)
	}
	for _, link := range [][2]string{{"in.bin", "data.glb"}, {"in.gltf", "out.glb"}, {"in.gltf", "o.svg"}} {
		must.Do(t, os.Symlink(link[0], link[1]))
	}
	before := filesBelow(t, ".")
	for line, names := range map[string]string{
		"convert named.gltf -o out.gltf":                        "out.bin",
		"convert in.gltf -o data.glb":                           "data.glb in.bin",
		"edit in.gltf --reverse -o data.glb":                    "data.glb in.bin",
		"weights in.gltf --max 2 -o out.glb":                    "out.glb in.gltf",
		"retarget in.gltf --mirror -o out.glb":                  "out.glb in.gltf",
		"convert named.gltf --with in.gltf -o out.glb":          "out.glb in.gltf",
		"convert named.gltf in.gltf -o ./in.gltf":               "in.gltf",
		"convert ./in.gltf -o " + dir + "/in.gltf":              "in.gltf",
		"convert in.gltf named.gltf -o {file}.gltf":             "in.gltf",
		"plot named.gltf --with in*.gltf --joint hips -o o.svg": "o.svg",
		"edit in.gltf --reverse --ops o.json --save-ops o.json": "o.json",
		"edit in.gltf --reverse --save-ops x.glb -o ./x.glb":    "x.glb",
	} {
		code, _, stderr := sinew(t, strings.Fields(line)...)
		if checkSaid(t, stderr, strings.Fields(names)...); code == exitOK {
			t.Errorf("%s: exit code %d", line, code)
		}
	}
	if !maps.Equal(filesBelow(t, "."), before) {
		t.Error("an input has changed, or a file was made")
	}
}

// TestOutputsBesideModels: pictures and animations that a model is read with are inputs.
func TestOutputsBesideModels(t *testing.T) {
	from, dir := filepath.Join(filepath.Dir(strider(t, "")), "warden"), t.TempDir()
	t.Chdir(dir)
	for name, link := range map[string]string{"warden.md5mesh": "mesh.svg", "warden.md5anim": "motion.svg", "warden_body.png": "body.svg"} {
		put(t, name, read(t, filepath.Join(from, name)))
		must.Do(t, os.Symlink(name, link))
		must.Do(t, os.Symlink(name, strings.Replace(link, ".svg", ".sinew", 1)))
	}
	for _, name := range []string{"mesh", "motion", "body"} {
		refused(t, exitFailed, []string{"plot", "warden.md5mesh", "--joint", "hips", "-o", name + ".svg"}, name+".svg", "warden")
		code, _, stderr := sinew(t, "bake", "warden.md5mesh", "-o", name+".sinew")
		if checkSaid(t, stderr, name+".sinew", "warden"); code != exitFailed {
			t.Errorf("%s: exit code %d", name, code)
		}
	}
}

// TestKilled: what a run leaves that is killed in the middle is gone after the next run.
func TestKilled(t *testing.T) {
	needGPU(t)
	dir := t.TempDir()
	out := filepath.Join(dir, "walk.apng")
	cmd, _, _ := process(t, nil, nil, "render", strider(t, "strider.sinew"), "-o", out, "--frames", "100000", "--size", "64x64")
	must.Do(t, cmd.Start())
	part := filepath.Join(dir, ".walk.apng.part", "walk.apng")
	awaitFile(t, part)
	must.Do(t, cmd.Process.Kill())
	_ = cmd.Wait() // it says that it was killed
	if _, err := os.Stat(part); err != nil {
		t.Fatalf("nothing is left: %v", err)
	}
	succeed(t, "render", strider(t, "strider.sinew"), "-o", out, "--frames", "2", "--size", "16x12")
	onlyFile(t, out)
}

// TestStdoutErrors: each command notices that its page, or help, cannot be written.
func TestStdoutErrors(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	defer full.Close()
	for k, line := range []string{
		"info A --json", "help", "version", "plot A --joint hips -o -", "--version", "info --help", "help layers", "completion bash", "version --json", "info A", "pose A", "pose A --json",
		"lint A", "diff A A --times 1", "weights A", "rig A", "control --schema", "bake --print-config", "retarget A --mirror --clip wave", "doctor", "man MAN", "lint --rules",
		"convert A -o -", "bench A --n 1 --time 1ms --path keys",
	} {
		args := strings.Fields(strings.NewReplacer("A ", strider(t, "strider.sinew")+" ", "MAN", filepath.Join(t.TempDir(), "man")).Replace(line + " "))
		var stderr strings.Builder
		if code := run(t.Context(), args, strings.NewReader(""), full, &stderr); code != exitFailed {
			t.Errorf("%s >/dev/full: exit code %d, %s", line, code, &stderr)
		}
		checkComplaint(t, stderr.String(), "standard output")
		if testing.Short() && k >= 4 {
			continue
		}
		cmd, _, closed := process(t, nil, []string{"sh", "-c", `exec "$@" >&-`, "sh"}, args...)
		if code := exitCode(t, cmd.Run()); code != exitFailed {
			t.Errorf("%s >&-: exit code %d, %s", line, code, closed)
		}
		checkComplaint(t, closed.String(), "standard output")
	}
}

// TestClosedPipe: where the reader of the standard output has gone, commands end quietly, with the exit code of a process that
// SIGPIPE ended, and leave nothing in the folder of temporary files.
func TestClosedPipe(t *testing.T) {
	model, archive := strider(t, "strider.glb"), strider(t, "strider.sinew")
	graph := write(t, "graph.json", `{"version": 1, "name": "walk", "root": {"type": "clip", "clip": "walk"}}`)
	dir := t.TempDir()
	for _, line := range []string{
		"convert MODEL -o -", "bake A -o -", "plot A --joint hips -o -", "convert A -o DIR/a.glb", "bake A -o DIR/a.sinew", "info A", "info A --json", "pose A", "pose A --json",
		"diff A A --times 1", "lint A", "lint A --sarif", "lint --rules", "graph GRAPH", "graph GRAPH --json", "control --schema", "retarget A --mirror --clip wave", "rig A", "weights A",
		"edit A --reverse --clip wave -o DIR/b.sinew", "bench A --n 1 --time 1ms --path keys", "bake --print-config", "doctor", "version", "man DIR/man", "help", "info --help", "completion bash",
	} {
		args := strings.Fields(strings.NewReplacer("MODEL", model, "A ", archive+" ", "GRAPH", graph, "DIR", dir).Replace(line + " "))
		t.Run(line, func(t *testing.T) {
			r, w, err := os.Pipe()
			must.Do(t, err)
			must.Do(t, r.Close())
			defer w.Close()
			temporary := t.TempDir()
			cmd, _, stderr := process(t, []string{"TMPDIR=" + temporary}, nil, args...)
			cmd.Stdout = w
			if code := exitCode(t, cmd.Run()); code != exitClosed || stderr.Len() > 0 {
				t.Errorf("exit code %d: %s", code, stderr)
			}
			onlyFile(t, filepath.Join(temporary, "nothing"))
		})
	}
}
