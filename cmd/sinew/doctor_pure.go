//go:build !cgo

package main

import (
	"context"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
)

func (d *diagnosis) native(context.Context) {
	d.problem("importer", models.ErrNoImporter)
	d.problem("OpenGL", errNoOpenGL)
}
