//go:build cgo

package main

import (
	"context"
	"fmt"
	"os"
	"slices"

	"github.com/sinew-anim/sinew/gpu"
	"github.com/sinew-anim/sinew/gpu/headless"
	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/native/assimp"
)

// native queries the C libraries, and a child process for its sandbox.
func (d *diagnosis) native(ctx context.Context) {
	major, minor, patch := assimp.Version()
	d.Importer = fmt.Sprintf("assimp %d.%d.%d", major, minor, patch)
	d.NotByName = importer.RiskyFormats()
	if file := os.Getenv("SINEW_IMPORT_POLICY"); file != "" {
		d.Policy = file
		p, err := importer.ReadPolicy(file)
		if err != nil {
			d.problem("import policy", err)
		}
		d.NotByName = slices.DeleteFunc(d.NotByName, func(f string) bool { return slices.Contains(p.Formats, f) })
	}
	layers, err := importer.Sandbox(ctx, importer.Limits{})
	if err != nil {
		d.problem("isolated import", err)
	}
	for _, l := range layers {
		d.Sandbox = append(d.Sandbox, layer(l))
	}
	if d.OpenGL, err = driver(); err != nil {
		d.problem("OpenGL", err)
	}
}

// driver returns the name of the OpenGL driver that draws without a display.
func driver() (name string, err error) {
	c, err := headless.New(16, 16)
	if err != nil {
		return "", err
	}
	defer func() {
		if e := c.Close(); err == nil {
			err = e
		}
	}()
	r, err := gpu.NewRenderer(c, gpu.Options{})
	if err != nil {
		return "", err
	}
	defer r.Close()
	return r.Driver(), nil
}
