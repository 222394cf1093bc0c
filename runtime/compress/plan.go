package compress

import (
	"context"
	"fmt"
	"math"
	"slices"
	"unsafe"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// Grids have the rate of the clip's keys times a power of two between these.
const (
	coarsest = -4
	finest   = 4
)

// maxKeys is how many keys a grid may have: float32 ticks must tell them apart.
const maxKeys = soa.MaxPackedIntervals

// lever is how far a joint's motion reaches, in metres.
type lever struct {
	// turn is the reach of a rotation that the joints below undo, in the way
	// that the encoder makes up for what was lost above.
	turn float64
	// whole is the distance to the farthest point that the joint carries.
	whole float64
	scale float64 // of the parent: metres per unit of the joint's translation
	reach float64 // greatest distance from the origin
}

// sourceTrack is a track of the clip and what becomes of it.
type sourceTrack struct {
	exact.Track
	kind   int                            // soa.PackedRest, PackedConstant, PackedCoded, or PackedNone where it is kept as it is
	level  int                            // of its grid: its keys have the rate of the clip's times 2^level
	stride int                            // keys of the finest grid from one of its own to the next
	curved bool                           // its grid is one of soa.PackedCatmullRom
	value  exact.Quat                     // where it does not move
	reach  *valueReach                    // how far it moves, once that is known
	unit   float64                        // the bound of a weight or float, in its own unit
	span   float64                        // of a float: from its least value to its greatest
	base   int                            // the step for the whole bound
	finer  int                            // eighths of a power of two by which its step is finer than others
	truth  []float64                      // of a weight or float: at the keys that are worked on
	off    [finest - coarsest + 1]float64 // per level: see encoder.off, or 0
	packed packedTrack
	spare  packedTrack // what packed was before the step that is tried
}

func newEncoder(ctx context.Context, model *soa.Model, clip *soa.Clip, o Options) *encoder {
	e := &encoder{ctx: ctx, o: o, base: -1, model: model, clip: clip}
	e.check()
	e.skel = exact.NewSkeleton(model, nil)
	for i := range e.driver {
		e.driver[i] = make([]*sourceTrack, model.Skeleton.Len())
	}
	for t := range clip.Tracks {
		e.check()
		st := &sourceTrack{Track: exact.NewTrack(clip, t)}
		e.tracks = append(e.tracks, st)
		if st.Property < soa.Weight {
			e.driver[st.Property][st.Target] = st
		}
	}
	if e.most = o.MaxWork; e.most == 0 {
		e.most = defaultMaxWork + workPerKey*int64(len(clip.Time))
	}
	e.measureLevers()
	e.check()
	e.children = make([][]int, len(e.skel.Parent))
	for j, up := range e.skel.Parent {
		if up >= 0 {
			e.children[up] = append(e.children[up], j)
		}
	}
	e.orderJoints()
	e.turns, e.around = make([]bool, len(e.skel.Parent)), make([]exact.Vec, len(e.skel.Parent))
	e.staticTurn = make([]exact.Quat, len(e.skel.Parent))
	for j, m := range e.skel.Static {
		if m != nil {
			e.staticTurn[j], _, _ = m.Rigid()
		}
	}
	return e
}

// orderJoints lists the joints so that those below a joint follow it.
func (e *encoder) orderJoints() {
	e.size, e.first = make([]int, len(e.skel.Parent)), make([]int, len(e.skel.Parent))
	for j := len(e.skel.Parent) - 1; j >= 0; j-- {
		e.size[j]++
		if up := e.skel.Parent[j]; up >= 0 {
			e.size[up] += e.size[j]
		}
	}
	e.order = make([]int, len(e.skel.Parent))
	free, roots := make([]int, len(e.skel.Parent)), 0 // where a joint's next child goes
	for j, up := range e.skel.Parent {
		at := &roots
		if up >= 0 {
			at = &free[up]
		}
		e.first[j], free[j] = *at, *at+1
		*at += e.size[j]
		e.order[e.first[j]] = j
	}
}

// below returns a joint and all below it, each after its parent.
func (e *encoder) below(j int) []int { return e.order[e.first[j]:][:e.size[j]] }

// leverProbes is at how many times levers are measured.
const leverProbes = 64

// measureLevers finds the greatest distances between joints.
func (e *encoder) measureLevers() {
	n := len(e.skel.Parent)
	e.lever = make([]lever, n)
	turned := make([]bool, n) // by a track that changes
	for _, t := range e.tracks {
		if t.Property == soa.Rotation && t.Changes() {
			turned[t.Target] = true
		}
	}
	bone := make([]float64, n)
	p := e.skel.NewPose()
	for i := range leverProbes + 1 {
		e.check()
		e.evaluate(float64(e.clip.Duration*float64(i))/leverProbes, &p)
		for j, up := range e.skel.Parent {
			at := p.Global[j].Translation()
			scale := 1.0
			if up >= 0 {
				bone[j] = max(bone[j], at.Sub(p.Global[up].Translation()).Length())
				m := &p.Global[up]
				scale = max(m.Column(0).Length(), m.Column(1).Length(), m.Column(2).Length())
			}
			e.lever[j].scale = max(e.lever[j].scale, scale)
			e.lever[j].reach = max(e.lever[j].reach, at.Length())
		}
	}
	for j := n - 1; j >= 0; j-- {
		l := &e.lever[j]
		l.turn, l.whole = max(l.turn, e.o.Distance), max(l.whole, e.o.Distance)
		if up := e.skel.Parent[j]; up >= 0 {
			below := bone[j]
			if !turned[j] {
				below += l.turn
			}
			above := &e.lever[up]
			above.turn, above.whole = max(above.turn, below), max(above.whole, bone[j]+l.whole)
		}
	}
}

// evaluate poses the skeleton at a tick, exactly.
func (e *encoder) evaluate(tick float64, p *exact.Pose) {
	p.CopyLocals(&e.skel.Rest)
	for _, t := range e.tracks {
		p.Set(t.Property, t.Target, t.At(tick, false))
	}
	e.skel.ToModel(p)
}

// effect returns how far, in parts of the bound, it moves something if a track
// has the value b in place of a.
func (e *encoder) effect(t *sourceTrack, a, b exact.Quat, whole bool) float64 {
	if t.Property >= soa.Weight {
		return math.Abs(a[0]-b[0]) / t.unit
	}
	if t.Property == soa.Rotation {
		b = b.Toward(a)
	}
	d := exact.Quat{a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3]}
	l := &e.lever[t.Target]
	length := math.Sqrt(d.Dot(d)) / e.bound
	switch {
	case t.Property == soa.Translation:
		return float64(length * l.scale)
	case t.Property == soa.Scale:
		return float64(length * l.whole)
	case whole:
		return 2 * float64(length*l.whole)
	}
	return 2 * float64(length*l.turn)
}

// classify decides what becomes of each track, and of which grid it is.
func (e *encoder) classify() {
	if e.base < 0 {
		e.base = e.baseIntervals()
	}
	base := e.base
	for _, t := range e.tracks {
		e.check()
		t.kind = soa.PackedNone
		if t.Property >= soa.Weight && !e.measureUnit(t) {
			continue
		}
		e.still(t)
		if t.kind != soa.PackedNone {
			continue
		}
		if t.Interpolation == soa.Step || base == 0 {
			continue
		}
		t.curved = t.Interpolation == soa.Cubic && !e.straight
		for level := coarsest; level <= finest; level++ {
			if n := intervalsAt(base, level); n > 0 && n < maxKeys && t.pays(n) && e.off(t, level, n) <= e.gridPart {
				t.kind, t.level = soa.PackedCoded, level
				break
			}
		}
	}
	if !e.o.Small {
		e.joinGrids()
	}
	e.master = 0
	top := coarsest
	for _, t := range e.tracks {
		if t.kind == soa.PackedCoded {
			top = max(top, t.level)
			e.master = intervalsAt(base, top)
		}
	}
	for _, t := range e.tracks {
		if t.kind == soa.PackedCoded {
			t.stride = 1 << (top - t.level)
		}
	}
}

// pays tells whether a track may take fewer bits on a grid of that many intervals
// than as it is: however little it moves, a key takes a quarter of a bit. What lasts
// for weeks between two keys is not sampled to see that.
func (t *sourceTrack) pays(intervals int) bool { return intervals/4 <= t.exactBits() }

// joinGrids moves the tracks of grids of few to the next finer one of their kind, if
// that has many: each grid takes time to play.
func (e *encoder) joinGrids() {
	for _, curved := range [...]bool{false, true} {
		var count [finest - coarsest + 1]int
		for _, t := range e.tracks {
			if t.kind == soa.PackedCoded && t.curved == curved {
				count[t.level-coarsest]++
			}
		}
		for i, n := range count {
			to := i + 1
			for to < len(count) && count[to] == 0 {
				to++
			}
			if to == len(count) || n >= soa.PackedLanes || n > count[to]/4 {
				continue
			}
			count[to] += n
			for _, t := range e.tracks {
				if t.kind == soa.PackedCoded && t.curved == curved && t.level-coarsest == i {
					t.level = to + coarsest
				}
			}
		}
	}
}

// measureUnit finds the bound of a weight or float in its own unit, and tells
// whether steps and float32 hold it.
func (e *encoder) measureUnit(t *sourceTrack) bool {
	if t.Property == soa.Weight {
		t.unit = e.weightBound
		return true
	}
	low, high := math.Inf(1), math.Inf(-1)
	for k := t.First; k <= t.Last; k++ {
		low, high = min(low, t.Key(k)[0]), max(high, t.Key(k)[0])
	}
	t.span = high - low
	if t.span == 0 {
		return false // one key is as short as a constant
	}
	rounding := float64(max(-low, high) * (1.0 / (1 << 22)))
	t.unit = float64(t.span*e.o.FloatBound) - rounding
	return t.unit >= rounding && t.unit >= 2*float64(soa.PackedStep(math.MaxUint8)) && t.Interpolation != soa.Cubic
}

// intervalsAt returns how many intervals a level's grid has, or 0 where there is
// no such grid.
func intervalsAt(base, level int) int {
	if level >= 0 {
		return base << level
	}
	if base%(1<<-level) != 0 {
		return 0
	}
	return base >> -level
}

// still finds tracks that do not move by more than a fraction of the bound.
func (e *encoder) still(t *sourceTrack) {
	if t.reach == nil {
		t.reach = e.reachOf(t)
	}
	r := t.reach
	t.value = r.middle
	switch {
	case r.fromRest <= e.stillPart:
		t.kind = soa.PackedRest
		t.value = e.skel.Rest.Get(t.Property, t.Target)
	case r.fromMiddle <= e.stillPart:
		t.kind = soa.PackedConstant
	}
}

// valueReach is how far a track moves, in parts of the bound: from the middle of its
// values, and from rest.
type valueReach struct {
	middle               exact.Quat
	fromMiddle, fromRest float64
}

func (e *encoder) reachOf(t *sourceTrack) *valueReach {
	rest := e.skel.Rest.Get(t.Property, t.Target)
	values := t.hull()
	low, high := values[0], values[0]
	for i, v := range values {
		if t.Property == soa.Rotation {
			v = v.Toward(rest)
			values[i] = v
		}
		for c := range v {
			if i == 0 {
				low[c], high[c] = v[c], v[c]
			}
			low[c], high[c] = min(low[c], v[c]), max(high[c], v[c])
		}
	}
	middle := low.Lerp(high, 0.5)
	if t.Property == soa.Rotation {
		middle = middle.Unit()
	}
	r := &valueReach{middle: middle}
	for _, v := range values {
		r.fromMiddle = max(r.fromMiddle, e.effect(t, middle, v, true))
		r.fromRest = max(r.fromRest, e.effect(t, rest, v, true))
	}
	return r
}

// off returns how far, in parts of the bound, what a level's grid of so many intervals
// has between its keys is off a track at most, or the first that is more than all of
// gridParts. It is measured once.
func (e *encoder) off(t *sourceTrack, level, intervals int) float64 {
	known := &t.off[level-coarsest]
	if *known == 0 {
		*known = max(e.measureGrid(t, intervals), math.SmallestNonzeroFloat64)
	}
	return *known
}

// measureGrid measures what off returns.
func (e *encoder) measureGrid(t *sourceTrack, intervals int) (worst float64) {
	c, last := t.Track, e.clip.Duration
	at := func(i int) float64 { return float64(last*float64(i)) / float64(intervals) }
	g := gridValues{t: t}
	fails := func(tick float64) bool {
		i := max(0, min(int(float64(tick*float64(intervals))/last), intervals-1))
		for len(g.keys) <= min(i+2, intervals) {
			g.add(c.At(at(len(g.keys)), false))
		}
		t0, t1 := at(i), at(i+1)
		worst = max(worst, e.effect(t, g.at(i, (tick-t0)/(t1-t0)), t.At(tick, false), false))
		return worst > gridParts[0]
	}
	parts := 2.0
	if t.Interpolation == soa.Cubic {
		parts = 8
	}
	for k := t.First; k < t.Last; k++ {
		for i := range int(parts) {
			if fails(min(t.Tick(k)+float64((t.Tick(k+1)-t.Tick(k))*float64(i))/parts, last)) {
				return worst
			}
		}
	}
	if fails(min(t.Tick(t.Last), last)) {
		return worst
	}
	if t.Interpolation == soa.Cubic || t.Property == soa.Rotation {
		for i := range intervals {
			if fails((at(i) + at(i+1)) / 2) {
				return worst
			}
		}
	}
	return worst
}

// baseIntervals returns how many intervals the grid of the clip's own rate has:
// the one that nearly all of its keys stand on or, where there is none, about 30
// a second.
func (e *encoder) baseIntervals() int {
	last := e.clip.Duration
	if !(last > 0) || last > math.MaxFloat32 {
		return 0
	}
	var keys []float64
	for _, t := range e.tracks {
		for k := t.First; k <= t.Last; k++ {
			if at := t.Tick(k); at > 0 && at <= last {
				keys = append(keys, at)
			}
		}
	}
	slices.Sort(keys)
	keys = slices.Compact(keys)
	if len(keys) == 0 {
		return 1
	}
	steps := []float64{keys[0]}
	for i := 1; i < len(keys); i++ {
		steps = append(steps, keys[i]-keys[i-1])
	}
	slices.Sort(steps)
	best := 0
	for _, s := range [...]float64{steps[0], steps[len(steps)/10], steps[len(steps)/2], steps[len(steps)-1], keys[0], e.clip.TicksPerSecond / 30} {
		for m := 1.0; m <= 4; m++ {
			n := math.Round(last / (s / m))
			if n < 1 || n > maxKeys || best > 0 && int(n) >= best {
				continue
			}
			if onGrid(keys, n/last) {
				best = int(n)
			}
		}
	}
	if best > 0 {
		return best
	}
	// A key a tick, if that is a usual rate, or a number that can be halved often.
	if n := math.Round(last); n >= 1 && n <= maxKeys && math.Abs(n-last) < 1e-3 && e.clip.TicksPerSecond >= 10 && e.clip.TicksPerSecond <= 120 {
		return int(n)
	}
	return 8 * max(1, int(math.Round(min(e.clip.Seconds()*30/8, maxKeys))))
}

// onGrid tells whether nearly all keys lie on multiples of a rate.
func onGrid(keys []float64, rate float64) bool {
	off := 0
	for _, k := range keys {
		if n := float64(k * rate); math.Abs(n-math.Round(n)) > 0.01 {
			off++
		}
	}
	return off*10 <= len(keys)
}

// The defaults of Options.MaxBytes and MaxWork.
const (
	defaultMaxBytes = 2 << 30
	defaultMaxWork  = 20_000_000
	workPerKey      = 100
)

// afford ends the work where so many more joints to pose are too many.
func (e *encoder) afford(more int64) {
	if need := int64(e.work) + more; need > e.most {
		panic(interrupted{fmt.Errorf("%w: %d joints have to be posed, more than the %d of Options.MaxWork", soa.ErrTooLarge, need, e.most)})
	}
}

// columnBytes is the memory of what prepare makes for the finest grid.
func (e *encoder) columnBytes() int64 {
	const (
		vec, quat = int64(unsafe.Sizeof(exact.Vec{})), int64(unsafe.Sizeof(exact.Quat{}))
		column    = 2*vec + 2*quat + int64(unsafe.Sizeof(exact.Matrix{}))
	)
	return (3*column + vec) * int64(len(e.order)) * int64(e.master+1)
}
