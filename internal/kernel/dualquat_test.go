package kernel

import (
	"errors"
	"github.com/sinew-anim/sinew/native/simd"
	"math"
	"math/rand/v2"
	"testing"
)

// randomRigid is a rotation by a random quaternion, whose greatest component is any of
// the four, and a translation.
func randomRigid(rng *rand.Rand) affine {
	var q [DualValues]float32
	for k := range 4 {
		q[k] = float32(rng.NormFloat64())
	}
	q[rng.IntN(4)] *= 10
	var m affine
	rigid(&m, &q)
	for k := range 3 {
		m[4*k+3] = float32(2 * rng.NormFloat64())
	}
	return m
}

// TestDualQuaternionsOfMatrices: the matrix of a matrix's dual quaternion is that matrix,
// and taken apart with a frame, a sheared and mirrored one too.
func TestDualQuaternionsOfMatrices(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const n = 5000
	var palette, frames []float32
	for range n {
		m, frame := randomRigid(rng), randomRigid(rng)
		palette, frames = append(palette, m[:]...), append(append(frames, frame[:]...), frame[:]...)
	}
	dual := make([]float32, n*DualValues)
	if err := DualQuaternions(dual, palette); err != nil {
		t.Fatal(err)
	}
	for i, want := range affines(palette) {
		q := (*[DualValues]float32)(dual[i*DualValues:])
		if l := dot4(q[0], q[1], q[2], q[3], (*[4]float32)(q[:])); math.Abs(float64(l)-1) > 1e-6 {
			t.Fatalf("matrix %d: %v has the length %v", i, q, l)
		}
		var m affine
		rigid(&m, q)
		nearMatrix(t, i, &m, &want)
	}
	for k := range palette {
		palette[k] += float32(rng.NormFloat64())
		if k%24 == 0 {
			palette[k] = -palette[k]
		}
	}
	scaled := make([]float32, n*ScaledDualValues)
	if err := ScaledDualQuaternions(scaled, palette, frames); err != nil {
		t.Fatal(err)
	}
	for i, want := range affines(palette) {
		q, s := (&DualPalette{Values: scaled, Scaled: true}).entry(uint16(i))
		var m affine
		rigid(&m, q)
		multiplyAffine(&m, &m, s)
		nearMatrix(t, i, &m, &want)
	}
}

func nearMatrix(t *testing.T, i int, got, want *affine) {
	t.Helper()
	for k := range got {
		if d := math.Abs(float64(got[k] - want[k])); !(d < 2e-5) {
			t.Fatalf("matrix %d is %v, want %v", i, got, want)
		}
	}
}

// TestScaledDualQuaternionsOfFlatMatrices: what has no directions rotates nothing.
func TestScaledDualQuaternionsOfFlatMatrices(t *testing.T) {
	frame := RestFrame(&affine{0: 2, 5: 2, 10: 2, 3: 1})
	if frame != ([restFrameValues]float32{0: 0.5, 5: 0.5, 10: 0.5, 3: -0.5, 12: 1, 17: 1, 22: 1, 15: -1}) {
		t.Errorf("the frame is %v", frame)
	}
	if flat := RestFrame(&affine{3: 4}); flat != ([restFrameValues]float32{0: 1, 5: 1, 10: 1, 12: 1, 17: 1, 22: 1}) {
		t.Errorf("the frame of no inverse is %v", flat)
	}
	for _, m := range []affine{{}, {0: 1, 10: 1}, {0: 1, 1: 1, 10: 1}} {
		dst := make([]float32, ScaledDualValues)
		if err := ScaledDualQuaternions(dst, m[:], frame[:]); err != nil {
			t.Fatal(err)
		}
		if [4]float32(dst) != [4]float32{0, 0, 0, 1} {
			t.Errorf("%v rotates by %v", m, dst[:4])
		}
	}
}

func TestDualQuaternionLengths(t *testing.T) {
	f := func(n int) []float32 { return make([]float32, n) }
	v := &Vertices{Position: f(6), OutPosition: f(6)}
	p := &DualPalette{Values: f(8)}
	for name, err := range map[string]error{
		"part of a matrix": DualQuaternions(f(8), f(11)),
		"dst":              DualQuaternions(f(8), f(24)),
		"part, scaled":     ScaledDualQuaternions(f(20), f(13), f(48)),
		"frames":           ScaledDualQuaternions(f(40), f(24), f(24)),
		"dst, scaled":      ScaledDualQuaternions(f(16), f(12), f(24)),
		"bone":             DualBlend(v, p, make([]uint16, 4), f(8), 4),
		"weight":           DualBlend(v, p, make([]uint16, 8), f(7), 4),
		"vertices":         DualBlend(&Vertices{Position: f(6)}, p, make([]uint16, 8), f(8), 4),
		"blend":            DualBlend(v, &DualPalette{Blend: f(1)}, make([]uint16, 8), f(8), 4),
		"start":            DualBlendRows(v, p, make([]uint32, 2), nil, nil),
		"row weights":      DualBlendRows(v, p, make([]uint32, 3), make([]uint16, 2), f(1)),
		"row blend":        DualBlendRows(v, &DualPalette{Blend: f(3)}, make([]uint32, 3), nil, nil),
		"row vertices":     DualBlendRows(&Vertices{Position: f(6)}, p, make([]uint32, 3), nil, nil),
	} {
		if !errors.Is(err, simd.ErrLength) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
