package draco

import (
	"encoding/binary"
	"math"
)

// quantum is how the integers of an attribute become floats: least + range · v / (2^bits − 1).
type quantum struct {
	least []float32 // of each component
	step  float32
}

func (d *decoder) readQuantum(components int) (q quantum) {
	q.least = make([]float32, components)
	for i := range q.least {
		q.least[i] = d.F32()
	}
	reach, bits := d.F32(), d.U8()
	if d.Err == nil && (bits < 1 || bits > 30) {
		d.Fail(ErrFormat, "quantization to %d bits", bits)
		return
	}
	q.step = reach / float32(int32(1)<<bits-1)
	return q
}

func (q quantum) floats(integers []int32) []byte {
	raw := make([]byte, 4*len(integers))
	for i, v := range integers {
		f := float32(float32(v)*q.step) + q.least[i%len(q.least)]
		binary.LittleEndian.PutUint32(raw[4*i:], math.Float32bits(f))
	}
	return raw
}

// octahedron is the unfolding of unit vectors onto a square of integers, 0 to most on a side:
//
//	t
//	^ *-----*-----*
//	| |    /|\    |     inside the diamond x ≥ 0, and s and t are y and z;
//	| |   / | \   |     outside of it x < 0, folded over the diamond's edges
//	| |  /  |  \  |
//	| | /   |   \ |
//	| *-----*-----*
//	| | \   |   / |
//	| |  \  |  /  |
//	| |   \ | /   |
//	| |    \|/    |
//	| *-----*-----* → s
type octahedron struct {
	bits   int32
	values int32 // 2^bits − 1
	most   int32
	center int32
}

func newOctahedron(bits int32) octahedron {
	values := int32(1)<<bits - 1
	return octahedron{bits: bits, values: values, most: values - 1, center: (values - 1) / 2}
}

// unitVectors turns pairs s, t into three floats each.
func (o octahedron) unitVectors(st []int32) []byte {
	scale := 2 / float32(o.most)
	raw := make([]byte, 0, 6*len(st))
	for ; len(st) >= 2; st = st[2:] {
		y := float32(float32(st[0])*scale) - 1
		z := float32(float32(st[1])*scale) - 1
		x := 1 - abs(y) - abs(z)
		if fold := -x; fold > 0 {
			y, z = foldBy(y, fold), foldBy(z, fold)
		}
		square := float32(x*x) + float32(y*y) + float32(z*z)
		d := float32(0)
		if square >= 1e-6 {
			d = 1 / float32(math.Sqrt(float64(square)))
		}
		for _, f := range [3]float32{x, y, z} {
			raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(f*d))
		}
	}
	return raw
}

func abs(x float32) float32 { return math.Float32frombits(math.Float32bits(x) &^ (1 << 31)) }

func foldBy(x, by float32) float32 {
	if x < 0 {
		return x + by
	}
	return x - by
}
