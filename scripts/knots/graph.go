package main

import (
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// graph holds which files of a package need which.
type graph struct {
	names []string
	needs [][]bool // [file][file it needs]
}

func newGraph(names []string) *graph {
	g := &graph{names: names, needs: make([][]bool, len(names))}
	for i := range g.needs {
		g.needs[i] = make([]bool, len(names))
	}
	return g
}

// dependencies returns the graph of the hand-written files of a package.
func dependencies(p *packages.Package) *graph {
	nameOf := func(pos token.Pos) string { return filepath.Base(p.Fset.Position(pos).Filename) }
	files := map[string]*ast.File{}
	var names []string
	for _, f := range p.Syntax {
		name := nameOf(f.Package)
		if strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go") && !ast.IsGenerated(f) {
			files[name], names = f, append(names, name)
		}
	}
	slices.Sort(names)
	g := newGraph(names)
	for from, name := range names {
		for id := range identifiers(files[name]) {
			used := p.TypesInfo.Uses[id]
			if used == nil || used.Pkg() != p.Types || !used.Pos().IsValid() || isLocal(used) {
				continue
			}
			if to, found := slices.BinarySearch(names, nameOf(used.Pos())); found && to != from {
				g.needs[from][to] = true
			}
		}
	}
	return g
}

// isLocal reports whether an object is declared within a function. Methods and fields, which
// are in no scope, are not.
func isLocal(o types.Object) bool {
	return o.Parent() != nil && o.Parent() != o.Pkg().Scope()
}

// identifiers yields those of a file, without those of receivers.
func identifiers(f *ast.File) func(yield func(*ast.Ident) bool) {
	return func(yield func(*ast.Ident) bool) {
		receivers := map[ast.Node]bool{}
		more := true
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				if n.Recv != nil {
					receivers[n.Recv] = true
				}
			case *ast.FieldList:
				if receivers[n] {
					return false
				}
			case *ast.Ident:
				more = more && yield(n)
			}
			return more
		})
	}
}

// knot returns the largest set of files that reach each other, sorted; of several the first
// in the alphabet.
func (g *graph) knot() []string {
	n := len(g.names)
	reach := make([][]bool, n)
	for i := range reach {
		reach[i] = slices.Clone(g.needs[i])
		reach[i][i] = true
	}
	for via := range n { // Warshall's transitive closure
		for i := range n {
			if reach[i][via] {
				for j := range n {
					reach[i][j] = reach[i][j] || reach[via][j]
				}
			}
		}
	}
	var largest []string
	for i := range n {
		var set []string
		for j := range n {
			if reach[i][j] && reach[j][i] {
				set = append(set, g.names[j])
			}
		}
		if len(set) > len(largest) {
			largest = set
		}
	}
	return largest
}
