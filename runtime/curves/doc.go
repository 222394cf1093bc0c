// Package curves computes what a joint does over a clip, as lines to plot or to measure: its
// values, its keys with their tangents, and how fast it is.
//
//	list, err := curves.Of(ctx, model, clip, joint, curves.Rotation, 500)
//	for _, c := range list { // x, y and z
//		fmt.Println(c.Component, c.Unit, c.Value[0], c.Keys[0].Time)
//	}
//
//	Time  │ 0      0.002  0.004 …          seconds after the clip's start, ascending
//	Value │ 12.1   12.3   12.6  …          in Unit; rotations as angles without jumps of 360°
//	Rate  │ 95     98     101   …          Unit per second
//	Keys  │ {0, 12.1, in, out} {0.033, …}  of the file; slopes before and after the key
//
// A step has two values at one time. The arithmetic is that of package internal/exact: the lines
// are the same on every processor. Errors wrap soa.ErrInvalid, soa.ErrOption or the context's.
package curves
