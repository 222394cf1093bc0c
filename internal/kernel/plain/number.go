package plain

import "math"

// Float is a number of one lane. Every method rounds once.
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

// Less is yes where the value is less than b, and else no, as for NaN.
func (a Float) Less(b, yes, no Float) Float {
	if a < b {
		return yes
	}
	return no
}

// Same is yes where the value is b, and else no.
func (a Float) Same(b, yes, no Float) Float {
	if a == b {
		return yes
	}
	return no
}

// Lanes is the number of values of a row.
const Lanes = 16

// Memory is where a kernel has its values: one lane of its arguments' rows, and numbers that
// are the same for all lanes.
type Memory struct {
	Rows     [12][]float32
	Uniforms []float32
	Lane     int
}

func (m *Memory) Load(argument, row int) Float { return Float(m.Rows[argument][row*Lanes+m.Lane]) }
func (m *Memory) Uniform(i int) Float          { return Float(m.Uniforms[i]) }

func (m *Memory) Store(argument, row int, v Float) {
	m.Rows[argument][row*Lanes+m.Lane] = float32(v)
}

// Seldom is f where a is less than b, and else otherwise.
func (m *Memory) Seldom(a, b Float, otherwise [6]Float, f func() [6]Float) [6]Float {
	if a < b {
		return f()
	}
	return otherwise
}
