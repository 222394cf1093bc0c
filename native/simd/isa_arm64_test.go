//go:build !purego

package simd

import (
	"os"
	"testing"
)

// The tests of every instruction set must have run the kernels in assembly.
func TestNEONIsTheISAOfARM64(t *testing.T) {
	isas := ISAs()
	if len(isas) != 2 || isas[1] != NEON {
		t.Fatalf("isas are %v", isas)
	}
	if os.Getenv(environment) == "" && Current() != NEON {
		t.Errorf("the isa is %v", Current())
	}
}
