// Package defaults puts defaults where options are 0, and refuses what no option can be.
//
//	err := cmp.Or(
//		defaults.Positive("Bound", &o.Bound, 1e-4),
//		defaults.Positive("Distance", &o.Distance, 0.03),
//	)
package defaults
