package contexts

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
)

// root is the module's folder.
const root = "../../.."

// exported returns the documentation of each exported function and method of the module's importable packages
// that takes a context, by folder and name: runtime.Source.Prepare, edit/list.Edited.
func exported(t *testing.T) map[string]string {
	t.Helper()
	found := make(map[string]string)
	must.Do(t, filepath.WalkDir(root, func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := entry.Name()
		if entry.IsDir() {
			if slices.Contains([]string{"internal", "cmd", "scripts", "examples", "benchmarks", "docs", "testdata", "node_modules", "bin"}, name) || name[0] == '.' && file != root {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		folder, err := filepath.Rel(root, filepath.Dir(file))
		for _, d := range parsed.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && takesContext(f) {
				if of, ok := receiver(f); ok && f.Name.IsExported() {
					found[path.Join(filepath.ToSlash(folder))+"."+of+f.Name.Name] = strings.Join(strings.Fields(f.Doc.Text()), " ")
				}
			}
		}
		return err
	}))
	return found
}

// takesContext reports whether a parameter of a function is a context.
func takesContext(f *ast.FuncDecl) bool {
	return slices.ContainsFunc(f.Type.Params.List, func(p *ast.Field) bool {
		s, ok := p.Type.(*ast.SelectorExpr)
		if !ok {
			return false
		}
		of, ok := s.X.(*ast.Ident)
		return ok && of.Name == "context" && s.Sel.Name == "Context"
	})
}

// receiver returns the name of a method's type and a dot, "" for a function. ok is false if it is not exported.
func receiver(f *ast.FuncDecl) (of string, ok bool) {
	if f.Recv == nil {
		return "", true
	}
	at := f.Recv.List[0].Type
	if p, ok := at.(*ast.StarExpr); ok {
		at = p.X
	}
	if g, ok := at.(*ast.IndexExpr); ok {
		at = g.X
	}
	name, ok := at.(*ast.Ident)
	return name.Name + ".", ok && name.IsExported()
}

// Each exported function that takes a context has a call in this package, and those whose time grows faster than
// their input say so.
func TestEveryFunctionIsCalled(t *testing.T) {
	found := exported(t)
	if len(found) < 40 {
		t.Errorf("there are %d functions with a context", len(found))
	}
	for _, name := range slices.Sorted(maps.Keys(found)) {
		if _, ok := calls[name]; !ok {
			t.Errorf("%s takes a context: call it in calls_test.go", name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(calls)) {
		doc, ok := found[name]
		if !ok {
			t.Errorf("there is no exported function %s with a context", name)
		}
		if grows := calls[name].grows; !strings.Contains(doc, grows) {
			t.Errorf("the documentation of %s does not say %q", name, grows)
		}
	}
}
