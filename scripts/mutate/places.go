package main

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"slices"
)

// operators are the changes of binary operators: each to one that compiles wherever the first does.
var operators = map[token.Token]token.Token{
	token.LSS: token.LEQ, token.GTR: token.GEQ, token.LEQ: token.LSS, token.GEQ: token.GTR,
	token.EQL: token.NEQ, token.NEQ: token.EQL,
	token.LAND: token.LOR, token.LOR: token.LAND,
	token.ADD: token.SUB, token.SUB: token.ADD, token.MUL: token.QUO,
}

// words are the changes of constants and statements.
var words = map[string]string{"0": "1", "1": "2", "true": "false", "false": "true", "continue": "break"}

// place is a piece of source that can be changed.
type place struct {
	at       int // offset in the file
	old, new string
}

// places lists what of a file can be changed, in the order of the file.
func places(source []byte) ([]place, error) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "", source, 0)
	if err != nil {
		return nil, err
	}
	var found []place
	add := func(at token.Pos, old, new string) {
		if new != "" {
			found = append(found, place{files.Position(at).Offset, old, new})
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GenDecl:
			return n.Tok != token.IMPORT && n.Tok != token.TYPE
		case *ast.BinaryExpr:
			if new, ok := operators[n.Op]; ok && !text(n.X) && !text(n.Y) {
				add(n.OpPos, n.Op.String(), new.String())
			}
		case *ast.BasicLit:
			add(n.Pos(), n.Value, words[n.Value])
		case *ast.Ident:
			add(n.Pos(), n.Name, words[n.Name])
		case *ast.BranchStmt:
			if n.Label == nil {
				add(n.Pos(), n.Tok.String(), words[n.Tok.String()])
			}
		}
		return true
	})
	slices.SortFunc(found, func(a, b place) int { return a.at - b.at })
	return found, nil
}

// text reports whether an expression is a string in quotes: a sum of strings has no difference.
func text(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.BasicLit:
		return e.Kind == token.STRING
	case *ast.BinaryExpr:
		return e.Op == token.ADD && (text(e.X) || text(e.Y))
	}
	return false
}

// mutant is a file with one place changed.
type mutant struct {
	file             string
	line             int
	before, after    string // the line
	original, source []byte // the file
}

// draw draws a place of a file and changes it. It reports whether the file has any.
func draw(r *rand.Rand, file string, source []byte) (mutant, bool, error) {
	found, err := places(source)
	if err != nil || len(found) == 0 {
		return mutant{}, false, err
	}
	p := found[r.IntN(len(found))]
	changed := slices.Concat(source[:p.at], []byte(p.new), source[p.at+len(p.old):])
	return mutant{
		file: file, line: 1 + bytes.Count(source[:p.at], []byte("\n")),
		before: line(source, p.at), after: line(changed, p.at),
		original: source, source: changed,
	}, true, nil
}

// line returns the line that contains an offset, without the spaces around it.
func line(source []byte, at int) string {
	start := bytes.LastIndexByte(source[:at], '\n') + 1
	end := len(source)
	if n := bytes.IndexByte(source[at:], '\n'); n >= 0 {
		end = at + n
	}
	return string(bytes.TrimSpace(source[start:end]))
}
