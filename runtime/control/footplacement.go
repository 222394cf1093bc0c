package control

import (
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/internal/jsondoc"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// FootPlacement declares legs that stand on the ground where it is not as flat as that of the clips.
// The engine answers rays with the ground below the feet, see Instances.FootRays:
//
//	     │ ray                  the tip of a foot stays on its vertical, as high above the
//	 ●   │  tip                 ground, along the normal, as above that of the clip; the
//	──╲──┼──●── the clip's      foot turns to the normal, the pelvis sinks until the lowest
//	      ╲ │                   foot reaches the ground, the knees bend for the others
//	       ╲▼ hit
//
// The world, in which the engine puts instances by Instances.SetWorld, is one in which the
// ground stands still: that of a lift for what stands in it. The place is that of the next
// pose. Where the crowd itself moves an instance, its time goes on before its pose:
//
//	crowd.Advance(dt)                   // and crowd.Transform(i) is where the pose will be
//	instances.SetWorld(i, world)
//	instances.SetContacts(i, feet, …)   // or FollowContacts for all
//	rays = instances.FootRays(feet, rays[:0])
//	instances.SetFootHits(feet, hits)
//	crowd.Update(0)
//
// Lengths are the model's. Where 0 has a meaning, it is that of a part of the longest leg, so
// that the size of the model does not matter.
type FootPlacement struct {
	Pelvis string // above all legs; the layout reserves its translation
	Legs   []Leg  // at most 8
	// Up is the model's direction of up, zero for +Y, and Ground the height along it of the
	// ground on which the clips play.
	Up     [3]float32
	Ground float32
	// Step is how much higher or lower ground may be to be stepped on; 0: half the leg.
	// Slope is the angle in radians of the steepest ground; 0: 1. Other ground is none: over
	// that a foot does what the clip says.
	Step  float32
	Slope float32
	// Tilt is the greatest angle in radians by which a foot turns; 0: 0.6.
	Tilt float32
	// Drop and Rise are how far the pelvis moves at most; 0: half the leg.
	Drop, Rise float32
	// HalfLife is the time in seconds in which half of a step of the ground is made up for;
	// 0: 0.08.
	HalfLife float64
	// Lock holds feet in place while they stand, see Instances.SetContacts, until what they
	// do in the clip is farther away than this; 0: they are not held.
	Lock float32
	// Ahead is how many seconds swinging feet look ahead for steps up; 0: they do not.
	Ahead float32
	Soft  float32 // of the legs, see TwoBoneIK
}

// Leg is a leg of FootPlacement: names of joints below each other; others may lie between.
type Leg struct {
	Root, Mid, Ankle string
	Toe              string     // the ball of the foot, by which it stands; "": the ankle
	Hinge            [3]float32 // see TwoBoneIK; zero: as the leg is bent
	// Height is that of Toe, or of Ankle without one, above the sole; 0: as at rest.
	Height float32
}

const (
	limbBent = 7 // the uniform of formula.LimbPose: the axis is for straight limbs
	maxLegs  = 8
	maxRays  = 3 // of a foot: at its tip, at its ankle, ahead
)

func (o *FootPlacement) bind(s *Stack) (modifier, error) {
	m := &feetModifier{FootPlacement: *o}
	fail := func(err error) (modifier, error) { return nil, fmt.Errorf("feet: %w", err) }
	if len(o.Legs) < 1 || len(o.Legs) > maxLegs {
		return fail(fmt.Errorf("%w: %d legs, at most %d", ErrValue, len(o.Legs), maxLegs))
	}
	var err error
	if m.pelvis, err = s.find(o.Pelvis); err != nil {
		return fail(err)
	}
	if m.up = geom.VecOf(o.Up).Unit(geom.Vec{Y: 1}); !geom.VecOf(o.Up).Finite() {
		return fail(fmt.Errorf("%w: up %v", ErrValue, o.Up))
	}
	longest := float32(0)
	for _, leg := range o.Legs {
		l, length, err := s.leg(m, leg)
		if err != nil {
			return fail(err)
		}
		m.legs, longest = append(m.legs, l), max(longest, length)
	}
	if err := m.fill(longest); err != nil {
		return fail(err)
	}
	s.reserve = append(s.reserve, pose.Reservation{Joint: m.pelvis, Translation: true})
	return m, nil
}

// leg finds the joints of a leg, and its length.
func (s *Stack) leg(m *feetModifier, o Leg) (l leg, length float32, err error) {
	above := m.pelvis
	names := []string{o.Root, o.Mid, o.Ankle, o.Toe}
	if l.tip = 3; o.Toe == "" {
		names, l.tip = names[:3], 2
	}
	var place [4]geom.Vec
	for k, name := range names {
		j, err := s.findBelow(name, above)
		if err != nil {
			return l, 0, err
		}
		l.joint[k], above = j, j
		at, _ := s.restOf(j)
		place[k] = geom.Translation(&at)
	}
	if l.height = o.Height; l.height == 0 {
		l.height = max(0, place[l.tip].Dot(m.up)-m.Ground)
	}
	if !geom.VecOf(o.Hinge).Finite() || !(l.height >= 0 && l.height <= math.MaxFloat32) {
		return l, 0, fmt.Errorf("%w: hinge %v and height %v of the leg to %q", ErrValue, o.Hinge, o.Height, o.Ankle)
	}
	l.hinge, l.bent = geom.VecOf(o.Hinge), o.Hinge == [3]float32{}
	if l.bent { // how it bends where it is straight: as at rest, or knees to the toes
		first, second := place[1].Sub(place[0]), place[2].Sub(place[1])
		axis := first.Cross(second)
		if axis.Length() <= float32(1e-3*float32(first.Length()*second.Length())) {
			axis = m.up.Cross(place[l.tip].Sub(place[2]))
		}
		l.hinge = s.restRotation(l.joint[1]).Conjugate().Rotate(axis.Unit(geom.Vec{X: 1}))
	}
	return l, place[1].Sub(place[0]).Length() + place[2].Sub(place[1]).Length(), nil
}

// fill checks what is set, and puts defaults where nothing is.
func (m *feetModifier) fill(leg float32) error {
	for _, f := range [...]struct {
		v         *float32
		otherwise float32
	}{{&m.Step, leg / 2}, {&m.Drop, leg / 2}, {&m.Rise, leg / 2}, {&m.Lock, 0}, {&m.Ahead, 0}, {&m.Soft, 0}} {
		if *f.v == 0 {
			*f.v = f.otherwise
		}
		if !(*f.v >= 0 && *f.v <= math.MaxFloat32) {
			return fmt.Errorf("%w: step %v, drop %v, rise %v, lock %v, ahead %v, soft %v", ErrValue, m.Step, m.Drop, m.Rise, m.Lock, m.Ahead, m.Soft)
		}
	}
	m.slope, m.angle = float64(m.Slope), float64(m.Tilt)
	for _, f := range [...]struct {
		v               *float64
		otherwise, most float64
	}{{&m.slope, 1, 1.5}, {&m.angle, 0.6, 1.5}, {&m.HalfLife, 0.08, 1e3}} {
		if *f.v == 0 {
			*f.v = f.otherwise
		}
		if !(*f.v > 1e-4 && *f.v <= f.most) {
			return fmt.Errorf("%w: slope %v and tilt %v, at most 1.5, half-life %v", ErrValue, m.Slope, m.Tilt, m.HalfLife)
		}
	}
	if m.Soft > 1 || m.Ground-m.Ground != 0 {
		return fmt.Errorf("%w: soft %v, ground %v", ErrValue, m.Soft, m.Ground)
	}
	_, c := exact.SinCos(m.slope)
	m.steepest = float32(c)
	sine, c := exact.SinCos(m.angle)
	m.tilt = [2]float32{float32(c), float32(sine)}
	return nil
}

type feetModifier struct {
	FootPlacement
	pelvis       int
	up           geom.Vec
	legs         []leg
	slope, angle float64    // radians, of the steepest ground and of feet
	steepest     float32    // cosine
	tilt         [2]float32 // cosine and sine
}

// leg is a leg's joints: root, mid, ankle and, where it has one, toe.
type leg struct {
	joint  [4]int
	tip    int // in joint
	hinge  geom.Vec
	bent   bool
	height float32
}

func (l *leg) joints() []int { return l.joint[:l.tip+1] }

func (m *feetModifier) joints() []int {
	list := []int{m.pelvis}
	for k := range m.legs {
		list = append(list, m.legs[k].joints()...)
	}
	return list
}

func (m *feetModifier) moves() []int { return []int{m.pelvis} }

// rays is how many a foot asks.
func (m *feetModifier) rays(k int) int {
	n := 1
	if m.legs[k].tip == 3 {
		n++
	}
	if m.Ahead > 0 {
		n++
	}
	return n
}

func (*FootPlacement) remembers() {}

func (o *FootPlacement) fields(x *object) {
	x.Type("footPlacement", "Legs stand on ground for which the engine answers rays.")
	x.at("pelvis", "The joint above all legs, which is moved.").joint(&o.Pelvis, true)
	options(x.at("legs", "The legs."), &o.Legs, 1, 8, func(x *object, _ int, l *Leg) {
		x.Type("leg", "A leg.")
		above := o.Pelvis
		for _, j := range []struct {
			key, doc string
			to       *string
			need     bool
		}{{"root", "The hip.", &l.Root, true}, {"mid", "The knee.", &l.Mid, true}, {"ankle", "The ankle.", &l.Ankle, true}, {"toe", "The ball of the foot.", &l.Toe, false}} {
			at := x.at(j.key, j.doc)
			if at.joint(j.to, j.need); *j.to != "" {
				at.below(*j.to, above)
			}
			above = *j.to
		}
		x.at("hinge", "The knee's axis, in its frame.").vector(&l.Hinge)
		x.at("height", "That of toe, or of ankle without one, above the sole; as at rest without.").Number32(&l.Height, jsondoc.Positive)
	})
	x.at("up", "The direction up; Y without.").vector(&o.Up)
	x.at("ground", "The height of the ground on which the clips play.").Number32(&o.Ground, jsondoc.Any)
	x.at("step", "How much higher or lower ground may be. 0 is a part of the longest leg.").Number32(&o.Step, jsondoc.Positive)
	x.at("slope", "The steepest ground.").Number32(&o.Slope, jsondoc.Between(0, 90).In(jsondoc.Degrees))
	x.at("tilt", "How far a foot turns.").Number32(&o.Tilt, jsondoc.Between(0, 90).In(jsondoc.Degrees))
	x.at("drop", "How far the pelvis sinks at most. 0 is a part of the longest leg.").Number32(&o.Drop, jsondoc.Positive)
	x.at("rise", "How far it rises at most. 0 is a part of the longest leg.").Number32(&o.Rise, jsondoc.Positive)
	x.at("halfLife", "Seconds in which half of a step is made up for.").Number(&o.HalfLife, jsondoc.Positive)
	x.at("lock", "Standing feet are held until they are as far away as this.").Number32(&o.Lock, jsondoc.Positive)
	x.at("ahead", "Seconds that swinging feet look ahead.").Number32(&o.Ahead, jsondoc.Positive)
	x.at("soft", "The part of the leg's length from which on it straightens gradually.").Number32(&o.Soft, jsondoc.Part)
}

func (o *FootPlacement) changes() []string {
	return append([]string{o.Pelvis}, names(o.Legs, func(l *Leg) string { return l.Ankle })...)
}

func (*FootPlacement) text(joints string) string {
	return joints + " stand on the ground that rays find"
}
