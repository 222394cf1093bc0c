// Package window opens a window with an OpenGL context, in which mouse and keys move a
// camera.
//
//	mouse, wheel ──► Handlers.Drag, Scroll ──► Handlers.Orbit ──► Orbit.Camera
//	             ──► Handlers.Mouse
//	keys         ──► Handlers.Key, Char
//	dropped files ─► Handlers.Drop
//	Poll or Wait │ Renderer.Draw │ Swap │ Poll …
//
// The example shows the loop of a viewer.
//
// The package links GLFW 3.3 and, on Linux, the X11 libraries; headless programs
// do not import it. It runs on X11 and XWayland; the build tag wayland selects Wayland
// instead.
//
// # Threads
//
// New locks the calling goroutine to its thread until Close; all methods belong
// there. macOS requires the main thread, hence the init function of the example.
// Handlers are called from Poll and Wait.
//
// # Errors
//
//	ErrNoDisplay     no window can be opened; package headless draws without one
//	gpu.ErrOpenGL    the display has no OpenGL 3.3
//	soa.ErrOption    the window's size is out of range
//	soa.ErrClosed    the window is closed
package window
