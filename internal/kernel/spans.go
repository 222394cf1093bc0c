package kernel

import (
	"encoding/binary"
	"math"
	"math/bits"

	"github.com/sinew-anim/sinew/internal/packing"
)

// A span is the keys of some tracks from one knot to the next, up to nine keys later. It
// stores the knots and, for the keys between them, residuals from the straight line. Decoding
// makes rows:
//
//	bits   knots │ codes │ stream │ stream │ …       one stream of residuals per component and track
//	rows   row 0      a vector: component 0 of eight tracks │ component 1 │ …
//	       row 1      …
//	       row n+1    with n keys between the knots
//
// A knot is the track's base plus the stored value. Key k of the n between knots a
// and b is (a + round((b-a)·k/(n+1)) + r) · size: the line in float32, rounded to
// the nearest integer, halves to even; the sum in int32, modulo 2³². Eight values of
// width w, residuals of a stream or knots of a vector, take w bytes: value i is bits
// i·w to i·w+w-1, two's complement, least significant bit first.

const (
	// SpanKeys is the maximum number of keys between two knots.
	SpanKeys = packing.Span - 1
	// SpanRows is the number of rows of a decoded span.
	SpanRows = SpanKeys + 2
	// VectorLanes is the number of tracks of a vector.
	VectorLanes = packing.Lanes
)

// SpanBytes returns the number of bytes of n values of a width.
func SpanBytes(width, n int) int { return (width*n + 7) / 8 }

// SpanVector is one component of up to eight tracks.
type SpanVector struct {
	Knot  uint32 // offset in bytes of its values in a knot
	Width uint32 // bits of each of these values
	Row   uint32 // index in a row of its first value
	Codes uint32 // mask of the codes of its tracks, four bits each, see SpanCodes
}

// SpanCodes returns SpanVector.Codes for a number of tracks, 1 to VectorLanes.
func SpanCodes(tracks int) uint32 { return uint32(1<<(4*tracks) - 1) }

// Tracks returns the number of tracks.
func (v *SpanVector) Tracks() int { return bits.OnesCount32(v.Codes) / 4 }

// bytes returns the number of bytes of the codes.
func (v *SpanVector) bytes() int { return (v.Tracks() + 1) / 2 }

// SpanLayout is the common layout of the spans of some tracks.
type SpanLayout struct {
	vectors []SpanVector
	size    []float32 // VectorLanes factors per vector
	base    []int32   // and bases
	stride  int       // floats of a row
	codes   int       // bytes of codes in a span
	knots   int       // bytes of a knot that a decoder may read
}

// NewSpanLayout returns a layout of vectors in rows of stride float32. size and base have
// VectorLanes factors and bases per vector. It keeps the slices, which must not change.
func NewSpanLayout(vectors []SpanVector, size []float32, base []int32, stride int) (*SpanLayout, error) {
	n := VectorLanes * len(vectors)
	if len(size) != n || len(base) != n {
		return nil, lengthError("NewSpanLayout", "size", min(len(size), len(base)), n)
	}
	l := &SpanLayout{vectors: vectors, size: size, base: base, stride: stride}
	for i := range vectors {
		v := &vectors[i]
		if v.Width > packing.MaxWidth {
			return nil, lengthError("NewSpanLayout", "Width", int(v.Width), packing.MaxWidth)
		}
		if end := int(v.Row) + VectorLanes; end > stride {
			return nil, lengthError("NewSpanLayout", "stride", stride, end)
		}
		l.knots = max(l.knots, int(v.Knot)+packing.SpanPadding)
		l.codes += v.bytes()
	}
	return l, nil
}

// SpanBits is a stored span with Keys keys between its knots. Keys First to Last, counted
// from 1, are decoded. Codes has four bits per stream, the lower four first; each vector
// starts at a byte; residuals follow. Slices must extend packing.SpanPadding bytes beyond the data.
type SpanBits struct {
	Knots, Next, Codes []byte
	Keys, First, Last  int
}

// residualBytes returns the number of bytes of residuals for codes.
func residualBytes(codes []byte, keys int) (n int) {
	for _, c := range codes {
		n += SpanBytes(packing.Width(int(c&15)), keys) + SpanBytes(packing.Width(int(c>>4)), keys)
	}
	return n
}

// UnpackSpan decodes a span: the knots into rows 0 and Keys+1, key k into row k. Other rows up
// to SpanRows become undefined.
func UnpackSpan(rows []float32, l *SpanLayout, s *SpanBits) error {
	if s.Keys < 0 || s.Keys > SpanKeys {
		return lengthError("UnpackSpan", "Keys", s.Keys, SpanKeys)
	}
	if s.First < 1 || s.Last > s.Keys {
		return lengthError("UnpackSpan", "Last", s.Last, s.Keys)
	}
	if len(rows) < SpanRows*l.stride {
		return lengthError("UnpackSpan", "rows", len(rows), SpanRows*l.stride)
	}
	if n := min(len(s.Knots), len(s.Next)); n < l.knots {
		return lengthError("UnpackSpan", "Knots", n, l.knots)
	}
	// The exact length is computed only if streams of the maximum width would not fit.
	if len(s.Codes) < l.codes+len(l.size)*packing.MaxWidth+packing.SpanPadding {
		end := l.codes + packing.SpanPadding
		if len(s.Codes) >= end {
			end += residualBytes(s.Codes[:l.codes], s.Keys)
		}
		if len(s.Codes) < end {
			return lengthError("UnpackSpan", "Codes", len(s.Codes), end)
		}
	}
	switch residuals := s.Codes[l.codes:]; {
	case len(l.vectors) == 0:
	case s.First > 1 || s.Last < s.Keys:
		unpackSome(rows, l, s, residuals)
	case s.Keys < SpanKeys:
		unpackShortSpan(rows, l, s, residuals)
	default:
		unpackSpan(rows, l, s, residuals)
	}
	return nil
}

func unpackSpanGo(rows []float32, l *SpanLayout, s *SpanBits, residuals []byte) {
	at, codes := 0, s.Codes
	for i := range l.vectors {
		v, size, base := &l.vectors[i], l.size[VectorLanes*i:][:VectorLanes], l.base[VectorLanes*i:][:VectorLanes]
		code := binary.LittleEndian.Uint32(codes) & v.Codes
		codes = codes[v.bytes():]
		for lane := range VectorLanes {
			a := base[lane] + spanValue(s.Knots[v.Knot:], int(v.Width), lane)
			b := base[lane] + spanValue(s.Next[v.Knot:], int(v.Width), lane)
			out := rows[int(v.Row)+lane:]
			out[0] = float32(float32(a) * size[lane])
			out[(s.Keys+1)*l.stride] = float32(float32(b) * size[lane])
			w := packing.Width(int(code >> (4 * lane) & 15))
			for k := s.First; k <= s.Last; k++ {
				x := SpanLine(a, b, k, s.Keys) + spanValue(residuals[at:], w, k-1)
				out[k*l.stride] = float32(float32(x) * size[lane])
			}
			at += SpanBytes(w, s.Keys)
		}
	}
}

// spanValue reads value i of a width.
func spanValue(from []byte, width, i int) int32 {
	at := i * width
	x := binary.LittleEndian.Uint32(from[at>>3:]) >> (at & 7)
	return int32(x<<(32-width)) >> (32 - width) & -int32(min(width, 1))
}

// SpanLine returns the point of key k, 1 to keys, on the line from knot a to b.
func SpanLine(a, b int32, k, keys int) int32 {
	return a + int32(math.RoundToEven(float64(float32(float32(b-a)*spanFractions[keys][k-1]))))
}

// spanFractions[n][k] is the fraction of key k+1 of n between two knots.
var spanFractions = func() (f [SpanKeys + 1][SpanKeys]float32) {
	for n := range f {
		for k := range n {
			f[n][k] = float32(k+1) / float32(n+1)
		}
	}
	return f
}()

// DroppedComponents is the component that is not stored of eight rotations: per lane, all bits
// of X are set for x, of XY for x or y, and so on, and the sign bit of Sign if it is negative.
type DroppedComponents struct {
	X, XY, Y, Z, W, Sign [VectorLanes]uint32
}

// Set sets the dropped component of a lane, 0 to 3.
func (m *DroppedComponents) Set(lane, component int, negative bool) {
	for c, to := range [...]*[VectorLanes]uint32{&m.X, &m.Y, &m.Z, &m.W} {
		to[lane] = 0
		if c == component {
			to[lane] = math.MaxUint32
		}
	}
	m.XY[lane] = m.X[lane] | m.Y[lane]
	m.Sign[lane] = 0
	if negative {
		m.Sign[lane] = 1 << 31
	}
}

// ReconstructQuaternions decodes smallest-three rotations: it restores the dropped component,
// √(1−a²−b²−c²). Each of n rows starts with a group of 8 quaternions per element of masks. A
// group is four vectors. Three hold a, b, c, the stored components in the order x, y, z, w;
// afterwards all hold x, y, z and w. If a²+b²+c² > 1, the three are divided by
// its root and the dropped component is 0.
func ReconstructQuaternions(rows []float32, stride, n int, masks []DroppedComponents) error {
	groups := len(masks) * 4 * VectorLanes
	if n < 0 || stride < groups || n > 0 && len(rows) < (n-1)*stride+groups {
		return lengthError("ReconstructQuaternions", "rows", len(rows), (n-1)*stride+groups)
	}
	if n > 0 && groups > 0 {
		reconstructQuaternions(rows, stride, n, masks)
	}
	return nil
}

// RenormalizeQuaternions normalizes the first group of quaternions of each of n rows. Those
// shorter than 1e-6 become the identity.
func RenormalizeQuaternions(rows []float32, stride, n int) error {
	if n < 0 || stride < 4*VectorLanes || n > 0 && len(rows) < (n-1)*stride+4*VectorLanes {
		return lengthError("RenormalizeQuaternions", "rows", len(rows), (n-1)*stride+4*VectorLanes)
	}
	if n > 0 {
		renormalizeQuaternions(rows, stride, n)
	}
	return nil
}

func renormalizeQuaternionsGo(rows []float32, stride, n int) {
	for k := range n {
		row := rows[k*stride:][:4*VectorLanes]
		for i := range VectorLanes {
			q := rowKey(row[i:])
			square := (float32(q[0]*q[0]) + float32(q[1]*q[1])) + (float32(q[2]*q[2]) + float32(q[3]*q[3]))
			if square < 1e-12 {
				q = [4]float32{3: 1}
			} else {
				length := 1 / sqrt32(square)
				for c := range q {
					q[c] = float32(q[c] * length)
				}
			}
			row[i], row[VectorLanes+i], row[2*VectorLanes+i], row[3*VectorLanes+i] = q[0], q[1], q[2], q[3]
		}
	}
}

func reconstructQuaternionsGo(rows []float32, stride, n int, masks []DroppedComponents) {
	groups := len(masks)
	for at := range n * groups {
		masks := &masks[at%groups]
		row := rows[at/groups*stride+at%groups*4*VectorLanes:][:4*VectorLanes]
		for i := range VectorLanes {
			a, b, c := row[i], row[VectorLanes+i], row[2*VectorLanes+i]
			square := (float32(a*a) + float32(b*b)) + float32(c*c)
			if square > 1 {
				n := 1 / sqrt32(square)
				a, b, c = float32(a*n), float32(b*n), float32(c*n)
			}
			d := math.Float32frombits(math.Float32bits(sqrt32(max(1-square, 0))) ^ masks.Sign[i])
			x, y, z, w := a, b, c, c
			switch {
			case masks.X[i] != 0:
				x, y, z = d, a, b
			case masks.Y[i] != 0:
				y, z = d, b
			case masks.Z[i] != 0:
				z = d
			case masks.W[i] != 0:
				w = d
			}
			row[i], row[VectorLanes+i], row[2*VectorLanes+i], row[3*VectorLanes+i] = x, y, z, w
		}
	}
}

// rowKey returns the quaternion whose x is the first value.
func rowKey(x []float32) [4]float32 {
	return [4]float32{x[0], x[VectorLanes], x[2*VectorLanes], x[3*VectorLanes]}
}
