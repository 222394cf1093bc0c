// Package plots draws the curves of joints, of several files over each other, as one picture.
//
//	┌ hips rotation, ° ───────────┐     a panel per joint and kind
//	│ x red, y green, z blue      │     a style of line per file
//	├ hips speed, m/s ────────────┤
//	│ keys as dots, tangents as   │
//	│ short lines                 │
//	└ seconds, or phase ──────────┘
//
//	p := plots.Picture{Panels: panels, Width: 720, Over: plots.Seconds}
//	err := p.Write(w, "svg")
//
// The same panels give the same bytes.
package plots
