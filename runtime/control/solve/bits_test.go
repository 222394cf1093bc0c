package solve_test

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/internal/vec"
	"github.com/sinew-anim/sinew/runtime/control/solve"
)

// source draws inputs that are the same on every processor.
type source struct {
	*rand.Rand
	hash.Hash
}

func newSource() *source { return &source{rand.New(rand.NewPCG(1, 2)), sha256.New()} }

func (s *source) float() float32 { return float32(s.IntN(1<<21)-1<<20) / (1 << 20) }
func (s *source) vector() vec.V  { return vec.V{s.float(), s.float(), s.float()} }
func (s *source) unit() vec.V    { return s.vector().Unit(vec.V{0, 1, 0}) }

func (s *source) rotation() vec.Q { return vec.Q{s.float(), s.float(), s.float(), s.float()}.Unit() }

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

func (s *source) limb() solve.Limb {
	l := solve.Limb{
		Root: s.vector(), Mid: s.vector(), End: s.vector(), Target: s.vector(), Axis: s.vector(), Bent: s.IntN(2) == 0,
		Pole: s.vector(), PoleIsPoint: s.IntN(2) == 0, Twist: solve.NewAngle(float64(s.float())), Soft: s.float(), Stretch: s.float() + 1,
		AtMid: s.IntN(8) == 0, Weight: 1, PoleWeight: 1, RotationWeight: s.float(), EndRotation: s.rotation(), TargetRotation: s.rotation(),
	}
	if s.IntN(2) == 0 {
		l.Weight, l.PoleWeight = s.float(), s.float()
	}
	return l
}

func (s *source) aim() solve.Aim {
	return solve.Aim{
		Place: s.vector(), Target: s.vector(), Forward: s.unit(), Up: s.unit(), Offset: s.vector().Times(0.2), Pole: s.vector(),
		Twist: solve.NewAngle(float64(s.float())), Weight: s.float(),
	}
}

func TestLimbBits(t *testing.T) {
	s := newSource()
	for range 2000 {
		l := s.limb()
		s.put(t, l.Solve())
	}
	s.check(t, "4767c756164b7079f6bb07c13d66a1b16de0f3620dcc0418d5b8aae3e3520c19")
}

func TestAimBits(t *testing.T) {
	s := newSource()
	for range 2000 {
		a := s.aim()
		s.put(t, a.Solve())
	}
	s.check(t, "0d8af584851fdc7adc11919a8318f2bbec969dacce975ae5616e9ee9f55cce5c")
}
