package kernel

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Kernels of AVX2 have 16 registers; the generator's library hands out those of
// AVX-512 without a word where more are wanted.
func TestKernelsOfAVX2HaveItsRegisters(t *testing.T) {
	files, err := filepath.Glob("*_amd64.s")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files, error %v", len(files), err)
	}
	function := regexp.MustCompile(`^TEXT ·(\w+)`)
	foreign := regexp.MustCompile(`\b([XY](1[6-9]|2\d|3[01])|Z\d+|K[0-7])\b`)
	checked, name := 0, ""
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(text), "\n") {
			if m := function.FindStringSubmatch(line); m != nil {
				name = m[1]
			}
			if !strings.HasSuffix(name, "AVX2") || strings.HasPrefix(line, "//") {
				continue
			}
			checked++
			if r := foreign.FindString(line); r != "" {
				t.Errorf("%s:%d: %s uses %s", file, i+1, name, r)
			}
		}
	}
	if checked == 0 {
		t.Error("no kernel of AVX2")
	}
}
