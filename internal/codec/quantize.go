package codec

import (
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/packing"
	"github.com/sinew-anim/sinew/soa"
)

// tickOf returns the tick of a key of the finest grid.
func (e *encoder) tickOf(key int) float64 {
	return float64(e.clip.Duration*float64(key)) / float64(max(1, e.master))
}

// longClip is the number of keys of a clip that is refined on an excerpt, of
// excerptKeys; longCurve and curveExcerpt are those of one of curves, whose joints are
// sharpened in the end.
const (
	longClip     = 1024
	excerptKeys  = 512
	longCurve    = 256
	curveExcerpt = 192
)

// excerptRuns is the fewest runs of an excerpt with grids coarser than the finest.
const excerptRuns = 4

// frames lists the keys of the finest grid that are worked on: all, or runs of them from all over
// the clip. run is the number of keys of a run, 0 for all keys. Each run starts at a key of every
// grid, and holds at least Options.SegmentKeys keys of the coarsest.
func (e *encoder) frames(excerpt bool) (some []int, run int) {
	keys, long, wanted, top := e.master+1, longClip, excerptKeys, 1
	for _, t := range e.tracks {
		if t.kind != soa.PackedCoded {
			continue
		}
		if t.curved {
			long, wanted = longCurve, curveExcerpt
			excerpt = excerpt && t.stride == 1
		}
		top = max(top, t.stride)
	}
	if run = e.o.SegmentKeys * top; top > 1 {
		wanted = max(wanted, excerptRuns*run)
		long = max(long, 4*wanted)
	}
	if !excerpt || keys < long || e.o.SegmentKeys > wanted/3 {
		return appendRun(nil, 0, keys), 0
	}
	runs, count := keys/run, wanted/run
	for i := range count {
		some = appendRun(some, (2*i+1)*runs/(2*count)*run, run)
	}
	return some, run
}

// appendRun appends n numbers from one on.
func appendRun(list []int, from, n int) []int {
	for i := range n {
		list = append(list, from+i)
	}
	return list
}

// prepare evaluates the clip at the keys of the finest grid, or at an excerpt of
// them, and chooses the steps that hold for the whole bound.
func (e *encoder) prepare(excerpt bool) {
	frames, run := e.frames(excerpt)
	if len(frames) == e.worked && run == e.run && e.prepared == e.master {
		e.start()
		return
	}
	e.prepared, e.worked, e.run = e.master, len(frames), run
	joints := len(e.skel.Parent)
	for _, c := range [...]*[]column{&e.truth, &e.now, &e.spare} {
		e.check()
		*c = newColumns(joints, len(frames))
	}
	for _, t := range e.tracks {
		if t.Property >= soa.Weight {
			t.truth = make([]float64, len(frames))
		}
	}
	p := e.skel.NewPose()
	for i, at := range frames {
		e.check()
		e.evaluate(e.tickOf(at), &p)
		for j := range e.truth {
			c := &e.truth[j]
			c.t[i], c.q[i], c.s[i], c.global[i] = p.T[j], p.Q[j], p.S[j], p.Global[j]
		}
		for _, t := range e.tracks {
			if t.Property >= soa.Weight {
				t.truth[i] = p.Get(t.Property, t.Target)[0]
			}
		}
	}
	for _, j := range e.order {
		e.check()
		c := &e.truth[j]
		c.around = make([]exact.Vec, len(frames))
		for i := range c.around {
			c.turn[i] = e.turnOf(e.truth, j, i)
			c.around[i] = axisPoints(&c.global[i], e.o.Distance)
		}
	}
	e.start()
}

// start sets constant and exact tracks in both sets of columns.
func (e *encoder) start() {
	e.markTurns()
	for j := range e.truth {
		e.check()
		for _, c := range [...]*column{&e.now[j], &e.spare[j]} {
			copy(c.t, e.truth[j].t)
			copy(c.q, e.truth[j].q)
			copy(c.s, e.truth[j].s)
		}
	}
	for _, t := range e.tracks {
		e.chooseBase(t)
		if t.kind == soa.PackedRest || t.kind == soa.PackedConstant {
			e.quantizeConstant(t)
			if t.Property >= soa.Weight {
				continue
			}
			for i := range e.worked {
				e.now[t.Target].set(t.Property, i, t.value)
				e.spare[t.Target].set(t.Property, i, t.value)
			}
		}
	}
}

// markTurns marks the joints whose turns target and turnOf read.
func (e *encoder) markTurns() {
	clear(e.turns)
	for j := len(e.skel.Parent) - 1; j >= 0; j-- {
		t, up := e.driver[soa.Rotation][j], e.skel.Parent[j]
		if up >= 0 && (e.turns[j] || t != nil && t.kind == soa.PackedCoded) {
			e.turns[up] = true
		}
	}
}

// turnOf returns the product of the parent's turn and a joint's rotation at a key.
func (e *encoder) turnOf(all []column, j, i int) exact.Quat {
	q := all[j].q[i]
	if e.skel.Static[j] != nil {
		q = e.staticTurn[j]
	}
	if up := e.skel.Parent[j]; up >= 0 {
		return all[up].turn[i].Mul(q).Unit()
	}
	return q
}

// chooseBase chooses the step of a track whose effect is about the bound.
func (e *encoder) chooseBase(t *sourceTrack) {
	size := 0.0
	switch t.Property {
	case soa.Weight, soa.Float:
		t.base = stepFor(1.8 * t.unit)
		return
	case soa.Translation:
		size = 2 * e.bound / max(e.lever[t.Target].scale, 1e-9)
	case soa.Rotation:
		size = e.bound / e.lever[t.Target].turn
	case soa.Scale:
		size = e.bound / e.lever[t.Target].whole
	}
	t.base = stepFor(size)
}

// quantize rounds the coded tracks, joints from the roots down. A joint's values place it relative
// to its rounded parent, which compensates the errors above. It returns the greatest error in
// metres at the keys of the finest grid.
func (e *encoder) quantize(shift int) float64 {
	for _, t := range e.tracks {
		if t.kind == soa.PackedCoded {
			t.setStep(shift)
			if t.Property >= soa.Weight {
				e.quantizeTrack(t)
			}
		}
	}
	return e.quantizeJoints(e.order)
}

// quantizeJoints rounds the coded tracks of joints, each after its parent, which
// include all that are below one of them. It returns their greatest error or,
// unless the whole is wanted, stops at the first that is beyond the bound.
func (e *encoder) quantizeJoints(joints []int) float64 {
	worst := 0.0
	for n, j := range joints {
		e.placed = n + 1
		e.check()
		if e.trying {
			e.exchange(j)
		}
		for property := range e.driver {
			if t := e.driver[property][j]; t != nil && t.kind == soa.PackedCoded {
				e.quantizeTrack(t)
			}
		}
		worst = max(worst, e.place(j))
		if worst > float64(e.bound*e.bound) && !e.whole {
			break
		}
	}
	return math.Sqrt(worst)
}

// place computes joint j's matrices and returns the greatest square of its error
// or, unless the whole is wanted, the first that is beyond the bound.
func (e *encoder) place(j int) (worst float64) {
	limit := float64(e.bound * e.bound)
	if e.whole {
		limit = math.Inf(1)
	}
	c, want, static := &e.now[j], &e.truth[j], e.skel.Static[j]
	var above []exact.Matrix
	if up := e.skel.Parent[j]; up >= 0 {
		above = e.now[up].global
	}
	for i := range c.global {
		m := &c.global[i]
		if static != nil {
			*m = *static
		} else {
			*m = exact.Compose(c.t[i], c.q[i], c.s[i])
		}
		if above != nil {
			*m = above[i].Mul(*m)
		}
		if e.turns[j] {
			c.turn[i] = e.turnOf(e.now, j, i)
		}
		if d := miss(m, &want.global[i], &want.around[i]); d > worst {
			if worst = d; d > limit {
				e.work += i + 1
				return worst
			}
		}
	}
	e.work += len(c.global)
	return worst
}

// target returns the value that a track should have at a key of the finest grid.
func (e *encoder) target(t *sourceTrack, i int) exact.Quat {
	if t.Property >= soa.Weight {
		return exact.Quat{t.truth[i]}
	}
	truth := &e.truth[t.Target]
	up := e.skel.Parent[t.Target]
	if up < 0 {
		return truth.get(t.Property, i)
	}
	switch t.Property {
	case soa.Rotation:
		turn := truth.turn[i]
		if e.aims {
			turn = e.aim(t.Target, i).Mul(turn)
		}
		return e.now[up].turn[i].Conjugate().Mul(turn).Unit()
	case soa.Translation:
		if back, ok := e.now[up].global[i].Inverse(); ok {
			p := back.Point(truth.global[i].Translation())
			return exact.Quat{p[0], p[1], p[2]}
		}
	}
	return truth.get(t.Property, i)
}

// aim returns the small turn of a joint that brings the joints it carries nearest
// to their places at a key of the finest grid, though the joint itself is off its
// own: with d from where it is to where it should be, and v from there to a joint
// below, the ω for which the sum of |ω×v − d|² and |ω×a|² is least. The a are the
// points around the joint, which are not to turn for it.
func (e *encoder) aim(joint, i int) exact.Quat {
	place := e.now[e.skel.Parent[joint]].global[i].Point(e.now[joint].t[i])
	at := e.truth[joint].global[i].Translation()
	d := at.Sub(place)
	own := 2 * float64(e.o.Distance*e.o.Distance)
	m := exact.Matrix{0: own, 5: own, 10: own}
	var b exact.Vec
	for _, c := range e.children[joint] {
		if t := e.driver[soa.Translation][c]; t != nil && t.kind == soa.PackedCoded {
			continue // it will be put into its place
		}
		v := e.truth[c].global[i].Translation().Sub(at)
		square := v.Dot(v)
		for r := range 3 {
			m[5*r] += square
			for k := range 3 {
				m[4*r+k] -= float64(v[r] * v[k])
			}
		}
		b = b.Add(v.Cross(d))
	}
	back, ok := m.Inverse()
	if !ok {
		return exact.IdentityQuat()
	}
	w := back.Direction(b).Scale(0.5)
	return exact.Quat{w[0], w[1], w[2], 1}.Unit()
}

// keys returns the number of a track's keys that are worked on.
func (e *encoder) keys(t *sourceTrack) int { return (e.worked-1)/t.stride + 1 }

// quantizeTrack rounds a track's values and sets them in the columns.
func (e *encoder) quantizeTrack(t *sourceTrack) {
	p := &t.packed
	keys := e.keys(t)
	p.value = resize(p.value, keys)
	for k := range p.value {
		p.value[k] = e.target(t, k*t.stride)
	}
	for c := range 4 {
		p.float[c] = resize(p.float[c], keys)
	}
	for c := range p.v {
		p.v[c] = resize(p.v[c], keys)
	}
	p.heads, t.flat = p.heads[:0], 0
	if e.bursts && t.level > 0 && !e.o.Small {
		if t.flat = keys; e.run > 0 {
			t.flat = min(keys, excerptRun)
		}
	}
	for from := 0; from < keys; {
		to := e.segmentEnd(from, keys)
		if t.Property == soa.Rotation {
			t.roundRotations(from, to)
		} else {
			t.roundVectors(from, to)
		}
		from = to
	}
	for k := range p.value {
		p.value[k] = exact.Quat{float64(p.float[0][k]), float64(p.float[1][k]), float64(p.float[2][k]), float64(p.float[3][k])}
	}
	e.spread(t)
}

// shortClip is the number of segments whose keys form one segment instead: decoded once, it stays
// in the player's cache.
const shortClip = 6

// perSegment returns the number of keys with one omitted component: those of a segment of Rice
// codes, or all.
func (e *encoder) perSegment(keys int) int {
	if !e.o.Small {
		return keys
	}
	if keys <= shortClip*e.o.SegmentKeys {
		return min(keys, packing.MaxKeys)
	}
	return e.o.SegmentKeys
}

// segmentEnd returns the end of the segment that starts at a key.
func (e *encoder) segmentEnd(from, keys int) int {
	if to := from + e.perSegment(keys); to < keys-1 {
		return to
	}
	return keys
}

func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}

// spread sets a coded track's values, and those between them, in the columns. Those after the last
// key of an excerpt's run are exact.
func (e *encoder) spread(t *sourceTrack) {
	if t.Property >= soa.Weight {
		return
	}
	p, to := &t.packed, &e.now[t.Target]
	g := gridValues{t, p.value}
	for k := range p.value {
		to.set(t.Property, k*t.stride, p.value[k])
		last := k+1 == len(p.value) || e.run > 0 && (k+1)*t.stride%e.run == 0
		for i := 1; i < t.stride && k*t.stride+i < e.worked; i++ {
			if at := k*t.stride + i; last {
				to.set(t.Property, at, e.truth[t.Target].get(t.Property, at))
			} else {
				to.set(t.Property, at, g.at(k, float64(i)/float64(t.stride)))
			}
		}
	}
}

// exchange swaps the values of a joint's coded tracks, except for their steps, with those before
// the last exchange.
func (e *encoder) exchange(j int) {
	e.now[j], e.spare[j] = e.spare[j], e.now[j]
	for property := range e.driver {
		if t := e.driver[property][j]; t != nil && t.kind == soa.PackedCoded {
			t.packed, t.spare = t.spare, t.packed
			t.packed.step, t.packed.size = t.spare.step, t.spare.size
		}
	}
}
