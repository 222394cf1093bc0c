//go:build cgo

package importer

import (
	"errors"
	"fmt"
	"slices"

	library "github.com/sinew-anim/sinew/importer/internal/assimp"
	"github.com/sinew-anim/sinew/importer/internal/collada"
	"github.com/sinew-anim/sinew/importer/internal/fbx"
	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/importer/internal/source"
	"github.com/sinew-anim/sinew/native/assimp"
)

// hasLibrary reports whether libassimp is part of this build.
const hasLibrary = true

// libraryFormat returns the reader of a file that libassimp reads, alone or with a reader of
// the file's own format beside it.
func libraryFormat(in *scene.Input) (scene.Format, error) {
	if in.Settings.Library {
		return &library.Format{Input: in}, nil
	}
	switch in.Ext {
	case "fbx":
		return fbx.New(in), nil
	case "dae", "zae":
		return collada.New(in), nil
	}
	return &library.Format{Input: in}, nil
}

func libraryVersion() string { return library.Version() }

// supported returns an error of an extension that is of no model.
func supported(extension string) error {
	if slices.Contains(ownFormats, extension) || library.Supported(extension) {
		return nil
	}
	if out := source.WayOut(extension, nil); out != "" {
		return fmt.Errorf("%w: extension %q; %s", ErrUnsupported, extension, out)
	}
	return fmt.Errorf("%w: extension %q", ErrUnsupported, extension)
}

// errABI is the error of another libassimp than the one that this program is built with.
var errABI = assimp.ErrABI

// prepareLibrary does what libassimp does once, before files are out of reach.
func prepareLibrary(memory int64) {
	assimp.LimitStack(memory / 16)
	_ = library.Version()
	_ = assimp.IsSupported("fbx")
}

// refusal returns what libassimp says of a file that it rejects, or nil.
func refusal(err error) *libraryError {
	var lib *assimp.Error
	if !errors.As(err, &lib) {
		return nil
	}
	return &libraryError{lib.File, lib.Message, lib.Missing}
}

// error is the error that crossed as a message.
func (l *libraryError) error() error {
	return &assimp.Error{File: l.File, Message: l.Message, Missing: l.Missing}
}
