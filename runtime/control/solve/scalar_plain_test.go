package solve

import (
	"github.com/sinew-anim/sinew/internal/vec"
	"github.com/sinew-anim/sinew/native/simd/plain"
)

func vector(v vec.V) plain.V {
	return plain.V{X: plain.Float(v[0]), Y: plain.Float(v[1]), Z: plain.Float(v[2])}
}

func quaternion(q vec.Q) plain.Q {
	return plain.Q{X: plain.Float(q[0]), Y: plain.Float(q[1]), Z: plain.Float(q[2]), W: plain.Float(q[3])}
}

func rotation(q plain.Q) vec.Q {
	return vec.Q{float32(q.X), float32(q.Y), float32(q.Z), float32(q.W)}
}

func flag(is bool) plain.Float {
	if is {
		return 1
	}
	return 0
}
