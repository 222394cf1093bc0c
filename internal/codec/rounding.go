package codec

import (
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/packing"
	"github.com/sinew-anim/sinew/soa"
)

// stepFor returns the longest step that is not longer than a size.
func stepFor(size float64) int {
	s := 0
	for s < 255 && float64(packing.Step(uint8(s))) > size {
		s++
	}
	return s
}

// setStep sets a track's step for a common shift.
func (t *sourceTrack) setStep(shift int) {
	if t.Property >= soa.Weight {
		shift = 0
	}
	t.packed.step = uint8(max(0, min(t.base+shift+t.finer, 255)))
	t.packed.size = packing.Step(t.packed.step)
}

// packedAs returns the track as the decoder sees it.
func (t *sourceTrack) packedAs() *track {
	return &track{property: t.Property, components: coordinates(t.Property), step: t.packed.step, size: t.packed.size}
}

// constantShift makes the steps of constants a 32nd of those for the bound.
const constantShift = 8 * 5

// quantizeConstant rounds the value of a constant track.
func (e *encoder) quantizeConstant(t *sourceTrack) {
	if t.kind == soa.PackedRest {
		return
	}
	t.setStep(constantShift)
	p := &t.packed
	p.heads = append(p.heads[:0], head{})
	h := &p.heads[0]
	q := t.value
	if t.Property == soa.Rotation {
		h.left = largest(q)
		h.negative = q[h.left] < 0
		for i, c := range others[h.left] {
			h.v[i] = headValue(q[c], t)
		}
	} else {
		for i := range coordinates(t.Property) {
			h.v[i] = round(q[i], p.size)
		}
	}
	v := [4][]float32{make([]float32, 1), make([]float32, 1), make([]float32, 1), make([]float32, 1)}
	t.packedAs().firstKey(h, &v)
	t.value = exact.Quat{float64(v[0][0]), float64(v[1][0]), float64(v[2][0]), float64(v[3][0])}
}

// largest returns the index of a quaternion's component of greatest magnitude.
func largest(q exact.Quat) int {
	best := 0
	for i := range q {
		if math.Abs(q[i]) > math.Abs(q[best]) {
			best = i
		}
	}
	return best
}

// round returns a value in steps.
func round(v float64, size float32) int32 {
	n := math.Floor(v/float64(size) + 0.5)
	return int32(max(-1<<30, min(n, 1<<30)))
}

// headValue is round, clamped to the range of a rotation's head.
func headValue(v float64, t *sourceTrack) int32 {
	limit := int32(1) << (packing.HeadBits(t.packed.step) - 1)
	return max(-limit, min(round(v, t.packed.size), limit-1))
}

// roundVectors rounds the keys of a segment.
func (t *sourceTrack) roundVectors(from, to int) {
	p := &t.packed
	var h head
	for c := range coordinates(t.Property) {
		for k := from; k < to; k++ {
			p.v[c][k] = round(p.value[k][c], p.size)
		}
		t.flattenAll(p.v[c], c, from, to)
		for k := from; k < to; k++ {
			p.float[c][k] = float32(float32(p.v[c][k]) * p.size)
		}
		h.v[c] = p.v[c][from]
	}
	p.heads = append(p.heads, h)
}

// nearZero is the least magnitude of an omitted component, which divides the error of the others.
const nearZero = 0.25

// roundRotations rounds the keys of a segment. It omits the component that stays farthest from
// zero, if that stays above nearZero.
func (t *sourceTrack) roundRotations(from, to int) {
	p := &t.packed
	q := p.value[from:to]
	for k := range q {
		switch {
		case k > 0:
			q[k] = q[k].NearestSign(q[k-1])
		case from > 0:
			q[k] = q[k].NearestSign(p.value[from-1])
		}
	}
	var h head
	best := -1.0
	for c := range 4 {
		least := math.Inf(1)
		for k := range q {
			v := math.Abs(q[k][c])
			if q[k][c]*q[0][c] < 0 {
				v = -v
			}
			least = min(least, v)
		}
		if least > best {
			best, h.left = least, c
		}
	}
	if best < nearZero {
		h.left = packing.AllFour
	} else {
		h.negative = q[0][h.left] < 0
	}
	for i, c := range others[h.left] {
		for k := range q {
			v := q[k][c]
			p.v[i][from+k] = round(v, p.size)
			if k == 0 {
				p.v[i][from] = headValue(v, t)
			}
		}
		t.flattenAll(p.v[i], c, from, to)
		for k := from; k < to; k++ {
			p.float[c][k] = float32(float32(p.v[i][k]) * p.size)
		}
		h.v[i] = p.v[i][from]
	}
	f := [4][]float32{p.float[0][from:to], p.float[1][from:to], p.float[2][from:to], p.float[3][from:to]}
	complete(&h, &f)
	for k := range q { // what the next segment continues
		q[k] = exact.Quat{float64(f[0][k]), float64(f[1][k]), float64(f[2][k]), float64(f[3][k])}
	}
	p.heads = append(p.heads, h)
}
