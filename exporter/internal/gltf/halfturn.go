package gltf

import "github.com/sinew-anim/sinew/internal/exact"

// halfTurn is a rotation by 180° about the Y axis, or none: an avatar of VRM 0.x looks along −Z, one of
// VRM 1.0 along +Z.
type halfTurn bool

// matrix returns the rotation.
func (t halfTurn) matrix() exact.Matrix {
	m := exact.Identity()
	if t {
		m[0], m[10] = -1, -1
	}
	return m
}

// lengths returns lengths along X or Z.
func (t halfTurn) lengths(list []float32) []float32 {
	if !t {
		return list
	}
	out := make([]float32, len(list))
	for i, v := range list {
		out[i] = 0 - v
	}
	return out
}

// direction returns a direction in the world.
func (t halfTurn) direction(v [3]float64) [3]float64 {
	if t {
		v[0], v[2] = 0-v[0], 0-v[2]
	}
	return v
}
