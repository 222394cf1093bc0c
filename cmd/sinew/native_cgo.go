//go:build cgo

package main

import (
	"github.com/sinew-anim/sinew/importer"
	"github.com/spf13/cobra"
)

// serveImport does its work and does not return where this process is the child
// of an import.
func serveImport() { importer.ServeIsolated() }

// nativeCommands need libraries in C: OpenGL.
func nativeCommands() []*cobra.Command {
	return []*cobra.Command{newRender(), newView(), newDemo()}
}
