// Package overlay draws panels, text and controls over a picture: what a viewer
// needs to tell and to be told, and no more. It is immediate: each frame states
// all that is seen, and what the user did comes back from the same calls.
//
//	Input ──► UI.Begin ─ Panel ─ Label, Button, Slider, List … ─ UI.End ──► Canvas
//	                                                                          │
//	                      one atlas of glyphs, one draw call    Painter.Paint ┘
//
// A Canvas is a list of textured quads in pixels, clipped on the CPU, so that all
// of an overlay is one draw call. Only Painter needs OpenGL; the rest is tested
// without. Lengths of a UI are units of 1/96 inch: a scale, that of the display,
// makes pixels of them, and glyphs are drawn at that size.
//
// A frame allocates nothing once it has been shown: Text collects numbers and
// words in memory that is used again.
//
// # Threads
//
// A UI and a Canvas belong to one goroutine at a time, a Painter to the thread of
// its context.
package overlay
