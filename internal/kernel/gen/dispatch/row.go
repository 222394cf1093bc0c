// Package dispatch writes the Go between the functions of package kernel and their kernels:
// declarations, and the choice among instruction sets.
package dispatch

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strings"

	"github.com/mmcloughlin/avo/build"

	"github.com/sinew-anim/sinew/internal/kernel/gen/neon"
)

// Row is a line of the table of kernels: a function of package kernel, which has the
// instruction set at hand do its work.
type Row struct {
	File     string // the kernels are in File_amd64.s and File_arm64.s
	Function string // with its parameters
	Plain    string // the call of plain Go; the function's name with Go where there is none
	Forms    []Form
	// Used is the number of lanes that are wanted, from the first on, where it may be less than
	// a block: kernels of no more lanes than a group of four then do their work.
	Used string
	// Go writes the definition, where it is not written by hand.
	Go func(function string) []byte
}

// Form is kernels that are called alike.
type Form struct {
	Kernels []Kernel
	// Parameters are those of the kernels, written as variables are declared: with what
	// the function gives each, its own parameter of that name where nothing is said.
	// Kernels of fewer lanes than a block are called pass by pass; lane is the first of
	// each.
	//
	//	sum *float32 = &sum[lane]
	//	rotations, others int = c.Rotations, c.Others
	//	threshold float32
	Parameters string
	Before     string // what goes before the call
	After      string
	Declared   bool // what calls them is written by hand
}

// Kernel is a function of assembly.
type Kernel struct {
	Set
	Lanes int    // 0: it is for one instance
	Name  string // the function's where there is none; another row's where nothing writes it
	AVX   func(*build.Context)
	NEON  neon.Write
	Text  func(name string, parameters []Parameter) []byte // what package lanes writes
}

// Parameter is one of a kernel's.
type Parameter = neon.Argument

// Set is an instruction set, as package kernel calls it.
type Set string

const (
	AVX512 Set = "AVX512"
	AVX2   Set = "AVX2"
	NEON   Set = "NEON"
	AMD64  Set = "" // that of every amd64 processor
)

// Lanes of a block, and of the kernels for few of them.
const (
	blockLanes = 16
	fewLanes   = 4
)

// name is the function's.
func (r *Row) name() string {
	name, _, _ := strings.Cut(r.Function, "(")
	return name
}

// plain is the call of plain Go.
func (r *Row) plain() string {
	if r.Plain != "" {
		return r.Plain
	}
	_, parameters, _ := strings.Cut(r.Function, "(")
	return fmt.Sprintf("%sGo(%s)", r.name(), strings.Join(namesOf(strings.TrimSuffix(parameters, ")")), ", "))
}

// namesOf are the names of parameters, of which each but the last of a type is alone.
func namesOf(parameters string) (names []string) {
	for _, p := range strings.Split(parameters, ",") {
		name, _, _ := strings.Cut(strings.TrimSpace(p), " ")
		names = append(names, name)
	}
	return names
}

// kernel is what a kernel of the row is called: finishPose8AVX2 behind finishPose16.
func (r *Row) kernel(k Kernel) string {
	name := k.Name
	if name == "" {
		name = r.name()
	}
	if k.Lanes > 0 {
		name = fmt.Sprint(strings.TrimSuffix(name, fmt.Sprint(blockLanes)), k.Lanes)
	}
	return name + string(k.Set)
}

// parameter is some parameters of a kernel.
type parameter struct {
	names []string
	kind  ast.Expr
	given []ast.Expr
}

// parameters reads the text of a form.
func (f *Form) parameters() (list []parameter) {
	file, err := parser.ParseFile(token.NewFileSet(), "", "package p\nvar (\n"+f.Parameters+"\n)", 0)
	if err != nil {
		panic(fmt.Sprintf("%v in parameters:\n%s", err, f.Parameters))
	}
	for _, spec := range file.Decls[0].(*ast.GenDecl).Specs {
		var p parameter
		spec := spec.(*ast.ValueSpec)
		p.kind, p.given = spec.Type, spec.Values
		for _, name := range spec.Names {
			p.names = append(p.names, name.Name)
			if len(spec.Values) == 0 {
				p.given = append(p.given, name)
			}
		}
		list = append(list, p)
	}
	return list
}
