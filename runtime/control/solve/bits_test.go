package solve_test

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/runtime/control/solve"
)

// source draws inputs that are the same on every processor.
type source struct {
	*rand.Rand
	hash.Hash
}

func newSource() *source { return &source{rand.New(rand.NewPCG(1, 2)), sha256.New()} }

func (s *source) float() float32   { return float32(s.IntN(1<<21)-1<<20) / (1 << 20) }
func (s *source) vector() geom.Vec { return geom.XYZ(s.float(), s.float(), s.float()) }
func (s *source) unit() geom.Vec   { return s.vector().Unit(geom.Vec{Y: 1}) }

func (s *source) rotation() geom.Quat {
	return geom.XYZW(s.float(), s.float(), s.float(), s.float()).Unit()
}

func (s *source) put(t *testing.T, v any) {
	if err := binary.Write(s, binary.LittleEndian, v); err != nil {
		t.Fatal(err)
	}
}

func (s *source) check(t *testing.T, want string) {
	t.Helper()
	if got := hex.EncodeToString(s.Sum(nil)); got != want {
		t.Errorf("the hash of the results is %s, want %s", got, want)
	}
}

func (s *source) limb() limb {
	l := limb{
		Root: s.vector().Array(), Mid: s.vector().Array(), End: s.vector().Array(), Target: s.vector().Array(), Axis: s.vector().Array(), Bent: s.IntN(2) == 0,
		Pole: s.vector().Array(), PoleIsPoint: s.IntN(2) == 0, Twist: solve.NewAngle(float64(s.float())), Soft: s.float(), Stretch: s.float() + 1,
		AtMid: s.IntN(8) == 0, Weight: 1, PoleWeight: 1, RotationWeight: s.float(), EndRotation: s.rotation().Array(), TargetRotation: s.rotation().Array(),
	}
	if s.IntN(2) == 0 {
		l.Weight, l.PoleWeight = s.float(), s.float()
	}
	return l
}

func TestLimbBits(t *testing.T) {
	s := newSource()
	for range 2000 {
		l := s.limb()
		s.put(t, l.Solve())
	}
	s.check(t, "bfa946269c027a4d63b33919aff3958c401d584dbf55d4b9a705222ef0491ddf")
}

func (s *source) limit() solve.Limit {
	l := solve.NewSwingTwist(s.unit().Array(), s.unit().Array(), 2*float64(geom.Abs(s.float())), 2*float64(geom.Abs(s.float())), -1-float64(s.float()), 1.5+float64(s.float()))
	if s.IntN(2) == 0 {
		l.Center = s.rotation().Array()
	}
	if s.IntN(2) == 0 {
		l.Soft = geom.Abs(s.float())
	}
	return l
}

func TestLimitBits(t *testing.T) {
	s := newSource()
	for range 1000 {
		l := s.limit()
		for range 4 {
			s.put(t, l.Apply(s.rotation().Array()))
		}
		s.put(t, solve.Learn([][4]float32{s.rotation().Array(), s.rotation().Array(), s.rotation().Array()}, s.unit().Array(), 0.1))
	}
	s.check(t, "921c7231147746d309a4e39f9ff0fa1bb6781927c5991f2eec33e87f69b6d271")
}

// chain is a chain of some joints, with limits and weights of some.
func (s *source) chain(n int) []solve.ChainJoint {
	joints := make([]solve.ChainJoint, n)
	for i := range joints {
		j := &joints[i]
		j.Parent, j.Weight = i-1, 1
		if i > 0 {
			j.Place = geom.VecOf(joints[i-1].Place).AddTimes(s.unit(), 0.3).Array()
		}
		if s.IntN(2) == 0 {
			l := s.limit()
			j.Limit, j.Rest, j.Rotation, j.Weight = &l, s.rotation().Array(), s.rotation().Array(), geom.Abs(s.float())
		}
	}
	return joints
}

func TestChainBits(t *testing.T) {
	s := newSource()
	out, scratch := make([]solve.ChainTurn, 7), make([]solve.ChainScratch, 7)
	for range 200 {
		joints := s.chain(2 + s.IntN(6))
		for _, solver := range solvers {
			s.put(t, solver.solve(joints, s.vector().Array(), s.unit().Array(), 6, out, scratch))
			s.put(t, out[:len(joints)])
		}
		joints = body()
		effectors := []solve.Effector{{Joint: 4, Target: s.vector().Array(), Weight: 1}, {Joint: 6, Target: s.vector().Array(), Weight: 2}}
		s.put(t, solve.FABRIK(joints, effectors, s.unit().Array(), 6, out, scratch))
		s.put(t, out)
	}
	s.check(t, "8cb36e386658efa6a3bbc2e5f68c312dfbdf89a9befbffceb1447ba597717c82")
}
