// Package meshopt decodes, and encodes, the streams of EXT_meshopt_compression and KHR_meshopt_compression:
// what a compressed buffer view of a glTF file holds.
//
//	view := meshopt.View{Mode: meshopt.Attributes, Filter: meshopt.Octahedral, Count: 1501, Stride: 8}
//	if err := view.Check(len(stream)); err != nil { // before memory is allocated
//		return err
//	}
//	data := make([]byte, view.Size())
//	err := view.Decode(data, stream, nil)
//
// A stream of attributes stores its elements by byte column, each byte as a difference from the
// element before, in blocks of at most 8 KiB:
//
//	header │ block 0: column 0, column 1, … │ block 1 … │ padding, element before the first, channels
//	            │
//	            └ 2 bits a group │ group 0: 16 differences of 0, 1, 2, 4 or 8 bits │ wide ones │ group 1 …
//
// A stream of triangles holds a code a triangle, which names an edge and a vertex among those
// seen last, and behind them what the codes do not say:
//
//	header │ code 0, code 1, … │ bytes │ 16 pairs of frequent vertices
//
// The bit streams are described in the specifications of both extensions (Khronos glTF repository,
// extensions/2.0/Vendor/EXT_meshopt_compression and extensions/2.0/Khronos/KHR_meshopt_compression).
// Version 1 of attributes and the filter Color are KHR's alone.
//
// # Errors
//
// Every error wraps ErrStream (the stream is not what it claims) or ErrView (no such stream can be).
// A failed Decode leaves dst half-written. All functions may be called concurrently on different memory.
package meshopt
