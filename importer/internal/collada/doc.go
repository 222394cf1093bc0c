// Package collada reads Collada files, packed ones included. Takes, curves, transforms of several
// elements and morphs come from the file (see internal/collada), the rest from libassimp.
package collada
