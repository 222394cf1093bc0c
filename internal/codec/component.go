package codec

import (
	"encoding/binary"
	"math/bits"
	"slices"

	"github.com/sinew-anim/sinew/internal/packing"
)

// The widths of a body's numbers, and the quotient from which a residual is escaped.
const (
	predictorBits = 3
	riceBits      = 5
	escape        = 24
	maxRice       = 30
)

// predictor predicts a component as (a·v₁ + b·v₂ + c·v₃ + d·v₄) >> shift of the values before, the
// latest first.
type predictor struct {
	a, b, c, d int32
	shift      uint8
}

// table lists the predictors. The first, which repeats the first value, has no residuals.
var table = [1 << predictorBits]predictor{
	{a: 1},
	{a: 1},
	{a: 2, b: -1},
	{a: 5, b: -4, c: 1, shift: 1},
	{a: 3, b: -3, c: 1},
	{a: 7, b: -4, c: 1, shift: 2},
	{a: 8, b: -5, c: 2, d: -1, shift: 2},
	{a: 4, b: -6, c: 4, d: -1},
}

// residuals computes u, see soa.Packed, of each value but the first.
func residuals(number int, v []int32, u []uint32) []uint32 {
	u = u[:0]
	p := table[number]
	a, b, c, d := v[0], v[0], v[0], v[0]
	for _, x := range v[1:] {
		r := x - (p.a*a+p.b*b+p.c*c+p.d*d)>>p.shift
		u = append(u, uint32(r<<1)^uint32(r>>31))
		a, b, c, d = x, a, b, c
	}
	return u
}

// riceCost returns the number of bits of residuals with parameter k.
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

// bestRice returns the parameter k with the fewest bits.
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

// bodyPlan is the coding of a component's values after the first.
type bodyPlan struct{ predictor, k, bits int }

// planBody finds the shortest body for a component's values. u is scratch.
func planBody(v []int32, u []uint32) (bodyPlan, []uint32) {
	if !slices.ContainsFunc(v[1:], func(x int32) bool { return x != v[0] }) {
		return bodyPlan{0, 0, predictorBits}, u
	}
	best := bodyPlan{bits: 1 << 30}
	for p := 1; p < len(table); p++ {
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
		w.put(x, plan.k)
	}
	for _, x := range u {
		if q := int(x >> plan.k); q < escape {
			w.put(1<<q, q+1)
		} else {
			w.put(0, escape)
			w.put(uint32(q), 32)
		}
	}
	return u
}

// readBody writes out[i·stride] = value·step for a component's n keys; v is the
// first value.
func (r *bitReader) readBody(v int32, n int, step float32, out []float32) {
	out = out[:n]
	number := r.take(predictorBits)
	if number == 0 {
		x := float32(float32(v) * step)
		for i := range out {
			out[i] = x
		}
		return
	}
	p := table[number]
	k := uint(min(r.take(riceBits), maxRice)) & 31
	a, b, c, d := v, v, v, v
	pa, pb, pc, pd, shift := p.a, p.b, p.c, p.d, p.shift&7
	out[0] = float32(float32(v) * step)
	low, mask, data := r.pos, uint32(1)<<k-1, r.data
	limit := len(data) - packing.RicePadding
	pos := r.pos + (n-1)*int(k)
	word, left := r.at(pos), 64-pos&7 // bits that were not taken yet
	for i := 1; i < len(out); i++ {
		if left <= escape {
			word, left = r.at(pos), 64-pos&7
		}
		q := bits.TrailingZeros64(word | 1<<escape)
		u := uint32(q)
		word >>= (q + 1) & 63
		left -= q + 1
		pos += q + 1
		if q == escape {
			u = uint32(r.at(pos - 1))
			pos += 31
			left = 0
		}
		u = u<<k | uint32(binary.LittleEndian.Uint64(data[min(low>>3, limit):])>>(low&7))&mask
		low += int(k)
		x := (pd*d+pc*c+pb*b+pa*a)>>shift + (int32(u>>1) ^ -int32(u&1))
		a, b, c, d = x, a, b, c
		out[i] = float32(float32(x) * step)
	}
	r.pos = pos
}
