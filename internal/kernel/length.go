package kernel

import (
	"fmt"
	"github.com/sinew-anim/sinew/native/simd"
)

// affineFloats is the number of float32 in one affine matrix.
const affineFloats = 12

// lengthError names the kernel and the slice whose length is wrong.
func lengthError(kernel, slice string, got, want int) error {
	return fmt.Errorf("simd.%s: %w: %s has %d values, want %d", kernel, simd.ErrLength, slice, got, want)
}

// length is how many values a slice has, and how many it needs.
type length struct {
	of         string
	have, want int
}

// checkLengths reports the first slice that is too short.
func checkLengths(kernel string, list ...length) error {
	for i := range list {
		if l := &list[i]; l.have < l.want {
			return lengthError(kernel, l.of, l.have, l.want)
		}
	}
	return nil
}

// checkExact reports the first slice that is shorter or longer.
func checkExact(kernel string, list ...length) error {
	for i := range list {
		if l := &list[i]; l.have != l.want {
			return lengthError(kernel, l.of, l.have, l.want)
		}
	}
	return nil
}
