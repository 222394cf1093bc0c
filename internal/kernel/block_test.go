package kernel

import (
	"fmt"
	"github.com/sinew-anim/sinew/native/simd"
	"math"
	"math/rand/v2"
	"testing"
)

// A block test case: a skeleton, a bank, and blocks of lanes at random frames of
// it.
type block struct {
	columns simd.Columns
	rows    simd.Rows
	at      []simd.Frames
	rig     *Rig
	general *GeneralRig
	stride  int
}

// shape is what a block is drawn from.
type shape struct {
	joints  int
	tree    string  // chain, star, random, bushy
	columns float64 // share of joints with other columns
	values  string  // unit, wild
	gap     int     // extra values between rows
	stride  int     // extra values between palettes
	blocks  int     // at least 1
}

func (s shape) String() string {
	return fmt.Sprintf("%d %s columns=%g %s gap=%d stride=%d blocks=%d", s.joints, s.tree, s.columns, s.values, s.gap, s.stride, s.blocks)
}

// parent draws the parent of joint j.
func (s shape) parent(r *rand.Rand, j int) int {
	switch {
	case j == 0:
		return -1
	case s.tree == "chain":
		return j - 1
	case s.tree == "star":
		return 0
	case s.tree == "bushy": // like a character: mostly chains, some branches, several roots
		switch d := r.IntN(20); {
		case d == 0:
			return -1
		case d < 4:
			return r.IntN(j)
		}
		return j - 1
	}
	return r.IntN(j+1) - 1
}

// wild are values that a kernel must treat like plain Go even where they make
// no sense in an animation.
var wild = []float32{
	0, float32(math.Copysign(0, -1)), 1, -1, math.SmallestNonzeroFloat32, -math.SmallestNonzeroFloat32,
	1e-40, -3e-39, 1.1754944e-38, 1e-20, -1e-20, 1e10, -1e18, 3e19, 1e-7, math.MaxFloat32, -math.MaxFloat32,
}

func (s shape) value(r *rand.Rand) float32 {
	if s.values == "wild" && r.IntN(4) == 0 {
		return wild[r.IntN(len(wild))]
	}
	return r.Float32()*2 - 1
}

func (s shape) point(r *rand.Rand) [3]float32 {
	return [3]float32{s.value(r), s.value(r), s.value(r)}
}

func (s shape) affine(r *rand.Rand) *[12]float32 {
	m := new([12]float32)
	for i := range m {
		m[i] = s.value(r)
	}
	return m
}

// draw makes a block of the shape.
func (s shape) draw(tb testing.TB, r *rand.Rand) *block {
	b := &block{}
	joints := make([]RigJoint, s.joints)
	general := make([]GeneralJoint, s.joints)
	others := 0
	column := func() int {
		if r.Float64() >= s.columns {
			return -1
		}
		others++
		return others - 1
	}
	for j := range joints {
		p := s.parent(r, j)
		joints[j] = RigJoint{Parent: p, Bind: s.point(r), Column: column()}
		g := GeneralJoint{Parent: p, Translation: s.point(r), Scale: [3]float32{1, 1, 1}}
		g.TranslationColumn, g.ScaleColumn = column(), column()
		if r.IntN(8) == 0 {
			g.Scale = s.point(r)
		}
		if r.IntN(8) == 0 {
			g.Local = s.affine(r)
		}
		if r.IntN(8) != 0 {
			g.InverseBind = s.affine(r)
		}
		general[j] = g
	}
	var err error
	if b.rig, err = NewRig(joints, s.value(r)); err != nil {
		tb.Fatal(err)
	}
	if b.general, err = NewGeneralRig(general); err != nil {
		tb.Fatal(err)
	}
	b.columns = simd.Columns{Rotations: padGroup(s.joints), Others: padGroup(others)}
	s.fill(r, b)
	b.stride = affineFloats*b.columns.Rotations + s.stride
	return b
}

// fill draws the bank and the lanes' places in it.
func (s shape) fill(r *rand.Rand, b *block) {
	const frames = 5
	stride := b.columns.RowValues() + s.gap
	n := (frames-1)*stride + b.columns.RowValues()
	b.rows = simd.Rows{Columns: b.columns, Values: make([]float32, n), Stride: stride}
	for i := range n {
		b.rows.Values[i] = s.value(r)
	}
	b.at = make([]simd.Frames, s.blocks)
	for i := range b.at {
		for l := range simd.Lanes {
			b.at[i].Row[l] = int64(r.IntN(frames-1) * stride)
			b.at[i].Alpha[l] = []float32{0, 1, r.Float32(), r.Float32()}[r.IntN(4)]
		}
	}
}

// guard is the value around what kernels may write: a quiet NaN with a payload
// that arithmetic does not make.
const guard = 0x7fc0dead

const guardRoom = 64 // values of guard on each side

// guarded makes n aligned values between guards, offset values off alignment.
func guarded(n, offset int) (whole, inner []float32) {
	whole = simd.AlignedFloat32(n + 2*guardRoom + offset)
	for i := range whole {
		whole[i] = math.Float32frombits(guard)
	}
	start := guardRoom + offset
	return whole, whole[start : start+n : start+n]
}

// untouched fails where anything outside the inner values was written.
func untouched(tb testing.TB, what string, whole, inner []float32) {
	tb.Helper()
	start := len(whole) - len(inner) - guardRoom
	for i, v := range whole {
		if (i < start || i >= start+len(inner)) && math.Float32bits(v) != guard {
			tb.Fatalf("%s: wrote %g at %d, outside of its %d values", what, v, i-start, len(inner))
		}
	}
}

// sameBits fails at the first value whose bits differ. Values that are not
// numbers count as equal: which one comes out is not defined.
func sameBits(tb testing.TB, what string, got, want []float32) {
	tb.Helper()
	for i := range want {
		g, w := math.Float32bits(got[i]), math.Float32bits(want[i])
		if g == w || got[i] != got[i] && want[i] != want[i] && g != guard && w != guard {
			continue
		}
		tb.Fatalf("%s: value %d is %g (%08x), want %g (%08x)", what, i, got[i], g, want[i], w)
	}
}

// eachISA runs f with every instruction set of this machine.
func eachISA(t *testing.T, f func(t *testing.T)) {
	for _, l := range simd.ISAs() {
		t.Run(l.String(), func(t *testing.T) {
			restore, err := simd.Use(l)
			if err != nil {
				t.Fatal(err)
			}
			defer restore()
			f(t)
		})
	}
}
