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
			newNarrowAVX2(c, relative, fromRows).sample("sampleRows8AVX2")
			newNarrowAVX2(c, relative, fromShortRows).sample("sampleShortRows8AVX2")
			newNarrowAVX2(c, relative, fromPose).rig("rigPalette8AVX2")
			newNarrowAVX2(c, relative, fromRows).rig("rigRows8AVX2")
			newNarrowAVX2(c, relative, fromShortRows).rig("rigShortRows8AVX2")
			newNarrowAVX2(c, absolute, fromPose).rig("absolutePalette8AVX2")
			newNarrowAVX2(c, absolute, fromRows).rig("absoluteRows8AVX2")
			newNarrowAVX2(c, absolute, fromShortRows).rig("absoluteShortRows8AVX2")
			newNarrowAVX2(c, relative, fromPose).general("generalPalette8AVX2")
		},
		"sample_avx512": func(c *build.Context) {
			newSample512(c, "sampleRows16AVX512", false).write()
			newSample512(c, "sampleShortRows16AVX512", true).write()
		},
		"general_avx512": func(c *build.Context) {
			newGeneral512(c, "generalPalette16AVX512", false).palette()
			newGeneral512(c, "generalPaletteStream16AVX512", true).palette()
		},
		"rig_avx512": func(c *build.Context) {
			newRig512(c, "rigPalette16AVX512", relative, fromPose, false).palette()
			newRig512(c, "rigRows16AVX512", relative, fromRows, false).fused()
			newRig512(c, "rigShortRows16AVX512", relative, fromShortRows, false).fused()
		},
		"absolute_avx512": func(c *build.Context) {
			newRig512(c, "absolutePalette16AVX512", absolute, fromPose, false).palette()
			newRig512(c, "absoluteRows16AVX512", absolute, fromRows, false).fused()
			newRig512(c, "absoluteShortRows16AVX512", absolute, fromShortRows, false).fused()
		},
		"absolutestream_avx512": func(c *build.Context) {
			newRig512(c, "absolutePaletteStream16AVX512", absolute, fromPose, true).palette()
			newRig512(c, "absoluteRowsStream16AVX512", absolute, fromRows, true).fused()
			newRig512(c, "absoluteShortRowsStream16AVX512", absolute, fromShortRows, true).fused()
		},
		"scatter_avx512": scattered,
		"spans_avx2":     spans,
		"rigstream_avx512": func(c *build.Context) {
			newRig512(c, "rigPaletteStream16AVX512", relative, fromPose, true).palette()
			newRig512(c, "rigRowsStream16AVX512", relative, fromRows, true).fused()
			newRig512(c, "rigShortRowsStream16AVX512", relative, fromShortRows, true).fused()
		},
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
