package solve_test

import (
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/runtime/control/solve"
)

// A tail of four bones bends up to a target; the last joint gets there.
func ExampleFABRIK() {
	joints := make([]solve.ChainJoint, 5)
	for i := range joints {
		joints[i] = solve.ChainJoint{Place: [3]float32{0, 0, -0.2 * float32(i)}, Parent: i - 1, Weight: 1}
	}
	out, scratch := make([]solve.ChainTurn, 5), make([]solve.ChainScratch, 5)
	tip := solve.Effector{Joint: 4, Target: [3]float32{0, 0.4, -0.4}, Weight: 1}
	residual := solve.FABRIK(joints, []solve.Effector{tip}, [3]float32{0, -1, 0}, 20, out, scratch)
	fmt.Printf("tip %.2f, within a millimetre: %v\n", out[4].Place, residual < 1e-3)
	// Output: tip [0.00 0.40 -0.40], within a millimetre: true
}

// A knee bends by 0 to 150 degrees and does not turn otherwise.
func ExampleNewHinge() {
	knee := solve.NewHinge([3]float32{1, 0, 0}, 0, 150*math.Pi/180)
	straight := knee.Apply(geom.Quat{X: -0.1, Y: 0.2, W: 0.97}.Unit().Array())
	bent := knee.Apply([4]float32{0.6, 0, 0, 0.8})
	fmt.Printf("%.1f %.1f\n", straight[0], bent[0])
	// Output: 0.0 0.6
}
