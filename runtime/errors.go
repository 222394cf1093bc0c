package runtime

import (
	"errors"

	"github.com/sinew-anim/sinew/internal/layout"
	"github.com/sinew-anim/sinew/soa"
)

// The errors of this package, for errors.Is. Data that fails its own Validate gives
// errors that wrap soa.ErrInvalid.
var (
	// ErrForeignClip: a clip does not fit the model.
	ErrForeignClip = layout.ErrForeignClip
	// ErrPrepared: a crowd asks a source that Prepare returned for another layout.
	ErrPrepared = errors.New("the source is prepared for another layout")
	// ErrRange: the index of an instance, clip, joint, level or block is out of range.
	ErrRange = soa.ErrRange
	// ErrStale: the place of an Instance has gone to another character.
	ErrStale = errors.New("not an instance of the crowd any more")
	// ErrOption: an option is out of its range.
	ErrOption = soa.ErrOption
	// ErrControl: a control does not fit a crowd.
	ErrControl = errors.New("control of the crowd")
	// ErrBusy: the crowd, or a scratch, is in use by another goroutine.
	ErrBusy = errors.New("another update runs")
	// ErrScratch: a scratch belongs to another crowd.
	ErrScratch = errors.New("the scratch belongs to another crowd")
	// ErrFrames: a pose is made of more than two places in a bank's rows.
	ErrFrames = errors.New("the pose is not one of two clips of a bank")
)
