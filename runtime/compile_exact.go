package runtime

import (
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// exactSkeleton is the part of a model's skeleton that a bank keeps, for
// evaluation in float64. Its joints are the model's joint[i], ascending.
type exactSkeleton struct {
	joint  []int
	index  []int // per joint of the model: its place in joint, or -1
	parent []int // place of the parent, or -1
	depth  int   // of the deepest joint
	static []*exact.Matrix
	rest   exactPose
}

// exactPose is the local and model-space state of an exactSkeleton.
type exactPose struct {
	t, s   []exact.Vec
	q      []exact.Quat
	weight []float64
	global []exact.Matrix
}

func newExactPose(joints, weights int) exactPose {
	return exactPose{
		t: make([]exact.Vec, joints), s: make([]exact.Vec, joints), q: make([]exact.Quat, joints),
		weight: make([]float64, weights), global: make([]exact.Matrix, joints),
	}
}

// copyLocals overwrites the local state with that of another pose.
func (p *exactPose) copyLocals(from *exactPose) {
	copy(p.t, from.t)
	copy(p.s, from.s)
	copy(p.q, from.q)
	copy(p.weight, from.weight)
}

// newExactSkeleton takes the needed joints, which include all their ancestors.
func newExactSkeleton(model *soa.Model, needed []bool) *exactSkeleton {
	skel := model.Skeleton
	e := &exactSkeleton{index: make([]int, skel.Len())}
	for j := range skel.Len() {
		e.index[j] = -1
		if !needed[j] {
			continue
		}
		e.index[j] = len(e.joint)
		e.joint = append(e.joint, j)
		parent := -1
		if p := skel.Parent[j]; p >= 0 {
			parent = e.index[p]
		}
		e.parent = append(e.parent, parent)
		e.depth = max(e.depth, int(skel.Depth[j]))
	}
	e.static = make([]*exact.Matrix, len(e.joint))
	for _, s := range skel.Static {
		if i := e.index[s.Joint]; i >= 0 {
			m := exact.FromFloat32(s.Local)
			e.static[i] = &m
		}
	}
	e.rest = newExactPose(len(e.joint), len(model.Weights))
	r := &skel.Rest
	for i, j := range e.joint {
		e.rest.t[i] = exact.Vec{float64(r.TX[j]), float64(r.TY[j]), float64(r.TZ[j])}
		e.rest.q[i] = exact.Quat{float64(r.RX[j]), float64(r.RY[j]), float64(r.RZ[j]), float64(r.RW[j])}.Unit()
		e.rest.s[i] = exact.Vec{float64(r.SX[j]), float64(r.SY[j]), float64(r.SZ[j])}
	}
	for w := range model.Weights {
		e.rest.weight[w] = float64(model.Weights[w].Rest)
	}
	e.toModel(&e.rest)
	return e
}

// local returns joint i's matrix relative to its parent.
func (e *exactSkeleton) local(i int, p *exactPose) exact.Matrix {
	if e.static[i] != nil {
		return *e.static[i]
	}
	return exact.Compose(p.t[i], p.q[i], p.s[i])
}

// toModel computes the model-space matrices from the local state.
func (e *exactSkeleton) toModel(p *exactPose) {
	for i, parent := range e.parent {
		m := e.local(i, p)
		if parent >= 0 {
			m = p.global[parent].Mul(m)
		}
		p.global[i] = m
	}
}

// exactClip evaluates one clip. It remembers where it looked last, so each
// goroutine needs its own.
type exactClip struct {
	clip   *soa.Clip
	skel   *exactSkeleton
	base   exactPose // rest, with the clip's constant tracks applied
	tracks []exactTrack
}

// fork returns an evaluator of the same clip for another goroutine.
func (e *exactClip) fork() *exactClip {
	f := *e
	f.tracks = slices.Clone(e.tracks)
	return &f
}

// exactTrack is a track of more than one key that drives a kept joint or a
// weight.
type exactTrack struct {
	property      soa.Property
	interpolation soa.Interpolation
	target        int // place in the exactSkeleton, or a weight
	first, last   int // its keys
	tangent       int // of its first key
	cursor        int
	arcs          []exact.Arc // of a linear rotation: between its keys
}

func newExactClip(skel *exactSkeleton, clip *soa.Clip) *exactClip {
	e := &exactClip{clip: clip, skel: skel, base: newExactPose(len(skel.joint), len(skel.rest.weight))}
	e.base.copyLocals(&skel.rest)
	for t := range clip.Tracks {
		tr := &clip.Tracks[t]
		target := int(tr.Target)
		if tr.Property != soa.Weight {
			if target = skel.index[target]; target < 0 {
				continue
			}
		}
		first, end := clip.Keys(t)
		track := exactTrack{
			property: tr.Property, interpolation: tr.Interpolation, target: target,
			first: first, last: end - 1, tangent: int(tr.FirstTangent), cursor: first,
		}
		track.apply(&e.base, track.key(clip, first))
		for k := first + 1; k < end; k++ {
			if track.interpolation == soa.Cubic || track.key(clip, k) != track.key(clip, first) {
				track.prepare(clip)
				e.tracks = append(e.tracks, track)
				break
			}
		}
	}
	return e
}

// prepare computes what all evaluations of a track share.
func (tr *exactTrack) prepare(c *soa.Clip) {
	if tr.property != soa.Rotation || tr.interpolation != soa.Linear {
		return
	}
	tr.arcs = make([]exact.Arc, tr.last-tr.first)
	for k := range tr.arcs {
		tr.arcs[k] = exact.NewArc(tr.key(c, tr.first+k), tr.key(c, tr.first+k+1))
	}
}

// evaluate poses the skeleton at a tick after the clip's start: with left, at
// the limit from below, which differs where a step track changes.
func (e *exactClip) evaluate(tick float64, left bool, p *exactPose) {
	if end := e.clip.Duration; tick == end && !left {
		tick = max(end, float64(float32(end))) // a last key there may be rounded up
	}
	p.copyLocals(&e.base)
	for t := range e.tracks {
		tr := &e.tracks[t]
		if v := tr.value(e.clip, tick, left); tr.property != soa.Rotation {
			tr.apply(p, v)
		} else {
			p.q[tr.target] = v
		}
	}
	e.skel.toModel(p)
}

// key returns the value of a key; a rotation is made a unit quaternion.
func (tr *exactTrack) key(c *soa.Clip, k int) [4]float64 {
	v := tr.raw(c, k)
	if tr.property == soa.Rotation {
		return exact.Quat(v).Unit()
	}
	return v
}

// raw returns a key as the clip has it: splines go through rotations so.
func (tr *exactTrack) raw(c *soa.Clip, k int) [4]float64 {
	return [4]float64{float64(c.X[k]), float64(c.Y[k]), float64(c.Z[k]), float64(c.W[k])}
}

func (tr *exactTrack) apply(p *exactPose, v [4]float64) {
	switch tr.property {
	case soa.Translation:
		p.t[tr.target] = exact.Vec{v[0], v[1], v[2]}
	case soa.Rotation:
		p.q[tr.target] = exact.Quat(v).Unit()
	case soa.Scale:
		p.s[tr.target] = exact.Vec{v[0], v[1], v[2]}
	case soa.Weight:
		p.weight[tr.target] = v[0]
	}
}

// value returns the track's value at a tick, or its limit from the left; a
// rotation is a unit quaternion.
func (tr *exactTrack) value(c *soa.Clip, tick float64, left bool) [4]float64 {
	if tick <= float64(c.Time[tr.first]) {
		return tr.key(c, tr.first)
	}
	last := float64(c.Time[tr.last])
	if tick > last || tick == last && !left {
		return tr.key(c, tr.last)
	}
	k := tr.seek(c, tick, left)
	if tr.interpolation == soa.Step {
		return tr.key(c, k)
	}
	t0, t1 := float64(c.Time[k]), float64(c.Time[k+1])
	f := (tick - t0) / (t1 - t0)
	if tr.arcs != nil {
		return tr.arcs[k-tr.first].At(f)
	}
	a, b := tr.raw(c, k), tr.raw(c, k+1)
	if tr.interpolation != soa.Cubic {
		return exact.Quat(a).Lerp(b, f)
	}
	out, in := c.Out[tr.tangent+k-tr.first], c.In[tr.tangent+k+1-tr.first]
	v := exact.Hermite(a, b, widen64(out), widen64(in), f, t1-t0)
	if tr.property == soa.Rotation {
		return exact.Quat(v).Unit()
	}
	return v
}

// seek returns the key k for which the tick lies in [time k, time k+1), or, of
// the left, in (time k, time k+1]. There is one.
func (tr *exactTrack) seek(c *soa.Clip, tick float64, left bool) int {
	before := func(k int) bool { // whether key k lies before the tick
		t := float64(c.Time[k])
		return t < tick || t == tick && !left
	}
	if k := tr.cursor; before(k) {
		for range 3 {
			if !before(k + 1) {
				tr.cursor = k
				return k
			}
			k++
			if k == tr.last {
				break
			}
		}
	}
	low, high := tr.first, tr.last // before(low), not before(high)
	for high-low > 1 {
		if middle := (low + high) / 2; before(middle) {
			low = middle
		} else {
			high = middle
		}
	}
	tr.cursor = low
	return low
}

// widen makes a tangent float64.
func widen64(t soa.Tangent) exact.Quat {
	return exact.Quat{float64(t[0]), float64(t[1]), float64(t[2]), float64(t[3])}
}
