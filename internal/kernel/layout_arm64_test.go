//go:build !purego

package kernel

import (
	"github.com/sinew-anim/sinew/native/simd"
	"testing"
	"unsafe"
)

// The generator writes these offsets as numbers.
func TestAssemblyKnowsTheLayouts(t *testing.T) {
	var f simd.Frames
	var r rigJoint
	var g generalJoint
	var k keyLine
	var ticks Ticks
	var o simd.Offsets
	for i, at := range [][2]uintptr{
		{unsafe.Offsetof(f.Row), 0}, {unsafe.Offsetof(f.Alpha), 128},
		{unsafe.Offsetof(r.parent), 0}, {unsafe.Offsetof(r.own), 4}, {unsafe.Offsetof(r.column), 8},
		{unsafe.Offsetof(r.scale), 12}, {unsafe.Offsetof(r.bind), 16}, {unsafe.Sizeof(r), 32},
		{unsafe.Offsetof(g.parent), 0}, {unsafe.Offsetof(g.own), 4},
		{unsafe.Offsetof(g.translation), 12}, {unsafe.Offsetof(g.scale), 16}, {unsafe.Offsetof(g.flags), 20},
		{unsafe.Offsetof(g.local), 24}, {unsafe.Offsetof(g.inverseBind), 72}, {unsafe.Sizeof(g), 128},
		{unsafe.Offsetof(k.records), 8}, {unsafe.Offsetof(k.rows), 16}, {unsafe.Offsetof(k.stride), 24}, {unsafe.Offsetof(k.next), 28},
		{unsafe.Offsetof(k.cell), 32}, {unsafe.Offsetof(k.cells), 36}, {unsafe.Offsetof(k.scale), 40},
		{unsafe.Offsetof(k.packs), 48}, {unsafe.Offsetof(k.otherPacks), 52}, {unsafe.Sizeof(k), 64},
		{unsafe.Offsetof(o.G) - unsafe.Offsetof(o.F), 64}, {unsafe.Offsetof(o.H) - unsafe.Offsetof(o.F), 128},
		{unsafe.Offsetof(ticks.Rest), 64}, {passLanes, 4},
		{generalLocal, 1}, {generalScaled, 2}, {generalPalette, 4},
		{rotationRows, 5}, {otherRows, 4}, {stateRows, 17},
	} {
		if at[0] != at[1] {
			t.Errorf("layout %d: %d, want %d", i, at[0], at[1])
		}
	}
}
