// Package viewer is the window of sinew view: a character that plays, a camera, and panels
// around the picture.
//
//	window.Handlers ──► Viewer.Key, Mouse, Char, Drop
//	                        │
//	Frame(dt)   playback.Player.Advance ─► gpu.Scene ─► gpu.Renderer.Draw
//	                        │                 ▲
//	                      panels ─► overlay ──┘
//
//	playback  what plays, and when: clips, layers, ghosts, graphs
//	panel     the parts of the panels
//	marks     what lies over the picture: joints, names, axes, targets
//	takes     pictures and films
//	watch     files that change
//	curves    keys that are edited: what the mouse does to them, as a list of edits
//	painting  weights that are painted: the brush, as a list of strokes
//
// The panels are a status line at the top, a time line at the foot, one on each side, and one for
// keys. The camera frames the character in what they leave free.
//
// A frame in which nothing changes allocates nothing.
package viewer
