package constraint

import "github.com/sinew-anim/sinew/internal/exact"

// Axes is a set of the axes X, Y and Z.
type Axes uint8

const (
	OnX Axes = 1 << iota
	OnY
	OnZ
	NoAxes  Axes = 0
	AllAxes      = OnX | OnY | OnZ
)

func (a Axes) has(axis int) bool { return a>>axis&1 != 0 }

// Axis is a direction along X, Y or Z.
type Axis uint8

const (
	PlusX Axis = iota
	PlusY
	PlusZ
	MinusX
	MinusY
	MinusZ
)

// split returns the index of an axis and its sign.
func (a Axis) split() (axis int, sign float64) {
	if a >= MinusX {
		return int(a-MinusX) % 3, -1
	}
	return int(a), 1
}

func (a Axis) vector() exact.Vec {
	axis, sign := a.split()
	var v exact.Vec
	v[axis] = sign
	return v
}

// even reports whether the third axis is the cross product of two, a×b, rather than b×a.
func even(a, b int) bool { return (b-a+3)%3 == 1 }

// framed is the rotation with column n of an axis, column u of another, both unit and
// perpendicular, and the third column that completes them.
func framed(axis int, n exact.Vec, other int, u exact.Vec) exact.Matrix {
	var m exact.Matrix
	setColumn(&m, axis, n)
	setColumn(&m, other, u)
	third := n.Cross(u)
	if !even(axis, other) {
		third = third.Scale(-1)
	}
	setColumn(&m, 3-axis-other, third)
	return m
}

// Letters returns the letters of the axes, or "none".
func (a Axes) Letters() string {
	text := ""
	for i := range 3 {
		if a.has(i) {
			text += "xyz"[i : i+1]
		}
	}
	if text == "" {
		return "none"
	}
	return text
}
