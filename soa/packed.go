package soa

// Packed is one compressed clip: its tracks have keys on uniform grids of times,
// their values are whole multiples of a step, and the bits are the differences
// from values predicted from other keys. bake.Pack makes it, and
// bake.Unpack its keys.
//
//	Exact   all of the clip but its tracks, and the tracks kept as they are
//	Kind    2 bits per joint and property, then per morph weight and custom property
//	        ├─ PackedNone      not driven, or a track of Exact
//	        ├─ PackedRest      the value of the rest pose
//	        ├─ PackedConstant  one value                        ┐ Step[i], in the
//	        └─ PackedCoded     keys on the grid Grids[Grid[i]]  ┘ order of Kind
//	Data    │ constants │ grid 0: knots │ segment 0 │ segment 1 │ … │ grid 1: … │ zeros │
//	                                    Segment[0]  Segment[1]  …
//
// Each entry of Kind is a place and stands for a track: property·Joints + joint for
// Translation, Rotation and Scale, 3·Joints + weight, and 3·Joints + Weights +
// float. Place p is in bits 2·(p mod 4) of Kind[p/4].
//
// Coding is the encoding of coded tracks. PackedRice is the smallest, and a segment
// is decoded key after key. PackedSpans is about a third larger, and many keys are
// decoded at a time.
//
// Between two keys of a grid of PackedLines rotations follow the great arc, other
// values a straight line. Those of PackedCatmullRom follow the Catmull-Rom curve
// through all keys of the track: a cubic whose slope at a key is that of the chord
// between its neighbours, and at the first and last key that of the chord to the
// next one; rotations are normalized after it. Rows with lines between them follow
// it within Error if each span of the finest grid, the one of most intervals, has
// Parts[span] rows to an interval.
//
// # Rice codes
//
// Bits are taken from the least significant bit of a byte upwards; a number begins
// with its least significant bit too. The head of a track is
//
//	rotation: whether all four components are present (1)
//	          otherwise: the omitted component (2), whether it is negative (1)
//	per component: three, one for a weight, for a rotation those present
//	    rotation: v, two's complement of ⌈step/8⌉ − 3 bits, at least 2
//	    others:   n (5), v, two's complement of n+1 bits
//
// and encodes v·2^(4−step/8) in each component; the omitted component completes
// the quaternion to unit length, and four components are normalized. A constant is
// a head.
//
// A segment holds the keys of all coded tracks of its grid, up to PerSegment of
// each: first the heads of all tracks, which are the first keys, then the bodies:
//
//	per component
//	    predictor (3)       0: the component keeps its first value; nothing follows
//	    k (5)
//	    of the residual r of each further key, as u = 2r if r ≥ 0, else −2r−1:
//	        for all keys the k lowest bits of u
//	        for all keys u>>k zeros and a one, or, if u>>k is 24 or more,
//	        24 zeros and the 32 bits of u>>k
//	    v = prediction + r, in int32 with wrap-around
//
// The predictions from the values a, b, c and d, the latest first (before the
// first value all equal the first), with fractions rounded down:
//
//	1  a              3  (5a−4b+c)/2     5  (7a−4b+c)/4        7  4a−6b+4c−d
//	2  2a−b           4  3a−3b+c         6  (8a−5b+2c−d)/4
//
// # Spans
//
// A constant is a head, as above. The segments of a grid are spans of nine
// keys; the last one has the last key too. The first key of each span, and the last
// of all, is a knot. A span ends before the next starts.
//
// The coded tracks of a grid form six runs: rotations with an omitted component
// (Left), those with all four, translations, scales, weights, custom properties.
// Within a run tracks with shorter steps come first, and equal steps keep the order
// of Kind. Eight tracks in a row, or the rest of a run, are a group, and a group has
// a vector for each coded component: three in the first run and four in the second.
// n values of w bits occupy ⌈n·w/8⌉ bytes, the first in the least significant bits,
// in two's complement.
//
//	knots, before the grid's first span
//	    per vector: the values of its tracks at the first knot, of First[vector] bits
//	    per further knot
//	        per vector: the differences from the first knot, of Knot[vector] bits
//	span
//	    per vector: the codes of its tracks, of 4 bits, in whole bytes
//	    per vector and track: the residuals of its keys between the knots,
//	    of as many bits as their code, 14 for code 13, 18 for 14 and 25 for 15
//
// With n keys between knots a and b, key k of 1 … n is
//
//	a + round(float32(b−a) · float32(k/(n+1))) + residual
//
// in int32 with wrap-around; halves are rounded to even.
//
// All arrays are plain and can be stored as they are. Playback only reads a Packed,
// so it can be shared.
type Packed struct {
	// Exact has the clip's name, times, events and motion. Its tracks are those that no
	// grid follows (steps, jumps), those that coding would enlarge, and, with Rice
	// codes, custom properties; all tracks of a lossless clip.
	Exact Clip

	Joints, Weights int // of the model
	Floats          int // with places in Kind: the model's, or 0 if all are in Exact

	Coding  uint8
	Kind    []uint8
	Step    []uint8      // per constant or coded track, see above: 2^(4−s/8)
	Grids   []PackedGrid // 16 at most
	Grid    []uint8      // per coded track; empty with a single grid
	Left    []uint8      // PackedSpans: per coded rotation, 0 to 3 for the omitted component X to W, plus 4 where it is negative, or 8 for none
	First   []uint8      // PackedSpans: per vector of all grids, the bits of its first knots, 25 at most
	Knot    []uint8      // and of its other knots
	Segment []uint32     // first byte of each segment in Data, grid by grid
	Parts   []uint8      // PackedSpans: per span of the finest grid, where a grid is curved, 1 to 128; otherwise empty
	Data    []byte       // ends with zeros: 8 bytes, 32 with PackedSpans

	// OnFrames is true if the bounds hold on the frames of the compressed clip and, between
	// them, against the Catmull-Rom curve through them, measured at eight moments between two
	// frames and at more where an error is near its bound; false if they hold at any time
	// against its tracks.
	OnFrames bool
	// Bound is the largest distance in metres, at any time, between a point
	// ErrorDistance metres from a joint, played in float32, and the same point
	// of that curve or those tracks, evaluated exactly or in float32. Error is the
	// largest such distance measured, at keys and between. Both are 0 if every
	// track is exact.
	Bound, Error, ErrorDistance float64
	// WeightBound and WeightError are the same for morph weights.
	WeightBound, WeightError float64
	// FloatBound and FloatError are the same for custom properties, relative to
	// the range of a property's values in the clip.
	FloatBound, FloatError float64
}

// The encodings of Data.
const (
	PackedRice = iota
	PackedSpans
)

// PackedGrid is key times that tracks share: key i of Intervals+1 is at
// Duration·i/Intervals ticks, rounded to float32.
type PackedGrid struct {
	Intervals  uint32 // 1 to 2²²
	PerSegment uint32 // keys per segment, 1 to 4,096; the last segment has the last key too
	Curve      uint32 // PackedLines or PackedCatmullRom: the curve between keys
}

// The curves between two keys of a grid.
const (
	PackedLines = iota
	PackedCatmullRom
)

// The kinds of places.
const (
	PackedNone = iota
	PackedRest
	PackedConstant
	PackedCoded
)

// Place returns the place of a track in Kind.
func (p *Packed) Place(property Property, target int) int {
	if property == Float {
		return 3*p.Joints + p.Weights + target
	}
	return int(property)*p.Joints + target
}

// At returns the property and target of a place of Kind.
func (p *Packed) At(place int) (property Property, target int) {
	if float := place - 3*p.Joints - p.Weights; float >= 0 {
		return Float, float
	}
	if place >= 3*p.Joints {
		return Weight, place - 3*p.Joints
	}
	return Property(place / p.Joints), place % p.Joints
}

// Places returns the number of places of Kind.
func (p *Packed) Places() int { return 3*p.Joints + p.Weights + p.Floats }

// KindAt returns the kind of a place.
func (p *Packed) KindAt(place int) int { return int(p.Kind[place/4]>>(place%4*2)) & 3 }

// Size returns the number of bytes of the arrays: the size of a file without
// names and a fixed head.
func (p *Packed) Size() int {
	c := &p.Exact
	n := len(p.Kind) + len(p.Step) + 8*len(p.Grids) + len(p.Grid) + len(p.Left) + len(p.First) + len(p.Knot) + 4*len(p.Segment) + len(p.Parts) + len(p.Data)
	return n + 12*len(c.Tracks) + 20*len(c.Time) + 16*(len(c.In)+len(c.Out))
}

// UnpackedBytes returns the memory of the clip's keys after unpacking: 20 bytes each, and 32 for
// the tangents of those on curves.
func (p *Packed) UnpackedBytes() int64 {
	const key, tangents = 4 * 5, 2 * 4 * 4
	onGrid := make([]int64, max(1, len(p.Grids)))
	n := int64(key*len(p.Exact.Time) + tangents*len(p.Exact.In))
	for place, coded := 0, 0; place < p.Places(); place++ {
		switch p.KindAt(place) {
		case PackedRest, PackedConstant:
			n += key
		case PackedCoded:
			grid := uint8(0)
			if len(p.Grid) > 0 {
				grid = p.Grid[coded]
			}
			onGrid[grid]++
			coded++
		}
	}
	for i := range p.Grids {
		each := int64(key)
		if p.Grids[i].Curve == PackedCatmullRom {
			each += tangents
		}
		n += each * onGrid[i] * (int64(p.Grids[i].Intervals) + 1)
	}
	return n
}
