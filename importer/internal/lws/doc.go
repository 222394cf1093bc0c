// Package lws reads the motion of LightWave scenes and motion files: items and their envelopes,
// which it evaluates as LightWave's SDK does.
//
//	value
//	  │          ●        a key's shape is that of the span before it: TCB, Hermite, Bézier,
//	  │   ╌╌╌●──╱ ╲       linear or stepped
//	  │  pre      post
//	  └──────┴────┴──── seconds
package lws
