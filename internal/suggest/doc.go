// Package suggest finds names that are nearly a given one, for errors about names that
// nothing has:
//
//	suggest.Names([]string{"walk", "run", "wave"}, "wlak", 2)   // 0, 2: walk, wave
//	suggest.Hint([]string{"walk", "run", "wave"}, "wlak")       // , did you mean "walk"?
package suggest
