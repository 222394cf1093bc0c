// Package active keeps what the instances of a crowd play, and takes it through time.
//
//	           clip   clock      weight, fade   mask, kind
//	instance   walk   3, 0.42 s  1    ▇▆▅▄      —   Blend     ┐ active clips: up to
//	7          run    0, 0.10 s  1    ▁▂▃▄      —   Blend     ┘ MaxLayers of each instance
//
//	Play ───► Table ── a step ──► clocks, fades, groups ──► events, root motion
//	Graph ─►
//
// A Table is structures of arrays: active clip k of instance i is entry k·Padded + i of each,
// so that those of a block lie side by side. It computes no poses, and knows nothing of
// palettes or workers.
package active
