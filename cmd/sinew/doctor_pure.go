//go:build !cgo

package main

import "context"

func (d *diagnosis) native(context.Context) {
	d.problem("importer", errNoImporter)
	d.problem("OpenGL", errNoOpenGL)
}
