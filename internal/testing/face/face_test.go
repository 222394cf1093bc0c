//go:build cgo

package face

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
)

const (
	module = "github.com/sinew-anim/sinew"
	root   = "../../.."
)

// listed is a package as go list describes it.
type listed struct {
	ImportPath, Name, Dir string
	Export                string // the file with what the compiler has stored of it
	DepOnly               bool   // others import it
	GoFiles, CgoFiles     []string
}

// list runs go list at the module's root.
func list(t *testing.T, args ...string) (packages []listed) {
	t.Helper()
	fields := "-json=ImportPath,Name,Dir,Export,DepOnly,GoFiles,CgoFiles"
	command := exec.Command("go", append([]string{"list", fields}, args...)...)
	command.Dir = root
	command.Stderr = os.Stderr
	out, err := command.Output()
	must.Do(t, err)
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return packages
		}
		must.Do(t, err)
		packages = append(packages, p)
	}
}

// importable reports whether a program outside the module may import a package to use it.
func importable(p *listed) bool {
	folder, _, _ := strings.Cut(strings.TrimPrefix(p.ImportPath, module+"/"), "/")
	return p.Name != "main" && !internal(p.ImportPath) && !slices.Contains([]string{"benchmarks", "cmd", "docs", "examples", "scripts", "testdata"}, folder)
}

// TestNames type-checks each importable package and compares what users cannot read with the list of what is allowed.
func TestNames(t *testing.T) {
	args := []string{"-export", "-deps"}
	for _, p := range list(t, "./...") {
		if importable(&p) {
			args = append(args, p.ImportPath)
		}
	}
	packages, export := list(t, args...), make(map[string]string)
	for _, p := range packages {
		export[p.ImportPath] = p.Export
	}
	fset := token.NewFileSet()
	from := importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(export[path]) })
	left, checked := maps.Clone(allowed), 0
	for _, p := range packages {
		if p.DepOnly {
			continue
		}
		found, err := check(module, p.ImportPath, fset, parse(t, fset, &p), from)
		must.Do(t, err)
		for _, f := range found {
			if allowed[f.name] != f.text {
				at := fset.Position(f.pos)
				t.Errorf("%s/%s:%d: %s: %s", strings.TrimPrefix(p.ImportPath, module+"/"), filepath.Base(at.Filename), at.Line, f.name, f.text)
			}
			delete(left, f.name)
		}
		checked++
	}
	if checked < 15 {
		t.Errorf("there are only %d importable packages", checked)
	}
	for _, name := range slices.Sorted(maps.Keys(left)) {
		t.Errorf("%s is allowed and no longer found: delete its entry", name)
	}
}

// parse reads the files of a package.
func parse(t *testing.T, fset *token.FileSet, p *listed) (files []*ast.File) {
	t.Helper()
	_, err := os.ReadDir(p.Dir) // a new file is another input of a cached test
	must.Do(t, err)
	for _, name := range slices.Concat(p.GoFiles, p.CgoFiles) {
		f, err := parser.ParseFile(fset, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		must.Do(t, err)
		files = append(files, f)
	}
	return files
}
