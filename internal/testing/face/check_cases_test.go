package face

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
)

// sources are the packages of a module "m", each after those that it imports.
var sources = []struct{ path, text string }{
	{"m/internal/hidden", `package hidden
type Vec [3]float64
func (Vec) Far(Vec) bool { return false }
type List[T any] []T
type Reader interface { Read(Vec) }
const Most = 8
const Kind Vec2 = 1
type Vec2 int`},
	{"m/other", `package other
type Options struct { Speed float64 }
type Hosts struct { Options }`},
	{"m/open", `package open
import ("m/internal/hidden"; "m/other")
type Options = other.Options
type Place = hidden.Vec
type Places = []hidden.Vec
type Defined hidden.Vec
type Plain [3]float64
type Uses struct {
	Options
	At, By hidden.Vec
	From map[string][]*hidden.Vec
	Inner struct { To hidden.Vec }
	core
	own hidden.Vec
}
type core struct { Deep hidden.Vec; shallow hidden.Vec }
func (core) Promoted(hidden.Vec) {}
func (*Uses) Method(f func() hidden.Vec) {}
func (Uses) hide(hidden.Vec) {}
type Sealed interface { Public(hidden.Vec); hide(hidden.Vec); hidden.Reader }
type List[T interface{ ~[]hidden.Vec }] struct { Of T }
type handle struct { Name string; Of hidden.Vec }
func (handle) Use(hidden.List[int]) {}
func Open() *handle { return nil }
func Sum[T hidden.Vec | Plain](t T) {}
func closed(hidden.Vec) {}
func Closed(o other.Options) error { closed(hidden.Vec{}); return nil }
var Zero hidden.Vec
var zero hidden.Vec
const Most, most = 2 * hidden.Most, hidden.Most
const Kind = hidden.Kind
const Plainly = 8`},
}

// TestCheck: each way to name what users cannot read is found at its line, and nothing else.
func TestCheck(t *testing.T) {
	want := []string{
		"3: open.Options: an alias of other.Options",
		"4: open.Place: it names the type internal/hidden.Vec of an internal package",
		"5: open.Places: it names the type internal/hidden.Vec of an internal package",
		"6: open.Defined: it names the type internal/hidden.Vec of an internal package",
		"10: open.Uses.At: it names the type internal/hidden.Vec of an internal package",
		"10: open.Uses.By: it names the type internal/hidden.Vec of an internal package",
		"11: open.Uses.From: it names the type internal/hidden.Vec of an internal package",
		"12: open.Uses.Inner.To: it names the type internal/hidden.Vec of an internal package",
		"16: open.Uses.Deep: it names the type internal/hidden.Vec of an internal package",
		"17: open.Uses.Promoted: it names the type internal/hidden.Vec of an internal package",
		"18: open.Uses.Method: it names the type internal/hidden.Vec of an internal package",
		"20: open.Sealed.Public: it names the type internal/hidden.Vec of an internal package",
		"20: open.Sealed: it names the type internal/hidden.Reader of an internal package",
		"21: open.List: it names the type internal/hidden.Vec of an internal package",
		"22: open.handle.Of: it names the type internal/hidden.Vec of an internal package",
		"23: open.handle.Use: it names the type internal/hidden.List of an internal package",
		"25: open.Sum: it names the type internal/hidden.Vec of an internal package",
		"28: open.Zero: it names the type internal/hidden.Vec of an internal package",
		"30: open.Most: its value is the constant internal/hidden.Most of an internal package",
		"31: open.Kind: it names the type internal/hidden.Vec2 of an internal package",
		"31: open.Kind: its value is the constant internal/hidden.Kind of an internal package",
	}
	fset, known := token.NewFileSet(), make(packages)
	var got []string
	for _, s := range sources {
		f, err := parser.ParseFile(fset, s.path, s.text, parser.SkipObjectResolution)
		must.Do(t, err)
		config := types.Config{Importer: known}
		known[s.path], err = config.Check(s.path, fset, []*ast.File{f}, nil)
		must.Do(t, err)
		if s.path != "m/open" {
			continue
		}
		found, err := check("m", s.path, fset, []*ast.File{f}, known)
		must.Do(t, err)
		for _, f := range found {
			got = append(got, fmt.Sprintf("%d: %s: %s", fset.Position(f.pos).Line, f.name, f.text))
		}
	}
	for _, line := range got {
		if !slices.Contains(want, line) {
			t.Errorf("found without need: %s", line)
		}
	}
	for _, line := range want {
		if !slices.Contains(got, line) {
			t.Errorf("not found: %s", line)
		}
	}
}

// packages imports what has been checked.
type packages map[string]*types.Package

func (p packages) Import(path string) (*types.Package, error) {
	if known, ok := p[path]; ok {
		return known, nil
	}
	return nil, fmt.Errorf("there is no package %s", path)
}
