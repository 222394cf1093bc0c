// Package compile prepares clips before they are played: it makes banks of them, the rows
// that runtime.Baked plays, and finds how far they take a model.
//
//	bank, err := compile.Bank(ctx, model, nil, compile.Options{})
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
package compile
