package main

import (
	"flag"
	"fmt"
	"log"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/pass"
	"github.com/mmcloughlin/avo/printer"

	"github.com/sinew-anim/sinew/native/simd/gen/dispatch"
	"github.com/sinew-anim/sinew/native/simd/gen/lanes"
	"github.com/sinew-anim/sinew/native/simd/gen/neon"
	"github.com/sinew-anim/sinew/native/simd/gen/plain"
)

func main() {
	log.SetFlags(0)
	dir := flag.String("dir", "..", "directory of package simd")
	formulas := flag.String("formulas", "../formula", "directory of package formula")
	flag.Parse()
	files, err := assembly()
	if err != nil {
		log.Fatal(err)
	}
	for name, text := range lanes.Files() {
		files[name] = text
	}
	plains, err := plain.Files(*formulas)
	if err != nil {
		log.Fatal(err)
	}
	maps.Copy(files, plains)
	calls, err := dispatchFiles()
	if err != nil {
		log.Fatal(err)
	}
	maps.Copy(files, calls)
	if files["lanewise_formulas.go"], err = lanes.Faces(); err != nil {
		log.Fatal(err)
	}
	for name, text := range files {
		name = filepath.Join(*dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			log.Fatal(err)
		}
		if err := os.WriteFile(name, text, 0o644); err != nil {
			log.Fatal(err)
		}
	}
}

// dispatchFiles is Go that calls kernels. Those of formulas are many: they, and of them the
// solvers of chains, have files of their own.
func dispatchFiles() (map[string][]byte, error) {
	var lanewise []dispatch.Row
	for _, name := range lanes.Names() {
		if name != "chain" {
			lanewise = append(lanewise, lanes.Rows(name)...)
		}
	}
	chain := lanes.Rows("chain")
	texts := map[string][]byte{}
	for _, f := range []struct {
		name string
		on   dispatch.Processor
		rows []dispatch.Row
	}{
		{"", dispatch.X86, table}, {"lanewise", dispatch.X86, lanewise}, {"chain", dispatch.X86, chain},
		{"", dispatch.ARM, table}, {"lanewise", dispatch.ARM, lanewise}, {"chain", dispatch.ARM, chain},
		{"", dispatch.Other, slices.Concat(table, lanewise, chain)},
	} {
		name := strings.Replace("dispatch_"+f.name+"_"+f.on.Name+".go", "__", "_", 1)
		var err error
		if texts[name], err = dispatch.File(f.on, f.rows); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return texts, nil
}

// assembly is the files of the table's kernels.
func assembly() (map[string][]byte, error) {
	byFile := map[string][]row{}
	for _, r := range table {
		byFile[r.File] = append(byFile[r.File], r)
	}
	texts := map[string][]byte{}
	for name, rows := range byFile {
		var arm []neon.Kernel
		for _, r := range rows {
			arm = append(arm, r.NEON()...)
		}
		if len(arm) > 0 {
			texts[name+"_arm64.s"] = neon.File(arm)
		}
		var err error
		if texts[name+"_amd64.s"], err = amd64(rows); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return texts, nil
}

// amd64 is the text of a file of kernels.
func amd64(rows []row) ([]byte, error) {
	c := build.NewContext()
	c.ConstraintExpr("!purego")
	for _, r := range rows {
		r.AVX(c)
	}
	f, err := c.Result()
	if err != nil {
		return nil, err
	}
	if err := pass.Compile.Execute(f); err != nil {
		return nil, err
	}
	text, err := printer.NewGoAsm(printer.Config{Name: "gen", Pkg: "simd"}).Print(f)
	if err == nil {
		err = checkAVX2(string(text))
	}
	return text, err
}

// beyondAVX2 is what only AVX-512 has: 16 more registers of any width, masks and wide
// registers.
var beyondAVX2 = regexp.MustCompile(`\b([XY](1[6-9]|2[0-9]|3[01])|K[0-7]|Z[0-9]+)\b`)

// checkAVX2 refuses kernels that ran out of registers: on a processor with AVX-512 they
// would work all the same.
func checkAVX2(text string) error {
	for _, function := range strings.Split(text, "\nTEXT ·")[1:] {
		name, _, _ := strings.Cut(function, "(")
		if at := beyondAVX2.FindStringIndex(function); at != nil && !strings.Contains(name, "AVX512") {
			line, _, _ := strings.Cut(function[strings.LastIndex(function[:at[0]], "\n")+1:], "\n")
			return fmt.Errorf("%s needs AVX-512: %s", name, strings.TrimSpace(line))
		}
	}
	return nil
}
