// Package avx makes the amd64 kernels of package kernel. Most leave registers to avo;
// what several kernels share is written once for AVX2 and AVX-512 (block). A function
// writes the instructions of a kernel, for the parameters that the table of kernels gives
// it; of blocks with AVX-512 where wide.
//
// The kernels here cannot be written from formulas by package lanes, or are faster by hand. Times
// are the least of many short runs on an Intel Xeon with AVX-512, with 72 columns:
//
//	rows, keys           a row of memory per lane, transposed; searches
//	OffsetPose           of AVX-512: 1.10 in place of 1.06 µs, since a column of a lane is read at a time
//	blendrows            what it would be in stages takes 2.32 in place of 1.63 µs with AVX-512, 3.08
//	                     in place of 2.37 with AVX2, of two poses of 16; 218 in place of 160 ns of one
//	OffsetRows           1.51 in place of 1.15 µs in stages
//	FinishRow            62 in place of 37 ns: quads need not be transposed
//	rig, general         joints find their parents' states by a table, and matrices leave transposed,
//	                     which runs while the next joint waits
//	grouped              lanes are joints, permuted from group to group
//	joints               rows of matrices as they lie, in 39 instructions a joint of AVX-512, 59 of AVX2
//	rigframes1           a loop over joints: 85 instructions a joint in place of 420 of calls per joint
//	springs1             x, y, z in a register, and no calls between: 160 in place of 500 ns for six joints on a Zen 5
//	looks1               the same: 31 in place of 34 ns a joint, which it also turns
//	advance              float64 and integers
//	spans                bits
package avx

import (
	"github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"

	"github.com/sinew-anim/sinew/internal/kernel/gen/layout"
)

var zmm = []VecPhysical{
	Z0, Z1, Z2, Z3, Z4, Z5, Z6, Z7, Z8, Z9, Z10, Z11, Z12, Z13, Z14, Z15,
	Z16, Z17, Z18, Z19, Z20, Z21, Z22, Z23, Z24, Z25, Z26, Z27, Z28, Z29, Z30, Z31,
}

// sizeOf is the size of a type in bytes.
func sizeOf(name string) operand.Op { return operand.Imm(uint64(layout.Size(name))) }

func constant(name string) int     { return layout.Constant(name) }
func rigField(name string) int     { return layout.Offset("rigJoint", name) }
func generalField(name string) int { return layout.Offset("generalJoint", name) }
func keyField(name string) int     { return layout.Offset("keyLine", name) }
