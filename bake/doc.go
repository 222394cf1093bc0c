// Package bake prepares clips for playing: it makes banks, compresses clips, fills
// archives and bounds the movement of models.
//
//	bank, err := bake.Bank(ctx, model, nil, bake.BankOptions{})
//	…
//	crowd, err := runtime.NewCrowd(runtime.Baked(bank), 1000, runtime.CrowdOptions{})
//
// A row is a pose at a frame; between two rows poses are interpolated linearly. Each clip
// gets the frame rate that stays within the error bound with the fewest rows:
//
//	soa.Model ─► layout ─► per clip: rates ─► sample cells ─► measure ─┬─► soa.Bank
//	                                   ▲      divide, split           │
//	                                   └────── too far off ◄──────────┘
//
// Layout returns the layout of clips that are played without a bank. BoundingSphere returns a
// sphere that no vertex leaves, for culling.
//
// # Archives
//
// Bake turns a model into the content of an archive, and Model an archive into
// a model.
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
// Errors wrap those of this package, of soa and soa/archive, pose.ErrForm, or
// the error of the context.
package bake
