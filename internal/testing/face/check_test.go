package face

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// finding is a name that users of a package cannot read there.
type finding struct {
	name string // of the declaration, as in "runtime/graph.Graph.Root"
	pos  token.Pos
	text string
}

// checker collects the findings of a package.
type checker struct {
	module string // its path
	pkg    *types.Package
	info   *types.Info
	seen   map[types.Type]bool // types whose members have been visited
	found  []finding
}

// check type-checks the declarations of a package of a module and returns its findings. Names of C are unknown.
func check(module, path string, fset *token.FileSet, files []*ast.File, from types.Importer) ([]finding, error) {
	c := &checker{
		module: module, seen: make(map[types.Type]bool),
		info: &types.Info{Types: make(map[ast.Expr]types.TypeAndValue), Defs: make(map[*ast.Ident]types.Object), Uses: make(map[*ast.Ident]types.Object)},
	}
	config := types.Config{Importer: from, IgnoreFuncBodies: true, FakeImportC: true, Error: func(error) {}}
	var err error
	if c.pkg, err = config.Check(path, fset, files, c.info); err != nil && !usesC(files) {
		return nil, err
	}
	for _, f := range files {
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl: // methods are visited with their types
				if d.Recv == nil && d.Name.IsExported() {
					c.mention(d.Name.Name, d.Pos(), c.info.Defs[d.Name].Type())
				}
			case *ast.GenDecl:
				for _, s := range d.Specs {
					c.declaration(s)
				}
			}
		}
	}
	return c.found, nil
}

func usesC(files []*ast.File) bool {
	return slices.ContainsFunc(files, func(f *ast.File) bool {
		return slices.ContainsFunc(f.Imports, func(i *ast.ImportSpec) bool { return i.Path.Value == `"C"` })
	})
}

func (c *checker) declaration(s ast.Spec) {
	switch s := s.(type) {
	case *ast.TypeSpec:
		if !s.Name.IsExported() {
			return
		}
		if t := c.info.TypeOf(s.Type); s.Assign.IsValid() {
			c.alias(s, t)
		} else {
			c.mention(s.Name.Name, s.Pos(), t)
			c.members(c.info.Defs[s.Name].Type())
		}
	case *ast.ValueSpec:
		for _, name := range s.Names {
			if !name.IsExported() {
				continue
			}
			c.mention(name.Name, name.Pos(), c.info.Defs[name].Type())
			if _, ok := c.info.Defs[name].(*types.Const); ok {
				c.value(name, s.Values)
			}
		}
	}
}

// alias checks the type that an alias stands for.
func (c *checker) alias(s *ast.TypeSpec, t types.Type) {
	if n, ok := types.Unalias(t).(*types.Named); ok && c.ours(n.Obj().Pkg()) && n.Obj().Pkg() != c.pkg && !isInternal(n.Obj().Pkg()) {
		c.add(s.Name.Name, s.Pos(), "an alias of %s", c.nameOf(n.Obj()))
		return
	}
	c.mention(s.Name.Name, s.Pos(), t)
}

// value checks the expressions of a constant.
func (c *checker) value(name *ast.Ident, values []ast.Expr) {
	for _, v := range values {
		ast.Inspect(v, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				if of, ok := c.info.Uses[id].(*types.Const); ok && c.ours(of.Pkg()) && isInternal(of.Pkg()) {
					c.add(name.Name, name.Pos(), "its value is the constant %s of an internal package", c.nameOf(of))
				}
			}
			return true
		})
	}
}

// members checks the exported fields and methods of a type, those that it gets by embedding included.
func (c *checker) members(t types.Type) {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || c.seen[n] {
		return
	}
	c.seen[n] = true
	name := n.Obj().Name()
	switch u := n.Underlying().(type) {
	case *types.Struct:
		c.fields(name, u)
	case *types.Interface:
		c.methods(name, n.Obj().Pos(), u)
	}
	for i := range n.TypeParams().Len() {
		c.mention(name, n.Obj().Pos(), n.TypeParams().At(i).Constraint())
	}
	set := types.NewMethodSet(types.NewPointer(n))
	for i := range set.Len() {
		if m := set.At(i).Obj(); m.Exported() {
			c.mention(name+"."+m.Name(), m.Pos(), m.Type())
		}
	}
}

// fields checks the exported fields of a struct, and those of the unexported structs that it embeds.
func (c *checker) fields(name string, s *types.Struct) {
	for i := range s.NumFields() {
		f := s.Field(i)
		if f.Exported() {
			c.mention(name+"."+f.Name(), f.Pos(), f.Type())
			continue
		}
		t := types.Unalias(f.Type())
		if p, ok := t.(*types.Pointer); ok {
			t = types.Unalias(p.Elem())
		}
		if inner, ok := t.Underlying().(*types.Struct); ok && f.Embedded() {
			c.fields(name, inner)
		}
	}
}

// methods checks the exported methods of an interface, and the interfaces that it embeds.
func (c *checker) methods(name string, pos token.Pos, t *types.Interface) {
	for i := range t.NumExplicitMethods() {
		if m := t.ExplicitMethod(i); m.Exported() {
			c.mention(name+"."+m.Name(), m.Pos(), m.Type())
		}
	}
	for i := range t.NumEmbeddeds() {
		c.mention(name, pos, t.EmbeddedType(i))
	}
}

// mention checks the types that a type names.
func (c *checker) mention(name string, pos token.Pos, t types.Type) {
	each := func(list ...types.Type) {
		for _, t := range list {
			c.mention(name, pos, t)
		}
	}
	switch t := t.(type) {
	case *types.Alias:
		each(types.Unalias(t))
	case *types.Named:
		o := t.Obj()
		if c.ours(o.Pkg()) && isInternal(o.Pkg()) {
			c.add(name, pos, "it names the type %s of an internal package", c.nameOf(o))
		} else if o.Pkg() == c.pkg && !o.Exported() {
			c.members(t)
		}
		for i := range t.TypeArgs().Len() {
			each(t.TypeArgs().At(i))
		}
	case *types.Map:
		each(t.Key(), t.Elem())
	case interface{ Elem() types.Type }: // arrays, slices, pointers and channels
		each(t.Elem())
	case *types.Signature:
		for i := range t.TypeParams().Len() {
			each(t.TypeParams().At(i).Constraint())
		}
		each(t.Params(), t.Results())
	case *types.Tuple:
		for i := range t.Len() {
			each(t.At(i).Type())
		}
	case *types.Union:
		for i := range t.Len() {
			each(t.Term(i).Type())
		}
	case *types.Struct:
		c.fields(name, t)
	case *types.Interface:
		c.methods(name, pos, t)
	}
}

func (c *checker) add(name string, pos token.Pos, format string, args ...any) {
	f := finding{c.relative(c.pkg.Path()) + "." + name, pos, fmt.Sprintf(format, args...)}
	for _, other := range c.found {
		if other.name == f.name && other.text == f.text {
			return
		}
	}
	c.found = append(c.found, f)
}

// ours reports whether a package is one of the module.
func (c *checker) ours(p *types.Package) bool {
	return p != nil && (p.Path() == c.module || strings.HasPrefix(p.Path(), c.module+"/"))
}

// nameOf returns the name of an object with the folder of its package.
func (c *checker) nameOf(o types.Object) string {
	return c.relative(o.Pkg().Path()) + "." + o.Name()
}

// relative returns the folder of a package of the module.
func (c *checker) relative(path string) string { return strings.TrimPrefix(path, c.module+"/") }

// isInternal reports whether only packages below a folder may import a package.
func isInternal(p *types.Package) bool { return internal(p.Path()) }

func internal(path string) bool { return strings.Contains("/"+path+"/", "/internal/") }
