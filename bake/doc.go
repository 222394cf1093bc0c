// Package bake prepares clips before they are played: it makes banks of them, the rows
// that runtime.Baked plays, and finds how far they take a model.
//
//	bank, err := bake.Bank(ctx, model, nil, bake.BankOptions{})
//	…
//	crowd, err := runtime.NewCrowd(runtime.Baked(bank), 1000, runtime.CrowdOptions{})
//
// A row is a pose at a frame; between two rows poses are interpolated linearly. Each clip
// gets the frame rate at which that stays within the error bound in the fewest rows:
//
//	soa.Model ─► layout ─► per clip: rates ─► sample cells ─► measure ─┬─► soa.Bank
//	                                   ▲      divide, split           │
//	                                   └────── too far off ◄──────────┘
//
// Layout returns the layout of clips that are played without a bank. BoundingSphere returns a
// sphere that no vertex leaves, for culling. The errors are this package's, those of soa and
// pose.ErrForm.
//
// # Archives
//
// Bake turns a model into the content of an archive, and an archive back
// into a model.
//
//	soa.Model ── Bake ──► Baked.Content ── archive.Encode ──► file.sinew
//	             clips compressed within a bound, a bank, events
//	soa.Model ◄── Model ── archive.Archive ◄── archive.Open ──┘
//
// Pack compresses one clip within a bound, and Unpack gives its keys back.
//
// The result depends on the model and the options alone: it is the same on every
// processor and for any number of workers.
//
// Errors wrap ErrEvent, soa.ErrInvalid, the errors of bake.Bank, of package
// archive, or of the context.
package bake
