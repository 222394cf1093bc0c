// Gen writes the assembly of package simd.
//
//	thread A   x·pw  px·w  z·py …     ┐                                  ┌ VMULPS Z3, Z7, Z12
//	thread B   unpack  unpack  pairs  ├─ weave ── assign registers ── emit ┤ VUNPCKLPS Z1, Z0, Z4
//	(each in the order of its sense)  ┘  (ports)                         └ VADDPS …
//
// Kernels are built from straight-line pieces, threads, that a person can read:
// the arithmetic of a joint, the transposition of a group of matrices, the
// sampling of a line of a bank. Weave mixes threads so that the processor's
// ports are busy with one while another waits, and assign finds registers. The
// pieces do not know the instruction set where they need not.
//
// Run it by go generate in package simd, or by go run . here.
package main
