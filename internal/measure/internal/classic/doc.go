// Package classic holds the ways of animating a skeleton that people know from
// tutorials, books and engines, written straight, to be measured beside
// Sinew's on the same work:
//
//	r := classic.NewRig(model)
//	for _, m := range classic.Methods() {
//		method, err := m.New(r, model.Clips, 1)
//		method.Evaluate(0, 0, 12.5, palette) // instance 0, clip 0, at tick 12.5
//	}
//
//	ogldev   OGLdev's tutorial 38: recursion over named nodes, channels and bones
//	         by name, linear key search, slerp with sines, 4x4 matrices
//	flat     g3n and three.js: a channel per joint and property, times and values
//	         in flat arrays, linear search, a scene graph that is walked
//	book     Szauer's "C++ Game Animation Programming": a pose is a vector of
//	         transforms and a vector of parents; each joint climbs to its root
//	binary   joints in one array, parents first, channels by index, binary search
//	cursor   the same with a cursor per instance and track, normalized straight
//	         lines for slerp, and 3x4 matrices
//
// They are not made slow: each is the work of a careful programmer within its
// design. Steps and splines are straight lines to all of them, as they are
// in their models, and morph weights are left alone. Palettes are 12 values per
// entry, row-major, whatever the method computes with.
package classic
