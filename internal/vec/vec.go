// Package vec has vectors, quaternions and matrices of float32 as arrays, which are easy to
// write and to keep. What it computes is package xyz's, with the same bits on every
// processor.
//
//	q := vec.Arc(vec.V{1, 0, 0}, vec.V{0, 1, 0}, vec.V{0, 0, 1})
//	q.Rotate(vec.V{1, 0, 0})   // 0 1 0
//
// Quaternions are x, y, z, w; matrices are soa.Affine, three rows of four values.
package vec

import "github.com/sinew-anim/sinew/internal/xyz"

// V is a vector or a point.
type V [3]float32

func (a V) Add(b V) V { return V{a[0] + b[0], a[1] + b[1], a[2] + b[2]} }
func (a V) Sub(b V) V { return V{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }
func (a V) Neg() V    { return V{-a[0], -a[1], -a[2]} }

// Times is a·s.
func (a V) Times(s float32) V { return xyz.Vec(a).Times(s).Array() }

// AddTimes is a + b·s.
func (a V) AddTimes(b V, s float32) V { return xyz.Vec(a).AddTimes(xyz.Vec(b), s).Array() }

// Dot is the scalar product.
func (a V) Dot(b V) float32 { return xyz.Vec(a).Dot(xyz.Vec(b)) }

// Cross is the vector product.
func (a V) Cross(b V) V { return xyz.Vec(a).Cross(xyz.Vec(b)).Array() }

// Length is the vector's length.
func (a V) Length() float32 { return xyz.Vec(a).Length() }

// Unit is the vector with the length 1, or otherwise where it has none, or one that
// float32 does not hold.
func (a V) Unit(otherwise V) V { return xyz.Vec(a).Unit(xyz.Vec(otherwise)).Array() }

// Lerp is a + (b − a)·t.
func (a V) Lerp(b V, t float32) V { return xyz.Vec(a).Lerp(xyz.Vec(b), t).Array() }

// Beside is a unit vector at a right angle to a unit vector.
func (a V) Beside() V { return xyz.Vec(a).Beside().Array() }

// Finite reports whether no part is infinite or not a number.
func (a V) Finite() bool { return xyz.Vec(a).Finite() }

// Sqrt is the square root, correctly rounded.
func Sqrt(x float32) float32 { return xyz.Sqrt(x) }

// Abs is the absolute value.
func Abs(x float32) float32 { return xyz.Abs(x) }
