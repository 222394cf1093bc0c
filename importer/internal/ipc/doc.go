// Package ipc encodes values for the pipe between a process and its child of
// the same build: no versions, no names, native byte order.
//
//	struct{ Name string; Time []float32; Rest *bool }{"up", []float32{0, 0.5}, nil}
//
//	02 00 00 00 'u' 'p' │ 01 │ 02 00 00 00 │ 00 00 00 00  00 00 00 3f │ 00
//	length and bytes    │ is │ length      │ 0            0.5         │ nil
//
// in bytes of a little-endian machine.
//
//	bool           one byte, 0 or 1
//	number         eight bytes
//	string         length (four bytes), bytes
//	slice          0, or 1, length and elements; of numbers, their memory
//	pointer        0, or 1 and the value
//	struct, array  fields or elements in order
//
//	data, err := ipc.Marshal(model)   // a soa.Model
//	var back soa.Model
//	err = ipc.Unmarshal(data, &back)
//
// Data of a damaged child is harmless: every length is checked against the bytes that are
// left, memory is taken as bytes arrive, and a Budget bounds what a short message can
// become in memory. Errors wrap soa.ErrFormat or ErrBudget.
package ipc
