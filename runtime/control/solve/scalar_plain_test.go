package solve

import (
	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/internal/kernel/plain"
)

func vector(v geom.Vec) plain.V {
	return plain.V{X: plain.Float(v.X), Y: plain.Float(v.Y), Z: plain.Float(v.Z)}
}

func quaternion(q geom.Quat) plain.Q {
	return plain.Q{X: plain.Float(q.X), Y: plain.Float(q.Y), Z: plain.Float(q.Z), W: plain.Float(q.W)}
}

func rotation(q plain.Q) geom.Quat {
	return geom.XYZW(float32(q.X), float32(q.Y), float32(q.Z), float32(q.W))
}

func flag(is bool) plain.Float {
	if is {
		return 1
	}
	return 0
}
