package main

import (
	"flag"
	"log"
	"os"
	"path/filepath"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/pass"
	"github.com/mmcloughlin/avo/printer"
)

func main() {
	log.SetFlags(0)
	dir := flag.String("dir", "..", "directory of package simd")
	only := flag.String("only", "", "name of the one file to write, without _amd64.s")
	flag.Parse()
	for name, write := range map[string]func(*build.Context){
		"advance_avx2":   func(c *build.Context) { (&advance2{Context: c}).write() },
		"advance_avx512": func(c *build.Context) { (&advance512{Context: c}).write() },
		"narrow_avx2": func(c *build.Context) {
			newNarrowAVX2(c).sample("sampleRows8AVX2")
			newNarrowAVX2(c).rig("rigPalette8AVX2")
			newNarrowAVX2(c).general("generalPalette8AVX2")
		},
		"sample_avx512":  func(c *build.Context) { newSample512(c, "sampleRows16AVX512").write() },
		"general_avx512": func(c *build.Context) { newGeneral512(c, "generalPalette16AVX512").palette() },
		"rig_avx512": func(c *build.Context) {
			newRig512(c, "rigPalette16AVX512", fromPose, false).palette()
			newRig512(c, "rigRows16AVX512", fromRows, false).fused()
			newRig512(c, "rigRowsStream16AVX512", fromRows, true).fused()
		},
		"spans_avx2": spans,
	} {
		if *only != "" && *only != name {
			continue
		}
		if err := amd64(*dir, name, write); err != nil {
			log.Fatal(err)
		}
	}
}

// amd64 writes name_amd64.s and its declarations.
func amd64(dir, name string, write func(*build.Context)) error {
	c := build.NewContext()
	c.ConstraintExpr("!purego")
	write(c)
	f, err := c.Result()
	if err != nil {
		return err
	}
	if err := pass.Compile.Execute(f); err != nil {
		return err
	}
	cfg := printer.Config{Name: "gen", Pkg: "simd"}
	for suffix, p := range map[string]printer.Printer{".s": printer.NewGoAsm(cfg), ".go": printer.NewStubs(cfg)} {
		if err := print(f, p, filepath.Join(dir, name+"_amd64"+suffix)); err != nil {
			return err
		}
	}
	return nil
}

func print(f *ir.File, p printer.Printer, path string) error {
	text, err := p.Print(f)
	if err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o644)
}
