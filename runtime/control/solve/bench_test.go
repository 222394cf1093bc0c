package solve_test

import (
	"fmt"
	"testing"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/runtime/control/solve"
)

func BenchmarkLimb(b *testing.B) {
	s := newSource()
	limbs := make([]limb, 64)
	for i := range limbs {
		limbs[i] = s.limb()
		limbs[i].AtMid, limbs[i].RotationWeight = false, 0
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		limbs[i&63].Solve()
	}
}

func BenchmarkLimit(b *testing.B) {
	s := newSource()
	limits := make([]solve.Limit, 64)
	for i := range limits {
		limits[i] = s.limit()
	}
	q := s.rotation()
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		limits[i&63].Apply(q.Array())
	}
}

func BenchmarkChain6(b *testing.B) {
	for _, solver := range solvers {
		for _, limited := range []bool{false, true} {
			b.Run(fmt.Sprintf("%s/limited=%v", solver.name, limited), func(b *testing.B) {
				s := newSource()
				chains, targets := make([][]solve.ChainJoint, 16), make([]geom.Vec, 16)
				for i := range chains {
					chains[i], targets[i] = s.chain(6), s.vector()
					for j := range chains[i] {
						if !limited {
							chains[i][j].Limit, chains[i][j].Weight = nil, 1
						}
					}
				}
				out, scratch := make([]solve.ChainTurn, 6), make([]solve.ChainScratch, 6)
				b.ReportAllocs()
				for i := 0; b.Loop(); i++ {
					solver.solve(chains[i&15], targets[i&15].Array(), [3]float32{}, 8, out, scratch)
				}
			})
		}
	}
}
