// Command words holds the names, the sentences and the public face of a module to the limits that lie beside it.
//
//	cd scripts/words && go run . -dir ../.. ./...
//
// It prints, and exits with status 1 for:
//
//   - A function named by a preposition, quantifier or adjective alone, such as of, between or each. Methods may be named At
//     and With, and In, Before and After if they return a bool.
//   - A sentence of a comment with "of which" (but "one of which" is fine), "that which" or "till then", or with two of
//     which, whose, whom and who.
//   - A figure of the face that is not the one in face.txt.
//
// Tests, generated files and folders named testdata are left out. Files of other systems count.
//
// The file allowed.txt lists the names and sentences that are left as they are, one a line:
//
//	name runtime/graph.Machine.of
//	words runtime/graph/machine.go A sentence, without the full stop, as it stands there
//
// An entry that allows nothing is an error too, so the list shrinks with what it allows.
//
// The face is what an importer of the module meets: its packages outside the folders of programs, their exported names,
// methods and fields. A leak is a type of an internal package in the signature of one of them. An alias is a second name of
// a type of another package of the module. The file face.txt holds the figure of each, and how many lines of the module the
// packages exporter and edit link, in thousands begun. Each has to be exactly as stated: a figure that fell is lowered there.
//
// With -list the command prints each finding, allowed or not, as allowed.txt takes it, each leak and alias, and the figures
// of each package. With -tighten it removes entries that allow nothing, and lowers figures.
package main
