// Package heat computes weights by the heat that bones give off to a surface, as Blender's automatic
// weights do (I. Baran, J. Popović: Automatic Rigging and Animation of 3D Characters, 2007).
//
//	    nearest visible bones       heat spreads along the surface, none across gaps
//	 p: │ point → p, H             (C + A·H)·w = A·H·p     for each bone
//
//	d  = |v − c| / (½·(cos(v − c, normal) + 1.001))    c: the place of the bone nearest to the point v, in float32
//	H  = n / max(d, 10⁻⁴)²                             of the n nearest bones that are visible, 0 if none is
//	p  = 1/n for these bones, 0 for others
//	C  = the sum over triangles and edges of cot/(4·number of triangles at the edge)
//	A  = the area of the point
//
// Nearest are all bones with d ≤ 1.0001·the least. The cosine is 0 where the normals of the triangles around v cancel.
//
// A bone is visible if no triangle that faces the point lies between it and c: the ray starts at v + 10⁻⁵·(c − v), ends as much
// before c, and meets a triangle by the watertight test of Woop, Benthin and Wald, in float32. By rounding it can meet a triangle
// of v itself, so that v gets no heat and takes that of its neighbours. Points without a triangle see all bones.
//
// Points without a triangle have w = p. Weights below 0.025 become 0, and those below 0.05 twice what they are above 0.025.
//
// The matrix is the same for all bones: it is factorised once.
package heat
