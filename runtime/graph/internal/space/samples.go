package space

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
)

// MaxSamples is the greatest number of samples of a space.
const MaxSamples = 64

// ErrSamples is returned for samples that make no blend space.
var ErrSamples = errors.New("the samples make no blend space")

// closest is the least distance of samples in the plane as a part of the larger side of their box:
// float64 computes triangles and bands to 1e-9 then.
const closest = 0x1p-20

// point is the place of a sample: float32 values.
type point struct{ x, y float64 }

// narrow rounds coordinates to float32, as At takes them.
func narrow(axis string, v []float64) ([]float64, error) {
	switch {
	case len(v) == 0:
		return nil, fmt.Errorf("%w: there are none", ErrSamples)
	case len(v) > MaxSamples:
		return nil, fmt.Errorf("%w: %d samples, at most %d are possible", ErrSamples, len(v), MaxSamples)
	}
	at := make([]float64, len(v))
	for i, v := range v {
		at[i] = float64(float32(v)) + 0 // never -0
		switch {
		case v-v != 0:
			return nil, fmt.Errorf("%w: sample %d: %s is %v", ErrSamples, i, axis, v)
		case at[i]-at[i] != 0:
			return nil, fmt.Errorf("%w: sample %d: %s is %v, beyond %v", ErrSamples, i, axis, v, float32(math.MaxFloat32))
		}
	}
	return at, nil
}

// plane returns the places of samples in lexicographic order, the caller's index of each, and the
// middle and the larger side of the box around them and, for polar coordinates, the origin.
func plane(x, y []float64, inPolar bool) (p []point, order []uint8, middle point, side float64, err error) {
	if len(x) != len(y) {
		return nil, nil, middle, 0, fmt.Errorf("%w: %d have x, %d have y", ErrSamples, len(x), len(y))
	}
	if x, err = narrow("x", x); err != nil {
		return nil, nil, middle, 0, err
	}
	if y, err = narrow("y", y); err != nil {
		return nil, nil, middle, 0, err
	}
	left, right, low, high := slices.Min(x), slices.Max(x), slices.Min(y), slices.Max(y)
	if inPolar {
		left, right, low, high = min(left, 0), max(right, 0), min(low, 0), max(high, 0)
	}
	middle, side = point{left + float64((right-left)/2), low + float64((high-low)/2)}, max(right-left, high-low)
	for i := range x {
		order = append(order, uint8(i))
		for j := range i {
			if d := math.Hypot(x[i]-x[j], y[i]-y[j]); d <= float64(side*closest) {
				return nil, nil, middle, 0, fmt.Errorf("%w: samples %d at (%v, %v) and %d at (%v, %v) are %.3g apart, not more than %.3g", ErrSamples,
					j, float32(x[j]), float32(y[j]), i, float32(x[i]), float32(y[i]), d, float64(side*closest))
			}
		}
	}
	slices.SortFunc(order, func(i, j uint8) int { return cmp.Or(cmp.Compare(x[i], x[j]), cmp.Compare(y[i], y[j])) })
	for _, i := range order {
		p = append(p, point{x[i], y[i]})
	}
	return p, order, middle, side, nil
}

// coordinate widens a coordinate: NaN becomes 0, an infinity the largest number.
func coordinate(v float32) float64 {
	if v-v == 0 {
		return float64(v)
	}
	return limit(v)
}

func limit(v float32) float64 {
	switch {
	case v > 0:
		return math.MaxFloat32
	case v < 0:
		return -math.MaxFloat32
	}
	return 0
}

// parts is the denominator of weights. Their sums are exact in float32, in any order.
const parts = 1 << 24

// count rounds a part of 1 to a number of parts.
func count(v float64) int32 { return int32(float64(v*parts) + 0.5) }

// weigh converts a number of parts to a weight.
func weigh(n int32) float32 { return float32(n) * (1. / parts) }
