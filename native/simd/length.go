package simd

import (
	"errors"
	"fmt"
)

// ErrLength is wrapped by errors about slices whose lengths do not agree. The
// function has then read and written nothing.
var ErrLength = errors.New("slice lengths do not agree")

// affineFloats is the number of float32 in one affine matrix.
const affineFloats = 12

// lengthError names the kernel and the slice whose length is wrong.
func lengthError(kernel, slice string, got, want int) error {
	return fmt.Errorf("simd.%s: %w: %s has %d values, want %d", kernel, ErrLength, slice, got, want)
}
