package jsondoc

import (
	"math"
	"slices"
	"strconv"

	"github.com/sinew-anim/sinew/internal/strict"
	"github.com/sinew-anim/sinew/soa"
)

// Numbers is the range, default and unit of a number.
type Numbers struct {
	Low, High float64
	Usual     float64 // the default
	Need      bool    // the field is never omitted
	Varies    bool    // Usual depends on more than the field
	Unit      Unit
}

// Unit is the unit of a number, its range and its default in the text.
type Unit uint8

const (
	Plain Unit = iota
	Seconds
	Metres
	Degrees // radians in Go
	DegreesPerSecond
)

var unitNames = []string{"", "seconds", "metres", "degrees", "degrees per second"}

func (u Unit) String() string { return unitNames[u] }

func (u Unit) angle() bool { return u == Degrees || u == DegreesPerSecond }

// The greatest and least numbers: below soa.MaxMagnitude, as in models, so that results fit float32.
const (
	Most = soa.MaxMagnitude - 1
	All  = -Most
)

// Common ranges. Positive includes 0.
var (
	Any      = Range(All, Most)
	Positive = Range(0, Most)
	Part     = Range(0, 1)
)

// Range is a range with the default 0.
func Range(low, high float64) Numbers { return Numbers{Low: low, High: high} }

// Needed makes the field required.
func (n Numbers) Needed() Numbers { n.Need = true; return n }

// Or sets the default.
func (n Numbers) Or(usual float64) Numbers { n.Usual = usual; return n }

// WithUnit sets the unit.
func (n Numbers) WithUnit(u Unit) Numbers { n.Unit = u; return n }

// Number and Number32 visit a number.
func (p Place) Number(to *float64, n Numbers)   { visitNumber(p, to, n) }
func (p Place) Number32(to *float32, n Numbers) { visitNumber(p, to, n) }

func visitNumber[T float32 | float64](p Place, to *T, n Numbers) {
	switch {
	case p.W.Err != nil:
	case p.Describes():
		p.describeNumber("number", n)
	case p.Absent() && n.Need:
		p.Missing()
	case p.Absent():
		*to = held[T](n.Usual, n.Unit)
	case p.Reads():
		bits := 64
		if _, single := any(*to).(float32); single && !n.Unit.angle() {
			bits = 32
		}
		x, err := p.In.Float(bits)
		*to = held[T](x, n.Unit)
		p.Read(err)
	case p.W.Writes():
		if n.Need || *to != held[T](n.Usual, n.Unit) {
			p.EmitRaw(Append(nil, *to, n.Unit))
		}
	case p.Checks():
		n.check(p, *to, shown(*to, n.Unit))
	}
}

// NumberIf visits an optional number.
func (p Place) NumberIf(to *float32, there *bool, n Numbers) {
	switch {
	case p.Describes():
		n.Varies = true
		p.Number32(to, n)
	case p.Reads() || *there:
		*there = true
		p.Number32(to, n.Needed())
	}
}

// Truth visits a number that is 0 or 1 as false or true. Without need false is omitted.
func (p Place) Truth(to *float64, need bool) {
	yes := *to != 0
	switch {
	case p.W.Err != nil:
	case p.Absent():
		if need {
			p.Missing()
		}
	case p.W.Writes() && need && !yes:
		p.EmitRaw([]byte("false"))
	case p.Checks() && yes && *to != 1:
		p.Wrong("%v is neither 0 nor 1", *to)
	default:
		p.Flag(&yes)
		if p.W.Task == Reading && yes {
			*to = 1
		}
	}
}

// check refuses a number out of range.
func (n Numbers) check(p Place, shown any, x float64) {
	sign := ""
	if n.Unit.angle() {
		sign, shown = "°", x
	}
	switch {
	case x < 0 && n.Low == 0 && n.High == Most:
		p.Wrong("%v%s is negative", shown, sign)
	case !(x >= n.Low && x <= n.High):
		p.Wrong("%v%s is outside %v%s to %v%s", shown, sign, n.Low, sign, n.High, sign)
	}
}

// Integer visits a whole number. A hash includes defaults that vary.
func (p Place) Integer(to *int, n Numbers) {
	n.Low, n.High = max(n.Low, -maxInteger), min(n.High, maxInteger)
	usual := int(n.Usual)
	switch x := float64(*to); {
	case p.W.Err != nil:
	case p.Describes():
		p.describeNumber("integer", n)
	case p.Absent() && !n.Need:
		*to = usual
	case p.W.Writes() && *to == usual && !n.Need && !(n.Varies && p.W.Task == Hashing):
	default:
		n.Need = true
		visitNumber(p, &x, n)
		if p.Reads() && !(math.Abs(x) <= maxInteger && x == math.Trunc(x)) {
			p.Wrong("%v is no whole number, or too large", x)
			return
		}
		*to = int(x)
	}
}

const maxInteger = 1 << 30

// Row visits the numbers of a slice. All zeros are omitted, unless it is needed.
func Row[T float32 | float64](p Place, to []T, n Numbers) {
	each := n
	if each.Need = true; p.Describes() {
		each.Unit = Plain
	}
	Fixed(p, len(to), n.Need || slices.ContainsFunc(to, func(x T) bool { return x != 0 }), func(p Place, k int) { visitNumber(p, &to[k], each) })
	if p.Describes() {
		p.unit(n.Unit)
	}
	if n.Need && (p.Describes() || p.Absent()) {
		p.Missing()
	}
}

// held converts a number from the text to Go.
func held[T float32 | float64](x float64, u Unit) T {
	if u.angle() {
		return T(x * (math.Pi / 180))
	}
	return T(x)
}

// shown converts a number from Go to the text: of an angle that with the fewest digits that reads
// back equal.
func shown[T float32 | float64](v T, u Unit) float64 {
	if !u.angle() {
		return float64(v)
	}
	x := float64(v) * (180 / math.Pi)
	for digits := 1; digits < 17; digits++ {
		if short, err := strconv.ParseFloat(strconv.FormatFloat(x, 'e', digits-1, 64), 64); err == nil && held[T](short, u) == v {
			return short
		}
	}
	return x
}

// Append appends a number to a text.
func Append[T float32 | float64](data []byte, v T, u Unit) []byte {
	bits := 64
	if _, single := any(v).(float32); single && !u.angle() {
		bits = 32
	}
	return strict.AppendFloat(data, shown(v, u), bits)
}

func number(x float64) string { return string(strict.AppendFloat(nil, x, 64)) }
