// Package bake turns a model into the content of an archive, and an archive back
// into a model.
//
//	soa.Model ── Bake ──► Baked.Content ── archive.Encode ──► file.sinew
//	             clips compressed within a bound, a bank, events
//	soa.Model ◄── Model ── archive.Archive ◄── archive.Open ──┘
//
// The result depends on the model and the options alone: it is the same on every
// processor and for any number of workers.
//
// Errors wrap ErrEvent, soa.ErrInvalid, the errors of runtime.Compile, of package
// archive, or of the context.
package bake
