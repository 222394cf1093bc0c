// Package timing runs the measurements of sinew bench and reports them as JSON or as a page.
//
//	results, err := plan.Run(ctx, character, begin, step)
//	report, err := timing.Describe(file, false, character, results)
//	report.Write(page)
package timing
