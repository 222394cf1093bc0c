package edit

import "errors"

var (
	// ErrTrack reports a track that the clip does not have.
	ErrTrack = errors.New("no such track")
	// ErrTime reports a time at which the clip, or the track, has nothing to edit.
	ErrTime = errors.New("no such time")
	// ErrJoin reports clips that cannot follow each other, or a root that cannot be aligned.
	ErrJoin = errors.New("the clips cannot be joined")
	// ErrTravel reports a clip to loop whose root travels and cannot be placed in its parent's frame.
	ErrTravel = errors.New("the root travels where nothing can be placed")
)
