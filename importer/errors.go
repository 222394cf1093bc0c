package importer

import (
	"errors"

	"github.com/sinew-anim/sinew/importer/internal/child"
	"github.com/sinew-anim/sinew/importer/internal/source"
	"github.com/sinew-anim/sinew/importer/internal/transfer"
	"github.com/sinew-anim/sinew/soa"
)

// Errors of imports, for errors.Is. A missing file also matches fs.ErrNotExist; a
// file that libassimp rejects is an *assimp.Error.
var (
	// ErrUnsupported: the extension belongs to no known format.
	ErrUnsupported = errors.New("unknown model format")
	// ErrUnread: the file uses what is not read, of its format or a version of it; the
	// error says where, and what to do.
	ErrUnread = source.ErrUnread
	// ErrFormat: the file is malformed; the error says where, in glTF files by a JSON pointer.
	// What libassimp rejects is an *assimp.Error instead.
	ErrFormat = soa.ErrFormat
	// ErrEmpty: the file has no node, mesh or animation.
	ErrEmpty = source.ErrEmpty
	// ErrTooLarge: the model exceeds Bounds, or what its indices can hold.
	ErrTooLarge = soa.ErrTooLarge
	// ErrNoMatch: too few joints that the file drives are in the skeleton.
	ErrNoMatch = transfer.ErrNoMatch
	// ErrNoClip: a file of which clips were requested has no animation.
	ErrNoClip = errors.New("the file has no animation")
	// ErrOption: an option is out of range.
	ErrOption = soa.ErrOption

	// Of isolated imports:

	// ErrCrashed: the child process died of a signal, an abort or a panic, which the
	// error names.
	ErrCrashed = child.ErrCrashed
	// ErrLimit: the file, or the time or memory of its import, exceeds Limits.
	ErrLimit = source.ErrLimit
	// ErrNotServed: the program does not call ServeIsolated and so cannot be its own
	// child.
	ErrNotServed = child.ErrNotServed
	// ErrSandbox: a layer of the sandbox that Limits.Sandbox requires does not hold.
	ErrSandbox = child.ErrSandbox

	// ErrPolicy: the file's format is not allowed, or the policy file cannot be read.
	ErrPolicy = errors.New("not allowed by the import policy")
)
