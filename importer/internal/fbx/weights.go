package fbx

import (
	"math"
	"slices"

	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/importer/internal/track"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/fbx"
	"github.com/sinew-anim/sinew/internal/fit"
)

// weightError is the error bound of a morph weight's track, besides the distance that CurveDistance
// allows.
const weightError = 1e-5

// weights makes the tracks of the morph weights that stack k drives.
func (f *follower) weights(k int) error {
	if f.fbx.shapes == nil {
		return nil
	}
	made := make(map[channelShape]*track.Track)
	for _, node := range track.SortedKeys(f.fbx.shapes.byNode) {
		ch := track.Weights{Name: f.Tree.Nodes[node].Name, Node: node, Bound: true, Reported: true}
		driven := false
		for _, s := range f.fbx.shapes.byNode[node] {
			for i := range s.targets {
				t, err := f.weight(k, &s.targets[i], made)
				if err != nil {
					return err
				}
				driven = driven || t != nil
				ch.Tracks = append(ch.Tracks, t)
			}
		}
		if driven {
			f.Clip.Weights = append(f.Clip.Weights, ch)
		}
	}
	return nil
}

// weight makes the track of one target, or reuses that of another mesh.
func (f *follower) weight(k int, target *shapeTarget, made map[channelShape]*track.Track) (*track.Track, error) {
	c, shape := target.channel, target.shape
	d := c.Driven[k]
	if d == nil {
		return nil, nil
	}
	if t := made[target.channelShape]; t != nil {
		*f.Left -= len(t.Keys)
		if *f.Left < 0 {
			return nil, f.TooManyKeys()
		}
		return t, nil
	}
	p := &scene.Course{Options: fit.Options{Error: weightError}, Drivers: []scene.Driver{d}}
	if reach := f.fbx.shapes.reach[target.channelShape]; reach > 0 {
		p.Error = math.Max(math.Min(p.Error, f.Settings.CurveDistance/reach), 1e-7)
	}
	p.At = func(time float64, side fit.Side) exact.Quat {
		return exact.Quat{c.Part(shape, c.Weight(k, time, side))}
	}
	for _, level := range c.Bends(shape) {
		p.Bends = f.crossings(p.Bends, d, 100*level)
	}
	t, err := f.follow(target.name, p)
	made[target.channelShape] = t
	return t, err
}

// samples is the number of parts of a stretch between knots that are searched for a crossing that
// its ends do not show.
const samples = 8

// crossings appends the times at which f crosses a level.
func (f *follower) crossings(list []float64, d *fbx.Driven, level float64) []float64 {
	knots := append(d.Knots(nil, f.stack.First, f.stack.Last, *f.Left), f.stack.First, f.stack.Last)
	slices.Sort(knots)
	knots = slices.Compact(knots)
	below := func(time float64, side fit.Side) bool { return d.At(time, side)[0] < level }
	for i, from := range knots[:len(knots)-1] {
		span := knots[i+1] - from
		last, was := from, below(from, fit.After)
		for n := 1; n <= samples; n++ {
			next, side := from+float64(span*float64(n)/samples), fit.At
			if n == samples {
				next, side = knots[i+1], fit.Before
			}
			is := below(next, side)
			if is != was {
				list = append(list, bisect(last, next, func(time float64) bool { return below(time, fit.At) == was }))
			}
			last, was = next, is
		}
	}
	return list
}

// bisect returns approximately the last time up to which a condition holds that holds at first.
func bisect(from, to float64, holds func(time float64) bool) float64 {
	for range 64 {
		middle := from + float64((to-from)/2)
		if middle <= from || middle >= to {
			break
		}
		if holds(middle) {
			from = middle
		} else {
			to = middle
		}
	}
	return to
}
