// Package compare measures the distance between two models in motion: a model and
// the archive baked from it, two formats of one character, two settings.
//
//	a ─┐  same clip, same time   matrices of joints ─┐
//	   ├──────────────────────►  skinned vertices    ├─► Extreme{Max, Mean, Part, Time}
//	b ─┘  keys of both, between  custom properties  ─┘
//
// Two clips are measured alike: by the curves through their frames if both have a key on each, by
// their own curves if one has not. What no clip changes is compared once: rest poses, weights, morph
// targets, surfaces, materials and names. Difference.Exceeds says what is above limits.
//
// Both models are evaluated in float64 at all key times of either and between them;
// vertices are skinned in float32. A clip whose movement was taken out, as its Motion, is
// compared as it was before:
//
//	original = S · Motion · clip     S constant: where the movement began, which a clip
//	                                 does not tell and which the other model's clip does
//
// Errors wrap ErrNothing, soa.ErrInvalid or the error of the context.
package compare
