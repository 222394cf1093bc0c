package control

import (
	"fmt"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// Feet declares legs that stand on the ground where it is not as flat as that of the clips.
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
type Feet struct {
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
	Slope float64
	// Tilt is the greatest angle in radians by which a foot turns; 0: 0.6.
	Tilt float64
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
	Soft  float32 // of the legs, see Limb
}

// Leg is a leg of Feet: names of joints below each other; others may lie between.
type Leg struct {
	Root, Mid, Ankle string
	Toe              string     // the ball of the foot, by which it stands; "": the ankle
	Hinge            [3]float32 // see Limb; zero: as the leg is bent
	// Height is that of Toe, or of Ankle without one, above the sole; 0: as at rest.
	Height float32
}

// Hit is the answer to a Ray: whether, where and on what normal it meets the ground.
type Hit struct {
	Hit           bool
	Point, Normal [3]float32
}

// Ray asks for the ground, from Origin as far as Length in Direction, a unit vector, all in
// the world in which Instances.SetWorld has put the instance.
type Ray struct {
	Origin, Direction [3]float32
	Length            float32
}

// Foot is what has become of a foot in the last update.
type Foot struct {
	Reach
	Place    [3]float32 // where its tip is to be, in model space
	Normal   [3]float32 // to which the foot is turned
	Grounded bool       // a ray has found ground
	Locked   bool
}

const (
	limbBent = 7 // the uniform of formula.LimbPose: the axis is for straight limbs
	maxLegs  = 8
	maxRays  = 3 // of a foot: at its tip, at its ankle, ahead
)

// Feet adds feet to the stack and returns the modifier's number. The error wraps ErrJoint or
// ErrValue.
func (s *Stack) Feet(o Feet) (int, error) {
	m := &feetModifier{Feet: o}
	fail := func(err error) (int, error) { return 0, fmt.Errorf("feet: %w", err) }
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
	return s.add(m), nil
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
		j, err := s.find(name)
		if err != nil {
			return l, 0, err
		}
		if !s.isBelow(j, above) || j == above {
			return l, 0, fmt.Errorf("%w: %q is not below %q", ErrJoint, name, s.skeleton.Name[above])
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
	for _, f := range [...]struct {
		v               *float64
		otherwise, most float64
	}{{&m.Slope, 1, 1.5}, {&m.Tilt, 0.6, 1.5}, {&m.HalfLife, 0.08, 1e3}} {
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
	_, c := exact.SinCos(m.Slope)
	m.steepest = float32(c)
	sine, c := exact.SinCos(m.Tilt)
	m.tilt = [2]float32{float32(c), float32(sine)}
	return nil
}

type feetModifier struct {
	Feet
	pelvis   int
	up       geom.Vec
	legs     []leg
	steepest float32    // cosine
	tilt     [2]float32 // cosine and sine
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

func (m *feetModifier) start(s *starting) (actor, error) {
	s.shared.inWorld(s.n)
	a := &feetActor{feetModifier: m, shared: s.shared, body: make([]body, s.n), foot: make([]footState, s.n*len(m.legs)), legs: make([]legFrames, len(m.legs))}
	pelvis, err := s.frame(m.pelvis)
	if err != nil {
		return nil, err
	}
	a.pelvis, a.way = pelvis, []int{pelvis}
	if a.writes, err = s.writes(pelvis, true, false, m.Pelvis); err != nil {
		return nil, err
	}
	for k := range m.legs {
		l := &a.legs[k]
		l.leg = m.legs[k]
		for n, j := range l.joints() {
			if l.frame[n], err = s.frame(j); err != nil {
				return nil, err
			}
			if s.frames.static[l.frame[n]] != nil && n < 3 {
				return nil, fmt.Errorf("%w: %q stands still in the layout", ErrJoint, s.name[j])
			}
		}
		ankle := l.frame[2]
		for _, w := range s.frames.between(pelvis, ankle) {
			if !slices.Contains(a.way, w) {
				a.way = append(a.way, w)
			}
		}
		limb := limbActor{Limb: Limb{Hinge: l.hinge.Array(), Soft: m.Soft}, frame: [3]int(l.frame[:3])}
		l.uniforms = limb.numbers(s.frames)
		if l.bent {
			l.uniforms[limbBent] = 1
		}
		a.perInstance += m.rays(k)
	}
	for i := range s.n {
		for k := range m.legs {
			a.foot[i*len(m.legs)+k].wish = 1
		}
		a.begin(i)
	}
	slices.Sort(a.way) // those above come first
	s.shared.feet = append(s.shared.feet, a)
	return a, nil
}
