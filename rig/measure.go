package rig

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/inspect"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// ChangeDistance is the greatest distance between two models over all clips, or at rest without any.
type ChangeDistance struct {
	Joint  Farthest `json:"joint"`  // of places of joints that both models have
	Vertex Farthest `json:"vertex"` // of vertices
}

// Farthest is the greatest distance, and its place.
type Farthest struct {
	Millimetres float64 `json:"millimetres"`
	Part        string  `json:"part,omitempty"`
	Clip        string  `json:"clip,omitempty"`
	Seconds     float64 `json:"seconds,omitempty"` // after the clip's start
}

// moments is the largest number of moments of a clip for comparing vertices, jointMoments that for joints.
const (
	moments      = 200
	jointMoments = 4000
)

// MeasureChange compares a model with what a change made of it: places of joints, and vertices, at the keys of
// both and between them. index is that of the SkeletonReport. The error wraps soa.ErrInvalid or is the context's.
func MeasureChange(ctx context.Context, before, after *soa.Model, index []int) (ChangeDistance, error) {
	d, err := measure(ctx, before, after, index)
	if err != nil {
		return d, fmt.Errorf("measure: %w", err)
	}
	return d, nil
}

func measure(ctx context.Context, before, after *soa.Model, index []int) (d ChangeDistance, err error) {
	if err := errors.Join(checkModel(before), checkModel(after)); err != nil {
		return d, err
	}
	if len(index) != before.Skeleton.Len() || len(before.Clips) != len(after.Clips) {
		return d, fmt.Errorf("%w: the index is of %d joints of %d, and there are %d and %d clips",
			soa.ErrInvalid, len(index), before.Skeleton.Len(), len(before.Clips), len(after.Clips))
	}
	if len(before.Clips) == 0 {
		d.Joint.joints(before, after, nil, nil, index)
	}
	for i, c := range before.Clips {
		if err := ctx.Err(); err != nil {
			return d, err
		}
		d.Joint.joints(before, after, c, after.Clips[i], index)
	}
	diff, err := inspect.Compare(ctx, before, after, inspect.CompareOptions{ExactCurves: true, Times: moments})
	if errors.Is(err, inspect.ErrNothing) {
		return d, nil
	}
	if err != nil {
		return d, err
	}
	for i := range diff.Clips {
		c := &diff.Clips[i]
		if mm := 1000 * c.Vertex.Max; mm > d.Vertex.Millimetres || math.IsNaN(mm) {
			d.Vertex = Farthest{mm, c.Vertex.Part, c.Name, c.Vertex.Time}
		}
	}
	return d, nil
}

// joints compares the joints of a clip, nil for the rest.
func (f *Farthest) joints(before, after *soa.Model, a, b *soa.Clip, index []int) {
	from, to := exact.NewSkeleton(before, nil), exact.NewSkeleton(after, nil)
	p, q := from.NewPose(), to.NewPose()
	name, ticks := "", []float64{0}
	var x, y *exact.Clip
	if a != nil {
		x, y, name = from.NewClip(a), to.NewClip(b), a.Name
		ticks = addMidpoints(append(x.Ticks(), y.Ticks()...))
	}
	for _, tick := range ticks {
		if a != nil {
			x.At(tick, false, &p)
			y.At(tick, false, &q)
		}
		for j, at := range index {
			if at < 0 {
				continue
			}
			if mm := 1000 * p.Global[j].Translation().Sub(q.Global[at].Translation()).Length(); mm > f.Millimetres {
				*f = Farthest{Millimetres: mm, Part: before.Skeleton.Name[j], Clip: name}
				if a != nil {
					f.Seconds = tick / a.TicksPerSecond
				}
			}
		}
	}
}

// addMidpoints returns ticks, ascending, with those halfway between, or as many of them as are compared.
func addMidpoints(ticks []float64) (list []float64) {
	slices.Sort(ticks)
	ticks = slices.Compact(ticks)
	step := max(1, 2*len(ticks)/jointMoments)
	for i := 0; i < len(ticks); i += step {
		list = append(list, ticks[i])
		if i+1 < len(ticks) {
			list = append(list, (ticks[i]+ticks[i+1])/2)
		}
	}
	return append(list, ticks[len(ticks)-1])
}
