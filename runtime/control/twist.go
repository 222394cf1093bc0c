package control

import (
	"fmt"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/internal/jsondoc"
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
	rest  geom.Quat
	axis  geom.Vec
	frame int
	rolls []int
	above []bool // per roll: it is an ancestor of the source
}

func (a twistActor) start(s *starting, frame []int) actor {
	a.frame, a.rolls = frame[0], frame[1:]
	for _, at := range a.rolls {
		a.above = append(a.above, s.frames.leads(at, a.frame))
	}
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

func (a *twistActor) act(f *frames, p *pose.Lane, _ int, weight float32) {
	along := a.axis
	twist := a.rest.Conjugate().Mul(f.localRotation(p, a.frame)).Twist(along)
	axis := f.rotation(a.frame).Rotate(along) // a twist does not move it
	sine, cosine := geom.XYZ(twist.X, twist.Y, twist.Z).Dot(along), twist.W
	if cosine < 0 {
		sine, cosine = -sine, -cosine
	}
	for k, at := range a.rolls {
		s, c := angleShare(sine, cosine, float32(a.Rolls[k].Share*weight))
		turn := geom.XYZW(float32(axis.X*s), float32(axis.Y*s), float32(axis.Z*s), c)
		f.turnBeside(p, at, turn, 1)
		if a.above[k] {
			f.turnBack(p, a.frame, turn)
		}
	}
}

// turnBack keeps a joint's rotation in the model after an ancestor was turned.
func (f *frames) turnBack(p *pose.Lane, k int, turn geom.Quat) {
	// in the frame of the joint's parent, which the turn has taken along
	parent := f.turned(f.parent[k])
	back := parent.Conjugate().Mul(turn.Conjugate()).Mul(parent)
	p.SetRotation(f.slot[k], back.Mul(geom.QuatOf(p.Rotation(f.slot[k]))).Unit().Array())
}

// angleShare is a part, from −1 to 1, of an angle in [−π, π], as sine and cosine of half of it. It
// lies on the chord between the two nearest eighths, within 0.02 degrees.
func angleShare(sine, cosine, part float32) (s, c float32) {
	negative := part < 0
	if negative {
		part = -part
	}
	const steps = 3
	// from and to bracket the part, at first 0 and the whole angle.
	fromS, fromC, toS, toC := float32(0), float32(1), sine, cosine
	low, size := float32(0), float32(1)
	for range steps {
		midS, midC := halfway(fromS, fromC, toS, toC)
		if size = float32(size * 0.5); part < low+size {
			toS, toC = midS, midC
		} else {
			fromS, fromC, low = midS, midC, low+size
		}
	}
	w := (part - low) / size
	s, c = fromS+float32((toS-fromS)*w), fromC+float32((toC-fromC)*w)
	n := geom.Sqrt(float32(s*s) + float32(c*c))
	if s, c = s/n, c/n; negative {
		s = -s
	}
	return s, c
}

func halfway(aS, aC, bS, bC float32) (s, c float32) {
	s, c = aS+bS, aC+bC
	n := geom.Sqrt(float32(s*s) + float32(c*c))
	return s / n, c / n
}

func (o *Twist) fields(x *object) {
	x.Type("twist", "Distributes the twist of a joint over roll joints: the hand's over a forearm.")
	joint(x.At("source", "The joint that twists."), &o.Source, true)
	vector(x.At("axis", "The axis, in its frame; without it the line from its parent."), &o.Axis)
	jsondoc.Objects(x.At("rolls", "The joints."), &o.Rolls, 1, maxRolls, func(x *object, r *Roll) {
		x.Type("roll", "A joint that takes a share of a twist.")
		at := x.At("joint", "The joint.")
		joint(at, &r.Joint, true)
		x.At("share", "The share; negative to undo twist.").Number32(&r.Share, jsondoc.Between(-1, 1))
		if at.Checks() && r.Joint == o.Source {
			at.Wrong("%q is the source itself", r.Joint)
		}
	})
}

func (o *Twist) about() (joints []string, does string) {
	return names(o.Rolls, func(r *Roll) string { return r.Joint }), " share the twist of " + o.Source
}
