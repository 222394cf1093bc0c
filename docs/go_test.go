//go:build cgo

package docs

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/truth"
)

// TestPrograms type-checks the blocks of go.
func TestPrograms(t *testing.T) {
	root := truth.Root(t)
	fset := token.NewFileSet()
	prelude := filepath.Join(root, "docs", "testdata", "prelude.go")
	first, err := parser.ParseFile(fset, prelude, nil, 0)
	must.Do(t, err)
	imports, paths := "", []string{}
	for _, i := range first.Imports {
		imports += fmt.Sprintf("import %s;", i.Path.Value)
		paths = append(paths, strings.Trim(i.Path.Value, `"`))
	}
	files := []*ast.File{first}
	for _, page := range pages(t, root) {
		for _, b := range blocks(t, root, page) {
			if b.language != "go" || strings.HasPrefix(b.note, "not run:") {
				continue
			}
			text := fmt.Sprintf("package docs;%sfunc _() error {\n//line %s:%d\n%s\nreturn nil}", imports, b.page, b.line, b.text)
			f, err := parser.ParseFile(fset, "", text, 0)
			if err != nil {
				t.Error(err)
				continue
			}
			files = append(files, f)
		}
	}
	if len(files) < 10 {
		t.Errorf("only %d blocks", len(files)-1)
	}
	config := types.Config{
		Importer: importer.ForCompiler(fset, "gc", exports(t, root, paths)),
		Error: func(err error) {
			if e, ok := err.(types.Error); !ok || !e.Soft { // not what is declared or imported and not used
				t.Error(err)
			}
		},
	}
	_, _ = config.Check("docs", fset, files, nil)
}

// exports opens what the compiler has stored of packages and of those that they import.
func exports(t *testing.T, root string, paths []string) importer.Lookup {
	t.Helper()
	list := exec.Command("go", append([]string{"list", "-export", "-deps", "-f", "{{.ImportPath}}\t{{.Export}}"}, paths...)...)
	list.Dir = root
	out, err := list.Output()
	must.Do(t, err)
	file := map[string]string{}
	for line := range strings.Lines(string(out)) {
		path, export, _ := strings.Cut(strings.TrimSpace(line), "\t")
		file[path] = export
	}
	return func(path string) (io.ReadCloser, error) { return os.Open(file[path]) }
}
