//go:build !purego && (amd64 || arm64)

package kernel

// noMask is the mask of all columns.
var noMask = [8]float32{1, 1, 1, 1, 1, 1, 1, 1}

// maskOf is the address of a mask and the step, in bytes, over a number of columns: 0
// without a mask, so that one value serves all.
func maskOf(mask []float32, columns int) (first *float32, step int) {
	if mask == nil {
		return &noMask[0], 0
	}
	return &mask[0], 4 * columns
}
