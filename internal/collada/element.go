package collada

import (
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
)

// Kind is the kind of an element of a transform.
type Kind uint8

// The kinds of elements.
const (
	Translate Kind = iota
	Rotate         // an axis and an angle in degrees
	Scale
	Matrix // 4×4, row by row
	LookAt // eye, target, up
	Skew   // an angle in degrees, the axis of its rotation, and the axis along which it moves
)

var kinds = map[string]Kind{"translate": Translate, "rotate": Rotate, "scale": Scale, "matrix": Matrix, "lookat": LookAt, "skew": Skew}

// widths are the numbers of values of elements.
var widths = [...]int{Translate: 3, Rotate: 4, Scale: 3, Matrix: 16, LookAt: 9, Skew: 7}

// Element is one of the transforms whose product is a node's matrix.
type Element struct {
	Kind   Kind
	Values []float64
}

func newElement(name, text string) (Element, error) {
	k := kinds[name]
	values, broken := parseNumbers(text)
	if broken || len(values) < widths[k] {
		return Element{}, malformed("a %s of %d numbers", name, len(values))
	}
	return Element{k, slices.Clip(values[:widths[k]])}, nil
}

// matrix returns the matrix of an element with values.
func (k Kind) matrix(v []float64) exact.Matrix {
	switch k {
	case Translate:
		return exact.Compose(vec(v), exact.IdentityQuat(), exact.Vec{1, 1, 1})
	case Rotate:
		return rotation(v).Matrix()
	case Scale:
		return exact.Matrix{0: v[0], 5: v[1], 10: v[2]}
	case LookAt:
		return lookAt(v)
	case Skew:
		return skew(v)
	}
	var m exact.Matrix
	copy(m[:], v)
	return m
}

func vec(v []float64) exact.Vec { return exact.Vec{v[0], v[1], v[2]} }

// rotation returns the rotation about an axis by degrees.
func rotation(v []float64) exact.Quat {
	axis := vec(v)
	length := axis.Length()
	if !(length > 0) || v[3] == 0 {
		return exact.IdentityQuat()
	}
	s, c := exact.SinCos(math.Mod(v[3], 720) * (math.Pi / 360))
	s /= length
	return exact.Quat{float64(axis[0] * s), float64(axis[1] * s), float64(axis[2] * s), c}
}

// lookAt returns the frame of a viewer that looks along −z.
func lookAt(v []float64) exact.Matrix {
	eye, target, up := vec(v), vec(v[3:]), vec(v[6:])
	z := eye.Sub(target).Unit()
	x := up.Cross(z).Unit()
	y := z.Cross(x)
	return exact.Matrix{x[0], y[0], z[0], eye[0], x[1], y[1], z[1], eye[1], x[2], y[2], z[2], eye[2]}
}

// skew returns the matrix that moves points along the second axis by their coordinate on the first
// times the tangent of the angle.
func skew(v []float64) exact.Matrix {
	along, by := vec(v[4:]).Unit(), vec(v[1:]).Unit()
	s, c := exact.SinCos(v[0] * (math.Pi / 180))
	m := exact.Identity()
	for i := range 3 {
		for j := range 3 {
			m[4*i+j] += float64(s / c * float64(along[i]*by[j]))
		}
	}
	return m
}

// Rest returns the product of the node's elements.
func (n *Node) Rest() exact.Matrix { return n.RestOf(Group{To: len(n.Elements)}) }
