package kernel

import (
	"errors"
	"math"
	"testing"

	"github.com/sinew-anim/sinew/internal/kernel/formula"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/native/simd"
)

// A look of one pose has the bits that kernels of lanes give it, whatever set is in use, and turns its
// joints by them.
func TestLooksOfOneHaveTheBitsOfALane(t *testing.T) {
	for s := range seed.Cases(t, 2) {
		for _, isa := range simd.ISAs() {
			turned, left := 0, 0
			for k := range uint64(300) {
				m, l := looksOfOne(t, isa, 300*s+k)
				turned, left = turned+m, left+l
			}
			if isa != simd.Generic && isa != simd.NEON && (turned < 500 || left < 50) {
				t.Errorf("%v: a kernel turns %d joints and leaves %d", isa, turned, left)
			}
		}
	}
}

// looksOfOne compares a look with a set with that of plain Go, and returns how many joints it has turned and left.
func looksOfOne(t *testing.T, isa simd.ISA, seed uint64) (turned, left int) {
	t.Helper()
	want, got := oneLook(newRandom(seed)), oneLook(newRandom(seed))
	columns := want.Block
	want.Block = nil
	for _, run := range []struct {
		isa simd.ISA
		l   *Look
	}{{simd.Generic, want}, {isa, got}} {
		restore, err := simd.Use(run.isa)
		must.Do(t, err)
		must.Do(t, SolveLook16(run.l))
		restore()
	}
	restore, err := simd.Use(simd.Generic)
	must.Do(t, err)
	defer restore()
	for k := range want.Links {
		x, own := &want.Links[k], want.Rows(k)[formula.LookOwn*simd.Lanes:]
		if k < got.Turned {
			a := NewLanewise()
			a.Len = 1
			a.Rows[0], a.Rows[1], a.Rows[2], a.Rows[3], a.Rows[4] = x.Above, x.Frame, own, columns[x.Column:], want.Weight
			must.Do(t, TurnBeside16(a))
		}
		for row := range 4 {
			if a, b := got.Rows(k)[(formula.LookOwn+row)*simd.Lanes], own[row*simd.Lanes]; math.Float32bits(a) != math.Float32bits(b) {
				t.Fatalf("%v: row %d of joint %d is %v, want %v", isa, row, k, a, b)
			}
		}
	}
	if at := differ(got.Block, columns); at >= 0 {
		t.Fatalf("%v: value %d of columns is %v, want %v", isa, at, got.Block[at], columns[at])
	}
	for _, row := range []int{formula.LookResidual, formula.LookReason} {
		if a, b := got.Head[row*simd.Lanes], want.Head[row*simd.Lanes]; math.Float32bits(a) != math.Float32bits(b) {
			t.Fatalf("%v: row %d of the head is %v, want %v", isa, row, a, b)
		}
	}
	got.Block = got.Block[1:]
	if err := SolveLook16(got); !errors.Is(err, simd.ErrLength) {
		t.Errorf("a short block: %v", err)
	}
	return got.Turned, len(got.Links) - got.Turned
}

// oneLook is a look of one pose; some have targets behind, near a joint or nowhere, or a pole that no
// angle follows from.
func oneLook(r random) *Look {
	n := 1 + r.IntN(6)
	l := NewLook(n)
	l.Len, l.Missing = 1, formula.TooNear
	l.Target, l.Weight = simd.AlignedFloat32(formula.AimTargetRows*simd.Lanes), simd.AlignedFloat32(simd.Lanes)
	unit := func() []float32 {
		v := r.values(3, -1, 1)
		length := float32(math.Hypot(math.Hypot(float64(v[0]), float64(v[1])), float64(v[2])))
		return []float32{v[0] / length, v[1] / length, v[2] / length}
	}
	copy(l.Line[:], unit())
	copy(l.Line[3:], unit())
	copy(l.Line[6:], r.values(3, -0.2, 0.2))
	pole, scale := unit(), []float32{3, 3, 3, 0.2}[r.IntN(4)]
	switch r.IntN(6) {
	case 0:
		clear(pole)
	case 1:
		clear(l.Line[3:6])
	}
	for i, v := range r.values(3, -scale, scale) {
		l.Target[i*simd.Lanes], l.Target[(formula.AimPole+i)*simd.Lanes] = v, pole[i]
	}
	if r.IntN(12) == 0 {
		l.Target[r.IntN(3)*simd.Lanes] = []float32{float32(math.NaN()), float32(math.Inf(1)), 1e20}[r.IntN(3)]
	}
	for lane := range LookBeside {
		l.Weight[lane] = 1
	}
	l.Block = make([]float32, n*rotationRows*simd.Lanes)
	for k := range l.Links {
		x := &l.Links[k]
		x.Frame, x.Above, x.Column = simd.AlignedFloat32(FrameValues), simd.AlignedFloat32(FrameValues), (n-1-k)*rotationRows*simd.Lanes
		for _, frame := range [][]float32{x.Frame, x.Above} {
			for row, v := range append(append(unit(), 0.5), r.values(3, -0.3, 0.3)...) {
				frame[row*simd.Lanes] = v
			}
		}
		x.Numbers[formula.LookCone], x.Numbers[formula.LookWeight] = -2, r.Float32()
	}
	l.Links[n-1].Numbers[formula.LookWeight] = 1
	return l
}
