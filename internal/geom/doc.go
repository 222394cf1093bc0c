// Package geom computes with vectors, quaternions and matrices of float32, with the same
// bits on every processor: each product is rounded before it is added.
//
//	q := geom.Arc(geom.Vec{X: 1}, geom.Vec{Y: 1}, geom.Vec{Z: 1})
//	q.Rotate(geom.Vec{X: 1})   // 0 1 0
//
// Vectors and quaternions are structs, which the compiler keeps in registers. Arrays it
// keeps in memory: a rotation and a few sums take ten times as long. Public types hold
// arrays, which every caller can write; code converts on the way in and on the way out:
//
//	v := geom.VecOf(joint.Place)
//	joint.Place = v.Add(v).Array()
//
// Quaternions are x, y, z, w; matrices are soa.Affine, three rows of four values.
package geom
