package compress

import (
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// state is a pose with, per joint, the product of its ancestors' rotations and
// its own.
type state struct {
	exact.Pose
	turn   []exact.Quat
	around []exact.Vec // of the exact pose: see around
}

func (e *encoder) newStates(n int) []state {
	joints := len(e.skel.Parent)
	all := make([]state, n)
	for i := range all {
		all[i] = state{Pose: e.skel.NewPose(), turn: make([]exact.Quat, joints), around: make([]exact.Vec, joints)}
	}
	return all
}

// packedTrack is the values of a coded track.
type packedTrack struct {
	step  uint8
	size  float32
	v     [4][]int32 // per component that is coded
	heads []head     // per segment
	value []exact.Quat
	float [4][]float32 // scratch: the values as they are decoded
}

// tickOf returns when a key of the finest grid is.
func (e *encoder) tickOf(key int) float64 {
	return float64(e.clip.Duration*float64(key)) / float64(max(1, e.master))
}

// longClip is the number of keys of a clip that is refined on an excerpt, of
// excerptKeys.
const (
	longClip    = 1024
	excerptKeys = 512
)

// frames lists the keys of the finest grid that are worked on: all, or segments
// from all over the clip.
func (e *encoder) frames(excerpt bool) []int {
	all := make([]int, e.master+1)
	for i := range all {
		all[i] = i
	}
	for _, t := range e.tracks {
		excerpt = excerpt && (t.kind != soa.PackedCoded || t.stride == 1)
	}
	if !excerpt || len(all) < longClip || e.o.SegmentKeys > excerptKeys/8 {
		return all
	}
	segments, wanted := len(all)/e.o.SegmentKeys, excerptKeys/e.o.SegmentKeys
	var some []int
	for i := range wanted {
		at := (2*i + 1) * segments / (2 * wanted) * e.o.SegmentKeys
		some = append(some, all[at:at+e.o.SegmentKeys]...)
	}
	return some
}

// prepare evaluates the clip at the keys of the finest grid, or at an excerpt of
// them, and chooses the steps that hold for the whole bound.
func (e *encoder) prepare(excerpt bool) {
	frames := e.frames(excerpt)
	if len(frames) == len(e.truth) && e.prepared == e.master {
		e.start()
		return
	}
	e.prepared = e.master
	joints := len(e.skel.Parent)
	e.truth, e.now = e.newStates(len(frames)), e.newStates(len(frames))
	for i, at := range frames {
		s := &e.truth[i]
		e.evaluate(e.tickOf(at), &s.Pose)
		for j := range joints {
			s.turn[j] = e.turnOf(s, j)
			s.around[j] = around(&s.Global[j], e.o.Distance)
		}
	}
	e.start()
}

// start sets what does not move, or is kept as it is, in the states.
func (e *encoder) start() {
	for i := range e.now {
		e.now[i].CopyLocals(&e.truth[i].Pose)
	}
	for _, t := range e.tracks {
		e.chooseBase(t)
		if t.kind == soa.PackedRest || t.kind == soa.PackedConstant {
			e.quantizeConstant(t)
			for i := range e.now {
				e.now[i].Set(t.Property, t.Target, t.value)
			}
		}
	}
}

// turnOf multiplies a joint's rotation to that of its parent.
func (e *encoder) turnOf(s *state, j int) exact.Quat {
	q := s.Q[j]
	if m := e.skel.Static[j]; m != nil {
		q, _, _ = m.Rigid()
	}
	if up := e.skel.Parent[j]; up >= 0 {
		return s.turn[up].Mul(q).Unit()
	}
	return q
}

// chooseBase finds the step of a track that moves things by about the bound.
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

// quantize rounds the coded tracks, joints from the roots down. What the joints
// above have lost is made up for as far as it can be: a joint's values are those
// that put it, where its parent has come to be, into its place. It returns the
// greatest error in metres at the keys of the finest grid.
func (e *encoder) quantize(shift int) float64 {
	for _, t := range e.tracks {
		if t.kind == soa.PackedCoded {
			t.setStep(shift)
			if t.Property >= soa.Weight {
				e.quantizeTrack(t)
			}
		}
	}
	return e.quantizeJoints(e.below[0])
}

// quantizeJoints rounds the coded tracks of joints, which ascend and include all
// that are below one of them. It returns the greatest error of all joints or,
// unless the whole is wanted, stops at the first that is beyond the bound.
func (e *encoder) quantizeJoints(joints []int) float64 {
	for _, j := range joints {
		e.worst[j] = math.Inf(1) // until it is in its place
	}
	limit := float64(e.bound * e.bound)
	for _, j := range joints {
		for property := range e.driver {
			if t := e.driver[property][j]; t != nil && t.kind == soa.PackedCoded {
				e.quantizeTrack(t)
			}
		}
		if e.worst[j] = e.place(j); e.worst[j] > limit && !e.whole {
			return math.Sqrt(e.worst[j])
		}
	}
	return math.Sqrt(slices.Max(e.worst))
}

// place computes joint j's matrices and returns the greatest square of its error.
func (e *encoder) place(j int) (worst float64) {
	for i := range e.now {
		s := &e.now[i]
		e.skel.ToModelAt(j, &s.Pose)
		s.turn[j] = e.turnOf(s, j)
		worst = max(worst, miss(&s.Global[j], &e.truth[i].Global[j], e.truth[i].around[j]))
	}
	return worst
}

// target returns the value that a track should have at a key of the finest grid.
func (e *encoder) target(t *sourceTrack, i int) exact.Quat {
	truth, now := &e.truth[i], &e.now[i]
	v := truth.Get(t.Property, t.Target)
	if t.Property >= soa.Weight {
		return v
	}
	up := e.skel.Parent[t.Target]
	if up < 0 {
		return v
	}
	switch t.Property {
	case soa.Rotation:
		turn := truth.turn[t.Target]
		if e.aims {
			turn = e.aim(t.Target, i).Mul(turn)
		}
		return now.turn[up].Conjugate().Mul(turn).Unit()
	case soa.Translation:
		if back, ok := now.Global[up].Inverse(); ok {
			p := back.Point(truth.Global[t.Target].Translation())
			return exact.Quat{p[0], p[1], p[2]}
		}
	}
	return v
}

// aim returns the small turn of a joint that brings the joints it carries nearest
// to their places at a key of the finest grid, though the joint itself is off its
// own: with d from where it is to where it should be, and v from there to a joint
// below, the ω for which the sum of |ω×v − d|² and |ω×a|² is least. The a are the
// points around the joint, which are not to turn for it.
func (e *encoder) aim(joint, i int) exact.Quat {
	truth, now := &e.truth[i], &e.now[i]
	place := now.Global[e.skel.Parent[joint]].Point(now.T[joint])
	at := truth.Global[joint].Translation()
	d := at.Sub(place)
	own := 2 * float64(e.o.Distance*e.o.Distance)
	m := exact.Matrix{0: own, 5: own, 10: own}
	var b exact.Vec
	for _, c := range e.children[joint] {
		if t := e.driver[soa.Translation][c]; t != nil && t.kind == soa.PackedCoded {
			continue // it will be put into its place
		}
		v := truth.Global[c].Translation().Sub(at)
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

// keys returns how many keys a track has that are worked on.
func (e *encoder) keys(t *sourceTrack) int { return (len(e.truth)-1)/t.stride + 1 }

// quantizeTrack rounds a track's values and sets them in the states.
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
	p.heads = p.heads[:0]
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

// shortClip is how many segments' worth of keys are still one segment: decoded
// once, they stay in the player's cache.
const shortClip = 6

// perSegment returns how many keys are rounded alike: those of a segment of Rice
// codes, or all.
func (e *encoder) perSegment(keys int) int {
	if !e.o.Small {
		return keys
	}
	if keys <= shortClip*e.o.SegmentKeys {
		return min(keys, soa.MaxPackedKeys)
	}
	return e.o.SegmentKeys
}

// segmentEnd returns where the segment that starts at a key ends.
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

// spread sets a coded track's values, and what lies on the lines between them,
// in the states.
func (e *encoder) spread(t *sourceTrack) {
	p := &t.packed
	for k := range p.value {
		e.now[k*t.stride].Set(t.Property, t.Target, p.value[k])
		if k+1 == len(p.value) {
			break
		}
		for i := 1; i < t.stride; i++ {
			f := float64(i) / float64(t.stride)
			v := p.value[k].Lerp(p.value[k+1], f)
			if t.Property == soa.Rotation {
				v = exact.Slerp(p.value[k], p.value[k+1], f)
			}
			e.now[k*t.stride+i].Set(t.Property, t.Target, v)
		}
	}
}
