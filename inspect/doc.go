// Package inspect examines animated models: it finds mistakes (Lint), measures how two models
// differ in motion (Compare), and plots the movement of a joint (Curves).
//
//	var found report.Report
//	model, err := importer.Load(ctx, "walk.fbx", importer.Options{Report: &found})
//	…
//	list, err := inspect.Lint(ctx, model, &found, inspect.Config{})
//	for _, f := range list {
//		fmt.Println(f) // warning: foot-slide: clip walk, joint foot.L, 0.430 s: the foot slides 52 mm …
//	}
//
// # Lint
//
// A rule is a row of the table in rules.go: its name, its default grade and limit, a remedy, and a
// function. Functions are of two kinds:
//
//	func(s *subject, limit, report)   of a model: weights, joints, binds, meshes, names
//	func(p *played, limit, report)    of a clip: keys, loops, feet, with poses at 30 moments a second
//
// A finding is the worst of its kind in a clip, a mesh or the skeleton, with its size and their
// number. Repairs of an import, such as of weights that do not sum to 1, come from its report,
// since the model no longer has the fault.
//
// # Compare
//
// Compare measures the distance between two models in motion: a model and the archive baked from it,
// two formats of one character, two settings.
//
//	a ─┐  same clip, same time   matrices of joints ─┐
//	   ├──────────────────────►  skinned vertices    ├─► Extreme{Max, Mean, Part, Time}
//	b ─┘  keys of both, between  custom properties  ─┘
//
// Two clips are measured alike: by the curves through their frames if both have a key on each,
// otherwise by their own curves. Rest poses, weights, morph targets, surfaces, materials and names,
// which no clip changes, are compared once. Difference.Exceeds lists the sizes above limits.
//
// Both models are evaluated in float64 at all key times of either and between them; vertices are
// skinned in float32. A clip with a Motion is compared with the movement put back:
//
//	original = S · Motion · clip     S constant: the start of the movement; the clip
//	                                 lacks it, the other model's clip has it
//
// # Curves
//
// Curves computes lines to plot or to measure: the values of a joint, their keys with tangents, and
// their rates.
//
//	Time  │ 0      0.002  0.004 …          seconds after the clip's start, ascending
//	Value │ 12.1   12.3   12.6  …          in Unit; rotations as angles without jumps of 360°
//	Rate  │ 95     98     101   …          Unit per second
//	Keys  │ {0, 12.1, in, out} {0.033, …}  of the file; slopes before and after the key
//
// A step has two values at one time.
//
// The arithmetic is that of package internal/exact: findings, distances and lines are the same on every
// processor. Errors wrap ErrConfig, ErrNothing, soa.ErrInvalid, soa.ErrFormat, soa.ErrOption or the error
// of the context.
package inspect
