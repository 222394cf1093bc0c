// Package layout reads package simd: where the fields of its structs lie, and its constants. Kernels and Go share
// both.
package layout

import (
	"errors"
	"go/ast"
	"go/build"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"runtime"
	"sync"
)

// simd is package simd as amd64 sees it. Types of other packages are not known.
var simd = sync.OnceValue(func() *types.Scope {
	_, here, _, _ := runtime.Caller(0)
	directory := filepath.Join(filepath.Dir(here), "../..")
	context := build.Default
	context.GOARCH, context.BuildTags = "amd64", nil
	list, err := context.ImportDir(directory, 0)
	if err != nil {
		panic(err)
	}
	files, set := []*ast.File(nil), token.NewFileSet()
	for _, name := range list.GoFiles {
		file, err := parser.ParseFile(set, filepath.Join(directory, name), nil, parser.SkipObjectResolution)
		if err != nil {
			panic(err)
		}
		files = append(files, file)
	}
	config := types.Config{IgnoreFuncBodies: true, Importer: nothing{}, Sizes: sizes, Error: func(error) {}}
	p, _ := config.Check("simd", set, files, nil)
	return p.Scope()
})

var sizes = types.SizesFor("gc", "amd64")

type nothing struct{}

func (nothing) Import(string) (*types.Package, error) { return nil, errors.New("not read") }

// Offset is the offset of a field in a struct, in bytes.
func Offset(name, field string) int {
	s := simd().Lookup(name).Type().Underlying().(*types.Struct)
	var fields []*types.Var
	for f := range s.Fields() {
		if fields = append(fields, f); f.Name() == field {
			return int(sizes.Offsetsof(fields)[len(fields)-1])
		}
	}
	panic(name + " has no field " + field)
}

// Size is the size of a type in bytes.
func Size(name string) int { return int(sizes.Sizeof(simd().Lookup(name).Type())) }

// Constant is the value of an integer constant.
func Constant(name string) int {
	c, is := simd().Lookup(name).(*types.Const)
	if !is {
		panic("there is no constant " + name)
	}
	v, _ := constant.Int64Val(c.Val())
	return int(v)
}
