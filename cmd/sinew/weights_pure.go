//go:build !cgo

package main

import (
	"context"
	"fmt"
	"io"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/spf13/cobra"
)

// weightsLook draws nothing in this build.
type weightsLook struct{}

func (*weightsLook) addFlags(*cobra.Command) {}

func (*weightsLook) parse(func(string) bool) error { return nil }

func (*weightsLook) draw(context.Context, io.Writer, *models.Opened, []shot, string) error {
	return fmt.Errorf("weights --show: %w", errNoOpenGL)
}
