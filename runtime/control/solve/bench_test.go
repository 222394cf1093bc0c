package solve_test

import (
	"testing"

	"github.com/sinew-anim/sinew/runtime/control/solve"
)

func BenchmarkLimb(b *testing.B) {
	s := newSource()
	limbs := make([]solve.Limb, 64)
	for i := range limbs {
		limbs[i] = s.limb()
		limbs[i].AtMid, limbs[i].RotationWeight = false, 0
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		limbs[i&63].Solve()
	}
}

func BenchmarkAim(b *testing.B) {
	s := newSource()
	aims := make([]solve.Aim, 64)
	for i := range aims {
		aims[i] = s.aim()
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		aims[i&63].Solve()
	}
}
