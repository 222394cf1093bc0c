package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/packages"
)

// module is a module's packages with their exported declarations.
type module struct {
	path, dir string
	packages  []*packages.Package
	byPath    map[string]*packages.Package
	files     *token.FileSet
}

// load loads the packages of the module in a folder.
func load(dir string, patterns []string) (*module, error) {
	loaded, err := packages.Load(&packages.Config{
		Dir:  dir,
		Mode: packages.NeedName | packages.NeedModule | packages.NeedFiles | packages.NeedImports | packages.NeedTypes,
	}, patterns...)
	if err != nil {
		return nil, err
	}
	m := &module{packages: loaded, byPath: map[string]*packages.Package{}, files: token.NewFileSet()}
	for _, p := range loaded {
		if len(p.Errors) > 0 {
			return nil, p.Errors[0]
		}
		m.path, m.dir = p.Module.Path, p.Module.Dir
		m.byPath[p.PkgPath] = p
	}
	return m, nil
}

// has reports whether a path is that of a package of the module.
func (m *module) has(path string) bool {
	return path == m.path || strings.HasPrefix(path, m.path+"/")
}

// relative returns the path of a package within the module, empty for the root.
func (m *module) relative(path string) string {
	return strings.TrimPrefix(strings.TrimPrefix(path, m.path), "/")
}

// handWritten parses the hand-written files of a package, those of other systems included, without tests.
func (m *module) handWritten(p *packages.Package) ([]*ast.File, error) {
	var files []*ast.File
	for _, names := range [][]string{p.GoFiles, p.IgnoredFiles} {
		for _, name := range names {
			if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
				continue
			}
			f, err := parser.ParseFile(m.files, name, nil, parser.ParseComments|parser.SkipObjectResolution)
			if err != nil {
				return nil, err
			}
			if !ast.IsGenerated(f) {
				files = append(files, f)
			}
		}
	}
	return files, nil
}

// position returns the file, by its path within the module, and line of a position.
func (m *module) position(pos token.Pos) (file string, line int) {
	p := m.files.Position(pos)
	if file, err := filepath.Rel(m.dir, p.Filename); err == nil {
		return filepath.ToSlash(file), p.Line
	}
	return p.Filename, p.Line
}
