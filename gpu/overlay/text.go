package overlay

import (
	"math"
	"strconv"
	"unsafe"
)

// Text collects words and numbers without allocating:
//
//	ui.Text().Put("frame ").Int(12).Put(" of ").Int(40).String()
type Text struct{ b []byte }

// Reset empties the text.
func (t *Text) Reset() *Text {
	t.b = t.b[:0]
	return t
}

// Put appends words.
func (t *Text) Put(s string) *Text {
	t.b = append(t.b, s...)
	return t
}

// Int appends a whole number.
func (t *Text) Int(v int) *Text {
	t.b = strconv.AppendInt(t.b, int64(v), 10)
	return t
}

// Float appends a number with some decimals.
func (t *Text) Float(v float64, decimals int) *Text {
	if v > -0.5*math.Pow10(-decimals) && v < 0 {
		v = 0 // no −0.00
	}
	t.b = strconv.AppendFloat(t.b, v, 'f', decimals, 64)
	return t
}

// Short appends a number with three significant digits, or all digits before the point; an
// integer without decimals.
func (t *Text) Short(v float64) *Text {
	decimals := 2
	if v == math.Trunc(v) {
		decimals = 0
	}
	for a := math.Abs(v); a >= 10 && decimals > 0; a /= 10 {
		decimals--
	}
	return t.Float(v, decimals)
}

// Len returns the length in bytes.
func (t *Text) Len() int { return len(t.b) }

// String returns the text, valid until the text changes.
func (t *Text) String() string { return unsafe.String(unsafe.SliceData(t.b), len(t.b)) }
