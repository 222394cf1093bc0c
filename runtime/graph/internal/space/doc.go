// Package space computes the weights of the samples of a blend space at a place. A Line has one
// axis; Triangles and Bands have two.
//
//	        run                    s, err := space.NewTriangles(x, y)   // once
//	         ╱│╲                   corner, weight := s.At(0.25, 0.5)    // per instance
//	       ╱  │p ╲
//	     ╱    │    ╲               p lies in the triangle of idle, right and run:
//	left ── idle ── right              corner  idle, right, run
//	     ╲    │    ╱                   weight  ¼,    ¼,     ½
//	       ╲  │  ╱
//	         ╲│╱
//	        back
//
// Triangles blends at most three samples, of the Delaunay triangulation by exact arithmetic. The
// diagonals of samples on one circle start at the one with the least x, then the least y: all
// cells of a grid are cut from the lower left to the upper right. Places outside are clamped to
// the hull; samples on one line are a polyline. A sample within 2⁻²⁰ of a side of the hull, as a
// part of its length, counts as on it, so that rounding to float32 does not matter.
//
// Bands blends any number of samples by gradient bands (Johansen, 2009), smoother than triangles,
// by place or, polar, by direction and length from the origin.
//
// # Guarantees
//
//   - Weights are non-negative multiples of 2⁻²⁴. Their sum, in any order of float32 additions,
//     is exactly 1.
//   - At a sample's coordinates, as float32, its weight is exactly 1.
//   - Weights are continuous up to 2⁻²⁴. Their slope is at most 1 over the height of a triangle,
//     above 2⁻²⁰ of its longest side at the border, or over the distance of samples in bands.
//   - Neither the order of the samples nor the processor changes a bit.
//   - A NaN coordinate counts as 0, an infinite one as ±math.MaxFloat32.
//   - Only the New functions allocate.
//
// # Where polar bands differ from the thesis
//
// The thesis measures angles the short way around, so that weights jump opposite to samples that
// have none behind them. Here the angle from one sample towards another turns back beyond a right
// angle from the middle between them: samples on all sides have the same weights, others change
// gradually behind.
//
// Weights by direction alone cannot be continuous at the origin. With a sample there, within 2⁻²¹
// of the larger side of the box around the samples and the origin, they do not depend on it.
// Without one they fade, within an eighth of the distance of the nearest sample, to the mean over
// all directions.
//
// For some samples of very different lengths the thesis divides by a sum of 0. Where the sum is
// less than ½, Cartesian bands add the rest.
//
// Cartesian bands clamp places to 2¹⁶ sides of the box from its middle.
//
// # Errors
//
// All errors wrap ErrSamples and name samples by index: none or more than MaxSamples; a
// coordinate that is not finite or beyond float32; two samples of a Line that are equal as
// float32; two in the plane closer than 2⁻²⁰ of the larger side of the box around all and, for
// polar bands, the origin.
package space
