package main

import (
	"cmp"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

func main() {
	dir := flag.String("dir", ".", "the root of the module to measure")
	file := flag.String("limits", "limits", "the file with the limits")
	list := flag.Bool("list", false, "list the figure and the files of every knot")
	tighten := flag.Bool("tighten", false, "lower limits to the figures reached")
	flag.Parse()
	if err := run(os.Stdout, *dir, *file, *list, *tighten, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "knots:", err)
		os.Exit(1)
	}
}

// run measures packages and compares them with the limits of a file.
func run(out io.Writer, dir, file string, list, tighten bool, patterns []string) error {
	limits, err := readLimits(file)
	if err != nil {
		return err
	}
	found, err := measure(dir, patterns)
	if err != nil {
		return err
	}
	var above []string
	for _, p := range found {
		if limit := limits.of(p.path); len(p.knot) > limit {
			above = append(above, fmt.Sprintf("%s: %d files depend on each other, at most %d may: %s",
				p.path, len(p.knot), limit, strings.Join(p.knot, " ")))
		}
		if list && len(p.knot) > 1 {
			fmt.Fprintf(out, "%3d of %3d  %s  %s\n", len(p.knot), p.files, p.path, strings.Join(p.knot, " "))
		}
	}
	if tighten {
		if err := limits.tighten(found); err != nil {
			return err
		}
	}
	if len(above) > 0 {
		return fmt.Errorf("packages above their limit:\n%s", strings.Join(above, "\n"))
	}
	return nil
}

// measured is the figure of one package.
type measured struct {
	path  string // relative to the module
	files int
	knot  []string // the files of the largest knot, sorted; one file where there is none
}

// measure loads packages and returns them by falling figure.
func measure(dir string, patterns []string) ([]measured, error) {
	loaded, err := packages.Load(&packages.Config{
		Dir: dir,
		Mode: packages.NeedName | packages.NeedModule | packages.NeedFiles | packages.NeedCompiledGoFiles |
			packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo | packages.NeedImports,
	}, patterns...)
	if err != nil {
		return nil, err
	}
	var all []measured
	for _, p := range loaded {
		if len(p.Errors) > 0 {
			return nil, p.Errors[0]
		}
		g := dependencies(p)
		all = append(all, measured{path: relative(p), files: len(g.names), knot: g.knot()})
	}
	slices.SortFunc(all, func(a, b measured) int {
		return cmp.Or(cmp.Compare(len(b.knot), len(a.knot)), strings.Compare(a.path, b.path))
	})
	return all, nil
}

// relative returns the path of a package within its module, "." for the root.
func relative(p *packages.Package) string {
	if p.Module == nil {
		return p.PkgPath
	}
	return cmp.Or(strings.TrimPrefix(strings.TrimPrefix(p.PkgPath, p.Module.Path), "/"), ".")
}
