package main

import (
	"fmt"
	"go/types"
)

// reader counts what one package exports.
type reader struct {
	module  *module
	pkg     *types.Package
	figures figures
	details []string
}

// read counts names, methods, fields, leaks and aliases.
func (r *reader) read() {
	scope := r.pkg.Scope()
	for _, name := range scope.Names() {
		o := scope.Lookup(name)
		if !o.Exported() {
			continue
		}
		r.figures["names"]++
		t, isType := o.(*types.TypeName)
		switch {
		case !isType:
			r.signature(name, o.Type())
		case t.IsAlias():
			r.alias(t)
		default:
			r.members(t)
		}
	}
}

// alias counts a second name of a type of another package of the module.
func (r *reader) alias(t *types.TypeName) {
	named, ok := types.Unalias(t.Type()).(*types.Named)
	if !ok {
		return
	}
	home := named.Obj().Pkg()
	if home == nil || home == r.pkg || !r.module.has(home.Path()) {
		return
	}
	r.figures["aliases"]++
	r.detail("alias", t.Name(), r.module.relative(home.Path())+"."+named.Obj().Name())
	if isInternal(home.Path()) {
		r.leak(t.Name(), r.module.relative(home.Path())+"."+named.Obj().Name())
	}
}

// members counts the exported methods and fields of a type.
func (r *reader) members(t *types.TypeName) {
	switch under := t.Type().Underlying().(type) {
	case *types.Struct:
		for f := range under.Fields() {
			if f.Exported() {
				r.figures["fields"]++
				r.signature(t.Name()+"."+f.Name(), f.Type())
			}
		}
	case *types.Interface: // its methods are the type
		for f := range under.ExplicitMethods() {
			if f.Exported() {
				r.signature(t.Name()+"."+f.Name(), f.Type())
			}
		}
	}
	named, ok := t.Type().(*types.Named)
	if !ok {
		return
	}
	for f := range named.Methods() {
		if f.Exported() {
			r.figures["methods"]++
			r.signature(t.Name()+"."+f.Name(), f.Type())
		}
	}
}

// signature counts the internal types that a declaration shows.
func (r *reader) signature(where string, t types.Type) {
	for _, name := range r.module.mentioned(t, map[types.Type]bool{}) {
		r.leak(where, name)
	}
}

func (r *reader) leak(where, name string) {
	r.figures["leaks"]++
	r.detail("leak", where, name)
}

func (r *reader) detail(kind, where, name string) {
	r.details = append(r.details, fmt.Sprintf("%s %s.%s: %s", kind, r.module.relative(r.pkg.Path()), where, name))
}
