//go:build !cgo

package importer

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/importer/internal/scene"
)

// hasLibrary reports whether libassimp is part of this build.
const hasLibrary = false

// libraryFormat refuses: libassimp is C++.
func libraryFormat(in *scene.Input) (scene.Format, error) {
	return nil, unread(in.Ext)
}

func libraryVersion() string { return "none" }

// supported returns an error of an extension that this build does not read.
func supported(extension string) error {
	if slices.Contains(ownFormats, extension) {
		return nil
	}
	return unread(extension)
}

// unread is the error of what only a build with libassimp may read.
func unread(extension string) error {
	return fmt.Errorf("%w: extension %q in a build without cgo and so without libassimp, which reads %s", ErrUnsupported, extension, strings.Join(ownFormats, ", "))
}

var errABI = errors.New("no libassimp")

func prepareLibrary(int64) {}

func refusal(error) *libraryError { return nil }

func (l *libraryError) error() error { return errors.New(l.Message) }
