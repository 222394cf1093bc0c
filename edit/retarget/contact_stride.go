package retarget

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/soa"
)

// Stride returns the root motion of a clip that walks on the spot, at a constant velocity: the root
// moves forward as the lower foot moves back. As Clip.Motion it lets a crowd move the character.
// The error wraps soa.ErrInvalid or that of the context.
func Stride(ctx context.Context, model *soa.Model, clip *soa.Clip, legs []Leg) (*soa.Motion, error) {
	if err := model.ValidateClip(clip); err != nil {
		return nil, fmt.Errorf("stride: %w", err)
	}
	for _, l := range legs {
		if err := l.check(model); err != nil {
			return nil, fmt.Errorf("stride: %w", err)
		}
	}
	if len(legs) == 0 || clip.Motion != nil || !(clip.Duration > 0) {
		return nil, fmt.Errorf("stride: %w: clip %q has no duration, or a motion already, or %d legs are none", soa.ErrInvalid, clip.Name, len(legs))
	}
	list, err := paths(ctx, skeletonOf(model, legs), clip, legs)
	if err != nil {
		return nil, fmt.Errorf("stride: %w", err)
	}
	x, z := stride(list)
	root := legs[0].Upper
	for p := root; p >= 0; p = int(model.Skeleton.Parent[p]) {
		root = p
	}
	return &soa.Motion{
		Joint: int16(root), Time: []float32{0, float32(clip.Duration)},
		X: []float32{0, float32(x)}, Y: []float32{0, 0}, Z: []float32{0, float32(z)}, Yaw: []float32{0, 0},
	}, nil
}

// stride is how far the lower foot moves back in a clip.
func stride(list []FootPath) (x, z float64) {
	low := make([]float64, len(list))
	for l, w := range list {
		low[l] = slices.MinFunc(w.Places, func(a, b [3]float64) int { return cmp.Compare(a[1], b[1]) })[1]
	}
	var back [2][]float64 // from each place to the next
	for i := range len(list[0].Places) - 1 {
		stands := 0
		for l, w := range list {
			if w.Places[i][1]-low[l] < list[stands].Places[i][1]-low[stands] {
				stands = l
			}
		}
		a, b := list[stands].Places[i], list[stands].Places[i+1]
		back[0], back[1] = append(back[0], a[0]-b[0]), append(back[1], a[2]-b[2])
	}
	whole := func(list []float64) float64 { // as the median
		slices.Sort(list)
		return float64(list[len(list)/2] * float64(len(list)))
	}
	return whole(back[0]), whole(back[1])
}

// follow adds the stride to feet that walk on the spot.
func follow(list []FootPath) {
	x, z := stride(list)
	var went [2]float64
	for _, w := range list {
		first, last := w.Places[0], w.Places[len(w.Places)-1]
		went[0] += (last[0] - first[0]) / float64(len(list))
		went[1] += (last[2] - first[2]) / float64(len(list))
	}
	if 2*math.Hypot(went[0], went[1]) > math.Hypot(x, z) {
		return // it moves already
	}
	for _, w := range list {
		for i := range w.Places {
			part := float64(i) / float64(len(w.Places)-1)
			w.Places[i][0] += float64(x * part)
			w.Places[i][2] += float64(z * part)
		}
	}
}
