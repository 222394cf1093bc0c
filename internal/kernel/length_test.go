package kernel

import (
	"errors"
	"github.com/sinew-anim/sinew/native/simd"
	"testing"
)

// Every kernel refuses slices of unequal length before it writes anything: no
// two slices here fit each other but for the one that is cut.
func TestKernelsRefuseWrongLengths(t *testing.T) {
	const n = 5
	r := newRandom(1)
	f := func(length int) []float32 { return r.values(length, 1, 2) }
	vertices := func(p, n, op, on int) *Vertices {
		return &Vertices{Position: f(p), Normal: f(n), OutPosition: f(op), OutNormal: f(on)}
	}
	fits := vertices(6, 6, 6, 6)

	calls := map[string]func(dst []float32) error{
		"LinearBlend bone":       func([]float32) error { return LinearBlend(fits, f(12), make([]uint16, 7), f(8), 4) },
		"LinearBlend weight":     func([]float32) error { return LinearBlend(fits, f(12), make([]uint16, 8), f(9), 4) },
		"LinearBlend influences": func([]float32) error { return LinearBlend(fits, f(12), nil, nil, -1) },
		"LinearBlendRows start":  func([]float32) error { return LinearBlendRows(fits, f(12), []uint32{0, 1}, make([]uint16, 1), f(1)) },
		"LinearBlendRows weight": func([]float32) error { return LinearBlendRows(fits, f(12), []uint32{0, 1, 2}, make([]uint16, 2), f(1)) },
		"vertices position":      func([]float32) error { return TransformVertices(vertices(5, 0, 5, 0), &[12]float32{}) },
		"vertices out":           func([]float32) error { return TransformVertices(vertices(6, 0, 3, 0), &[12]float32{}) },
		"vertices normal":        func([]float32) error { return TransformVertices(vertices(6, 3, 6, 3), &[12]float32{}) },
		"vertices out normal":    func([]float32) error { return TransformVertices(vertices(6, 6, 6, 0), &[12]float32{}) },
		"AddDeltas delta":        func(d []float32) error { return AddDeltas(d, []uint32{0, 1}, f(5), 1) },
	}
	for name, call := range calls {
		dst := make([]float32, 12*n+12)
		err := call(dst)
		if !errors.Is(err, simd.ErrLength) {
			t.Errorf("%s: the error is %v, want one that wraps ErrLength", name, err)
		}
		for _, v := range dst {
			if v != 0 {
				t.Fatalf("%s: written to before it was refused", name)
			}
		}
	}
}
