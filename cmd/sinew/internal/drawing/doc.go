// Package drawing makes pictures, contact sheets, sprites and animations of what plays,
// without a display.
//
//	err := opt.Parse(changed)
//	plan, err := opt.Plan(opt.Out, start, end, loops)
//	driver, err := opt.Draw(ctx, os.Stderr, opened, performance, parts, writer.Add)
package drawing
