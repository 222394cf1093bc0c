// Package assimp reads what libassimp's scene says of a file. The formats that have a reader
// of their own embed its Format, and answer otherwise where libassimp is wrong.
package assimp
