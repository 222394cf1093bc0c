package edit

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// FindLoopOptions bound the ranges of FindLoop.
type FindLoopOptions struct {
	Min, Max float64 // of the range, in seconds; 0: half a second, and all of the clip
}

// FoundLoop is a part of a clip that nearly loops, and how far its ends are apart.
type FoundLoop struct {
	From, To float64 // seconds after the clip's start
	Gap      Gap     // the largest distance of a joint, or of a point 3 cm around it
	Degrees  float64 // the largest angle between the rotations of a joint
	Speed    float64 // the largest difference of a joint's velocities, in m/s
}

// shortestLoop is the default of FindLoopOptions.Min, in seconds.
const shortestLoop = 0.5

// FindLoop returns the part of a clip whose ends match best, in pose and in velocity: Trim cuts it
// out and Loop closes it. The distance of two moments is the root mean square, over the joints that
// move and points around them, of the distance of places and of a tenth of a second's way by the
// velocities, in the frame of a root that travels. Of parts that match within a micrometre the
// shortest is returned, and of these the first. Moments are compared at 60 a second, in long clips
// at fewer, and those that match best are then moved by steps down to 0.1 ms. It poses the clip some
// thousands of times. The error wraps ErrTime
// for a clip shorter than Min, soa.ErrOption, soa.ErrInvalid or that of the context.
func FindLoop(ctx context.Context, m *soa.Model, c *Clip, o FindLoopOptions) (FoundLoop, error) {
	fail := func(err error) (FoundLoop, error) { return FoundLoop{}, fmt.Errorf("find a loop: %w", err) }
	if !(o.Min >= 0) || !(o.Max >= 0) || o.Max > 0 && o.Min > o.Max {
		return fail(fmt.Errorf("%w: from %v to %v s", soa.ErrOption, o.Min, o.Max))
	}
	if o.Max == 0 {
		o.Max = c.Seconds
	}
	if o.Max = min(o.Max, c.Seconds); o.Min == 0 {
		o.Min = min(shortestLoop, o.Max)
	}
	if c.Seconds < o.Min || !(c.Seconds > 0) {
		return fail(fmt.Errorf("%w: clip %q lasts %v s, and a loop at least %v s", ErrTime, c.Name, c.Seconds, o.Min))
	}
	p, err := newPoser(ctx, m, c)
	if err != nil {
		return fail(err)
	}
	l := newLoopFinder(p, o)
	if err := l.sample(ctx); err != nil {
		return fail(err)
	}
	if err := l.search(ctx); err != nil {
		return fail(err)
	}
	best := loopRange{off: math.Inf(1)}
	for _, r := range l.best {
		if r, err = l.refine(ctx, r); err != nil {
			return fail(err)
		}
		if r.off < best.off-sameLoop || r.off < best.off+sameLoop && r.to-r.from < best.to-best.from-sameTime {
			best = r
		}
	}
	return l.measure(best), nil
}

// Bounds of the search: moments a second, their number, the product of the squared number and the
// numbers of a moment, the ranges that are refined, how far these are apart at least, and the distance
// in metres within which ranges match equally well.
const (
	loopRate    = 60
	mostMoments = 4096
	mostSquares = 1e10
	loopRanges  = 8
	loopsApart  = 0.1
	sameLoop    = 1e-6
)

// velocityWay is the time in seconds that turns velocities into distances. loopStep is the time
// before and after a moment over which its velocity is measured.
const (
	velocityWay = 0.1
	loopStep    = 1. / 120
)

// loopRange is a range and how far its ends are apart, see FindLoop.
type loopRange struct{ from, to, off float64 }

// loopFinder compares moments of a clip.
type loopFinder struct {
	p           *poser
	o           FindLoopOptions
	root        int // whose frame counts, or soa.None
	goes, turns bool
	joints      []int  // those that move
	carried     []bool // per joint: it is the root or below it
	first       exact.Pose
	moments     int
	features    [][]float32 // per moment
	best        []loopRange
}

func newLoopFinder(p *poser, o FindLoopOptions) *loopFinder {
	l := &loopFinder{p: p, o: o, root: soa.None}
	l.first = exact.Pose{Global: slices.Clone(p.at(0).Global)}
	if p.clip.Motion == nil && !p.clip.Additive {
		l.root = RootJoint(p.model, p.clip)
	}
	k, carried := p.model.Skeleton, 0
	l.carried = make([]bool, k.Len())
	for j, up := range k.Parent {
		if l.carried[j] = j == l.root || up >= 0 && l.carried[up]; l.carried[j] {
			carried++
		}
	}
	if l.root >= 0 && 2*carried < k.Len() { // a limb, where nothing else moves
		l.root = soa.None
	}
	moves := make([]bool, p.model.Skeleton.Len())
	for t := range p.clip.Tracks {
		if tr := &p.clip.Tracks[t]; tr.Property <= soa.Scale {
			moves[tr.Target] = true
		}
	}
	for j, up := range p.model.Skeleton.Parent {
		if moves[j] = moves[j] || up >= 0 && moves[up]; moves[j] {
			l.joints = append(l.joints, j)
		}
	}
	numbers := float64(18 * max(len(l.joints), 1))
	l.moments = int(max(min(float64(p.clip.Seconds()*loopRate)+1, mostMoments, math.Sqrt(mostSquares/numbers)), 3))
	return l
}

// time is that of a moment.
func (l *loopFinder) time(i int) float64 {
	return float64(l.p.clip.Seconds() * (float64(i) / float64(l.moments-1)))
}

// sample measures all moments, after it has found whether the root travels.
func (l *loopFinder) sample(ctx context.Context) error {
	for i := 0; l.root >= 0 && i < l.moments; i++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		place := placingOf(l.root, &l.first, l.p.at(l.time(i)))
		way := l.p.pose.Global[l.root].Translation().Sub(l.first.Global[l.root].Translation())
		l.goes = l.goes || math.Hypot(way[0], way[2]) > mostTravel
		l.turns = l.turns || math.Abs(place.degrees()) > mostYaw*(180/math.Pi)
	}
	for i := range l.moments {
		if err := ctx.Err(); err != nil {
			return err
		}
		l.features = append(l.features, l.feature(l.time(i)))
	}
	return nil
}

// frame returns the inverse of the root's place on the ground relative to the start, for the root and
// the joints that it carries.
func (l *loopFinder) frame(pose *exact.Pose) exact.Matrix {
	if l.root < 0 || !l.goes && !l.turns {
		return exact.Identity()
	}
	place := placingOf(l.root, &l.first, pose)
	if !l.turns {
		place.yaw = exact.IdentityQuat()
	}
	at, back := pose.Global[l.root].Translation(), place.yaw.Conjugate()
	if !l.goes {
		at = l.first.Global[l.root].Translation()
	}
	by := back.Rotate(exact.Vec{-at[0], 0, -at[2]})
	return exact.Compose(by, back, exact.Vec{1, 1, 1})
}

// frameOf returns the frame in which a joint is compared.
func (l *loopFinder) frameOf(j int, frame exact.Matrix) exact.Matrix {
	if l.root < 0 || !l.carried[j] {
		return exact.Identity()
	}
	return frame
}

// feature returns the places and velocities of joints, and of a point on each of two axes, at a time.
func (l *loopFinder) feature(seconds float64) []float32 {
	before, after := max(seconds-loopStep, 0), min(seconds+loopStep, l.p.clip.Seconds())
	a := slices.Clone(l.p.at(before).Global)
	b := slices.Clone(l.p.at(after).Global)
	pose := l.p.at(seconds)
	frame := l.frame(pose)
	list := make([]float32, 0, 18*len(l.joints))
	add := func(v exact.Vec) { list = append(list, float32(v[0]), float32(v[1]), float32(v[2])) }
	scale := velocityWay / (after - before)
	for _, j := range l.joints {
		frame := l.frameOf(j, frame)
		for _, at := range [...]exact.Vec{{}, {exact.Distance, 0, 0}, {0, exact.Distance, 0}} {
			add(frame.Point(pose.Global[j].Point(at)))
			add(frame.Direction(b[j].Point(at).Sub(a[j].Point(at)).Scale(scale)))
		}
	}
	return list
}

// distance is the distance of two moments by their features, or one beyond a bound.
func (l *loopFinder) distance(a, b []float32, most float64) float64 {
	most = float64(float64(most*most) * float64(len(a)/6))
	sum := 0.
	for i := 0; i < len(a) && sum <= most; i += 18 {
		for k := range 18 {
			d := float64(a[i+k]) - float64(b[i+k])
			sum += float64(d * d)
		}
	}
	return math.Sqrt(sum / float64(max(len(a)/6, 1)))
}

// search finds the ranges between moments that match best.
func (l *loopFinder) search(ctx context.Context) error {
	for i := range l.moments {
		if err := ctx.Err(); err != nil {
			return err
		}
		for j := i + 1; j < l.moments; j++ {
			r := loopRange{from: l.time(i), to: l.time(j)}
			if r.to-r.from < l.o.Min-sameTime {
				continue
			}
			if r.to-r.from > l.o.Max+sameTime {
				break
			}
			most := math.Inf(1)
			if len(l.best) == loopRanges {
				most = l.best[loopRanges-1].off
			}
			if r.off = l.distance(l.features[i], l.features[j], most); r.off < most {
				l.keep(r)
			}
		}
	}
	if len(l.best) == 0 { // no two moments are as far apart as the shortest loop
		l.best = []loopRange{{to: l.p.clip.Seconds(), off: math.Inf(1)}}
	}
	return nil
}

// keep adds a range to the best. Ranges near each other count as one.
func (l *loopFinder) keep(r loopRange) {
	for i, o := range l.best {
		if math.Abs(o.from-r.from) < loopsApart && math.Abs(o.to-r.to) < loopsApart {
			if o.off <= r.off {
				return
			}
			l.best = slices.Delete(l.best, i, i+1)
			break
		}
	}
	at := slices.IndexFunc(l.best, func(o loopRange) bool { return r.off < o.off })
	if at < 0 {
		at = len(l.best)
	}
	l.best = slices.Insert(l.best, at, r)
	l.best = l.best[:min(len(l.best), loopRanges)]
}

// refine moves the ends of a range by ever smaller steps to where they match best.
func (l *loopFinder) refine(ctx context.Context, r loopRange) (loopRange, error) {
	const finest = 1e-4
	seen := make(map[float64][]float32) // the features of moments around the range
	at := func(seconds float64) ([]float32, error) {
		if f := seen[seconds]; f != nil {
			return f, nil
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		seen[seconds] = l.feature(seconds)
		return seen[seconds], nil
	}
	for step := l.p.clip.Seconds() / float64(l.moments-1); step > finest; step /= 2 {
		for again := true; again; {
			again = false
			maps.DeleteFunc(seen, func(seconds float64, _ []float32) bool {
				return min(math.Abs(seconds-r.from), math.Abs(seconds-r.to)) > 1.5*step
			})
			for _, by := range [...][2]float64{{-1, 0}, {1, 0}, {0, -1}, {0, 1}, {-1, -1}, {1, 1}, {-1, 1}, {1, -1}} {
				n := loopRange{from: r.from + float64(step*by[0]), to: r.to + float64(step*by[1])}
				if n.from < 0 || n.to > l.p.clip.Seconds() || n.to-n.from < l.o.Min || n.to-n.from > l.o.Max {
					continue
				}
				from, err := at(n.from)
				if err != nil {
					return r, err
				}
				to, err := at(n.to)
				if err != nil {
					return r, err
				}
				n.off = l.distance(from, to, math.Inf(1))
				if n.off < r.off-sameLoop {
					r, again = n, true
				}
			}
		}
	}
	return r, nil
}

// measure describes a range.
func (l *loopFinder) measure(r loopRange) FoundLoop {
	f := FoundLoop{From: r.from, To: r.to}
	a, b := l.feature(r.from), l.feature(r.to)
	for i := 0; i < len(a); i += 18 {
		d := exact.Vec{float64(a[i+3]) - float64(b[i+3]), float64(a[i+4]) - float64(b[i+4]), float64(a[i+5]) - float64(b[i+5])}
		f.Speed = max(f.Speed, d.Length()/velocityWay)
	}
	in := func(seconds float64) exact.Pose {
		pose := l.p.at(seconds)
		frame := l.frame(pose)
		out := exact.Pose{Global: slices.Clone(pose.Global)}
		for j := range out.Global {
			out.Global[j] = l.frameOf(j, frame).Mul(out.Global[j])
		}
		return out
	}
	from, to := in(r.from), in(r.to)
	f.Gap = gap(l.p.model, &from, &to)
	for j := range from.Global {
		_, p, _, _ := from.Global[j].Decompose()
		_, q, _, _ := to.Global[j].Decompose()
		turn := p.Conjugate().Mul(q)
		angle := 2 * exact.Atan2(exact.Vec{turn[0], turn[1], turn[2]}.Length(), math.Abs(turn[3]))
		f.Degrees = max(f.Degrees, float64(angle*(180/math.Pi)))
	}
	return f
}
