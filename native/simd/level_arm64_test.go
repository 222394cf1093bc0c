//go:build !purego

package simd

import (
	"os"
	"testing"
	"unsafe"
)

// The tests of every level must have run the kernels in assembly.
func TestNEONIsTheLevelOfARM64(t *testing.T) {
	levels := Levels()
	if len(levels) != 2 || levels[1] != NEON {
		t.Fatalf("levels are %v", levels)
	}
	if os.Getenv(environment) == "" && Current() != NEON {
		t.Errorf("the level is %v", Current())
	}
}

// The generator writes these offsets as numbers.
func TestAssemblyKnowsTheLayouts(t *testing.T) {
	var f Frames
	var r rigJoint
	var g generalJoint
	for i, at := range [][2]uintptr{
		{unsafe.Offsetof(f.Row), 0}, {unsafe.Offsetof(f.Alpha), 128},
		{unsafe.Offsetof(r.parent), 0}, {unsafe.Offsetof(r.own), 4}, {unsafe.Offsetof(r.column), 8},
		{unsafe.Offsetof(r.scale), 12}, {unsafe.Offsetof(r.bind), 16}, {unsafe.Sizeof(r), 32},
		{unsafe.Offsetof(g.parent), 0}, {unsafe.Offsetof(g.own), 4},
		{unsafe.Offsetof(g.translation), 12}, {unsafe.Offsetof(g.scale), 16}, {unsafe.Offsetof(g.flags), 20},
		{unsafe.Offsetof(g.local), 24}, {unsafe.Offsetof(g.inverseBind), 72}, {unsafe.Sizeof(g), 128},
		{generalLocal, 1}, {generalScaled, 2}, {generalPalette, 4},
		{rotationRows, 5}, {otherRows, 4}, {stateRows, 17},
	} {
		if at[0] != at[1] {
			t.Errorf("layout %d: %d, want %d", i, at[0], at[1])
		}
	}
}
