package inspect

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// CurveKind is the quantity of a joint that a curve shows.
type CurveKind uint8

// The kinds.
const (
	Translation CurveKind = iota // relative to the parent, in metres
	Rotation                     // relative to the parent, as angles about its X, then Y, then Z axis, in degrees
	Scale                        // relative to the parent, as factors
	Position                     // in model space, in metres
	Speed                        // of the joint's origin in model space, in metres per second
	Turning                      // of the joint in model space, in degrees per second
)

// kindNames are the names of kinds.
var kindNames = []string{"translation", "rotation", "scale", "position", "speed", "turning"}

// CurveKinds returns the names of all kinds.
func CurveKinds() []string { return slices.Clone(kindNames) }

// String returns the kind's name.
func (k CurveKind) String() string { return kindNames[min(int(k), len(kindNames)-1)] }

// ParseCurveKind returns the kind of a name. ok is false for an unknown name.
func ParseCurveKind(name string) (k CurveKind, ok bool) {
	i := slices.Index(kindNames, name)
	return CurveKind(max(i, 0)), i >= 0
}

// Unit returns the unit of a kind's values.
func (k CurveKind) Unit() string {
	return [...]string{"m", "°", "", "m", "m/s", "°/s"}[min(k, Turning)]
}

// Curve is one component of a quantity of a joint.
type Curve struct {
	Component string // "x", "y" or "z"; "" of a speed
	Unit      string
	Time      []float64 // seconds after the clip's start
	Value     []float64
	Rate      []float64  // the slope at each time, per second
	Keys      []CurveKey // of the track, if the kind is one of a track
	Smooth    bool       // the track is a spline: In and Out of keys are its tangents
}

// CurveKey is a key of a track.
type CurveKey struct {
	Time, Value float64
	In, Out     float64 // slopes per second before and after it
}

// The bounds of the number of samples.
const (
	LeastSamples = 2
	MostSamples  = 1 << 20
)

// Curves returns the curves of a joint in a clip, with about that many samples. A joint without a
// track is at rest. It stops when the context ends.
func Curves(ctx context.Context, m *soa.Model, clip *soa.Clip, joint int, kind CurveKind, samples int) ([]Curve, error) {
	if err := soa.CheckClip(m, clip); err != nil {
		return nil, fmt.Errorf("curves: %w", err)
	}
	switch {
	case joint < 0 || joint >= m.Skeleton.Len():
		return nil, fmt.Errorf("curves: %w: joint %d of %d", soa.ErrOption, joint, m.Skeleton.Len())
	case kind > Turning:
		return nil, fmt.Errorf("curves: %w: kind %d", soa.ErrOption, uint8(kind))
	case samples < LeastSamples || samples > MostSamples:
		return nil, fmt.Errorf("curves: %w: %d samples, not %d to %d", soa.ErrOption, samples, LeastSamples, MostSamples)
	}
	sample := inModel
	if kind <= Scale {
		sample = local
	}
	list, err := sample(ctx, m, clip, joint, kind, samples)
	if err != nil {
		return nil, fmt.Errorf("curves: %w", err)
	}
	return list, nil
}

// askSamples is the number of samples of a track between two checks of the context.
const askSamples = 1 << 10

// local samples a track.
func local(ctx context.Context, m *soa.Model, clip *soa.Clip, joint int, kind CurveKind, samples int) ([]Curve, error) {
	var track *exact.Track
	for t := range clip.Tracks {
		if tr := &clip.Tracks[t]; int(tr.Target) == joint && tr.Property == soa.Property(kind) {
			of := exact.NewTrack(clip, t)
			track = &of
		}
	}
	rest := exact.NewSkeleton(m, nil).Rest.Get(soa.Property(kind), joint)
	at := func(tick float64, left bool) exact.Quat {
		if track == nil {
			return rest
		}
		return track.At(tick, left)
	}
	list := make([]Curve, 3)
	last, begun := exact.Vec{}, false
	for i, s := range curveMoments(clip, track, samples) {
		if i%askSamples == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		v := at(s.tick, s.left)
		p := exact.Vec(v[:3])
		if kind == Rotation {
			p = angles(v, last, begun)
		}
		last, begun = p, true
		for c := range list {
			list[c].Time = append(list[c].Time, s.tick/clip.TicksPerSecond)
			list[c].Value = append(list[c].Value, p[c])
		}
	}
	for c := range list {
		list[c].Component, list[c].Unit = string("xyz"[c]), kind.Unit()
		list[c].rate()
		if track != nil {
			list[c].addKeys(track, clip)
		}
	}
	return list, nil
}

// moment is a tick, or the limit before it.
type moment struct {
	tick float64
	left bool
}

// curveMoments are even ticks and, of a track, those of its keys; at steps with the limit before.
func curveMoments(clip *soa.Clip, track *exact.Track, samples int) []moment {
	var ticks []float64
	for i := range samples {
		ticks = append(ticks, float64(clip.Duration*float64(i)/float64(samples-1)))
	}
	keys := make(map[float64]bool)
	if track != nil {
		for k := track.First; k <= track.Last; k++ {
			if tick := track.Tick(k); tick >= 0 && tick <= clip.Duration {
				ticks, keys[tick] = append(ticks, tick), true
			}
		}
	}
	slices.Sort(ticks)
	ticks = slices.Compact(ticks)
	var list []moment
	for _, tick := range ticks {
		if track != nil && track.Interpolation == soa.Step && keys[tick] && tick > 0 {
			list = append(list, moment{tick, true})
		}
		list = append(list, moment{tick, false})
	}
	return list
}

// angles returns a rotation as angles in degrees about X, then Y, then Z, as near to those before as
// adding whole turns, or the other triple of the same rotation, brings them.
func angles(q exact.Quat, last exact.Vec, begun bool) exact.Vec {
	m := q.Matrix()
	a, b := exact.Euler{0, 1, 2}.Angles(&m, 1e-6)
	a, b = a.Scale(180/math.Pi), b.Scale(180/math.Pi)
	if !begun {
		return a
	}
	for c := range a {
		a[c] -= float64(360 * math.Round((a[c]-last[c])/360))
		b[c] -= float64(360 * math.Round((b[c]-last[c])/360))
	}
	if b.Sub(last).Length() < a.Sub(last).Length() {
		return b
	}
	return a
}

// rate fills in the slopes, by the difference of the neighbours on either side.
func (c *Curve) rate() {
	n := len(c.Time)
	c.Rate = make([]float64, n)
	for i := range c.Rate {
		a, b := max(0, i-1), min(n-1, i+1)
		if dt := c.Time[b] - c.Time[a]; dt > 0 {
			c.Rate[i] = (c.Value[b] - c.Value[a]) / dt
		}
	}
}

// addKeys adds the keys of a track. Their values and slopes are those of the curve at them.
func (c *Curve) addKeys(track *exact.Track, clip *soa.Clip) {
	c.Smooth = track.Interpolation == soa.Cubic
	i := 0
	for k := track.First; k <= track.Last; k++ {
		at := track.Tick(k) / clip.TicksPerSecond
		for i+1 < len(c.Time) && c.Time[i+1] <= at {
			i++
		}
		if c.Time[i] != at {
			continue // outside the clip
		}
		key := CurveKey{Time: at, Value: c.Value[i]}
		if i > 0 && c.Time[i] > c.Time[i-1] {
			key.In = (c.Value[i] - c.Value[i-1]) / (c.Time[i] - c.Time[i-1])
		}
		if i+1 < len(c.Time) && c.Time[i+1] > c.Time[i] {
			key.Out = (c.Value[i+1] - c.Value[i]) / (c.Time[i+1] - c.Time[i])
		}
		c.Keys = append(c.Keys, key)
	}
}

// inModel samples a joint in model space.
func inModel(ctx context.Context, m *soa.Model, clip *soa.Clip, joint int, kind CurveKind, samples int) ([]Curve, error) {
	needed := make([]bool, m.Skeleton.Len())
	for j := joint; j >= 0; j = int(m.Skeleton.Parent[j]) {
		needed[j] = true
	}
	s := exact.NewSkeleton(m, needed)
	c, err := s.NewClipIn(ctx, clip)
	if err != nil {
		return nil, err
	}
	pose := s.NewPose()
	place := make([]exact.Vec, samples)
	turn := make([]exact.Quat, samples)
	times := make([]float64, samples)
	for i := range samples {
		tick := float64(clip.Duration * float64(i) / float64(samples-1))
		if err := c.AtIn(ctx, tick, false, &pose); err != nil {
			return nil, err
		}
		times[i] = tick / clip.TicksPerSecond
		place[i], turn[i], _, _ = pose.Global[s.Index[joint]].Decompose()
	}
	if kind == Position {
		list := make([]Curve, 3)
		for k := range list {
			list[k] = Curve{Component: string("xyz"[k]), Unit: kind.Unit(), Time: slices.Clone(times)}
			for i := range samples {
				list[k].Value = append(list[k].Value, place[i][k])
			}
			list[k].rate()
		}
		return list, nil
	}
	one := Curve{Unit: kind.Unit(), Time: times}
	for i := range samples {
		a, b := max(0, i-1), min(samples-1, i+1)
		far := place[b].Sub(place[a]).Length()
		if kind == Turning {
			d := turn[a].Conjugate().Mul(turn[b])
			far = 2 * exact.Atan2(exact.Vec(d[:3]).Length(), math.Abs(d[3])) * (180 / math.Pi)
		}
		if dt := times[b] - times[a]; dt > 0 {
			far /= dt
		} else {
			far = 0
		}
		one.Value = append(one.Value, far)
	}
	one.rate()
	return []Curve{one}, nil
}
