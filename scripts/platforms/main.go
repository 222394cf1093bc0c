// Command platforms type-checks packages, and all of their module and of other modules that they import, as they would be
// built without cgo for other systems and processors.
//
//	cd scripts/platforms && go run . -dir ../.. windows/amd64,js/wasm ./soa/... ./cmd/sinew
//
// A file or a declaration that a platform lacks, a constant that overflows there and a function without a body where there
// is no assembly are what a port breaks on. They are found in a tenth of the time that compiling takes: the standard
// library is not compiled, only its declarations are read.
package main

import (
	"flag"
	"fmt"
	"go/ast"
	"os"
	"strings"

	"golang.org/x/tools/go/packages"
)

func main() {
	dir := flag.String("dir", ".", "the root of the module to check")
	flag.Parse()
	if flag.NArg() < 2 {
		fmt.Fprintln(os.Stderr, "usage: platforms [-dir DIR] SYSTEM/PROCESSOR,... PACKAGE...")
		os.Exit(2)
	}
	failed := false
	for on := range strings.SplitSeq(flag.Arg(0), ",") {
		n, problems, err := check(*dir, on, flag.Args()[1:])
		if err != nil {
			problems = append(problems, err.Error())
		}
		for _, problem := range problems {
			fmt.Fprintf(os.Stderr, "%s: %s\n", on, problem)
		}
		failed = failed || len(problems) > 0
		fmt.Printf("%s: %d packages\n", on, n)
	}
	if failed {
		os.Exit(1)
	}
}

// check returns how many packages of modules it has checked for a platform, and what is wrong with them.
func check(dir, on string, patterns []string) (n int, problems []string, err error) {
	system, processor, ok := strings.Cut(on, "/")
	if !ok {
		return 0, nil, fmt.Errorf("%q is no platform such as linux/arm64", on)
	}
	config := packages.Config{
		Dir:  dir,
		Env:  append(os.Environ(), "CGO_ENABLED=0", "GOOS="+system, "GOARCH="+processor),
		Mode: packages.NeedName | packages.NeedModule | packages.NeedImports | packages.NeedDeps,
	}
	named, err := packages.Load(&config, patterns...)
	if err != nil {
		return 0, nil, err
	}
	// Bodies are checked of packages that are named.
	var paths []string
	packages.Visit(named, nil, func(p *packages.Package) {
		if p.Module != nil {
			paths = append(paths, p.PkgPath)
		}
	})
	config.Mode |= packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesSizes
	loaded, err := packages.Load(&config, append(paths, patterns...)...)
	if err != nil {
		return 0, nil, err
	}
	packages.Visit(loaded, nil, func(p *packages.Package) {
		for _, err := range p.Errors {
			problems = append(problems, err.Error())
		}
	})
	for _, p := range loaded {
		problems = append(problems, bodiless(p)...)
	}
	return len(loaded), problems, nil
}

// bodiless returns the functions whose bodies should be in assembly, of a package that has none.
func bodiless(p *packages.Package) (problems []string) {
	for _, file := range p.OtherFiles {
		if strings.HasSuffix(file, ".s") {
			return nil
		}
	}
	for _, file := range p.Syntax {
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Body == nil && !linked(file, f) {
				problems = append(problems, fmt.Sprintf("%s: %s has no body", p.Fset.Position(f.Pos()), f.Name.Name))
			}
		}
	}
	return problems
}

// linked reports whether a function is another package's, named by go:linkname.
func linked(file *ast.File, f *ast.FuncDecl) bool {
	for _, group := range file.Comments {
		for _, c := range group.List {
			if strings.HasPrefix(c.Text, "//go:linkname "+f.Name.Name+" ") {
				return true
			}
		}
	}
	return false
}
