package control

import (
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/native/simd/formula"
	"github.com/sinew-anim/sinew/soa"
)

type feetActor struct {
	*feetModifier
	world       *world
	pelvis      int
	way         []int // frames from the pelvis on to the ankles
	writes      writes
	legs        []legFrames
	perInstance int // rays
	body        []body
	foot        []footState // per instance and leg
	asked       []int32     // instances whose rays FootRays returned last
	contact     [1]float32  // of FollowContacts
	work        *feetWork
}

// feetWork is what a controller places feet with.
type feetWork struct {
	settling settling                                              // over the time of the pose at hand
	to       [maxLegs][formula.LimbTargetRows * simd.Lanes]float32 // where legs reach, see formula.LimbPose
}

func (a *feetActor) fork(*frames) actor {
	own := *a
	own.work = new(feetWork)
	for k := range own.work.to {
		fill(own.work.to[k][formula.LimbTwist*simd.Lanes:], 1)
		fill(own.work.to[k][formula.LimbRotationWeight*simd.Lanes:], 1)
	}
	return &own
}

// legFrames are the frames of a leg.
type legFrames struct {
	leg
	frame [4]int
	twoBones
}

// body is what an instance goes on from.
type body struct {
	world, back             soa.Affine // model to world, and its inverse
	worldBefore, backBefore soa.Affine // of the last pose
	posed, answered, stands bool       // it had a pose, its rays had hits, and it has stood on them
	sunk, speed, goal       float32    // of the pelvis, along up
}

// footState is what a foot goes on from.
type footState struct {
	wish    float32 // its contact in the next pose
	contact float32 // and in the last one
	hit     [maxRays]Hit

	// The ground in the world. Where that has changed, the foot goes over by what is left of
	// the difference.
	ground          plane
	rise, riseSpeed float32
	lean, leanSpeed geom.Vec // of the normal

	// Places of the tip in the world: that of the clip, and that of the foot, which differ by
	// a slide that dies out, or the one at which it is held.
	clip, at          geom.Vec
	slide, slideSpeed geom.Vec
	locked, torn      bool // torn: this contact has come to an end before its time
	held, heldHeel    geom.Vec
	velocity          geom.Vec
	tip, heel, normal geom.Vec // in the model
	reach             IKResult
}

// A foot is held from a contact of lockFrom on, until it is less than lockTo.
const (
	lockFrom = 0.9
	lockTo   = 0.6
)

// begin forgets where an instance has stood.
func (a *feetActor) begin(i int) {
	b := &a.body[i]
	*b = body{world: soa.IdentityAffine(), back: soa.IdentityAffine()}
	for k := range a.legs {
		s := &a.foot[i*len(a.legs)+k]
		*s = footState{wish: s.wish, normal: a.up}
	}
}

// jump takes an instance along where it is put elsewhere, with the ground that it stands on.
func (a *feetActor) jump(i int, by *soa.Affine) error {
	b := &a.body[i]
	b.worldBefore = by.Mul(&b.worldBefore)
	b.backBefore, _ = b.worldBefore.Inverse()
	normal := func(n geom.Vec) geom.Vec { return geom.Direction(by, n).Unit(n) }
	for k := range a.legs {
		s := &a.foot[i*len(a.legs)+k]
		for _, p := range [...]*geom.Vec{&s.clip, &s.at, &s.held, &s.heldHeel, &s.ground.point} {
			*p = geom.Point(by, *p)
		}
		for _, v := range [...]*geom.Vec{&s.slide, &s.slideSpeed, &s.velocity} {
			*v = geom.Direction(by, *v)
		}
		s.ground.normal = normal(s.ground.normal)
		for n := range s.hit {
			s.hit[n].Point, s.hit[n].Normal = geom.Point(by, geom.VecOf(s.hit[n].Point)).Array(), normal(geom.VecOf(s.hit[n].Normal)).Array()
		}
	}
	return nil
}

func (m *feetModifier) start(s *starting) (actor, error) {
	a := &feetActor{feetModifier: m, world: s.inWorld(), body: make([]body, s.n), foot: make([]footState, s.n*len(m.legs)), legs: make([]legFrames, len(m.legs))}
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
		l.twoBones.frame = [3]int(l.frame[:3])
		l.uniforms = l.numbers(s.frames, bendBy{hinge: l.hinge.Array(), soft: m.Soft})
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
	return a, nil
}

func (a *feetActor) recall(m *memory, i int) {
	b := &a.body[i]
	m.places(&b.world, &b.back, &b.worldBefore, &b.backBefore)
	m.bools(&b.posed, &b.answered, &b.stands)
	m.lengths(&b.sunk, &b.speed, &b.goal)
	for k := range a.legs {
		a.foot[i*len(a.legs)+k].recall(m)
	}
}

func (s *footState) recall(m *memory) {
	m.within(0, 1, &s.wish, &s.contact)
	m.lengths(&s.rise, &s.riseSpeed)
	for k := range s.hit {
		h := &s.hit[k]
		m.bools(&h.Hit)
		m.lengths(&h.Point[0], &h.Point[1], &h.Point[2], &h.Normal[0], &h.Normal[1], &h.Normal[2])
	}
	m.bools(&s.ground.is, &s.locked, &s.torn)
	m.vectors(&s.ground.point, &s.ground.normal, &s.lean, &s.leanSpeed, &s.clip, &s.at, &s.slide, &s.slideSpeed,
		&s.held, &s.heldHeel, &s.velocity, &s.tip, &s.heel, &s.normal)
	if n := s.ground.normal; s.ground.is && !(geom.Abs(n.Dot(n)-1) < uneven) {
		m.failed = true
	}
}
