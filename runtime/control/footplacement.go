package control

import (
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/internal/jsondoc"
)

// FootPlacement adapts legs to uneven ground. The engine answers rays with the ground below the
// feet, see Instances.FootRays:
//
//	     │ ray                  the tip of a foot keeps its vertical and its height above the
//	 ●   │  tip                 clip's ground, measured along the normal; the foot turns to
//	──╲──┼──●── the clip's      the normal, the pelvis sinks until the lowest foot reaches
//	      ╲ │                   the ground, the knees bend for the others
//	       ╲▼ hit
//
// Instances.SetWorld puts instances into a world in which the ground is at rest, such as that of
// a lift, at the place of the next pose. If the crowd itself moves an instance, advance its time
// before its pose:
//
//	crowd.Advance(dt)                   // crowd.Instance(i).Transform() is the place of the next pose
//	instances.SetWorld(i, world)
//	instances.SetContacts(i, feet, …)   // or FollowContacts for all
//	rays = instances.FootRays(feet, rays[:0])
//	instances.SetFootHits(feet, hits)
//	crowd.Update(0)
//
// Lengths are in the model's unit; defaults are parts of the longest leg.
type FootPlacement struct {
	Pelvis string // the ancestor of all legs; the layout reserves its translation
	Legs   []Leg  // at most 8
	// Up is the model's up direction, zero for +Y, and Ground the height of the clips' ground
	// along it.
	Up     [3]float32
	Ground float32
	// Step is the greatest height of a step up or down; 0: half the leg. Slope is the angle of the
	// steepest ground in radians; 0: 1. Other ground is ignored: feet follow the clip there.
	Step, Slope float32
	// Tilt is the greatest angle of a foot in radians; 0: 0.6.
	Tilt float32
	// Drop and Rise are the greatest offsets of the pelvis; 0: half the leg.
	Drop, Rise float32
	// HalfLife is the time in seconds that halves the offset after a step; 0: 0.08.
	HalfLife float64
	// Lock holds feet in place while they stand, see Instances.SetContacts, until the clip's foot
	// is farther away than this; 0: off.
	Lock float32
	// Ahead is the time in seconds that swinging feet look ahead for steps up; 0: off.
	Ahead float32
	Soft  float32 // of the legs, see TwoBoneIK
}

// Leg is a leg of FootPlacement: joints in a row; others may lie between.
type Leg struct {
	Root, Mid, Ankle string
	Toe              string     // the ball of the foot, which is its tip; "": the ankle
	Hinge            [3]float32 // see TwoBoneIK; zero: as the leg is bent
	Height           float32    // of the tip above the sole; 0: as at rest
}

const (
	limbBent = 7 // the uniform of formula.LimbPose: the axis is for straight limbs
	maxRays  = 3 // of a foot: at its tip, at its ankle, ahead
)

func (o *FootPlacement) bind(s *Stack) (modifier, error) {
	a := &feetActor{FootPlacement: *o}
	fail := func(err error) (modifier, error) { return nil, fmt.Errorf("feet: %w", err) }
	if len(o.Legs) < 1 || len(o.Legs) > maxLegs {
		return fail(fmt.Errorf("%w: %d legs, at most %d", ErrValue, len(o.Legs), maxLegs))
	}
	var err error
	if a.bound, err = s.row(moves, o.Pelvis); err != nil {
		return fail(err)
	}
	if a.up = geom.VecOf(o.Up).Unit(geom.Vec{Y: 1}); !geom.VecOf(o.Up).Finite() {
		return fail(fmt.Errorf("%w: up %v", ErrValue, o.Up))
	}
	longest := float32(0)
	for _, leg := range o.Legs {
		length, err := a.addLeg(s, leg)
		if err != nil {
			return fail(err)
		}
		longest = max(longest, length)
	}
	if err := a.fill(longest); err != nil {
		return fail(err)
	}
	return a, nil
}

// addLeg binds a leg, and returns its length.
func (a *feetActor) addLeg(s *Stack, o Leg) (length float32, err error) {
	l := leg{first: len(a.bound)}
	names := []string{o.Root, o.Mid, o.Ankle, o.Toe}
	if l.tip = 3; o.Toe == "" {
		names, l.tip = names[:3], 2
	}
	var place [4]geom.Vec
	above := a.bound[0].joint
	for k, name := range names {
		j, err := s.findBelow(name, above)
		if err != nil {
			return 0, err
		}
		to := turns
		if k == 3 {
			to = reads
		}
		a.bound, above = append(a.bound, use{j, to}), j
		at, _ := s.restOf(j)
		place[k] = geom.Translation(&at)
	}
	if l.height = o.Height; l.height == 0 {
		l.height = max(0, place[l.tip].Dot(a.up)-a.Ground)
	}
	if !geom.VecOf(o.Hinge).Finite() || !(l.height >= 0 && l.height <= math.MaxFloat32) {
		return 0, fmt.Errorf("%w: hinge %v and height %v of the leg to %q", ErrValue, o.Hinge, o.Height, o.Ankle)
	}
	l.hinge, l.bent = geom.VecOf(o.Hinge), o.Hinge == [3]float32{}
	if l.bent { // a straight leg bends as at rest, or its knee to the toes
		first, second := place[1].Sub(place[0]), place[2].Sub(place[1])
		axis := first.Cross(second)
		if axis.Length() <= float32(1e-3*float32(first.Length()*second.Length())) {
			axis = a.up.Cross(place[l.tip].Sub(place[2]))
		}
		l.hinge = s.restRotation(a.bound[l.first+1].joint).Conjugate().Rotate(axis.Unit(geom.Vec{X: 1}))
	}
	a.legs = append(a.legs, l)
	return place[1].Sub(place[0]).Length() + place[2].Sub(place[1]).Length(), nil
}

// fill checks the parameters and sets defaults.
func (a *feetActor) fill(leg float32) error {
	for _, f := range [...]struct {
		v         *float32
		otherwise float32
	}{{&a.Step, leg / 2}, {&a.Drop, leg / 2}, {&a.Rise, leg / 2}, {&a.Lock, 0}, {&a.Ahead, 0}, {&a.Soft, 0}} {
		if *f.v == 0 {
			*f.v = f.otherwise
		}
		if !(*f.v >= 0 && *f.v <= math.MaxFloat32) {
			return fmt.Errorf("%w: step %v, drop %v, rise %v, lock %v, ahead %v, soft %v", ErrValue, a.Step, a.Drop, a.Rise, a.Lock, a.Ahead, a.Soft)
		}
	}
	a.slope, a.angle = float64(a.Slope), float64(a.Tilt)
	for _, f := range [...]struct {
		v               *float64
		otherwise, most float64
	}{{&a.slope, 1, 1.5}, {&a.angle, 0.6, 1.5}, {&a.HalfLife, 0.08, 1e3}} {
		if *f.v == 0 {
			*f.v = f.otherwise
		}
		if !(*f.v > 1e-4 && *f.v <= f.most) {
			return fmt.Errorf("%w: slope %v and tilt %v, at most 1.5, half-life %v", ErrValue, a.Slope, a.Tilt, a.HalfLife)
		}
	}
	if a.Soft > 1 || a.Ground-a.Ground != 0 {
		return fmt.Errorf("%w: soft %v, ground %v", ErrValue, a.Soft, a.Ground)
	}
	_, c := exact.SinCos(a.slope)
	a.steepest = float32(c)
	sine, c := exact.SinCos(a.angle)
	a.tilt = [2]float32{float32(c), float32(sine)}
	return nil
}

func (o *FootPlacement) fields(x *object) {
	x.Type("footPlacement", "Adapts legs to uneven ground, for which the engine answers rays.")
	joint(x.At("pelvis", "The ancestor of all legs, which is moved."), &o.Pelvis, true)
	jsondoc.Objects(x.At("legs", "The legs."), &o.Legs, 1, maxLegs, func(x *object, l *Leg) {
		x.Type("leg", "A leg.")
		above := o.Pelvis
		for _, j := range []struct {
			key, doc string
			to       *string
			need     bool
		}{{"root", "The hip.", &l.Root, true}, {"mid", "The knee.", &l.Mid, true}, {"ankle", "The ankle.", &l.Ankle, true}, {"toe", "The ball of the foot.", &l.Toe, false}} {
			at := x.At(j.key, j.doc)
			if joint(at, j.to, j.need); *j.to != "" {
				checkBelow(at, *j.to, above)
			}
			above = *j.to
		}
		vector(x.At("hinge", "The knee's axis, in its frame."), &l.Hinge)
		x.At("height", "The height of toe, or of ankle without one, above the sole; without it as at rest.").Number32(&l.Height, jsondoc.Positive)
	})
	vector(x.At("up", "The up direction; without it +Y."), &o.Up)
	x.At("ground", "The height of the clips' ground.").Number32(&o.Ground, jsondoc.Any)
	x.At("step", "The greatest height of a step. 0 is half the longest leg.").Number32(&o.Step, jsondoc.Positive)
	x.At("slope", "The steepest ground.").Number32(&o.Slope, jsondoc.Range(0, 90).WithUnit(jsondoc.Degrees))
	x.At("tilt", "The greatest angle of a foot.").Number32(&o.Tilt, jsondoc.Range(0, 90).WithUnit(jsondoc.Degrees))
	x.At("drop", "How far the pelvis sinks at most. 0 is half the longest leg.").Number32(&o.Drop, jsondoc.Positive)
	x.At("rise", "How far it rises at most. 0 is half the longest leg.").Number32(&o.Rise, jsondoc.Positive)
	x.At("halfLife", "Seconds that halve the offset after a step.").Number(&o.HalfLife, jsondoc.Positive)
	x.At("lock", "Standing feet are locked until the clip's are this far away; 0 is off.").Number32(&o.Lock, jsondoc.Positive)
	x.At("ahead", "Seconds that swinging feet look ahead for steps up; 0 is off.").Number32(&o.Ahead, jsondoc.Positive)
	x.At("soft", "The part of the leg's length from which it straightens gradually.").Number32(&o.Soft, jsondoc.Part)
}

func (o *FootPlacement) describe() (joints []string, does string) {
	return append([]string{o.Pelvis}, names(o.Legs, func(l *Leg) string { return l.Ankle })...), " stand on the ground that rays find"
}
