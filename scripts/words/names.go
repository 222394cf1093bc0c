package main

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"strings"
)

// finding is a name or a sentence to be mended.
type finding struct {
	place string // file:line
	entry string // the line of allowed.txt that allows it
}

// findings returns the names and sentences to be mended, sorted by entry.
func (m *module) findings() ([]finding, error) {
	var all []finding
	for _, p := range m.packages {
		files, err := m.handWritten(p)
		if err != nil {
			return nil, err
		}
		for _, f := range files {
			all = append(all, m.names(m.relative(p.PkgPath), f)...)
			all = append(all, m.sentences(f)...)
		}
	}
	slices.SortStableFunc(all, func(a, b finding) int {
		return cmp.Or(strings.Compare(a.entry, b.entry), strings.Compare(a.place, b.place))
	})
	return all, nil
}

func (m *module) finding(pos token.Pos, entry string) finding {
	file, line := m.position(pos)
	return finding{place: fmt.Sprintf("%s:%d", file, line), entry: entry}
}

// notNames holds the words that name no function by themselves: prepositions, quantifiers and adjectives of place.
var notNames = set(`about above across after against along among apart around as aside at back before behind below beneath
	beside besides between beyond but by despite down during each every few for from in inside into like many near of off on
	onto opposite out outside over past per since some through throughout till to toward towards under underneath until up
	upon via with within without`)

func set(words string) map[string]bool {
	s := map[string]bool{}
	for word := range strings.FieldsSeq(words) {
		s[word] = true
	}
	return s
}

// names returns the functions of a file that no noun or verb names.
func (m *module) names(pkg string, f *ast.File) (found []finding) {
	for _, d := range f.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if ok && notNames[strings.ToLower(fn.Name.Name)] && !isFree(fn) {
			found = append(found, m.finding(fn.Pos(), "name "+pkg+"."+receiver(fn)+fn.Name.Name))
		}
	}
	return found
}

// isFree reports whether a method may have its name: the value at a place, a changed copy, an answer yes or no.
func isFree(fn *ast.FuncDecl) bool {
	if fn.Recv == nil {
		return false
	}
	switch strings.ToLower(fn.Name.Name) {
	case "at", "with":
		return true
	case "in", "before", "after":
		results := fn.Type.Results
		if results.NumFields() != 1 {
			return false
		}
		id, ok := results.List[0].Type.(*ast.Ident)
		return ok && id.Name == "bool"
	case "as": // of errors
		return fn.Name.IsExported() && fn.Type.Params.NumFields() == 1
	}
	return false
}

// receiver returns the name of a method's type and a dot, nothing for a function.
func receiver(fn *ast.FuncDecl) string {
	if fn.Recv == nil {
		return ""
	}
	t := fn.Recv.List[0].Type
	for {
		switch u := t.(type) {
		case *ast.StarExpr:
			t = u.X
		case *ast.IndexExpr:
			t = u.X
		case *ast.IndexListExpr:
			t = u.X
		case *ast.Ident:
			return u.Name + "."
		default:
			return ""
		}
	}
}
