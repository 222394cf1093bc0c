// Package fit makes tracks that follow functions of time: steps, straight lines or
// splines, whichever needs least memory, no farther from the function than a bound.
//
//	value                     ●╌╌● a key of the function's own (a knot)
//	  │        ●╌╌╌╌╌╌●       ┊     ○ a key that is added where the
//	  │    ○╌╌╯        ╲      ┊       track would leave the bound
//	  │  ●╯             ╌○╌╌╌╌●
//	  └──┬──────┬──────┬──────┬── time
//	   knots: where the function may bend or jump; between them it is smooth
//
//	track := fit.Approximate(f, knots, fit.Options{Error: 1e-5, Extra: 1 << 16})
//
// A spline whose pieces are cubic stays as it is: its knots are enough.
package fit
