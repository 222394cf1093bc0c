//go:build !purego

package kernel

import "github.com/sinew-anim/sinew/internal/packing"

// spanTableEntry is how to extract eight values of a width: shuffle selects the bytes of each,
// of the second four from byte half on; shifts left and right then extend the sign.
type spanTableEntry struct {
	shuffle     [32]uint8
	left, right [VectorLanes]uint32
	width, half uint64
	_           [16]uint8
}

// spanTable has an entry per code, then one per width.
var spanTable = func() (t [packing.Codes + packing.MaxWidth + 1]spanTableEntry) {
	for i := range t {
		w := i - packing.Codes
		if w < 0 {
			w = packing.Width(i)
		}
		t[i] = newSpanTableEntry(w)
	}
	return t
}()

func newSpanTableEntry(w int) (e spanTableEntry) {
	e.width, e.half = uint64(w), uint64(4*w/8)
	for i := range VectorLanes {
		bit := i * w
		if i >= 4 {
			bit -= 8 * int(e.half)
		}
		for k := range 4 {
			e.shuffle[4*i+k] = uint8(bit/8 + k)
		}
		e.left[i], e.right[i] = uint32(32-w-bit%8), uint32(min(32-w, 31))
		if w == 0 {
			e.left[i] = 32
		}
	}
	return e
}

// splatFractions is spanFractions with each value in all lanes.
var splatFractions = func() (f [SpanKeys + 1][SpanKeys][VectorLanes]float32) {
	for n := range f {
		for k := range f[n] {
			for lane := range f[n][k] {
				f[n][k][lane] = spanFractions[n][k]
			}
		}
	}
	return f
}()
