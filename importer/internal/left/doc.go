// Package left finds what model files have and libassimp does not give: skeletons, clips, curves
// between keys, morph targets and surfaces, by the counts and marks in the files themselves.
//
// It reads no values. A file that breaks off has what was found before.
package left
