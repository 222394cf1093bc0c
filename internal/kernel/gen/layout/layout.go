// Package layout reads package kernel: where the fields of its structs lie, and its constants. Kernels and Go share
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
	"strings"
	"sync"
)

// kernels is package kernel as amd64 sees it, blocks the package simd whose types it takes. Types of other packages are
// not known.
var (
	kernels = sync.OnceValue(func() *types.Scope { return read("../..").Scope() })
	blocks  = sync.OnceValue(func() *types.Package { return read("../../../../native/simd") })
)

// read checks the types of a package at a place below this file.
func read(place string) *types.Package {
	_, here, _, _ := runtime.Caller(0)
	directory := filepath.Join(filepath.Dir(here), place)
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
	config := types.Config{IgnoreFuncBodies: true, Importer: others{}, Sizes: sizes, Error: func(error) {}}
	p, _ := config.Check(list.Name, set, files, nil)
	return p
}

var sizes = types.SizesFor("gc", "amd64")

// others imports package simd, and no other.
type others struct{}

func (others) Import(path string) (*types.Package, error) {
	if strings.HasSuffix(path, "/native/simd") {
		return blocks(), nil
	}
	return nil, errors.New("not read")
}

// lookup finds what either package declares.
func lookup(name string) types.Object {
	if found := kernels().Lookup(name); found != nil {
		return found
	}
	return blocks().Scope().Lookup(name)
}

// Offset is the offset of a field in a struct, in bytes.
func Offset(name, field string) int {
	s := lookup(name).Type().Underlying().(*types.Struct)
	var fields []*types.Var
	for f := range s.Fields() {
		if fields = append(fields, f); f.Name() == field {
			return int(sizes.Offsetsof(fields)[len(fields)-1])
		}
	}
	panic(name + " has no field " + field)
}

// Size is the size of a type in bytes.
func Size(name string) int { return int(sizes.Sizeof(lookup(name).Type())) }

// Constant is the value of an integer constant.
func Constant(name string) int {
	c, is := lookup(name).(*types.Const)
	if !is {
		panic("there is no constant " + name)
	}
	v, _ := constant.Int64Val(c.Val())
	return int(v)
}
