package compress

import (
	"encoding/binary"
	"math/bits"

	"github.com/sinew-anim/sinew/soa"
)

// The widths of a body's numbers, and the quotient from which on a residual is
// written out.
const (
	predictorBits = 3
	riceBits      = 5
	escape        = 24
	maxRice       = 30
)

// predict continues a component after the values a, b, c and d, the latest
// first.
func predict(predictor int, a, b, c, d int32) int32 {
	switch predictor {
	case 1:
		return a
	case 2:
		return 2*a - b
	case 3:
		return (5*a - 4*b + c) >> 1
	case 4:
		return 3*a - 3*b + c
	case 5:
		return (3*a - b) >> 1
	case 6:
		return (3*a - c) >> 1
	case 7:
		return 4*a - 6*b + 4*c - d
	}
	return a
}

// predictors is how many there are, "keeps its first value" included.
const predictors = 8

// residuals writes u, as soa.Packed has it, of each value but the first.
func residuals(predictor int, v []int32, u []uint32) []uint32 {
	u = u[:0]
	a, b, c, d := v[0], v[0], v[0], v[0]
	for _, x := range v[1:] {
		r := x - predict(predictor, a, b, c, d)
		u = append(u, uint32(r<<1)^uint32(r>>31))
		a, b, c, d = x, a, b, c
	}
	return u
}

// riceCost returns how many bits residuals take with k.
func riceCost(u []uint32, k int) int {
	n := 0
	for _, x := range u {
		if q := int(x >> k); q < escape {
			n += q + 1 + k
		} else {
			n += escape + 32
		}
	}
	return n
}

// bestRice returns the k for which residuals take the fewest bits.
func bestRice(u []uint32) (k, cost int) {
	sum := uint64(0)
	for _, x := range u {
		sum += uint64(x)
	}
	mean := sum / uint64(max(1, len(u)))
	from := max(0, bits.Len64(mean)-2)
	cost = 1 << 30
	for i := min(from, maxRice); i <= min(from+3, maxRice); i++ {
		if n := riceCost(u, i); n < cost {
			k, cost = i, n
		}
	}
	return k, cost
}

// bodyPlan is how a component's values after the first are coded.
type bodyPlan struct{ predictor, k, bits int }

// planBody finds the shortest body for a component's values. u is scratch.
func planBody(v []int32, u []uint32) (bodyPlan, []uint32) {
	still := true
	for _, x := range v[1:] {
		still = still && x == v[0]
	}
	if still {
		return bodyPlan{0, 0, predictorBits}, u
	}
	best := bodyPlan{bits: 1 << 30}
	for p := 1; p < predictors; p++ {
		u = residuals(p, v, u)
		if k, cost := bestRice(u); cost+predictorBits+riceBits < best.bits {
			best = bodyPlan{p, k, cost + predictorBits + riceBits}
		}
	}
	return best, u
}

// writeBody writes a component's values after the first.
func (w *bitWriter) writeBody(v []int32, u []uint32) []uint32 {
	plan, u := planBody(v, u)
	w.put(uint32(plan.predictor), predictorBits)
	if plan.predictor == 0 {
		return u
	}
	w.put(uint32(plan.k), riceBits)
	u = residuals(plan.predictor, v, u)
	for _, x := range u {
		if q := int(x >> plan.k); q < escape {
			w.put(1<<q, q+1)
			w.put(x, plan.k)
		} else {
			w.put(0, escape)
			w.put(x, 32)
		}
	}
	return u
}

// readBody writes out[i·stride] = value·step for a component's n keys, the first
// of which has the value v.
func (r *bitReader) readBody(v int32, n int, step float32, out []float32) {
	out = out[:n]
	predictor := int(r.take(predictorBits))
	if predictor == 0 {
		x := float32(float32(v) * step)
		for i := range out {
			out[i] = x
		}
		return
	}
	k := uint(min(r.take(riceBits), maxRice))
	mask := uint64(1)<<k - 1
	data, limit, pos := r.data, len(r.data)-soa.PackedPadding, r.pos
	a, b, c, d := v, v, v, v
	out[0] = float32(float32(v) * step)
	for i := 1; i < len(out); i++ {
		at := min(pos>>3, limit)
		word := binary.LittleEndian.Uint64(data[at:]) >> (pos & 7)
		q := bits.TrailingZeros64(word | 1<<escape)
		u := uint32(uint64(q)<<k | word>>(q+1)&mask)
		pos += q + 1 + int(k)
		if q == escape {
			pos -= 1 + int(k)
			at = min(pos>>3, limit)
			u = uint32(binary.LittleEndian.Uint64(data[at:]) >> (pos & 7))
			pos += 32
		}
		x := predict(predictor, a, b, c, d) + (int32(u>>1) ^ -int32(u&1))
		a, b, c, d = x, a, b, c
		out[i] = float32(float32(x) * step)
	}
	r.pos = pos
}
