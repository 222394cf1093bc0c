//go:build !cgo

package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"
)

// nativeCommands are those of the full build, to say what is missing.
func nativeCommands() []*cobra.Command {
	var list []*cobra.Command
	for name, short := range map[string]string{
		"render": "Draw a picture, a contact sheet or an animation (not in this build)",
		"view":   "Open a window in which a model plays (not in this build)",
		"demo":   "Render the models that the command carries inside (not in this build)",
	} {
		list = append(list, &cobra.Command{
			Use: name, Short: short, DisableFlagParsing: true,
			RunE: func(*cobra.Command, []string) error { return fmt.Errorf("%s: %w", name, errNoOpenGL) },
		})
	}
	return list
}

// errNoOpenGL is why a build without cgo refuses.
var errNoOpenGL = errors.New("this sinew was built without cgo and so without OpenGL: it cannot draw")
