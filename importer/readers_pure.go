//go:build !cgo

package importer

import (
	"errors"
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/importer/internal/scene"
)

// hasLibrary reports whether libassimp is part of this build.
const hasLibrary = false

// libraryFormat refuses: libassimp is C++.
func libraryFormat(in *scene.Input) (scene.Format, error) {
	return nil, fmt.Errorf("%w: %q is read by a build with cgo and libassimp; this one reads %q", ErrUnsupported, in.Ext, ownFormats)
}

func libraryVersion() string { return "none" }

// supported returns an error of an extension that this build does not read.
func supported(extension string) error {
	if slices.Contains(ownFormats, extension) {
		return nil
	}
	return fmt.Errorf("%w: %q is read by a build with cgo and libassimp, if at all; this one reads %q", ErrUnsupported, extension, ownFormats)
}

var errABI = errors.New("no libassimp")

func prepareLibrary(int64) {}

func refusal(error) *libraryError { return nil }

func (l *libraryError) error() error { return errors.New(l.Message) }
