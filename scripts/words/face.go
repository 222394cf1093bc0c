package main

import (
	"fmt"
	"go/types"
	"io"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"golang.org/x/tools/go/packages"
)

// programs holds the folders at the root whose packages nobody imports.
var programs = set("benchmarks cmd docs examples scripts testdata")

// linkers holds the packages whose linked lines are counted.
var linkers = []string{"exporter", "edit"}

// figures counts what is in a package or a module.
type figures map[string]int

// ordered holds the names of figures in the order in which they are printed.
var ordered = append([]string{"packages", "names", "methods", "fields", "leaks", "aliases"}, linkers...)

// face is what an importer of the module meets.
type face struct {
	packages map[string]figures // by path within the module
	totals   figures
	details  []string // leaks and aliases
}

// face counts what the packages of a module export.
func (m *module) face() (*face, error) {
	f := &face{packages: map[string]figures{}, totals: figures{}}
	for _, p := range m.packages {
		path := m.relative(p.PkgPath)
		root, _, _ := strings.Cut(path, "/")
		if p.Name == "main" || isInternal(p.PkgPath) || programs[root] {
			continue
		}
		r := &reader{module: m, pkg: p.Types, figures: figures{}}
		r.read()
		f.packages[path] = r.figures
		f.totals["packages"]++
		for figure, n := range r.figures {
			f.totals[figure] += n
		}
		f.details = append(f.details, r.details...)
	}
	for _, linker := range linkers {
		p := m.byPath[m.path+"/"+linker]
		if p == nil {
			continue
		}
		lines, err := m.linked(p, map[*packages.Package]bool{})
		if err != nil {
			return nil, err
		}
		f.totals[linker] = (lines + 999) / 1000
	}
	slices.Sort(f.details)
	return f, nil
}

// linked returns how many lines of the module's Go a package brings along, without those of packages seen.
func (m *module) linked(p *packages.Package, seen map[*packages.Package]bool) (lines int, err error) {
	if p == nil || seen[p] {
		return 0, nil
	}
	seen[p] = true
	for _, file := range p.GoFiles {
		text, err := os.ReadFile(file)
		if err != nil {
			return 0, err
		}
		lines += strings.Count(string(text), "\n")
	}
	for path := range p.Imports {
		more, err := m.linked(m.byPath[path], seen)
		if err != nil {
			return 0, err
		}
		lines += more
	}
	return lines, nil
}

// print writes leaks, aliases and a table of the packages.
func (f *face) print(out io.Writer) {
	for _, detail := range f.details {
		fmt.Fprintln(out, detail)
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	columns := []string{"names", "methods", "fields", "leaks", "aliases"}
	row := func(figures figures, name string) {
		for _, c := range columns {
			fmt.Fprintf(w, "%d\t", figures[c])
		}
		fmt.Fprintf(w, "  %s\n", name)
	}
	fmt.Fprintln(w, strings.Join(columns, "\t")+"\t  package")
	paths := make([]string, 0, len(f.packages))
	for path := range f.packages {
		paths = append(paths, path)
	}
	slices.Sort(paths)
	for _, path := range paths {
		row(f.packages[path], path)
	}
	row(f.totals, fmt.Sprintf("in %d packages", f.totals["packages"]))
	w.Flush()
	for _, linker := range linkers {
		fmt.Fprintf(out, "%s links %d thousand lines\n", linker, f.totals[linker])
	}
}

func isInternal(path string) bool {
	return strings.Contains("/"+path+"/", "/internal/")
}

// mentioned returns the types of internal packages of the module in a type. Seen holds those looked at before.
func (m *module) mentioned(t types.Type, seen map[types.Type]bool) (internal []string) {
	if t == nil || seen[t] {
		return nil
	}
	seen[t] = true
	parts := func(yield func(types.Type) bool) {}
	switch t := t.(type) {
	case *types.Alias:
		return m.mentioned(types.Unalias(t), seen)
	case *types.Named:
		if o := t.Obj(); o.Pkg() != nil && m.has(o.Pkg().Path()) && isInternal(o.Pkg().Path()) {
			internal = append(internal, m.relative(o.Pkg().Path())+"."+o.Name())
		}
		parts = t.TypeArgs().Types()
	case *types.Map:
		parts = slices.Values([]types.Type{t.Key(), t.Elem()})
	case *types.Signature:
		parts = slices.Values([]types.Type{t.Params(), t.Results()})
	case *types.Tuple:
		parts = func(yield func(types.Type) bool) {
			for v := range t.Variables() {
				if !yield(v.Type()) {
					return
				}
			}
		}
	case interface{ Elem() types.Type }: // pointers, slices, arrays, channels
		parts = slices.Values([]types.Type{t.Elem()})
	}
	for part := range parts {
		internal = append(internal, m.mentioned(part, seen)...)
	}
	return internal
}
