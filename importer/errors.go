package importer

import "errors"

// Errors that an import wraps; test them with errors.Is. A file that is not
// there also matches fs.ErrNotExist, and what libassimp refused is an
// *assimp.Error.
var (
	// ErrUnsupported: the file's extension belongs to no known format.
	ErrUnsupported = errors.New("unknown model format")
	// ErrEmpty: the file parses but holds no node, mesh or animation.
	ErrEmpty = errors.New("the file holds no model")
	// ErrTooLarge: more joints, keys or vertices than the model's indices hold.
	ErrTooLarge = errors.New("the model is too large")
	// ErrNoMatch: no animated joint of the clip's file is in the skeleton.
	ErrNoMatch = errors.New("the clip's joints do not match the skeleton")
	// ErrNoClip: a file from which clips were asked has none.
	ErrNoClip = errors.New("the file has no animation")
	// ErrOption: an option has a value that is out of range.
	ErrOption = errors.New("option out of range")
)
