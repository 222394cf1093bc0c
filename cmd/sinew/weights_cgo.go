//go:build cgo

package main

import (
	"context"
	"io"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/drawing"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/play"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/stage"
	"github.com/sinew-anim/sinew/gpu/capture"
	"github.com/spf13/cobra"
)

// weightsLook is how --show draws.
type weightsLook struct{ stage.Look }

func (l *weightsLook) addFlags(cmd *cobra.Command) {
	l.AddFlags(cmd, "640x640")
	for _, name := range []string{"instances", "grid", "samples"} {
		_ = cmd.Flags().MarkHidden(name)
	}
}

func (l *weightsLook) parse() error { return l.Parse() }

// draw draws a model at rest.
func (l *weightsLook) draw(ctx context.Context, stderr io.Writer, o *models.Opened, out string) error {
	opt := drawing.Options{Look: l.Look, Out: out}
	opt.Loops = 1
	w, err := capture.Create(out, opt.Capture(0))
	if err != nil {
		return outputError(err)
	}
	defer w.Abort()
	if _, err := opt.Draw(ctx, stderr, o, play.Performance{}, drawing.Plan{Times: []float64{0}}, w.Add); err != nil {
		return err
	}
	return w.Close()
}
