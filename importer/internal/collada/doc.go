// Package collada reads Collada files, packed ones too: takes, curves, transforms of several
// elements and morphs are the file's own (see internal/collada), where it has such; the rest is
// libassimp's.
package collada
