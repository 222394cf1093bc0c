// Package space finds what the samples of a blend space weigh at a place. A Line has one
// axis; Triangles and Bands are of the plane.
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
// Triangles blends three samples at most, of the Delaunay triangulation, which is found
// by exact arithmetic. Samples on one circle have their diagonals start at the
// lexicographically least of them, that with the least x and, of several, the least y:
// the cells of a grid are all cut from the lower left to the upper right. A place outside
// counts as the nearest place of the hull; samples that lie on one line are a polyline.
// What the places of samples lose by rounding to float32 makes no difference at the
// border: a sample within 2⁻²⁰ of a side of the hull, as a part of its length, counts as
// on it.
//
// Bands blends any number of samples by gradient bands (Johansen, 2009), smoother than
// triangles, by places or, polar, by direction and length from the origin.
//
// # What holds
//
//   - Weights are not negative, and multiples of 2⁻²⁴. Their sum, in any order of
//     float32 additions, is exactly 1.
//   - At a sample, that is, at its coordinates as float32, its weight is exactly 1.
//   - They are continuous everywhere, but for 2⁻²⁴. How steep they are depends on the
//     space: 1 over the height of a triangle, which is above 2⁻²⁰ of its longest side at
//     the border, and 1 over the distance of samples in bands.
//   - The order of the samples changes no bit, nor does the processor.
//   - A coordinate that is NaN counts as 0, an infinite one as ±math.MaxFloat32.
//   - Nothing allocates but the New functions.
//
// # Where polar bands differ from the thesis
//
// The thesis measures angles the short way around, so that weights jump opposite to
// samples that have none behind them. Here the angle from one sample towards another
// turns back beyond a right angle from the middle between them: samples on all sides
// weigh the same, others change over gradually behind.
//
// Weights cannot be continuous at the origin where they depend on nothing but the
// direction. With a sample there (within 2⁻²¹ of the larger side of the box around the
// samples and the origin) they do not, and are. Without one, weights lead within an
// eighth of the distance of the nearest sample from those of the direction to the mean of
// all directions.
//
// Of some samples of very different lengths the thesis leaves the sum of all weights, by
// which it divides, at 0. Where it is less than ½, Cartesian bands make up for the rest.
//
// To Cartesian bands places count as at most 2¹⁶ sides of the box away from its middle.
//
// # Errors
//
// All errors wrap ErrSamples and name samples by their index: none or more than
// MaxSamples; a coordinate that is not finite or beyond float32; two samples of a Line
// that are the same as float32; two of the plane closer than 2⁻²⁰ of the larger side of
// the box around all and, for polar bands, the origin.
package space
