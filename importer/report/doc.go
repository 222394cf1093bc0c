// Package report describes what an import found in a file, and what it repaired,
// approximated or lost:
//
//	var found report.Report
//	model, err := importer.Load(ctx, "arnaud.fbx", importer.Options{Report: &found})
//	for _, f := range found.Findings {
//		if f.Severity == report.Loss && !f.Kind.Looks() {
//			log.Print(f) // it moves differently than in its tool
//		}
//	}
//
// A Finding has a Kind for programs, a message for people, and a Size if the
// difference is measured.
package report
