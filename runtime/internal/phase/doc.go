// Package phase says where clips are that keep one phase: those of a group that Play has made,
// and those of a clock of a graph. A phase counts the intervals between the markers that all
// clips have, or whole clips where they have none in common:
//
//	walk   │ L      R        │ L      R        │     markers at 0.1 s and 0.5 s of 0.8 s
//	run    │   L  R  │   L  R  │   L  R  │           0.15 s and 0.3 s of 0.5 s
//	phase    0      1          2      3              even: a left foot
//
//	walk.Find(0.3)                   interval 0, half of it
//	run.Second(0, 0.5)               0.225 s, where run is then
//	Walk(lengths, 0, 0.5, seconds)   where the phase is some seconds later
package phase
