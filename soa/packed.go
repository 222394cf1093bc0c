package soa

import "math"

// Packed is one clip, compressed: its tracks stand on uniform grids of key
// times, their values are whole multiples of a step, and the bits are the
// differences from what other keys foretell. Package runtime/compress makes and
// reads it.
//
//	Exact   name, times and events of the clip, and the tracks kept as they are
//	Kind    2 bits per joint and property, then per morph weight and float: what drives it
//	        ├─ PackedNone      nothing, or a track of Exact
//	        ├─ PackedRest      its value in the rest pose
//	        ├─ PackedConstant  a value                          ┐ Step[i], in the
//	        └─ PackedCoded     keys on the grid Grids[Grid[i]]  ┘ order of Kind
//	Data    │ constants │ grid 0: knots │ segment 0 │ segment 1 │ … │ grid 1: … │ zeros │
//	                                    Segment[0]  Segment[1]  …
//
// A track is what a place of Kind stands for: place property·Joints + joint, with
// Translation, Rotation and Scale for property, 3·Joints + weight, and
// 3·Joints + Weights + float. Place p is in bits 2·(p mod 4) of Kind[p/4].
//
// Coding says what the bits of coded tracks are. PackedRice is the smallest, and
// a segment can only be decoded key after key. PackedSpans is about a third
// larger, and decoded many keys at a time.
//
// Between two keys rotations run along the great arc, the others straight.
//
// # Rice codes
//
// Bits are taken from the least significant of a byte on; of a number too the
// least significant come first. The head of a track is
//
//	rotation: whether none of four components is left out (1)
//	          otherwise: which one is (2), whether that is negative (1)
//	per component: three, of a weight one, of a rotation those not left out
//	    rotation: v, two's complement of PackedHeadBits(step) bits
//	    others:   n (5), v, two's complement of n+1 bits
//
// and stands for v·PackedStep(step) in each component; the component that is
// left out completes the quaternion to unit length; where none is, the four are
// brought to it. A constant is a head.
//
// A segment holds the keys of all coded tracks of its grid, up to PerSegment of
// each: first the heads of all, which are the first keys, then the bodies of all:
//
//	per component
//	    predictor (3)       0: the component keeps its first value, and that is all
//	    k (5)
//	    of the residual r of each further key, as u = 2r where r ≥ 0, else −2r−1:
//	        for all keys the k lowest bits of u
//	        for all keys u>>k zeros and a one, or, where u>>k is 24 or more,
//	        24 zeros and the 32 bits of u>>k
//	    v = prediction + r, in int32 that wrap around
//
// The predictions from the values a, b, c and d, the latest first (before the
// first value all are the first), with fractions rounded down:
//
//	1  a              3  (5a−4b+c)/2     5  (7a−4b+c)/4        7  4a−6b+4c−d
//	2  2a−b           4  3a−3b+c         6  (8a−5b+2c−d)/4
//
// # Spans
//
// A constant is a head, as above. The segments of a grid are spans: PackedSpan
// keys and, of the last one, the last key too. The first key of each, and the
// last of all, is a knot. A span ends before the next starts.
//
// The coded tracks of a grid stand in six runs: rotations of which a component is
// left out (Left), those of which none is, translations, scales, weights, floats.
// Within a run those of shorter steps come first, then they are in the order of
// Kind. Eight in a row, or what remains of a run,
// are a group, and a group has a vector for each component that is coded, three of
// the first run and four of the second. n values of w bits take ⌈n·w/8⌉ bytes, the
// first in the least significant bits, two's complement.
//
//	knots, before the grid's first span
//	    per vector: the values of its tracks at the first knot, of First[vector] bits
//	    per further knot
//	        per vector: what to add to those at the first, of Knot[vector] bits
//	span
//	    per vector: the codes of its tracks, of 4 bits, in whole bytes
//	    per vector and track: the residuals of its keys between the knots,
//	    of PackedWidths[code] bits
//
// With n keys between knots a and b, key k of 1 … n is
//
//	a + round(float32(b−a) · float32(k/(n+1))) + residual
//
// in int32 that wrap around; halves are rounded to even.
//
// All arrays are plain and can be stored as they are. A Packed is only read by
// those who play it and can be shared.
type Packed struct {
	// Exact has the clip's name, times and events. Its tracks are those that no
	// grid follows (steps, jumps) or that are smaller as they are, and those of
	// floats; of a lossless clip all.
	Exact Clip

	Joints, Weights int // of the model
	Floats          int // that Kind has places for: the model's, or 0 where all are in Exact

	Coding  uint8
	Kind    []uint8
	Step    []uint8 // per constant or coded track, see PackedStep
	Grids   []PackedGrid
	Grid    []uint8  // per coded track; empty where there is but one grid
	Left    []uint8  // per coded rotation, of PackedSpans: see PackedLeft
	First   []uint8  // per vector of all grids, of PackedSpans: the bits of its first knots
	Knot    []uint8  // and of its others
	Segment []uint32 // byte of Data where a segment starts, grid by grid
	Data    []byte

	// Bound is the promise, in metres: at no time is a point ErrorDistance
	// metres from a joint, played in float32, farther from where the clip's
	// tracks put it, exactly or played likewise. Error is the largest such
	// distance, as measured at keys and between. Both are 0 where everything is
	// exact.
	Bound, Error, ErrorDistance float64
	// WeightBound and WeightError are the same for morph weights.
	WeightBound, WeightError float64
	// FloatBound and FloatError are the same for floats, as parts of the range of
	// a float's own values in the clip.
	FloatBound, FloatError float64
}

// What the bits of Data are.
const (
	PackedRice = iota
	PackedSpans
)

// PackedGrid is key times that tracks share: key i of Intervals+1 is at
// Duration·i/Intervals ticks, rounded to float32.
type PackedGrid struct {
	Intervals  uint32
	PerSegment uint32 // keys of a segment; the last one has the last key too
}

// What drives a joint's property or a morph weight.
const (
	PackedNone = iota
	PackedRest
	PackedConstant
	PackedCoded
)

// PackedPadding is the number of zero bytes that end Packed.Data, so that eight
// can be read from any place, and PackedSpanPadding that of PackedSpans.
const (
	PackedPadding     = 8
	PackedSpanPadding = 32
)

// MaxPackedKeys is the greatest number of keys of a segment.
const MaxPackedKeys = 1 << 12

// MaxPackedGrids is the greatest number of grids of a clip.
const MaxPackedGrids = 16

// MaxPackedIntervals is the greatest number of intervals of a grid. Float32 has
// different ticks for the keys of any such grid, which 2²⁴ intervals need not have.
const MaxPackedIntervals = 1 << 22

// MaxPackedTotal is the greatest number of keys of all coded tracks of a clip: few
// bytes can stand for many keys that do not move, and each takes 20 once it is
// unpacked.
const MaxPackedTotal = 1 << 27

// eighths are 2^(−i/8), rounded to float32.
var eighths = [8]float32{1, 0.917004, 0.8408964, 0.7711054, 0.70710677, 0.64841976, 0.59460354, 0.54525389}

// PackedStep returns the step that a value of Packed.Step stands for:
// 2^(4−s/8), from 16 down to 4e-9.
func PackedStep(s uint8) float32 {
	return eighths[s%8] * float32(math.Ldexp(1, 4-int(s/8)))
}

// PackedHeadBits returns how many bits a component of a unit quaternion takes in
// steps of that size.
func PackedHeadBits(s uint8) int { return max(2, (int(s)+7)/8-3) }

// Place returns the place of a track in Kind.
func (p *Packed) Place(property Property, target int) int {
	if property == Float {
		return 3*p.Joints + p.Weights + target
	}
	return int(property)*p.Joints + target
}

// At returns what a place of Kind stands for.
func (p *Packed) At(place int) (property Property, target int) {
	if float := place - 3*p.Joints - p.Weights; float >= 0 {
		return Float, float
	}
	if place >= 3*p.Joints {
		return Weight, place - 3*p.Joints
	}
	return Property(place / p.Joints), place % p.Joints
}

// Places returns how many places Kind has.
func (p *Packed) Places() int { return 3*p.Joints + p.Weights + p.Floats }

// KindAt returns what drives a place.
func (p *Packed) KindAt(place int) int { return int(p.Kind[place/4]>>(place%4*2)) & 3 }

// Segments returns how many segments the grid has.
func (g *PackedGrid) Segments() int {
	return int(max(1, (uint64(g.Intervals)+uint64(g.PerSegment)-1)/uint64(g.PerSegment)))
}

// Keys returns how many keys a segment has.
func (g *PackedGrid) Keys(segment int) int {
	if segment == g.Segments()-1 {
		return int(g.Intervals) + 1 - segment*int(g.PerSegment)
	}
	return int(g.PerSegment)
}

// Size returns the number of bytes that the arrays take: what a file would hold
// but for names and a fixed head.
func (p *Packed) Size() int {
	c := &p.Exact
	n := len(p.Kind) + len(p.Step) + 8*len(p.Grids) + len(p.Grid) + len(p.Left) + len(p.First) + len(p.Knot) + 4*len(p.Segment) + len(p.Data)
	return n + 12*len(c.Tracks) + 20*len(c.Time) + 16*(len(c.In)+len(c.Out))
}
