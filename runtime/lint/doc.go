// Package lint checks the quality of an animated model: what plays, and looks wrong or breaks
// in other programs.
//
//	var found report.Report
//	model, err := importer.Load(ctx, "walk.fbx", importer.WithReport(&found))
//	…
//	list, err := lint.Model(ctx, model, &found, lint.Config{})
//	for _, f := range list {
//		fmt.Println(f) // warning: foot-slide: clip walk, joint foot.L, 0.430 s: the foot slides 52 mm …
//	}
//
// A rule is a row of the table in rules.go: its name, its default grade and limit, what to do, and
// a function. Functions are of two kinds:
//
//	func(s *subject, limit, report)   of a model: weights, joints, binds, meshes, names
//	func(p *played, limit, report)    of a clip: keys, loops, feet, with poses at 30 moments a second
//
// One finding states the worst of its kind in a clip, a mesh or the skeleton, with its size and how
// many there are. What an import repairs, such as weights that do not sum to 1, comes from its
// report, since the model no longer has it.
//
// The arithmetic is that of package internal/exact: the findings are the same on every processor.
// Errors wrap ErrConfig, soa.ErrInvalid or soa.ErrFormat.
package lint
