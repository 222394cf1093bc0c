package solve

import (
	"github.com/sinew-anim/sinew/internal/vec"
	"github.com/sinew-anim/sinew/native/simd/formula"
)

func vector(v vec.V) formula.V[formula.Float] {
	return formula.V[formula.Float]{X: formula.Float(v[0]), Y: formula.Float(v[1]), Z: formula.Float(v[2])}
}

func quaternion(q vec.Q) formula.Q[formula.Float] {
	return formula.Q[formula.Float]{X: formula.Float(q[0]), Y: formula.Float(q[1]), Z: formula.Float(q[2]), W: formula.Float(q[3])}
}

func rotation(q formula.Q[formula.Float]) vec.Q {
	return vec.Q{float32(q.X), float32(q.Y), float32(q.Z), float32(q.W)}
}

func flag(is bool) formula.Float {
	if is {
		return 1
	}
	return 0
}
