// Package xfile reads the matrix keys of DirectX files: text, binary and compressed ones.
package xfile
