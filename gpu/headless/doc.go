// Package headless makes OpenGL contexts that need no display, no window system
// and no root.
//
//	headless.New ──► Context ── gpu.NewRenderer ──► Renderer.Draw, Capture ──► image
//	                 EGL: surfaceless Mesa, or the first device with a context
//
// libEGL is opened at run time, so a program that links this package starts where
// libEGL is not installed, and New then returns an error that wraps ErrUnavailable.
//
// # Threads
//
// A context is bound to the thread that made it. New locks the calling goroutine
// to its thread and Close unlocks it (calls nest, as those of runtime.LockOSThread
// do); make, use and close a context on one goroutine. Any number of contexts may
// exist on different goroutines at once. The EGL display they share is initialized
// by each and never terminated, since that would destroy every other context.
//
// # Errors
//
//	ErrUnavailable   libEGL or a driver is missing
//	soa.ErrOption    the picture's size is out of range
//	soa.ErrClosed    the context is closed
package headless
