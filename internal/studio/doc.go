// Package studio is what a viewer of a character shows and how keys and mouse
// change it: its clock, its camera, its panels. What plays is a Stage; the studio
// never makes a pose itself.
//
//	window.Handlers ──► Studio.Key, Mouse, Char, Drop
//	                        │
//	Frame(dt)   Clock ─► Stage.Show(cycle, time) ─► gpu.Scene ─► Renderer.Draw
//	                        │                          ▲
//	                      panels ─► overlay.Canvas ────┘ Overlay
//
// The panels lie around the picture: a line at its top, a time line at its foot,
// and one on each side. The camera frames the character in what is left, so that
// nothing covers its feet.
//
// A frame in which nothing changes allocates nothing.
package studio
