package codec

import (
	"math"

	"github.com/sinew-anim/sinew/internal/kernel"
	"github.com/sinew-anim/sinew/internal/packing"
)

// flatOff is by how many steps flatten may be off, where rounding alone is by half of one.
const flatOff = 0.75

// flatten rounds the component c of keys of a span anew, its knots excepted: to where their residuals
// have the fewest bits with which each key stays within flatOff of its value. Where a grid is finer
// than the clip's keys most keys are on a line, and then take no bits.
func (t *sourceTrack) flatten(span []int32, first, c int) {
	p, keys := &t.packed, len(span)-2
	size := float64(p.size)
	for width := range packing.MaxWidth {
		low, high := int32(0), int32(0)
		if width > 0 {
			low, high = -1<<(width-1), 1<<(width-1)-1
		}
		fits := true
		for k := 1; k <= keys && fits; k++ {
			line, want := kernel.SpanLine(span[0], span[keys+1], k, keys), p.value[first+k][c]/size
			near := min(max(math.Floor(want+0.5)-float64(line), float64(low)), float64(high))
			span[k] = line + int32(near)
			fits = math.Abs(float64(span[k])-want) <= flatOff
		}
		if fits {
			return
		}
	}
}

// flattenAll flattens the spans of component c of the keys of a segment, values[from:to].
func (t *sourceTrack) flattenAll(values []int32, c, from, to int) {
	for at := from; t.flat > 0 && at < to; at += t.flat {
		first := at
		eachSpan(values[at:min(at+t.flat, to)], func(span []int32) {
			t.flatten(span, first, c)
			first += len(span) - 1
		})
	}
}
