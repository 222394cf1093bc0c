// Package lanes writes kernels from the formulas of package formula. A formula runs once
// on values that record it:
//
//	formula ── trace ──► nodes, each operation once ── registers ──► assembly of 16, 8 and 4 lanes
//	                     what is not stored is left out               AVX-512, AVX2 once or twice
//	                                                                  (4 lanes: in its registers of
//	                                                                  128 bits), NEON one to four times
//
// Which kernels there are, and what calls them in package kernel, follows from one list (files).
// Kernels that combine poses (Pose) are listed apart, since arguments of theirs differ in how they
// lie in memory; their definitions in plain Go are written from the same nodes.
//
// Values that find no register wait in the kernel's memory; what was loaded is loaded again.
package lanes
