//go:build cgo

package main

import (
	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/internal/studio"
	"github.com/spf13/cobra"
)

// serveImport does its work and does not return where this process is the child
// of an import.
func serveImport() { importer.ServeIsolated() }

// nativeCommands need libraries in C: OpenGL.
func nativeCommands() []*cobra.Command {
	keys := &cobra.Command{Use: "keys", Short: "What keys and the mouse do in sinew view", Long: studio.Keys() + "\n\n" + studio.GraphKeys}
	return []*cobra.Command{newRender(), newView(), newDemo(), keys}
}
