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
	flag.Parse()
	if err := amd64(*dir, "rows_avx512", func(c *build.Context) {
		newRigRows(c, "rigRows16AVX512").rigRows()
	}); err != nil {
		log.Fatal(err)
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
