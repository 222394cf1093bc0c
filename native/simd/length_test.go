package simd

import (
	"errors"
	"testing"
)

// Every kernel refuses slices of unequal length before it writes anything: no
// two slices here fit each other but for the one that is cut.
func TestKernelsRefuseWrongLengths(t *testing.T) {
	const n = 5
	r := newRandom(1)
	f := func(length int) []float32 { return r.values(length, 1, 2) }
	transforms := func(cut int) *Transforms {
		tr := r.transforms(n)
		for i, c := range []*[]float32{&tr.TX, &tr.TY, &tr.TZ, &tr.RX, &tr.RY, &tr.RZ, &tr.RW, &tr.SX, &tr.SY, &tr.SZ} {
			if i == cut {
				*c = (*c)[:n-1]
			}
		}
		return tr
	}
	tracks := &Tracks{First: []uint32{0, 2}, Target: []int16{0, 1}}
	short := &Tracks{First: []uint32{0, 2}, Target: []int16{0}}
	curved := &Tracks{First: tracks.First, Target: tracks.Target, Tangent: tracks.First}
	keys := func(cut int) *Keys {
		k := r.quaternions(n)
		for i, c := range []*[]float32{&k.X, &k.Y, &k.Z, &k.W} {
			if i == cut {
				*c = (*c)[:n-1]
			}
		}
		return k
	}
	vertices := func(p, n, op, on int) *Vertices {
		return &Vertices{Position: f(p), Normal: f(n), OutPosition: f(op), OutNormal: f(on)}
	}
	fits := vertices(6, 6, 6, 6)
	joint, parent := make([]uint16, n), r.parents(n)

	calls := map[string]func(dst []float32) error{
		"ComposeAffines dst": func(d []float32) error { return ComposeAffines(d[:12*n-1], transforms(-1)) },
		"Hierarchy model":    func(d []float32) error { return Hierarchy(d[:12*n+12], parent) },
		"Palette dst":        func(d []float32) error { return Palette(d[:12*n-12], f(12*n), joint, f(12*n)) },
		"Palette inverse":    func(d []float32) error { return Palette(d[:12*n], f(12*n), joint, f(12*n-1)) },
		"LerpVectors dst":    func(d []float32) error { return LerpVectors(d[:n], d[:n], d[:n-1], tracks, keys(-1), 0, 0.5) },
		"LerpVectors keys":   func(d []float32) error { return LerpVectors(d[:n], d[:n], d[:n], tracks, keys(1), 0, 0.5) },
		"LerpVectors tracks": func(d []float32) error { return LerpVectors(d[:n], d[:n], d[:n], short, keys(-1), 0, 0.5) },
		"LerpScalars tracks": func(d []float32) error { return LerpScalars(d[:n], short, f(n), 0, 0.5) },
		"Slerp dst": func(d []float32) error {
			return SlerpQuaternions(d[:n], d[:n-1], d[:n], d[:n], tracks, keys(-1), 0, 0.5)
		},
		"Slerp keys":             func(d []float32) error { return SlerpQuaternions(d[:n], d[:n], d[:n], d[:n], tracks, keys(3), 0, 0.5) },
		"Slerp tracks":           func(d []float32) error { return SlerpQuaternions(d[:n], d[:n], d[:n], d[:n], short, keys(-1), 0, 0.5) },
		"CopyKeys tracks":        func(d []float32) error { return CopyKeys(d[:n], short, f(n), 0) },
		"Hermite tracks":         func(d []float32) error { return Hermite(d[:n], short, f(n), f(4*n), f(4*n), 0, 0, 0.5, 1) },
		"Hermite tangents":       func(d []float32) error { return Hermite(d[:n], tracks, f(n), f(4*n), f(4*n), 0, 0, 0.5, 1) },
		"Hermite in":             func(d []float32) error { return Hermite(d[:n], curved, f(n), f(4*n), f(4*n-1), 0, 0, 0.5, 1) },
		"Hermite component":      func(d []float32) error { return Hermite(d[:n], curved, f(n), f(4*n), f(4*n), 4, 0, 0.5, 1) },
		"Normalize":              func(d []float32) error { return NormalizeQuaternions(d[:n], d[:n], d[:n-1], d[:n], tracks) },
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
	for cut := range 10 {
		calls["ComposeAffines transforms "+string(rune('0'+cut))] = func(d []float32) error {
			return ComposeAffines(d[:12*n], transforms(cut))
		}
	}
	for name, call := range calls {
		dst := make([]float32, 12*n+12)
		err := call(dst)
		if !errors.Is(err, ErrLength) {
			t.Errorf("%s: the error is %v, want one that wraps ErrLength", name, err)
		}
		for _, v := range dst {
			if v != 0 {
				t.Fatalf("%s: written to before it was refused", name)
			}
		}
	}
}
