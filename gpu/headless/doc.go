// Package headless makes OpenGL contexts that need no display, no window
// system and no root:
//
//	ctx, err := headless.New(960, 540)
//	if err != nil {
//		return err // names the packages to install where EGL is missing
//	}
//	defer ctx.Close()
//	r, err := gpu.NewRenderer(ctx, gpu.Options{Samples: 4})
//
// It uses EGL: Mesa's surfaceless platform, and where that is absent the first
// EGL device that can make a context. libEGL is opened at run time, so a
// program that links this package starts where libEGL is not installed, and
// New then returns an error that wraps ErrUnavailable.
//
// # Threads
//
// A context is bound to the thread that made it. New locks the calling
// goroutine to its thread and Close unlocks it (calls nest, as those of
// runtime.LockOSThread do); make, use and close a context on one goroutine.
// Any number of contexts may be alive on different goroutines at once. The EGL
// display they share is initialised by each and never terminated, since
// terminating it would destroy every other context.
package headless
