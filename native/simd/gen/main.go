package main

import (
	"flag"
	"log"
	"os"
	"path/filepath"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/pass"
	"github.com/mmcloughlin/avo/printer"

	"github.com/sinew-anim/sinew/native/simd/gen/avx"
	"github.com/sinew-anim/sinew/native/simd/gen/neon"
)

func main() {
	log.SetFlags(0)
	dir := flag.String("dir", "..", "directory of package simd")
	flag.Parse()
	files := neon.Files()
	for name, write := range avx.Files {
		text, err := amd64(write)
		if err != nil {
			log.Fatalf("%s: %v", name, err)
		}
		files[name+"_amd64.s"] = text
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(*dir, name), text, 0o644); err != nil {
			log.Fatal(err)
		}
	}
}

// amd64 is the text of a file of kernels.
func amd64(write func(*build.Context)) ([]byte, error) {
	c := build.NewContext()
	c.ConstraintExpr("!purego")
	write(c)
	f, err := c.Result()
	if err != nil {
		return nil, err
	}
	if err := pass.Compile.Execute(f); err != nil {
		return nil, err
	}
	return printer.NewGoAsm(printer.Config{Name: "gen", Pkg: "simd"}).Print(f)
}
