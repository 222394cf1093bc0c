//go:build cgo

package main

import (
	"context"
	"image"
	"io"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/drawing"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/performance"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/stage"
	"github.com/sinew-anim/sinew/gpu/film"
	"github.com/sinew-anim/sinew/rig/weights"
	"github.com/spf13/cobra"
)

// weightsLook is how --show draws.
type weightsLook struct {
	stage.Look
	sized bool // by --size
}

func (l *weightsLook) addFlags(cmd *cobra.Command) {
	l.AddFlags(cmd, "640x640")
	for _, name := range []string{"instances", "grid", "samples"} {
		_ = cmd.Flags().MarkHidden(name)
	}
}

// parse reads the flags. Pictures on a sheet are smaller, unless --size says otherwise.
func (l *weightsLook) parse(changed func(flag string) bool) error {
	l.sized = changed("size")
	return l.Parse()
}

// sheetSize is the width and the height of a picture on a sheet.
const sheetSize = 320

// draw draws a model at rest: one picture, or a contact sheet with a name below each.
func (l *weightsLook) draw(ctx context.Context, stderr io.Writer, o *models.Opened, shots []shot, out string) error {
	opt := drawing.Options{Look: l.Look, Out: out}
	opt.Loops = 1
	sheet := len(shots) > 1
	if sheet && !l.sized {
		opt.Width, opt.Height = sheetSize, sheetSize
	}
	if err := opt.CheckMemory(len(shots)); err != nil {
		return err
	}
	w, err := film.Create(out, opt.Capture(0))
	if err != nil {
		return outputError(err)
	}
	defer w.Abort()
	for _, s := range shots {
		shaded := *o
		shaded.Model = weights.ShowWeights(o.Model, s.joint)
		add := w.Add
		if sheet {
			add = func(img *image.RGBA) error { return w.Add(drawing.Captioned(img, s.name)) }
		}
		if _, err := opt.Draw(ctx, stderr, &shaded, performance.Performance{}, []drawing.Part{{Plan: drawing.Plan{Times: []float64{0}}}}, add); err != nil {
			return err
		}
	}
	return w.Close()
}
