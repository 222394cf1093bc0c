package solve_test

import (
	"fmt"

	"github.com/sinew-anim/sinew/internal/vec"
	"github.com/sinew-anim/sinew/runtime/control/solve"
)

// A straight leg whose foot is lifted: the knee comes forward, to the pole's side.
func ExampleLimb() {
	leg := solve.Limb{
		Root: vec.V{0, 1, 0}, Mid: vec.V{0, 0.5, 0}, End: vec.V{0, 0, 0},
		Target: vec.V{0, 0.4, 0}, Pole: vec.V{0, 0, 1}, Bent: true,
		Weight: 1, PoleWeight: 1,
	}
	turns := leg.Solve()
	knee := leg.Root.Add(turns.Root.Rotate(leg.Mid.Sub(leg.Root)))
	foot := knee.Add(turns.Mid.Rotate(leg.End.Sub(leg.Mid)))
	fmt.Printf("knee %.2f, %v within %.3f\n", knee, turns.Reason, foot.Sub(leg.Target).Length())
	// Output: knee [0.00 0.70 0.40], reached within 0.000
}

// Eyes in front of the joint of a head look at a target.
func ExampleAim() {
	head := solve.Aim{
		Place: vec.V{0, 1.6, 0}, Offset: vec.V{0, 0.1, 0.1}, Forward: vec.V{0, 0, 1}, Up: vec.V{0, 1, 0},
		Target: vec.V{2, 1.7, 0}, Pole: vec.V{0, 1, 0}, Weight: 1,
	}
	turn := head.Solve()
	fmt.Printf("looks along %.2f, %v\n", turn.Turn.Rotate(head.Forward), turn.Reason)
	// Output: looks along [1.00 0.00 0.00], reached
}
