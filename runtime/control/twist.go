package control

import (
	"fmt"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/internal/jsondoc"
	"github.com/sinew-anim/sinew/internal/kernel"
	"github.com/sinew-anim/sinew/internal/kernel/formula"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// Twist distributes the twist of a joint over roll joints: those of a forearm turn with the
// hand, so that its skin does not collapse.
//
//	forearm ●──────●──────●──────● hand       Axis ►
//	            share ⅓     ⅔      twist
type Twist struct {
	Source string // the joint whose twist from rest, relative to its parent, is shared
	// Axis is the axis of the twist, in the source's frame; zero: from its parent to it, +Y for
	// a root.
	Axis  [3]float32
	Rolls []Roll
}

// Roll is a joint that takes a share of a twist, from −1 to 1, in addition to its own rotation.
// Shares of joints above the source add up, since each turns what is below it; the source turns
// back and keeps its rotation in the model. A joint below the source undoes twist by a negative
// share.
type Roll struct {
	Joint string
	Share float32
}

func (o *Twist) bind(s *Stack) (modifier, error) {
	fail := func(err error) (modifier, error) { return nil, fmt.Errorf("twist of %q: %w", o.Source, err) }
	source, err := s.find(o.Source)
	if err != nil {
		return fail(err)
	}
	if len(o.Rolls) < 1 || len(o.Rolls) > maxRolls || !geom.VecOf(o.Axis).Finite() {
		return fail(fmt.Errorf("%w: %d rolls, from 1 to %d, axis %v", ErrValue, len(o.Rolls), maxRolls, o.Axis))
	}
	a := &twistActor{bound: bound{{source, turns}}, Twist: *o, rest: s.localRest(source)}
	for _, roll := range o.Rolls {
		j, err := s.find(roll.Joint)
		if err != nil {
			return fail(err)
		}
		if j == source || !(roll.Share >= -1 && roll.Share <= 1) {
			return fail(fmt.Errorf("%w: the share %v of %q", ErrValue, roll.Share, roll.Joint))
		}
		a.bound = append(a.bound, use{j, turns})
	}
	if a.axis = geom.VecOf(o.Axis).Unit(geom.Vec{}); a.axis == (geom.Vec{}) {
		a.axis = a.rest.Conjugate().Rotate(s.localPlace(source).Unit(geom.Vec{Y: 1}))
	}
	return a, nil
}

type twistActor struct {
	bound
	Twist
	rest     geom.Quat
	axis     geom.Vec
	frame    int
	uniforms []float32 // of formula.TwistMeasure
	rolls    []int
	shares   []float32
	above    []bool // per roll: it is an ancestor of the source
}

func (a twistActor) start(s *starting, frame []int) actor {
	f := s.frames
	a.frame, a.rolls = frame[0], frame[1:]
	for _, at := range a.rolls {
		a.above = append(a.above, f.leads(at, a.frame))
	}
	for k := range a.Rolls {
		a.shares = append(a.shares, a.Rolls[k].Share)
	}
	bind := f.bind[a.frame]
	q, axis := bind.Mul(f.bindAbove(a.frame).Mul(a.rest).Conjugate()), bind.Rotate(a.axis)
	a.uniforms = []float32{q.X, q.Y, q.Z, q.W, axis.X, axis.Y, axis.Z}
	return &a
}

// leads reports whether a joint is an ancestor of another.
func (f *frames) leads(k, to int) bool {
	for to = f.parent[to]; to >= 0; to = f.parent[to] {
		if to == k {
			return true
		}
	}
	return false
}

func (a *twistActor) act16(f *frames, _ *pose.Changing, weight []float32) {
	args, twist := f.args, f.lanes[0][:formula.TwistRows*simd.Lanes]
	rows, source := &args.Rows, f.block[f.read16[a.frame].rotation:]
	rows[0], rows[1], rows[2], args.Uniforms = f.frame(a.frame), source, twist, a.uniforms
	_ = kernel.TwistMeasure16(args)
	for k, at := range a.rolls {
		rows[0], rows[1], args.Uniforms = twist, weight, a.shares[k:]
		_ = kernel.TwistShare16(args)
		rows[0], rows[1], rows[2] = f.ofAbove(at), f.frame(at), twist[formula.TwistTurn*simd.Lanes:]
		rows[3], rows[4] = f.block[f.read16[at].rotation:], weight
		_ = kernel.TurnBeside16(args)
		if a.above[k] {
			rows[0], rows[1], rows[2], rows[3] = f.ofAbove(a.frame), twist, source, weight
			_ = kernel.TwistBack16(args)
		}
	}
}

func (o *Twist) fields(x *object) {
	x.Type("twist", "Distributes the twist of a joint over roll joints: the hand's over a forearm.")
	joint(x.At("source", "The joint that twists."), &o.Source, true)
	vector(x.At("axis", "The axis, in its frame; without it the line from its parent."), &o.Axis)
	jsondoc.Objects(x.At("rolls", "The joints."), &o.Rolls, 1, maxRolls, func(x *object, r *Roll) {
		x.Type("roll", "A joint that takes a share of a twist.")
		at := x.At("joint", "The joint.")
		joint(at, &r.Joint, true)
		x.At("share", "The share; negative to undo twist.").Number32(&r.Share, jsondoc.Range(-1, 1))
		if at.Checks() && r.Joint == o.Source {
			at.Wrong("%q is the source itself", r.Joint)
		}
	})
}

func (o *Twist) describe() (joints []string, does string) {
	return names(o.Rolls, func(r *Roll) string { return r.Joint }), " share the twist of " + o.Source
}
