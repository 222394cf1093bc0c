// Command mutate asks whether the tests see: it changes one operator or constant at a time and
// runs the tests of the package, then those of its room, in their short form.
//
//	cd scripts/mutate && go run . -dir ../.. -seed 7 -n 20 runtime soa
//
//	clone of HEAD ──► draw a file by its size, and a place in it ──► change it ──► go test ./package, ./room/...
//	     ▲                                                                              │
//	     └───────────────────────── change it back ◄────────────────────────────────────┘
//
// A mutant is killed if some test fails. One that survives is code that no test sees, or a
// change without effect: it is printed, as file, line, and the line before and after. One that
// does not compile is not counted. Folders are those to draw from; without any all but the
// command, drawing, kernels, examples and what generators wrote. Files of tests and their
// fixtures are never changed.
//
// A package whose tests fail as it stands ends the run: there, every mutant would count as killed.
//
// The same seed draws the same mutants from the same commit. A survivor takes as long as all
// tests of its room, one to three minutes. The exit status is 1 if fewer than -least of a
// hundred are killed.
package main
