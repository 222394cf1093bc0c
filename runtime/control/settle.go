package control

import (
	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/internal/kernel/formula"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/soa"
)

// stand is a place and a rotation.
type stand struct {
	place geom.Vec
	turn  geom.Quat
}

func (s *stand) matrix() soa.Affine { return s.turn.Matrix(s.place) }

// standValues is the length of stands of 16 instances, see formula.StandRows.
const standValues = formula.StandRows * simd.Lanes

// standAt reads a stand of rows.
func standAt(v []float32) *stand {
	return &stand{
		geom.XYZ(v[0], v[simd.Lanes], v[2*simd.Lanes]),
		geom.XYZW(v[3*simd.Lanes], v[4*simd.Lanes], v[5*simd.Lanes], v[6*simd.Lanes]),
	}
}

// fastest is the greatest speed at which an offset decays without overshoot, see pose.Transition.
const fastest = 5
