// Package play holds what instances of a crowd are asked to play: by a program, with
// runtime.Instance.Play, or by a graph that decides for them.
//
//	hero.Play(run, play.Options{Fade: 0.25})                                         a fade
//	hero.Play(wave, play.Options{Layer: 1, Kind: play.Override, Mask: 1})            over the arms
//
//	           Options ─┐
//	                    ├─► layers of an instance ─► pose, Events
//	Graph ─► Drive ─────┘
//
// A graph fills a Drive in each step, a record of what its clips do; package runtime/graph has
// one, and a game can write its own.
package play
