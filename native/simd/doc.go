// Package simd holds the arithmetic of Sinew's hot loop: one exported function
// per kernel, over plain slices of float32.
//
//	keys X[k] Y[k] Z[k] W[k], tracks  ──►  TX[j] … RW[j]               CopyKeys, LerpVectors, SlerpQuaternions, Hermite
//	bits of a span                    ──►  rows of keys                UnpackSpan, CompleteTurns, UniteTurns
//	two rows of keys                  ──►  a row  ──►  TX[j] … RW[j]   BetweenRows, PlaceTurns, PlaceVectors
//	TX[j] TY[j] … SZ[j]               ──►  local[j], 12 values each    ComposeAffines
//	local[j], parent[j]               ──►  model[j]                    Hierarchy
//	model[joint[i]], inverse[i]       ──►  palette[i]                  Palette
//	vertices, morph deltas, palette   ──►  vertices in model space     AddDeltas, LinearBlend, LinearBlendRows
//
// The plain-Go body of a kernel is its definition: any faster form of it must
// give the same bits. It therefore uses only IEEE addition, subtraction,
// multiplication, division and square root, in one fixed order, and writes
// every product that feeds a sum as float32(x*y), because the conversion
// forbids a compiler to fuse the two into one differently rounded operation.
// The result is the same on every processor.
//
// Affine matrices are 3x4 in row-major order, twelve float32 each:
//
//	m[0] m[1] m[2]  m[3]
//	m[4] m[5] m[6]  m[7]
//	m[8] m[9] m[10] m[11]
//
// Quaternions are x, y, z, w.
//
// Each function checks the lengths of its slices once, before it touches
// memory, and returns an error that wraps ErrLength where they disagree. It
// trusts the values in index slices (parents, joints, keys) to be in range, as
// package soa's Validate methods establish. Kernels hold no state: they may be
// called from several goroutines as long as what they write does not overlap.
package simd
