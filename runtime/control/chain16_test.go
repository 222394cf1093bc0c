package control_test

import (
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime/control"
	"github.com/sinew-anim/sinew/runtime/control/solve"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// A chain that kernels solve, one of two joints and a straight one do what they do everywhere.
func TestPlainChainsEverywhere(t *testing.T) {
	everywhere(t, "f0c493a2c0a9b7b2", part{
		func(s *control.Stack) error {
			for _, o := range []control.ChainIK{
				grasp(control.FABRIK),
				{Joints: links("neck0", "neck1")},
				{Joints: links("spine0", "spine1", "spine2", "spine3"), Bend: [3]float32{1, 0, 0}, Iterations: 3},
			} {
				if _, err := s.Add(&o); err != nil {
					return err
				}
			}
			return nil
		},
		func(g *control.Instances, i, frame int) error {
			x, y := float32(i%7)/7-0.5, float32(frame)/9
			for k := range 3 {
				to := control.ChainTarget{Place: [3]float32{x, 1 + y, 0.3 - float32(x*y)}, Weight: float32((i + k) % 4)}
				if i%3 == 0 {
					to.Rotation, to.RotationWeight = [4]float32{x, y, 0.5, 1}, 0.7
				}
				if err := g.SetChainIK(i, k, 0, to); err != nil {
					return err
				}
			}
			return nil
		},
	})
}

// Kernels come as near to targets as the solver of one chain does, which limits that hold
// nothing make a crowd use.
func TestPlainChainsComeAsNear(t *testing.T) {
	for name, solver := range solvers {
		t.Run(name, func(t *testing.T) {
			forms(t, func(t *testing.T, form pose.FormChoice) { comeAsNear(t, form, solver) })
		})
	}
}

func comeAsNear(t *testing.T, form pose.FormChoice, solver control.ChainSolver) {
	const n = 64
	plain, held := grasp(solver), grasp(solver)
	wide := solve.NewCone([3]float32{1, 0, 0}, 3.1)
	held.Joints[4].Limit = new(control.LimitOf("", wide))
	s := newStage(t, form, n, func(s *control.Stack) {
		for _, o := range []control.ChainIK{plain, held} {
			_, err := s.Add(&o)
			must.Do(t, err)
		}
	})
	s.update(0.3)
	r := rand.New(rand.NewPCG(8, 9))
	for i := range n / 2 {
		to := control.ChainTarget{Place: s.toward(r, i, &plain, 0.2, 1.1).Array(), Weight: 1}
		must.Do(t, s.g.SetChainIK(i, 0, 0, to))
		must.Do(t, s.g.SetWeight(i, 0, 1))
	}
	s.update(0)
	var near [n / 2]control.IKResult
	for i := range near {
		near[i] = s.g.Result(i, 0)
		must.Do(t, s.g.SetWeight(i, 0, 0))
		must.Do(t, s.g.SetWeight(i, 1, 1))
	}
	r = rand.New(rand.NewPCG(8, 9))
	for i := range near {
		must.Do(t, s.g.SetChainIK(i, 1, 0, control.ChainTarget{Place: s.toward(r, i, &plain, 0.2, 1.1).Array(), Weight: 1}))
	}
	s.update(0)
	for i, got := range near {
		want := s.g.Result(i, 1)
		if got.Residual > want.Residual+1e-3 || got.Reason == solve.TooFar != (want.Reason == solve.TooFar) {
			t.Errorf("instance %d comes to %+v, one by one to %+v", i, got, want)
		}
	}
}
