// Command ticks writes the assembly of package simd that plays clips from
// their keys.
package main

import (
	"flag"
	"log"
	"os"
	"path/filepath"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/pass"
	"github.com/mmcloughlin/avo/printer"
	. "github.com/mmcloughlin/avo/reg"
)

var zmm = []VecPhysical{
	Z0, Z1, Z2, Z3, Z4, Z5, Z6, Z7, Z8, Z9, Z10, Z11, Z12, Z13, Z14, Z15,
	Z16, Z17, Z18, Z19, Z20, Z21, Z22, Z23, Z24, Z25, Z26, Z27, Z28, Z29, Z30, Z31,
}

var xmm = []VecPhysical{
	X0, X1, X2, X3, X4, X5, X6, X7, X8, X9, X10, X11, X12, X13, X14, X15,
}

var ymm = []VecPhysical{
	Y0, Y1, Y2, Y3, Y4, Y5, Y6, Y7, Y8, Y9, Y10, Y11, Y12, Y13, Y14, Y15,
}

// blockMasks are the masks of the blocks of a register after the first.
var blockMasks = []OpmaskPhysical{1: K1, K2, K3}

func main() {
	log.SetFlags(0)
	dir := flag.String("dir", "..", "directory of package simd")
	flag.Parse()
	if err := write(*dir, "keys_avx512_amd64", func(c *build.Context) {
		(&keys{Context: c, name: "sampleKeys16AVX512"}).write()
		(&keys{Context: c, name: "sampleKeys16MaskedAVX512", masked: true}).write()
	}); err != nil {
		log.Fatal(err)
	}
	if err := write(*dir, "keys_avx2_amd64", func(c *build.Context) {
		(&keys8{Context: c}).write("sampleKeys8AVX2")
		(&keys8{Context: c, masked: true}).write("sampleKeys8MaskedAVX2")
	}); err != nil {
		log.Fatal(err)
	}
	if err := write(*dir, "solo_avx512_amd64", func(c *build.Context) {
		(&solo{Context: c, bind: true}).locals("soloBindLocalsAVX512")
		(&solo{Context: c}).locals("soloGeneralLocalsAVX512")
		(&solo{Context: c, bind: true}).products("soloBindProductsAVX512")
		(&solo{Context: c}).products("soloGeneralProductsAVX512")
	}); err != nil {
		log.Fatal(err)
	}
}

// write saves kernels as assembly and declarations.
func write(dir, name string, kernels func(*build.Context)) error {
	c := build.NewContext()
	c.ConstraintExpr("!purego")
	kernels(c)
	f, err := c.Result()
	if err != nil {
		return err
	}
	if err := pass.Compile.Execute(f); err != nil {
		return err
	}
	cfg := printer.Config{Name: "gen/ticks", Pkg: "simd"}
	for suffix, p := range map[string]printer.Printer{".s": printer.NewGoAsm(cfg), ".go": printer.NewStubs(cfg)} {
		text, err := p.Print(f)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, name+suffix), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}
