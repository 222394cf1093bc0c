// Package bake turns a model into the content of an archive, and an archive back
// into a model.
//
//	soa.Model ── Bake ──► Baked.Content ── archive.Encode ──► file.sinew
//	             clips compressed within a bound, a bank, events
//	soa.Model ◄── Model ── archive.Archive ◄── archive.Open ──┘
//
// Additive makes the clips that layers add to others:
//
//	breathe                  reference       rest                   additive clip
//	│ key │ key │ key │ ──►  value ∘ ref⁻¹ ──► applied to rest ──►  │ key │ key │ key │
//
// The result depends on the model and the options alone: it is the same on every
// processor and for any number of workers.
//
// Errors wrap ErrEvent, ErrReference, soa.ErrInvalid, the errors of compile.Bank, of package
// archive, or of the context.
package bake
