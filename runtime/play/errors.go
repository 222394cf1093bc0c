package play

import "errors"

// ErrGraph: a graph does not fit a crowd, or decides what the crowd plays.
var ErrGraph = errors.New("graph of the crowd")

// ErrState: bytes are not the saved state of an instance of such a crowd.
var ErrState = errors.New("not a saved state of this crowd")

// ErrTransitions: in one step the states of an instance change more often than its graph allows, see
// graph.MaxSubsteps.
var ErrTransitions = errors.New("too many transitions in one step")

// ErrLayers: all layers of an instance play, and none is left for a clip to wait in.
var ErrLayers = errors.New("no layer is left to wait in")

// ErrLongStep: the root motion of an instance would take more than MaxPieces pieces in one step, as
// MaxPieces counts them.
var ErrLongStep = errors.New("the step is too long for root motion")
