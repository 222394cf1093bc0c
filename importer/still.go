package importer

import (
	"fmt"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// stillWeight is how much morph weights and custom properties of a still clip may change.
const stillWeight = 1e-3

// Moves reports whether a clip of a model moves a joint by more than some metres from its place at the
// clip's start. It compares the origin of the joint and points 3 cm from it on its axes, at keys and
// halfway between two. A change of a morph weight or a custom property by more than 0.001, or root motion,
// counts too. most is the largest distance found, up to the first that is more. The error wraps
// soa.ErrInvalid.
func Moves(model *soa.Model, clip *soa.Clip, metres float64) (moves bool, most float64, err error) {
	with := &soa.Model{Skeleton: model.Skeleton, Weights: model.Weights, Floats: model.Floats}
	if err := with.ValidateClips(clip); err != nil {
		return false, 0, err
	}
	if clip.Motion != nil {
		return true, 0, nil
	}
	skeleton := exact.NewSkeleton(with, nil)
	play, start, now := skeleton.NewClip(clip), skeleton.NewPose(), skeleton.NewPose()
	var floats []exact.Track
	for t := range clip.Tracks {
		if clip.Tracks[t].Property == soa.Float {
			floats = append(floats, exact.NewTrack(clip, t))
		}
	}
	at := func(tick float64, p *exact.Pose) {
		play.At(tick, false, p)
		for i := range floats {
			p.Set(soa.Float, floats[i].Target, floats[i].At(tick, false))
		}
	}
	at(0, &start)
	for _, tick := range keyTimes(clip) {
		at(tick, &now)
		for j := range now.Global {
			if most = max(most, start.Global[j].Distance(&now.Global[j], exact.Distance)); !(most <= metres) {
				return true, most, nil
			}
		}
		if changed(start.Weight, now.Weight) || changed(start.Float, now.Float) {
			return true, most, nil
		}
	}
	return false, most, nil
}

// changed reports whether a value differs by more than stillWeight.
func changed(a, b []float64) bool {
	for i := range a {
		if !(math.Abs(a[i]-b[i]) <= stillWeight) {
			return true
		}
	}
	return false
}

// keyTimes returns the times of a clip's keys in ticks, and those halfway between.
func keyTimes(c *soa.Clip) []float64 {
	times := make([]float64, 0, 2*len(c.Time)+1)
	for _, t := range c.Time {
		times = append(times, float64(t))
	}
	slices.Sort(times)
	times = slices.Compact(append(times, c.Duration))
	for i := range len(times) - 1 {
		times = append(times, (times[i]+times[i+1])/2)
	}
	return times
}

// dropStill returns the clips in which something moves by more than some metres.
func dropStill(model *soa.Model, clips []*soa.Clip, metres float64, to *report.Report) (moving []*soa.Clip, err error) {
	if !(metres > 0 && metres <= 1e6) {
		return nil, fmt.Errorf("%w: clips that are still within %v m", ErrOption, metres)
	}
	for _, c := range clips {
		moves, most, err := Moves(model, c, metres)
		switch {
		case err != nil:
			return nil, err
		case moves:
			moving = append(moving, c)
		case to != nil:
			to.Add(report.Info, report.StillClip, c.Name, "nothing moves by more than %.3g mm, of the %.3g that count: the clip is left out", 1000*most, 1000*metres)
		}
	}
	return moving, nil
}
