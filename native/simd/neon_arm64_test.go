//go:build !purego

package simd

import (
	"os"
	"testing"
)

// The tests of every level must have run the kernels in assembly.
func TestNEONIsTheLevelOfARM64(t *testing.T) {
	levels := Levels()
	if len(levels) != 2 || levels[1] != NEON {
		t.Fatalf("levels are %v", levels)
	}
	if os.Getenv(Environment) == "" && Current() != NEON {
		t.Errorf("the level is %v", Current())
	}
}
