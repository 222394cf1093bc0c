package simd

import (
	"encoding/binary"
	"math"
	"math/bits"
)

// A span is the keys of tracks from one knot to the next, the ninth after it or
// the last. Bits hold the knots and, for what is between two, how far it is from
// the line between them; a span is decoded into rows, as a player reads them:
//
//	bits   knots │ codes │ stream │ stream │ …       a stream per component and track
//	rows   row 0      a vector: component 0 of eight tracks │ component 1 │ …
//	       row 1      …
//	       row n+1    with n keys between the knots
//
// A knot is the track's base and what the bits add to it. The keys between knots a
// and b are a + round((b-a)·k/(n+1)) + r, times the track's size: in int32 that
// wrap around, with the line in float32 and rounded to the nearest, halves to
// even. Eight values of equal width w, of a stream's residuals or a vector's knots,
// are w bytes: value i is in the w bits from bit i·w on, two's complement, the least
// significant first.

const (
	// SpanKeys is the greatest number of keys between two knots.
	SpanKeys = 8
	// SpanRows is the number of rows that a span takes.
	SpanRows = SpanKeys + 2
	// VectorLanes is the number of tracks of a vector.
	VectorLanes = 8
	// MaxSpanWidth is the greatest width of a value, in bits.
	MaxSpanWidth = 25
	// SpanPadding is how many bytes after the bits of a span may be read.
	SpanPadding = 32
)

// spanWidths are the widths that codes stand for.
var spanWidths = [16]uint8{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 18, MaxSpanWidth}

// SpanWidth returns the width of residuals that a code, below 16, stands for.
func SpanWidth(code int) int { return int(spanWidths[code]) }

// SpanCode returns the code of the least width that holds width bits, at most
// MaxSpanWidth.
func SpanCode(width int) int {
	code := 0
	for int(spanWidths[code]) < width {
		code++
	}
	return code
}

// SpanBytes returns how many bytes n values of a width take.
func SpanBytes(width, n int) int { return (width*n + 7) / 8 }

// SpanVector is one component of up to eight tracks.
type SpanVector struct {
	Knot  uint32 // byte where its values are among those of a knot
	Width uint32 // of these values
	Row   uint32 // float of a row where it goes
	Codes uint32 // four bits set for each track: those of their codes
}

// SpanCodes returns SpanVector.Codes of a number of tracks, 1 to VectorLanes.
func SpanCodes(tracks int) uint32 { return uint32(1<<(4*tracks) - 1) }

// Tracks returns the number of tracks.
func (v *SpanVector) Tracks() int { return bits.OnesCount32(v.Codes) / 4 }

// bytes returns how many bytes the codes take.
func (v *SpanVector) bytes() int { return (v.Tracks() + 1) / 2 }

// SpanLayout is what the spans of some tracks have in common.
type SpanLayout struct {
	vectors []SpanVector
	size    []float32 // VectorLanes factors per vector
	base    []int32   // and bases
	stride  int       // floats of a row
	codes   int       // bytes of a span's codes
	knots   int       // bytes of a knot that may be read
}

// NewSpanLayout returns a layout of vectors in rows of so many floats. Size and
// base have VectorLanes factors and bases per vector. It keeps the slices, which
// must not change. The error wraps ErrLength where they do not fit together.
func NewSpanLayout(vectors []SpanVector, size []float32, base []int32, stride int) (*SpanLayout, error) {
	n := VectorLanes * len(vectors)
	if len(size) != n || len(base) != n {
		return nil, lengthError("NewSpanLayout", "size", min(len(size), len(base)), n)
	}
	l := &SpanLayout{vectors: vectors, size: size, base: base, stride: stride}
	for i := range vectors {
		v := &vectors[i]
		if v.Width > MaxSpanWidth {
			return nil, lengthError("NewSpanLayout", "Width", int(v.Width), MaxSpanWidth)
		}
		if end := int(v.Row) + VectorLanes; end > stride {
			return nil, lengthError("NewSpanLayout", "stride", stride, end)
		}
		l.knots = max(l.knots, int(v.Knot)+SpanPadding)
		l.codes += v.bytes()
	}
	return l, nil
}

// SpanBits is the bits of one span with Keys keys between its knots. Codes has
// four bits per stream, the lower four first, and starts a byte with every vector.
// Residuals come after them. All may be longer than what is in use, and must be
// by SpanPadding. The keys from First to Last, counted from 1, are wanted.
type SpanBits struct {
	Knots, Next, Codes []byte
	Keys, First, Last  int
}

// residualBytes returns how many bytes of residuals codes announce.
func residualBytes(codes []byte, keys int) (n int) {
	for _, c := range codes {
		n += SpanBytes(SpanWidth(int(c&15)), keys) + SpanBytes(SpanWidth(int(c>>4)), keys)
	}
	return n
}

// UnpackSpan decodes a span into rows: the knots into 0 and Keys+1, key k into k.
// The rows of keys that are not wanted hold nothing in particular then, nor do
// further ones up to SpanRows. The error wraps ErrLength where rows or bits are too
// short for the layout.
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
	// Where all streams fit, however wide they are, nobody has to count.
	if len(s.Codes) < l.codes+len(l.size)*MaxSpanWidth+SpanPadding {
		end := l.codes + SpanPadding
		if len(s.Codes) >= end {
			end += residualBytes(s.Codes[:l.codes], s.Keys)
		}
		if len(s.Codes) < end {
			return lengthError("UnpackSpan", "Codes", len(s.Codes), end)
		}
	}
	if len(l.vectors) > 0 {
		unpackSpan(rows, l, s, s.Codes[l.codes:])
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
			w := SpanWidth(int(code >> (4 * lane) & 15))
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

// SpanLine returns where key k of 1 … keys between the knots a and b is on the
// line from one to the other.
func SpanLine(a, b int32, k, keys int) int32 {
	return a + int32(math.RoundToEven(float64(float32(float32(b-a)*spanFractions[keys][k-1]))))
}

// spanFractions[n][k] is how far key k of n is from one knot to the next.
var spanFractions = func() (f [SpanKeys + 1][SpanKeys]float32) {
	for n := range f {
		for k := range n {
			f[n][k] = float32(k+1) / float32(n+1)
		}
	}
	return f
}()

// TurnMasks says for eight rotations of which three components are kept which
// one is left out, and its sign: all bits set where it is X; X or Y; Y; Z; W;
// and the sign bit where it is negative.
type TurnMasks struct {
	X, XY, Y, Z, W, Sign [VectorLanes]uint32
}

// Set says for a lane that component left is left out and whether it is
// negative.
func (m *TurnMasks) Set(lane, left int, negative bool) {
	for c, to := range [...]*[VectorLanes]uint32{&m.X, &m.Y, &m.Z, &m.W} {
		to[lane] = 0
		if c == left {
			to[lane] = math.MaxUint32
		}
	}
	m.XY[lane] = m.X[lane] | m.Y[lane]
	m.Sign[lane] = 0
	if negative {
		m.Sign[lane] = 1 << 31
	}
}

// CompleteTurns completes the groups of rotations that each of n rows starts
// with, one for each of the masks. Of a group's four vectors the first three are
// components, in the order X, Y, Z, W without the one that is left out; the four
// of unit quaternions take their place. Where three of a lane are longer than 1
// they are brought to that length, and the fourth is 0.
func CompleteTurns(rows []float32, stride, n int, masks []TurnMasks) error {
	groups := len(masks) * 4 * VectorLanes
	if n < 0 || stride < groups || n > 0 && len(rows) < (n-1)*stride+groups {
		return lengthError("CompleteTurns", "rows", len(rows), (n-1)*stride+groups)
	}
	if n > 0 && groups > 0 {
		completeTurns(rows, stride, n, masks)
	}
	return nil
}

// UniteTurns brings the quaternions of a group, the first in each of n rows, to
// unit length; those shorter than 1e-6 become no rotation.
func UniteTurns(rows []float32, stride, n int) error {
	if n < 0 || stride < 4*VectorLanes || n > 0 && len(rows) < (n-1)*stride+4*VectorLanes {
		return lengthError("UniteTurns", "rows", len(rows), (n-1)*stride+4*VectorLanes)
	}
	if n > 0 {
		uniteTurns(rows, stride, n)
	}
	return nil
}

func uniteTurnsGo(rows []float32, stride, n int) {
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

func completeTurnsGo(rows []float32, stride, n int, masks []TurnMasks) {
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
