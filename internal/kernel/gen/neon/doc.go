// Package neon makes the arm64 kernels of package kernel.
//
// Go's assembler lacks the vector forms of float32 arithmetic, so these stand
// in the output as words, each with its meaning beside it:
//
//	WORD $0x4e21d400 // FADD V0.4S, V0.4S, V1.4S
//
// A kernel is written here once, as arithmetic on values; assign.go finds the
// registers:
//
//	k.add(k.mul(x, x), k.mul(y, y))
//
// Vectors have four lanes, so that a block of 16 instances takes four passes.
// Only IEEE addition, subtraction, multiplication, division and square root occur, in
// the order of the plain Go bodies and never fused, and so the bits are the same.
package neon
