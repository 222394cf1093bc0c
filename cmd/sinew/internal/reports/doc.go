// Package reports prints what commands report of differences, retargeted clips and controls:
// each is printed as JSON as it is, or as a page by its Write.
//
//	reports.NewDiff("walk.fbx", "walk.sinew", difference).Write(page)
package reports
