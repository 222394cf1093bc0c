// Command knots measures how the files of a package depend on each other and holds each
// package to a limit.
//
//	cd scripts/knots && go run . -dir ../.. ./...
//
// A file depends on another file of its package if it uses an identifier that the other
// declares: a type, function, constant, variable, method or field. A knot is a set of files
// that all depend on each other, directly or through each other: none of them can be
// understood without the rest. The figure of a package is the size of its largest knot.
//
//	shape.go ◄──► area.go      figure 2: shape.go and area.go need each other;
//	    ▲            ▲         draw.go needs both, but neither needs draw.go
//	    └── draw.go ─┘
//
// Receivers do not count, so the methods of a type may lie in files of their own. Tests and
// generated files are left out.
//
// The file limits holds the largest figure that a package may have. The command exits with
// status 1 if a figure is above its limit. With -tighten it lowers the limits of packages
// that have improved.
package main
