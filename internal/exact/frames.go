package exact

import (
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/meter"
	"github.com/sinew-anim/sinew/internal/packing"
	"github.com/sinew-anim/sinew/soa"
)

// Frames per second between which a clip's keys count as frames.
const (
	minFrameRate = 23
	maxFrameRate = 121
)

// mostly is the part of tracks, or of a track's keys, that has to be dense for a clip to
// be made on frames.
const mostly = 0.9

// CatmullRom evaluates the cubic from a to b, whose slopes are those of the chords between the
// neighbours, at f in [0, 1]. At an end of the keys the missing neighbour is that of Reflect.
func CatmullRom(before, a, b, after Quat, f float64) Quat {
	var out, in Quat
	for i := range a {
		out[i], in[i] = (b[i]-before[i])/2, (after[i]-a[i])/2
	}
	return Hermite(a, b, out, in, f, 1)
}

// Reflect returns the reflection of b at a, which replaces a missing key before a.
func Reflect(a, b Quat) Quat {
	return Quat{2*a[0] - b[0], 2*a[1] - b[1], 2*a[2] - b[2], 2*a[3] - b[3]}
}

// Tangents writes the slopes per tick of the Catmull-Rom curve through the keys of a
// track at equal distances, as CatmullRom has them. It reports whether all are finite.
func Tangents(time, x, y, z, w []float32, in, out []soa.Tangent) bool {
	finite := true
	for k := range time {
		from, to := max(k-1, 0), min(k+1, len(time)-1)
		ticks := float64(time[to]) - float64(time[from])
		for c, v := range [...][]float32{x, y, z, w} {
			slope := 0.0
			if to > from {
				slope = (float64(v[to]) - float64(v[from])) / ticks
			}
			in[k][c] = float32(slope)
			out[k][c] = in[k][c]
			finite = finite && !math.IsInf(float64(in[k][c]), 0) && in[k][c] == in[k][c]
		}
	}
	return finite
}

// Frames returns the number of intervals between frames of a clip whose curves have a key on
// every frame or every other frame, and 0 for any other clip. Frames are ticks, if these have a
// common frame rate, or the times of the keys. Clips with only linear keys have none.
func Frames(c *soa.Clip) int {
	if !(c.Duration > 0) || c.Duration > math.MaxFloat32 {
		return 0
	}
	var curves []Track
	for t := range c.Tracks {
		track := NewTrack(c, t)
		if track.Interpolation == soa.Cubic && track.Property != soa.Float && !track.constant() {
			curves = append(curves, track)
		}
	}
	if len(curves) == 0 {
		return 0
	}
	n := frameIntervals(c, curves)
	if n < 1 || float64(n)*float64(len(c.Tracks)) > float64(8*len(c.Time)+1<<16) {
		return 0
	}
	dense := 0
	for i := range curves {
		if curves[i].dense(2.01 * c.Duration / float64(n)) {
			dense++
		}
	}
	if float64(dense) < mostly*float64(len(curves)) {
		return 0
	}
	return n
}

// constant reports whether a spline never changes.
func (c *Track) constant() bool {
	for k := c.First; k < c.Last; k++ {
		i := c.tangent + k - c.First
		if c.raw(k) != c.raw(k+1) || c.clip.Out[i] != (soa.Tangent{}) || c.clip.In[i+1] != (soa.Tangent{}) {
			return false
		}
	}
	return true
}

// dense reports whether most of a track's keys are at most some ticks apart.
func (c *Track) dense(ticks float64) bool {
	near := 0
	for k := c.First; k < c.Last; k++ {
		if c.Tick(k+1)-c.Tick(k) <= ticks {
			near++
		}
	}
	return near > 0 && float64(near) >= mostly*float64(c.Last-c.First)
}

// frameIntervals finds the frames on which most keys of curves lie.
func frameIntervals(c *soa.Clip, curves []Track) int {
	step := 1.0
	if c.TicksPerSecond < minFrameRate || c.TicksPerSecond > maxFrameRate || c.Duration != math.Trunc(c.Duration) {
		var gaps []float64
		for i := range curves {
			for k := curves[i].First; k < curves[i].Last; k++ {
				gaps = append(gaps, curves[i].Tick(k+1)-curves[i].Tick(k))
			}
		}
		slices.Sort(gaps)
		step = gaps[len(gaps)/2]
		if c.TicksPerSecond < minFrameRate*step {
			step /= 2
		}
		if !(step > 0) || c.TicksPerSecond < minFrameRate*step || c.TicksPerSecond > maxFrameRate*step {
			return 0
		}
	}
	n := math.Round(c.Duration / step)
	if n < 1 || n > packing.MaxIntervals {
		return 0
	}
	keys, off := 0, 0
	for i := range curves {
		keys += curves[i].Last - curves[i].First + 1
		off += curves[i].offFrames(n / c.Duration)
	}
	if 2*off >= keys {
		return 0
	}
	return int(n)
}

// offFrames counts the keys of a track that are on no frame. perTick is the number of frames a tick.
func (c *Track) offFrames(perTick float64) int {
	off := 0
	for k := c.First; k <= c.Last; k++ {
		if at := float64(c.Tick(k) * perTick); !(math.Abs(at-math.Round(at)) < 0.01) {
			off++
		}
	}
	return off
}

// turnsBetween reports whether a linear track has keys between frames, and not a key on nearly
// every frame or every other one. perTick is the number of frames a tick.
func (c *Track) turnsBetween(perTick float64) bool {
	off := c.offFrames(perTick)
	on := float64(c.Last - c.First + 1 - off)
	frames := float64((c.Tick(c.Last)-c.Tick(c.First))*perTick) + 1
	return off > 0 && 2*on < mostly*frames
}

// OnFrames returns the Catmull-Rom curve through the frames of a clip, which is what most
// programs see of curves that have a key on each: joints and weights have a key on every
// frame then, with the slopes between neighbours. Tracks that do not change, steps and
// floats are as they were. A clip without frames, see Frames, is returned itself.
func OnFrames(c *soa.Clip) *soa.Clip {
	n := Frames(c)
	if n == 0 {
		return c
	}
	out := *c
	out.Tracks, out.Time, out.X, out.Y, out.Z, out.W, out.In, out.Out = nil, nil, nil, nil, nil, nil, nil, nil
	for t := range c.Tracks {
		track := NewTrack(c, t)
		if track.Interpolation == soa.Step || track.Property == soa.Float || !track.Changes() ||
			track.Interpolation == soa.Linear && track.turnsBetween(float64(n)/c.Duration) {
			out.AppendTrack(c, t, c.Tracks[t].Target)
			continue
		}
		first := len(out.Time)
		before := track.At(0, false)
		for i := range n + 1 {
			tick := float64(c.Duration*float64(i)) / float64(n)
			v := track.At(tick, false)
			if track.Property == soa.Rotation {
				v = v.NearestSign(before)
			}
			before = v
			AppendKey(&out, float32(tick), v)
		}
		to := c.Tracks[t]
		to.First, to.FirstTangent, to.Interpolation = uint32(first), uint32(len(out.In)), soa.Cubic
		out.Tracks = append(out.Tracks, to)
		in, slopes := make([]soa.Tangent, n+1), make([]soa.Tangent, n+1)
		Tangents(out.Time[first:], out.X[first:], out.Y[first:], out.Z[first:], out.W[first:], in, slopes)
		out.In, out.Out = append(out.In, in...), append(out.Out, slopes...)
	}
	return &out
}

// Distance is the default distance in metres from a joint of the points on its axes at which errors
// and bends are measured, besides the joint.
const Distance = 0.03

// Bend is the distance of the curves of a clip from the Catmull-Rom curve through its frames.
type Bend struct {
	Max    float64 // metres, of a joint or a point some distance from it on an axis
	Joint  int     // of the skeleton, where that is
	Tick   float64
	Joints int // how many joints are more than minBend off at some moment
}

// minBend is from how many metres on a joint counts as bent, and bendFrames the most
// frames, evenly chosen, that are looked at, at bendMoments moments each.
const (
	minBend     = 1e-4
	bendFrames  = 256
	bendMoments = 8
)

// Bend measures a clip of the skeleton's model against OnFrames. It is zero for a clip
// without frames. m bounds the work.
func (s *Skeleton) Bend(clip *soa.Clip, distance float64, m *meter.Meter) (b Bend, err error) {
	n := Frames(clip)
	if n == 0 || len(s.Joint) == 0 {
		return b, m.Step(50 * len(clip.Time))
	}
	if err := m.Step(50 * (n*len(clip.Tracks) + len(clip.Time))); err != nil {
		return b, err
	}
	on := OnFrames(clip)
	own, smooth, p, q := s.NewClip(clip), s.NewClip(on), s.NewPose(), s.NewPose()
	worst := make([]float64, len(s.Joint))
	looked := min(n, bendFrames)
	for i := range looked {
		frame := i * n / looked
		for k := 1; k < bendMoments; k++ {
			if err := m.Step(600 * len(worst)); err != nil {
				return b, err
			}
			tick := clip.Duration * (float64(frame) + float64(float64(k)/bendMoments)) / float64(n)
			own.At(tick, false, &p)
			smooth.At(tick, false, &q)
			for j := range worst {
				d := p.Global[j].Distance(&q.Global[j], distance)
				worst[j] = max(worst[j], d)
				if d > b.Max {
					b.Max, b.Joint, b.Tick = d, s.Joint[j], tick
				}
			}
		}
	}
	for _, d := range worst {
		if d > minBend {
			b.Joints++
		}
	}
	return b, nil
}

// Distance returns the greatest distance between the images of the origin and of points on the axes
// under two matrices. m takes the points to the given distance. NaN elements give NaN.
func (m *Matrix) Distance(o *Matrix, distance float64) float64 {
	origin := m.Translation().Sub(o.Translation())
	worst := origin.Length()
	for axis := range 3 {
		if length := m.Column(axis).Length(); length != 0 {
			worst = max(worst, origin.Add(m.Column(axis).Sub(o.Column(axis)).Scale(distance/length)).Length())
		}
	}
	return worst
}
