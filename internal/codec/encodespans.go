package codec

import (
	"github.com/sinew-anim/sinew/internal/kernel"
	"github.com/sinew-anim/sinew/internal/packing"
	"github.com/sinew-anim/sinew/soa"
)

// left returns the omitted component of a rotation's keys, see soa.Packed.Left.
func (p *packedTrack) left() uint8 {
	h := &p.heads[0]
	switch {
	case h.left == packing.AllFour:
		return wholeTurn
	case h.negative:
		return uint8(h.left) + 4
	}
	return uint8(h.left)
}

// valueBits returns the number of bits of a value in two's complement, 0 for 0.
func valueBits(v int32) int {
	if v == 0 {
		return 0
	}
	return signedBits(v)
}

// residual returns the difference of key k of a span from the line between its knots.
func residual(span []int32, k int) int32 {
	return span[k] - kernel.SpanLine(span[0], span[len(span)-1], k, len(span)-2)
}

// residualBits returns the number of bits that hold the residuals of a span.
func residualBits(span []int32) (width int) {
	for k := 1; k < len(span)-1; k++ {
		width = max(width, valueBits(residual(span, k)))
	}
	return width
}

// eachSpan calls f with the spans of consecutive keys.
func eachSpan(v []int32, f func(span []int32)) {
	for at := 0; at < len(v)-1; at += packing.Span {
		f(v[at : min(at+packing.Span, len(v)-1)+1])
	}
}

// excerptRun is the number of consecutive keys of an excerpt: seven spans.
const excerptRun = 7*packing.Span + 1

// spanBits returns the number of bits of a track in spans, and whether they can hold it.
func (e *encoder) spanBits(t *sourceTrack) (bits int, ok bool) {
	keys := e.keys(t)
	run := keys
	if e.run > 0 {
		run = min(keys, excerptRun)
	}
	ok = true
	for c := range t.components(0) {
		v := t.packed.v[c][:keys]
		knots, width, first := 0, 0, valueBits(v[0])
		for from := 0; from < keys; from += run {
			part := v[from:min(from+run, keys)]
			width = max(width, valueBits(part[0]-v[0]))
			eachSpan(part, func(span []int32) {
				knots++
				width = max(width, valueBits(span[len(span)-1]-v[0]))
				w := residualBits(span)
				if w > packing.MaxWidth {
					ok = false
					return
				}
				bits += 4 + 8*kernel.SpanBytes(packing.Width(packing.Code(w)), len(span)-2)
			})
		}
		ok = ok && max(first, width) <= packing.MaxWidth
		bits += first + knots*width
	}
	return bits, ok
}

// writeSpans appends the knots and spans of the tracks of a grid.
func (e *encoder) writeSpans(p *soa.Packed, w *bitWriter, tracks []*sourceTrack, keys int) {
	p.Grids = append(p.Grids, soa.PackedGrid{Intervals: uint32(keys - 1), PerSegment: packing.Span})
	vectors := spanVectors(tracks, keys)
	w.align()
	for _, v := range vectors {
		p.First = append(p.First, w.putVector(v, func(values []int32) int32 { return values[0] }))
	}
	at := len(p.Knot)
	for _, v := range vectors {
		width := 0
		for _, values := range v {
			width = max(width, knotBits(values))
		}
		p.Knot = append(p.Knot, uint8(width))
	}
	for k := packing.Span; k < keys-1+packing.Span; k += packing.Span {
		for i, v := range vectors {
			for _, values := range v {
				w.put(uint32(values[min(k, keys-1)]-values[0]), int(p.Knot[at+i]))
			}
			w.align()
		}
	}
	for k := 0; k < keys-1; k += packing.Span {
		p.Segment = append(p.Segment, uint32(len(w.data)))
		w.writeSpan(vectors, k, min(k+packing.Span, keys-1)+1)
	}
}

// putVector appends a value of each track of a vector in the width of the widest, which it
// returns.
func (w *bitWriter) putVector(v [][]int32, value func([]int32) int32) uint8 {
	width := 0
	for _, values := range v {
		width = max(width, valueBits(value(values)))
	}
	for _, values := range v {
		w.put(uint32(value(values)), width)
	}
	w.align()
	return uint8(width)
}

// knotBits returns the number of bits that hold the differences of a track's knots from the first.
func knotBits(v []int32) (width int) {
	for k := packing.Span; k < len(v)-1+packing.Span; k += packing.Span {
		width = max(width, valueBits(v[min(k, len(v)-1)]-v[0]))
	}
	return width
}

// spanVectors lists the keys of the tracks of a grid, which are in the order of
// Kind: per vector, of its tracks.
func spanVectors(tracks []*sourceTrack, keys int) (vectors [][][]int32) {
	var runs [packing.Runs][]*sourceTrack
	for _, i := range byStep(tracks, func(t **sourceTrack) uint8 { return (*t).packed.step }) {
		t := tracks[i]
		run := packing.RunOf(t.Property, t.packed.heads[0].left)
		runs[run] = append(runs[run], t)
	}
	for run, tracks := range runs {
		for ; len(tracks) > 0; tracks = tracks[min(len(tracks), packing.Lanes):] {
			for c := range packing.Components(run) {
				var v [][]int32
				for _, t := range tracks[:min(len(tracks), packing.Lanes)] {
					v = append(v, t.packed.v[c][:keys])
				}
				vectors = append(vectors, v)
			}
		}
	}
	return vectors
}

// writeSpan appends the codes and residuals of the keys from:to, whose first and
// last are knots.
func (w *bitWriter) writeSpan(vectors [][][]int32, from, to int) {
	code := func(span []int32) int { return packing.Code(residualBits(span)) }
	for _, v := range vectors {
		for _, values := range v {
			w.put(uint32(code(values[from:to])), 4)
		}
		w.align()
	}
	for _, v := range vectors {
		for _, values := range v {
			span := values[from:to]
			width := packing.Width(code(span))
			for k := 1; k < len(span)-1; k++ {
				w.put(uint32(residual(span, k)), width)
			}
			w.align()
		}
	}
}

// components returns the number of coded components of a segment.
func (t *sourceTrack) components(segment int) int {
	if t.Property == soa.Rotation {
		return len(others[t.packed.heads[segment].left])
	}
	return coordinates(t.Property)
}
