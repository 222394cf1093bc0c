// Package summary describes an opened model: its contents, what its import found, and the
// archive it came from. A Model is printed as JSON or as a page.
//
//	m := summary.Describe(ctx, opened)
//	m.Write(page)
package summary
