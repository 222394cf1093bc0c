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
	// ErrUnsupported reports an extension of no known format.
	ErrUnsupported = errors.New("unknown model format")
	// ErrUnread reports an unsupported feature or version of a format; the error has the place
	// and a remedy.
	ErrUnread = source.ErrUnread
	// ErrFormat: the file is malformed; the error says where, in glTF files by a JSON pointer, in BVH files by the
	// line. A file rejected by libassimp is an *assimp.Error instead.
	ErrFormat = soa.ErrFormat
	// ErrEmpty reports a file of no bytes, or without nodes, meshes and animations. A glTF file
	// without nodes is not empty: its model is one joint, and a report.NoNodes names the rest.
	ErrEmpty = source.ErrEmpty
	// ErrTooLarge reports a model that exceeds Bounds or the range of indices.
	ErrTooLarge = soa.ErrTooLarge
	// ErrNoMatch reports that too few of the file's driven joints are in the skeleton.
	ErrNoMatch = transfer.ErrNoMatch
	// ErrNoClip reports that clips are requested of a file without animations.
	ErrNoClip = errors.New("the file has no animation")
	// ErrOption reports an option out of range.
	ErrOption = soa.ErrOption

	// Of isolated imports:

	// ErrCrashed reports that the child process died of a signal, an abort or a panic; the
	// error names it.
	ErrCrashed = child.ErrCrashed
	// ErrLimit reports that the file, or the time or memory of its import, exceeds Limits.
	ErrLimit = source.ErrLimit
	// ErrNotServed reports that the program does not call ServeIsolated and so cannot be its
	// own child.
	ErrNotServed = child.ErrNotServed
	// ErrSandbox reports that a layer that Limits.Sandbox requires is not in effect.
	ErrSandbox = child.ErrSandbox

	// ErrPolicy reports a format that is not allowed, or a policy file that cannot be read.
	ErrPolicy = errors.New("not allowed by the import policy")
)
