package simd

import "errors"

// ErrLength is wrapped by errors about slices whose lengths do not agree. The
// function has then read and written nothing.
var ErrLength = errors.New("slice lengths do not agree")
