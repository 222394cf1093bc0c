package control

import (
	"fmt"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/internal/jsondoc"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// Twist declares joints that share the twist of another one: the roll joints of a forearm,
// which turn with the hand, so that its skin does not fold like a sweet's wrapper.
//
//	forearm ●──────●──────●──────● hand       Axis ►
//	            share ⅓     ⅔      twist
type Twist struct {
	Source string // the joint that twists against its parent, from its rest on
	// Axis is the direction around which it does, in its own frame; zero: from its parent to
	// it, or for a root upwards.
	Axis  [3]float32
	Rolls []Roll
}

// Roll is a joint that takes a share, from −1 to 1, of a twist beside what else it
// turns. One above the source twists what is below it too: the shares of several add up,
// and the source gives up as much, so that it keeps its rotation in the model. One below
// the source takes back what it twists too much with a negative share.
type Roll struct {
	Joint string
	Share float32
}

// maxRolls is the most joints that share a twist.
const maxRolls = 16

func (o *Twist) bind(s *Stack) (modifier, error) {
	fail := func(err error) (modifier, error) { return nil, fmt.Errorf("twist of %q: %w", o.Source, err) }
	m := &twistModifier{Twist: *o}
	var err error
	if m.source, err = s.find(o.Source); err != nil {
		return fail(err)
	}
	if len(o.Rolls) < 1 || len(o.Rolls) > maxRolls || !geom.VecOf(o.Axis).Finite() {
		return fail(fmt.Errorf("%w: %d rolls, from 1 to %d, axis %v", ErrValue, len(o.Rolls), maxRolls, o.Axis))
	}
	for _, roll := range o.Rolls {
		j, err := s.find(roll.Joint)
		if err != nil {
			return fail(err)
		}
		if j == m.source || !(roll.Share >= -1 && roll.Share <= 1) {
			return fail(fmt.Errorf("%w: the share %v of %q", ErrValue, roll.Share, roll.Joint))
		}
		m.roll = append(m.roll, j)
	}
	r, j := &s.skeleton.Rest, m.source
	m.rest = geom.XYZW(r.RX[j], r.RY[j], r.RZ[j], r.RW[j]).Unit()
	if m.axis = geom.VecOf(o.Axis).Unit(geom.Vec{}); m.axis == (geom.Vec{}) {
		m.axis = m.rest.Conjugate().Rotate(geom.XYZ(r.TX[j], r.TY[j], r.TZ[j]).Unit(geom.Vec{Y: 1}))
	}
	return m, nil
}

type twistModifier struct {
	Twist
	source int
	roll   []int
	rest   geom.Quat
	axis   geom.Vec
}

func (m *twistModifier) joints() []int { return append([]int{m.source}, m.roll...) }
func (m *twistModifier) moves() []int  { return m.joints() }

func (m *twistModifier) start(s *starting) (actor, error) {
	a := &twistActor{twistModifier: m}
	for k, j := range m.joints() {
		at, err := s.turning(j)
		if err != nil {
			return nil, err
		}
		if k == 0 {
			a.frame = at
			continue
		}
		a.rolls = append(a.rolls, at)
		a.above = append(a.above, s.frames.leads(at, a.frame))
	}
	return a, nil
}

// leads reports whether a joint is above another one.
func (f *frames) leads(k, to int) bool {
	for to = f.parent[to]; to >= 0; to = f.parent[to] {
		if to == k {
			return true
		}
	}
	return false
}

type twistActor struct {
	*twistModifier
	frame int
	rolls []int
	above []bool // per roll: whether the source is below it
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

// turnBack lets a joint keep its rotation in the model though one above it has been turned,
// which has been turned beside its parent.
func (f *frames) turnBack(p *pose.Lane, k int, turn geom.Quat) {
	// in the frame of the joint's parent, which the turn has taken along
	parent := f.turned(f.parent[k])
	back := parent.Conjugate().Mul(turn.Conjugate()).Mul(parent)
	p.SetRotation(f.slot[k], back.Mul(geom.QuatOf(p.Rotation(f.slot[k]))).Unit().Array())
}

// angleShare is a part, from −1 to 1, of an angle between −π and π, as sine and cosine of half of
// it: on the chord between two of the eighths next to it, which is off by less than 0.02
// degrees.
func angleShare(sine, cosine, part float32) (s, c float32) {
	negative := part < 0
	if negative {
		part = -part
	}
	const steps = 3
	// from and to are angles around the part, first none and the whole.
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
	x.Type("twist", "Joints share the twist of another one: those of a forearm that of the hand.")
	x.at("source", "The joint that twists.").joint(&o.Source, true)
	x.at("axis", "The axis, in its frame; from its parent to it without.").vector(&o.Axis)
	options(x.at("rolls", "The joints."), &o.Rolls, 1, 16, func(x *object, _ int, r *Roll) {
		x.Type("roll", "A joint that takes a share of a twist.")
		at := x.at("joint", "The joint.")
		at.joint(&r.Joint, true)
		x.at("share", "The share; below 0 it is taken out.").Number32(&r.Share, jsondoc.Between(-1, 1))
		if at.Checks() && r.Joint == o.Source {
			at.Wrong("%q is the source itself", r.Joint)
		}
	})
}

func (o *Twist) changes() []string { return names(o.Rolls, func(r *Roll) string { return r.Joint }) }

func (o *Twist) text(joints string) string { return joints + " share the twist of " + o.Source }
