package solve_test

import (
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/internal/vec"
	"github.com/sinew-anim/sinew/runtime/control/solve"
)

// A tail of four bones bends up to a target; the last joint gets there.
func ExampleFABRIK() {
	joints := make([]solve.ChainJoint, 5)
	for i := range joints {
		joints[i] = solve.ChainJoint{Place: vec.V{0, 0, -0.2 * float32(i)}, Parent: i - 1, Weight: 1}
	}
	out, scratch := make([]solve.ChainTurn, 5), make([]solve.ChainScratch, 5)
	tip := solve.Effector{Joint: 4, Target: vec.V{0, 0.4, -0.4}, Weight: 1}
	residual := solve.FABRIK(joints, []solve.Effector{tip}, vec.V{0, -1, 0}, 20, out, scratch)
	fmt.Printf("tip %.2f, within a millimetre: %v\n", out[4].Place, residual < 1e-3)
	// Output: tip [0.00 0.40 -0.40], within a millimetre: true
}

// A knee bends by 0 to 150 degrees and does not turn otherwise.
func ExampleNewHinge() {
	knee := solve.NewHinge(vec.V{1, 0, 0}, 0, 150*math.Pi/180)
	straight := knee.Apply(vec.Q{-0.1, 0.2, 0, 0.97}.Unit())
	bent := knee.Apply(vec.Q{0.6, 0, 0, 0.8})
	fmt.Printf("%.1f %.1f\n", straight[0], bent[0])
	// Output: 0.0 0.6
}
