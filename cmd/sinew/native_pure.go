//go:build !cgo

package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"
)

// nativeCommands returns the commands of the full build, which here say what is missing.
func nativeCommands() []*cobra.Command {
	var list []*cobra.Command
	for name, short := range map[string]string{
		"render": "Draw a picture, a contact sheet or an animation (not in this build)",
		"view":   "Open a window in which a model plays (not in this build)",
		"demo":   "Render the models built into the command (not in this build)",
	} {
		list = append(list, &cobra.Command{
			Use: name, Short: short, DisableFlagParsing: true,
			RunE: func(*cobra.Command, []string) error { return fmt.Errorf("%s: %w", name, errNoOpenGL) },
		})
	}
	return list
}

// errNoOpenGL is the error of a build without cgo.
var errNoOpenGL = errors.New("this sinew was built without cgo, and so without OpenGL: it cannot draw")
