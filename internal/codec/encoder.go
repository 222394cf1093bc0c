package codec

import (
	"cmp"
	"context"
	"fmt"
	"unsafe"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// encoder is the state of compressing one clip.
type encoder struct {
	o     Options
	model *soa.Model
	clip  *soa.Clip
	skel  *exact.Skeleton

	playing            float64 // what playing a clip takes of the bound, see reserve
	bound, weightBound float64 // what that leaves of the bounds

	tracks []*sourceTrack    // those that the clip drives, in its order
	driver [3][]*sourceTrack // per property and joint: its track, or nil
	lever  []lever           // per joint
	// stillPart and gridPart are parts of the bound: how much a track may move
	// and count as constant, and how far it may be from the lines between keys.
	stillPart, gridPart float64

	base     int      // see baseIntervals, or -1 where that is not known yet
	master   int      // intervals of the finest grid, whose keys all others have some of
	truth    []column // per joint: the clip at the keys of the finest grid
	now      []column // what the coded tracks yield there
	spare    []column // see exchange
	worked   int      // number of keys of the finest grid in them
	run      int      // of those, how many follow each other, or 0 where all do
	prepared int      // the finest grid of truth
	aims     bool     // see aim
	bursts   bool     // see findBursts
	straight bool     // all grids are linear, for rotations too fast for packing.MaxParts
	whole    bool     // see quantizeJoints
	trying   bool     // see exchange
	placed   int      // number of joints that quantizeJoints reached
	work     int      // joints that have been posed, to place or to verify them
	most     int64    // see Options.MaxWork

	parts   []uint8 // see divide
	divided int     // intervals of the grid that parts is of
	culprit int     // the joint that missed it, or -1
	beyond  float64 // tick at which the last measured clip missed the bound, or 0

	children   [][]int      // per joint
	order      []int        // the joints, each followed by those below it
	first      []int        // per joint: where it is in order
	size       []int        // per joint: the number of joints in its subtree
	staticTurn []exact.Quat // per joint with a static matrix: its rotation
	turns      []bool       // per joint: a rotation below it is coded, which needs column.turn
	around     []exact.Vec  // per joint, see compare
	u          []uint32     // scratch

	ctx   context.Context
	meter meter
}

// sourceTrack is a track of the clip with its coding.
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
	flat   int                            // the keys that follow each other, where flatten applies, or 0
	packed packedTrack
	spare  packedTrack // what packed was before the step that is tried
}

// lever is the distances, in metres, over which a joint moves points.
type lever struct {
	// turn is the lever of a rotation for which the joints below compensate, as the
	// encoder makes them do.
	turn float64
	// whole is the distance to the farthest point that the joint carries.
	whole float64
	scale float64 // of the parent: metres per unit of the joint's translation
	reach float64 // greatest distance from the origin
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

// column is a joint's values at the keys of the finest grid that are worked on.
type column struct {
	t, s   []exact.Vec
	q      []exact.Quat
	turn   []exact.Quat // the product of its ancestors' rotations and its own
	global []exact.Matrix
	around []exact.Vec // of the exact pose: see around
}

func newColumns(joints, keys int) []column {
	all := make([]column, joints)
	for j := range all {
		c := &all[j]
		c.t, c.s, c.q = make([]exact.Vec, keys), make([]exact.Vec, keys), make([]exact.Quat, keys)
		c.turn, c.global = make([]exact.Quat, keys), make([]exact.Matrix, keys)
	}
	return all
}

// set writes a local value of a key.
func (c *column) set(property soa.Property, i int, v exact.Quat) {
	switch property {
	case soa.Translation:
		c.t[i] = exact.Vec(v[:3])
	case soa.Rotation:
		c.q[i] = v
	case soa.Scale:
		c.s[i] = exact.Vec(v[:3])
	}
}

// get returns the local value of a key.
func (c *column) get(property soa.Property, i int) exact.Quat {
	switch property {
	case soa.Translation:
		return exact.Quat{c.t[i][0], c.t[i][1], c.t[i][2]}
	case soa.Rotation:
		return c.q[i]
	}
	return exact.Quat{c.s[i][0], c.s[i][1], c.s[i][2]}
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
	e.most = cmp.Or(o.MaxWork, defaultMaxWork+workPerKey*int64(len(clip.Time)))
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

// orderJoints lists the joints in depth-first order.
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

// subtree returns a joint and all below it, each after its parent.
func (e *encoder) subtree(j int) []int { return e.order[e.first[j]:][:e.size[j]] }

// leverProbes is the number of times at which levers are measured.
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

// manyJoints is more joints than characters have. Clips of larger skeletons follow the first plan
// that holds the bound, and refine steps less the more joints there are, so that time is
// proportional to joints times keys.
const manyJoints = 1024

// hasManyJoints reports whether the skeleton has more than manyJoints joints.
func (e *encoder) hasManyJoints() bool { return len(e.order) > manyJoints }

// For clips of at most fewPoses poses of joints on the finest grid, fewPlans plans are followed.
const (
	fewPlans = 2
	fewPoses = 1 << 12
)

// long reports whether the joints of the clip have more than fewPoses poses.
func (e *encoder) long() bool { return e.master*len(e.order) > fewPoses }

// interrupted is the panic value of check, from which encode alone recovers.
type interrupted struct{ err error }

// check ends the work if the context has ended or MaxWork is exceeded.
func (e *encoder) check() {
	if err := e.ctx.Err(); err != nil {
		panic(interrupted{err})
	}
	e.afford(0)
}

// afford ends the work if posing more joints would exceed MaxWork.
func (e *encoder) afford(more int64) {
	if need := int64(e.work) + more; need > e.most {
		panic(interrupted{fmt.Errorf("%w: %d joints have to be posed, more than the %d of Options.MaxWork", soa.ErrTooLarge, need, e.most)})
	}
}

// The defaults of Options.MaxBytes and MaxWork.
const (
	defaultMaxBytes = 2 << 30
	defaultMaxWork  = 20_000_000
	workPerKey      = 100
)

// columnBytes returns the memory that prepare allocates for the finest grid.
func (e *encoder) columnBytes() int64 {
	const (
		vec, quat = int64(unsafe.Sizeof(exact.Vec{})), int64(unsafe.Sizeof(exact.Quat{}))
		column    = 2*vec + 2*quat + int64(unsafe.Sizeof(exact.Matrix{}))
	)
	return (3*column + vec) * int64(len(e.order)) * int64(e.master+1)
}

// Grids have the rate of the clip's keys times a power of two between these.
const (
	coarsest = -4
	finest   = 4
)

// valueReach is the largest effect of a track, relative to the bound: from the middle of its
// values, and from rest.
type valueReach struct {
	middle               exact.Quat
	fromMiddle, fromRest float64
}
