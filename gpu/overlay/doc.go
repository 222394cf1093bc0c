// Package overlay is an immediate-mode user interface over a picture: panels, text and
// controls for a viewer. Each frame declares everything that is visible, and the same calls
// return what the user did.
//
//	Input ──► UI.Begin ─ Panel ─ Label, Button, Slider, List … ─ UI.End ──► Canvas
//	                                                                          │
//	                      one atlas of glyphs, one draw call    Painter.Paint ┘
//
// A Canvas is a list of textured quads in pixels, clipped on the CPU, so that an overlay is
// one draw call. Only Painter needs OpenGL. Lengths of a UI are units of 1/96 inch; the
// display's scale converts them to pixels, and glyphs are drawn at that size.
//
// After its first time a frame allocates nothing: Text collects words and numbers in reused
// memory.
//
// # Threads
//
// A UI and a Canvas belong to one goroutine at a time, a Painter to the thread of
// its context.
package overlay
