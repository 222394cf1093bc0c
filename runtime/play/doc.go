// Package play tells instances of a crowd how to play clips: for a program, with
// runtime.Instance.Play, or for a graph.
//
//	hero.Play(run, play.Options{Fade: 0.25})                                         a fade
//	hero.Play(wave, play.Options{Layer: 1, Kind: play.Override, Mask: 1})            over the arms
//
//	           Options ─┐
//	                    ├─► layers of an instance ─► pose, Events
//	Graph ─► Drive ─────┘
//
// In each step a graph fills a Drive, the record of its clips. Package runtime/graph has a
// graph, and a game can write its own.
package play
