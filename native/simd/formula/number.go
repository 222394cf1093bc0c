package formula

import "math"

// Number is a value per lane. Every method rounds once, to float32.
type Number[T any] interface {
	Plus(T) T
	Minus(T) T
	Times(T) T
	Over(T) T
	Root() T
	Negative() T
	Absolute() T
	// Less is yes where the value is less than b, and else no, as for NaN; Same is yes
	// where they are equal.
	Less(b, yes, no T) T
	Same(b, yes, no T) T
	// Of is a constant, whatever the value.
	Of(float32) T
}

// Float is a Number of one lane.
type Float float32

func (a Float) Plus(b Float) Float  { return a + b }
func (a Float) Minus(b Float) Float { return a - b }
func (a Float) Times(b Float) Float { return Float(float32(a) * float32(b)) }
func (a Float) Over(b Float) Float  { return a / b }
func (a Float) Root() Float         { return Float(math.Sqrt(float64(a))) }
func (a Float) Negative() Float     { return -a }
func (a Float) Of(c float32) Float  { return Float(c) }

func (a Float) Absolute() Float {
	return Float(math.Float32frombits(math.Float32bits(float32(a)) &^ (1 << 31)))
}

func (a Float) Less(b, yes, no Float) Float {
	if a < b {
		return yes
	}
	return no
}

func (a Float) Same(b, yes, no Float) Float {
	if a == b {
		return yes
	}
	return no
}

// Memory is where a kernel has its values: arguments of rows, a row being 16 lanes, and
// numbers that are the same for all lanes. What is loaded is what was there before the
// first Store.
type Memory[T any] interface {
	Load(argument, row int) T
	Uniform(i int) T
	Store(argument, row int, v T)
}

func least[T Number[T]](a, b T) T    { return a.Less(b, a, b) }
func greatest[T Number[T]](a, b T) T { return b.Less(a, a, b) }
