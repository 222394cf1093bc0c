package dispatch

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"

	"github.com/sinew-anim/sinew/internal/kernel/gen/neon"
)

// AVX writes the amd64 kernels of a row.
func (r *Row) AVX(c *build.Context) {
	for i := range r.Forms {
		f := &r.Forms[i]
		for _, k := range f.Kernels {
			if k.AVX == nil {
				continue
			}
			c.Function(r.kernel(k))
			c.Attributes(attr.NOSPLIT)
			c.SignatureExpr("func(" + ofPackage.ReplaceAllString(f.signature(), "*byte") + ")")
			c.Pragma("noescape")
			k.AVX(c)
		}
	}
}

// ofPackage is pointers to types of package kernel, which the library does not know.
var ofPackage = regexp.MustCompile(`\*(simd\.)?[A-Za-z]*[a-z]\b`)

// NEON are the arm64 kernels of a row.
func (r *Row) NEON() (list []neon.Kernel) {
	for i := range r.Forms {
		f := &r.Forms[i]
		for _, k := range f.Kernels {
			if k.NEON == nil {
				continue
			}
			plain, _, _ := strings.Cut(r.plain(), "(")
			about := fmt.Sprintf("%s is %s", r.kernel(k), plain)
			if k.Lanes == passLanes {
				about += " for four lanes"
			}
			list = append(list, neon.Kernel{Name: r.kernel(k), About: about + ".", Arguments: f.named(), Write: k.NEON})
		}
	}
	return list
}

// Texts are the kernels of a row that package lanes writes for some instruction sets.
func (r *Row) Texts(p Processor) (b []byte) {
	for i := range r.Forms {
		f := &r.Forms[i]
		for _, k := range f.Kernels {
			if k.Text != nil && slices.Contains(p.sets, k.Set) {
				b = append(append(b, '\n'), k.Text(r.kernel(k), f.named())...)
			}
		}
	}
	return b
}

// passLanes is the number of lanes of a pass on arm64.
const passLanes = 4

// named is the parameters of a form, each with its type.
func (f *Form) named() (list []neon.Argument) {
	for _, p := range f.parameters() {
		for _, name := range p.names {
			list = append(list, neon.Argument{Name: name, Kind: source(p.kind)})
		}
	}
	return list
}
