package edit

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sort"

	"github.com/sinew-anim/sinew/soa"
)

// Speed returns the clip faster by a factor, or slower. The error wraps soa.ErrOption.
func Speed(c *Clip, factor float64) (*Clip, error) {
	if !(factor >= 1e-6 && factor <= 1e6) {
		return nil, fmt.Errorf("speed: %w: a factor of %v", soa.ErrOption, factor)
	}
	return c.warped(context.Background(), &warp{points: []TimePoint{{0, 0}, {1, 1 / factor}}}) // which cuts no track
}

// TimePoint is a moment of the old clip and its time in the new one, in seconds after the
// start.
type TimePoint struct{ Old, New float64 }

// Retime returns the clip on a time line bent by a curve. Both times of its points ascend.
// Between the points the curve is straight or, if smooth, a monotone cubic, followed by straight
// lines within 0.1 ms; beyond its ends it is straight. Keys are inserted at its points, so that
// each moment keeps its pose. The error wraps soa.ErrOption or that of the context.
func Retime(ctx context.Context, c *Clip, points []TimePoint, smooth bool) (*Clip, error) {
	if len(points) < 2 {
		return nil, fmt.Errorf("retime: %w: a curve of %d points, it takes 2", soa.ErrOption, len(points))
	}
	for i, p := range points {
		if err := finite("a time of a point", p.Old, p.New); err != nil {
			return nil, fmt.Errorf("retime: %w", err)
		}
		if i > 0 && !(p.Old-points[i-1].Old >= sameTime && p.New-points[i-1].New >= sameTime) {
			return nil, fmt.Errorf("retime: %w: point %d at %v s and %v s does not follow that at %v s and %v s by a microsecond",
				soa.ErrOption, i, p.Old, p.New, points[i-1].Old, points[i-1].New)
		}
	}
	w := &warp{points: points}
	if smooth && len(points) > 2 {
		w.points = smoothed(points)
	}
	out, err := c.warped(ctx, w)
	if err != nil {
		return nil, fmt.Errorf("retime: %w", err)
	}
	return out, nil
}

// warp maps old times to new ones.
type warp struct {
	points []TimePoint
	from   float64 // the new time at which the clip starts
}

// at returns a new time, and the new seconds per old second before and after it.
func (w *warp) at(old float64) (seconds, before, after float64) {
	p := w.points
	k := sort.Search(len(p), func(k int) bool { return p[k].Old > old })
	k = min(max(k, 1), len(p)-1)
	slope := func(k int) float64 { return (p[k].New - p[k-1].New) / (p[k].Old - p[k-1].Old) }
	before, after = slope(k), slope(k)
	if old == p[k-1].Old && k > 1 {
		before = slope(k - 1)
	}
	return p[k-1].New + float64((old-p[k-1].Old)*after) - w.from, before, after
}

// cuts is cut at the old times of points within a clip.
func (t *Track) cuts(points []TimePoint, seconds float64) Track {
	out := Track{ID: t.ID, Mode: t.Mode}
	for k := 0; k+1 < len(t.Keys); k++ {
		piece := Track{ID: t.ID, Mode: t.Mode, Keys: t.Keys[k : k+2]}
		first := sort.Search(len(points), func(i int) bool { return points[i].Old > t.Keys[k].Time })
		for _, p := range points[first:] {
			if p.Old >= t.Keys[k+1].Time || p.Old >= seconds {
				break
			}
			if p.Old > 0 {
				piece = piece.cut(p.Old)
				at := piece.countBefore(p.Old, false)
				out.Keys, piece.Keys = append(out.Keys, piece.Keys[:at]...), piece.Keys[at:]
			}
		}
		out.Keys = append(out.Keys, piece.Keys[:len(piece.Keys)-1]...)
	}
	out.Keys = append(out.Keys, t.Keys[len(t.Keys)-1])
	return out
}

// bends returns the points at which the curve bends.
func (w *warp) bends() []TimePoint { return w.points[1 : len(w.points)-1] }

// warped returns a clip on another time line.
func (c *Clip) warped(ctx context.Context, w *warp) (*Clip, error) {
	w.from, _, _ = w.at(0)
	out := c.copied()
	out.Seconds, _, _ = w.at(c.Seconds)
	for i := range out.Tracks {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		t := &out.Tracks[i]
		if t.Mode != soa.Step && len(t.Keys) > 1 {
			*t = t.cuts(w.bends(), c.Seconds)
		}
		t.Keys = slices.Clone(t.Keys)
		for k := range t.Keys {
			key := &t.Keys[k]
			seconds, before, after := w.at(key.Time)
			key.Time = seconds
			for x := range key.In {
				key.In[x] /= before
				key.Out[x] /= after
			}
		}
	}
	out.Events = slices.Clone(c.Events)
	for i := range out.Events {
		e := &out.Events[i]
		from, _, _ := w.at(e.Time)
		to, _, _ := w.at(e.Time + e.Length)
		e.Time, e.Length = from, to-from
	}
	if c.Motion != nil {
		out.Motion = c.Motion.warped(w, c.Seconds)
	}
	return out, nil
}

func (m *Motion) warped(w *warp, seconds float64) *Motion {
	times := []float64{}
	for _, k := range m.Keys {
		times = append(times, k.Time)
	}
	for _, p := range w.bends() {
		if p.Old > 0 && p.Old < seconds {
			times = append(times, p.Old)
		}
	}
	slices.Sort(times)
	out := &Motion{Joint: m.Joint}
	for _, at := range slices.Compact(times) {
		k := m.At(at)
		k.Time, _, _ = w.at(at)
		out.Keys = append(out.Keys, k)
	}
	return out
}

// smoothed returns points on the monotone cubic through points.
func smoothed(points []TimePoint) (out []TimePoint) {
	const bound, most = 1e-4, 256
	keys := make([]Key, len(points))
	for k, p := range points {
		keys[k] = Key{Time: p.Old, Value: Value{p.New}}
	}
	given := slices.Clone(keys)
	for k := range keys {
		kind := Clamped
		if k == 0 || k == len(keys)-1 {
			kind = Lines
		}
		keys[k].In, keys[k].Out = slopes(given, k, kind, 0)
	}
	for k := 0; k+1 < len(keys); k++ {
		a, b := &keys[k], &keys[k+1]
		span := b.Time - a.Time
		// The second derivative of a cubic is largest at an end.
		bend := 0.
		line := (b.Value[0] - a.Value[0]) / span
		first, last := 2*(a.Out[0]-line), 2*(b.In[0]-line)
		for _, d := range [...]float64{first + first + last, first + last + last} {
			bend = max(bend, math.Abs(d/span))
		}
		pieces := min(max(math.Ceil(math.Sqrt(float64(bend*float64(span*span))/(8*bound))), 1), most)
		for i := 0.; i < pieces; i++ {
			at := split(a, b, a.Time+float64(span*(i/pieces)))
			out = append(out, TimePoint{at.Time, at.Value[0]})
		}
	}
	last := points[len(points)-1]
	return append(out, last)
}
