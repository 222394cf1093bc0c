//go:build cgo && unix

package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
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
		if err != nil {
			t.Fatal(err)
		}
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
	for name, data := range map[string]string{"named.gltf": other, "out.bin": read(t, "in.bin"), "models/a.gltf": read(t, "in.gltf")} {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(data), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, link := range [][2]string{{"in.bin", "data.glb"}, {"in.gltf", "out.glb"}, {"made/b.json", "link.json"}} {
		if err := os.Symlink(link[0], link[1]); err != nil {
			t.Fatal(err)
		}
	}
	for line, says := range map[string]string{
		"convert named.gltf -o out.gltf":                        "out.bin is an input",
		"convert in.gltf -o data.glb":                           "data.glb is an input, in.bin",
		"edit in.gltf --reverse -o data.glb":                    "data.glb is an input, in.bin",
		"convert named.gltf --with in.gltf -o out.glb":          "out.glb is an input, in.gltf",
		"convert named.gltf in.gltf -o ./in.gltf":               "in.gltf is an input",
		"convert ./in.gltf -o " + dir + "/in.gltf":              "in.gltf is an input",
		"convert in.gltf named.gltf -o {file}.gltf":             "is an input",
		"plot named.gltf --with in*.gltf --joint hips -o o.svg": "o.svg is an input",
		"edit in.gltf --reverse --ops o.json --save-ops o.json": "o.json is an input",
		"edit in.gltf --reverse --save-ops x.glb -o ./x.glb":    "are one file",
	} {
		if strings.Contains(line, "o.svg") {
			if err := os.Symlink("in.gltf", "o.svg"); err != nil {
				t.Fatal(err)
			}
		}
		if strings.Contains(line, "o.json") {
			if err := os.WriteFile("o.json", []byte("{}"), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if code, _, stderr := sinew(t, strings.Fields(line)...); code == exitOK || !strings.Contains(stderr, says) {
			t.Errorf("%s: %d %s", line, code, stderr)
		}
	}
}

// TestOutputsBesideModels: pictures and animations that a model is read with are inputs.
func TestOutputsBesideModels(t *testing.T) {
	from, dir := filepath.Join(filepath.Dir(strider(t, "")), "warden"), t.TempDir()
	t.Chdir(dir)
	for name, link := range map[string]string{"warden.md5mesh": "mesh.svg", "warden.md5anim": "motion.svg", "warden_body.png": "body.svg"} {
		if err := os.WriteFile(name, []byte(read(t, filepath.Join(from, name))), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(name, link); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(name, strings.Replace(link, ".svg", ".sinew", 1)); err != nil {
			t.Fatal(err)
		}
	}
	for _, line := range []string{"plot warden.md5mesh --joint hips -o ", "bake warden.md5mesh -o "} {
		extension := ".svg"
		if strings.HasPrefix(line, "bake") {
			extension = ".sinew"
		}
		for _, name := range []string{"mesh", "motion", "body"} {
			if code, _, stderr := sinew(t, strings.Fields(line+name+extension)...); code != exitFailed || !strings.Contains(stderr, name+extension+" is an input, warden") {
				t.Errorf("%s%s%s: %d %s", line, name, extension, code, stderr)
			}
		}
	}
}

// TestKilled: what a run leaves that is killed in the middle is gone after the next run.
func TestKilled(t *testing.T) {
	needGPU(t)
	dir := t.TempDir()
	out := filepath.Join(dir, "walk.apng")
	cmd, _, _ := process(t, nil, nil, "render", strider(t, "strider.sinew"), "-o", out, "--frames", "100000", "--size", "64x64")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	part := filepath.Join(dir, ".walk.apng.part", "walk.apng")
	for begun := time.Now(); ; time.Sleep(time.Millisecond) {
		if _, err := os.Stat(part); err == nil {
			break
		}
		if time.Since(begun) > patience {
			t.Fatal("it does not begin")
		}
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // it says that it was killed
	if _, err := os.Stat(part); err != nil {
		t.Fatalf("nothing is left: %v", err)
	}
	succeed(t, "render", strider(t, "strider.sinew"), "-o", out, "--frames", "2", "--size", "16x12")
	onlyFile(t, out)
}

// TestStdoutErrors: each command notices that its page, or help, cannot be written.
func TestStdoutErrors(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("no /dev/full")
	}
	archive := strider(t, "strider.sinew")
	lines := [][]string{
		{"help"}, {"version"}, {"--version"}, {"info", "--help"}, {"help", "layers"}, {"completion", "bash"}, {"info", archive, "--json"}, {"version", "--json"},
		{"plot", archive, "--joint", "hips", "-o", "-"},
	}
	if !testing.Short() {
		lines = append(lines, [][]string{
			{"info", archive}, {"pose", archive}, {"lint", archive}, {"diff", archive, archive, "--times", "1"}, {"weights", archive}, {"rig", archive}, {"control", "--schema"},
			{"bake", "--print-config"}, {"retarget", archive, "--mirror", "--clip", "wave"}, {"doctor"}, {"man", filepath.Join(t.TempDir(), "man")}, {"lint", "--rules"},
			{"convert", archive, "-o", "-"}, {"bench", archive, "--n", "1", "--time", "1ms", "--path", "keys"},
		}...)
	}
	for _, args := range lines {
		for shell, says := range map[string]string{`exec "$@" >/dev/full`: "no space left", `exec "$@" >&-`: "closed"} {
			cmd, _, stderr := process(t, nil, []string{"sh", "-c", shell, "sh"}, args...)
			if code := exitCode(t, cmd.Run()); code != exitFailed {
				t.Errorf("%s, %s: exit code %d, %s", args, shell, code, stderr)
			}
			checkComplaint(t, stderr.String(), "standard output", says)
		}
	}
}
