package source

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/kernel"
	"github.com/sinew-anim/sinew/internal/keys"
	"github.com/sinew-anim/sinew/internal/layout"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// deviationOfKeys is the largest error of what keys play, laid out so.
func deviationOfKeys(model *soa.Model, o pose.LayoutOptions) (worst play.Deviation, err error) {
	if model == nil {
		return worst, fmt.Errorf("%w: no model", soa.ErrInvalid)
	}
	if err := model.Validate(); err != nil {
		return worst, fmt.Errorf("%q: %w", model.Name, err)
	}
	g := newGauge(model)
	doubts := g.doubts()
	if len(doubts) == 0 {
		return worst, nil
	}
	if g.plan, err = keys.New(context.Background(), model, model.Clips, o); err != nil {
		return worst, err
	}
	if g.player, err = newKeyframes(g.plan, g.plan.Clips, g.plan.Floats); err != nil {
		return worst, fmt.Errorf("%q: %w", model.Name, err)
	}
	g.player.Prepare(&g.scratch)
	for _, d := range doubts {
		if v := g.measure(d); v.Relative > max(keys.Tolerance, worst.Relative) {
			worst = v
		}
	}
	return worst, nil
}

// gauge compares what keys play with tracks.
type gauge struct {
	model   *soa.Model
	size    float64   // of the skeleton at rest
	scale   []float64 // per joint: metres per unit of its translation, at rest
	plan    *keys.Plan
	player  *keyframes
	scratch Scratch
}

func newGauge(model *soa.Model) *gauge {
	skel := exact.NewSkeleton(model, nil)
	g := &gauge{model: model, size: layout.Size(&skel.Rest), scale: make([]float64, model.Skeleton.Len())}
	for j := range g.scale {
		g.scale[j] = 1
		if parent := skel.Parent[skel.Index[j]]; parent >= 0 {
			m := &skel.Rest.Global[parent]
			g.scale[j] = max(m.Column(0).Length(), m.Column(1).Length(), m.Column(2).Length())
		}
	}
	return g
}

// doubt is an interval between two keys that float32 may not hold.
type doubt struct {
	clip, track, key int
	about            float64 // the error to expect, relative
}

// mostDoubts is how many tracks are measured.
const mostDoubts = 16

// doubts returns the intervals of the greatest doubt, one per track at most.
func (g *gauge) doubts() (list []doubt) {
	for i, clip := range g.model.Clips {
		for t := range clip.Tracks {
			worst := doubt{about: keys.Tolerance}
			first, end := clip.Keys(t)
			for k := first; k+1 < end && float64(clip.Time[k]) < clip.Duration; k++ {
				if about := g.intervalError(clip, t, k); about > worst.about {
					worst = doubt{i, t, k, about}
				}
			}
			if worst.about > keys.Tolerance {
				list = append(list, worst)
			}
		}
		slices.SortStableFunc(list, func(a, b doubt) int { return cmp.Compare(b.about, a.about) })
		list = list[:min(len(list), mostDoubts)]
	}
	return list
}

// What rounding does, at least: to a value relative to the largest of those around, and to
// a tick, which kernels get as two float32.
const (
	valueRounding = 4. / (1 << 24)
	tickRounding  = 1. / (1 << 48)
)

// intervalError estimates the relative error (see play.Deviation) of interval k of a track from the points
// that span the curve.
func (g *gauge) intervalError(clip *soa.Clip, t, k int) float64 {
	tr := &clip.Tracks[t]
	if tr.Interpolation == soa.Step || tr.Property == soa.Float {
		return 0
	}
	points, n := spanning(clip, t, k)
	if tr.Property == soa.Rotation && n == 2 && math.Abs(points[0].Dot(points[1])) < 1e-15 {
		return 0 // half a turn: either way is the shorter one
	}
	ticks := float64(clip.Time[k+1]) - float64(clip.Time[k])
	most, way := 0.0, 0.0
	for i, p := range points[:n] {
		for _, v := range p {
			most = max(most, math.Abs(v))
		}
		if i > 0 {
			way = max(way, float64(p.Distance(points[i-1])*float64(n-1)))
		}
	}
	least := nearestZero(points[:n])
	if tr.Property == soa.Rotation {
		if tr.Interpolation == soa.Cubic && least < most/4 { // it may still stay far from zero
			least = max(least, nearestSampled(&points)/2)
		}
	} else {
		least = max(least, g.floor(tr, most))
	}
	if most == 0 && way == 0 {
		return 0
	}
	return (float64(valueRounding*most) + float64(way*float64(clip.Time[k+1])*tickRounding)/ticks) / max(least, math.SmallestNonzeroFloat32)
}

// floor is the least value that errors of a track are relative to, in the track's unit.
// most is for a skeleton without a size.
func (g *gauge) floor(tr *soa.Track, most float64) float64 {
	switch {
	case tr.Property != soa.Translation:
		return 1
	case g.size == 0:
		return most
	}
	return g.size / max(g.scale[tr.Target], math.SmallestNonzeroFloat32)
}

// spanning are the points between which interval k of a track lies: its keys or, of a
// spline, the four control points of its Bézier curve.
func spanning(clip *soa.Clip, t, k int) (points [4]exact.Quat, n int) {
	tr := &clip.Tracks[t]
	key := func(k int) (v exact.Quat) {
		v = exact.Key(clip, k)
		if tr.Property != soa.Rotation {
			v[3] = 0
		}
		return v
	}
	a, b := key(k), key(k+1)
	if tr.Interpolation != soa.Cubic {
		if tr.Property == soa.Rotation {
			a = a.Unit()
			b = b.Unit().NearestSign(a)
		}
		return [4]exact.Quat{a, b}, 2
	}
	first, _ := clip.Keys(t)
	i := int(tr.FirstTangent) + k - first
	p, q := exact.Handles(a, b, exact.Widen(clip.Out[i]), exact.Widen(clip.In[i+1]), float64(clip.Time[k+1])-float64(clip.Time[k]))
	return [4]exact.Quat{a, p, q, b}, 4
}

// nearestZero is a lower bound of the distance from zero of what points span.
func nearestZero(points []exact.Quat) (least float64) {
	for e := range points[0] {
		low, high := math.Inf(1), math.Inf(-1)
		for _, p := range points {
			low, high = min(low, p[e]), max(high, p[e])
		}
		least = max(least, low, -high)
	}
	return least
}

// nearestSampled is about the least distance of a Bézier curve from zero.
func nearestSampled(p *[4]exact.Quat) float64 {
	least := math.Inf(1)
	const steps = 16
	for i := range steps + 1 {
		u := float64(i) / steps
		a, b, c := p[0].Lerp(p[1], u), p[1].Lerp(p[2], u), p[2].Lerp(p[3], u)
		v := a.Lerp(b, u).Lerp(b.Lerp(c, u), u)
		least = min(least, v.Length())
	}
	return least
}

// measure searches for the largest error of an interval: at even distances, then ever closer around
// the value nearest to zero or, of a rotation, the largest error.
func (g *gauge) measure(d doubt) (worst play.Deviation) {
	const points, rounds = 32, 9
	clip := g.model.Clips[d.clip]
	begin, end := float64(clip.Time[d.key]), min(float64(clip.Time[d.key+1]), keys.NewTicks(clip).Last)
	low, high := begin, end
	for range rounds {
		step, at, least := float64((high-low)/points), low, math.Inf(1)
		for i := range points {
			tick := low + float64((float64(i)+0.5)*step)
			v, size := g.at(d, tick)
			if v.Relative > worst.Relative {
				worst = v
			}
			if size < least {
				least, at = size, tick
			}
		}
		low, high = max(begin, at-step), min(end, at+step)
	}
	return worst
}

// at compares a track at a tick, and returns what measure looks for the least of.
func (g *gauge) at(d doubt, tick float64) (out play.Deviation, size float64) {
	clip := g.model.Clips[d.clip]
	tr := &clip.Tracks[d.track]
	out = play.Deviation{Clip: d.clip, Track: d.track, Time: clip.Start + tick/clip.TicksPerSecond}
	column, convert := g.plan.Column(tr)
	if column < 0 {
		return out, 0 // it stands still within the tolerance, or the layout is without it
	}
	whole, rest := kernel.SplitTick(tick)
	row := g.player.Pose(&g.scratch, 0, int32(d.clip), int64(math.Float32bits(whole)), rest)
	value := exact.Sample(clip, d.track, tick)
	want := convert.Value(tr.Property, value, false)
	var got exact.Quat
	for e := range got {
		got[e] = float64(row[4*column+e])
	}
	if tr.Property == soa.Rotation {
		want = want.Unit()
		got = got.Unit().NearestSign(want)
		out.Relative = got.Distance(want)
		out.Size = 2 * out.Relative
		return out, -out.Relative
	}
	value[3], got[3], want[3] = 0, 0, 0
	out.Size = got.Distance(want)
	size = value.Length()
	floor := g.floor(tr, 0)
	if tr.Property == soa.Translation {
		scale := g.scale[tr.Target]
		size, floor = float64(size*scale), float64(floor*scale)
		if l := g.plan.Poses.Layout; l.Form == soa.Rig {
			scale = math.Abs(float64(l.K))
		}
		out.Size *= scale
	}
	if least := max(size, floor); least > 0 {
		out.Relative = out.Size / least
	}
	return out, size
}
