//go:build !cgo

package main

import (
	"context"
	"errors"
)

// errNoAssimp is what a build without cgo does not read.
var errNoAssimp = errors.New("this sinew was built without cgo and so without libassimp: it reads archives, glTF, VRM and BVH")

func (d *diagnosis) native(context.Context) {
	d.problem("importer", errNoAssimp)
	d.problem("OpenGL", errNoOpenGL)
}
