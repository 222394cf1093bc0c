package control

import (
	"slices"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/soa"
)

type feetActor struct {
	bound // the pelvis, and the joints of each leg
	FootPlacement
	up           geom.Vec
	legs         []leg
	slope, angle float64    // radians, of the steepest ground and of feet
	steepest     float32    // cosine
	tilt         [2]float32 // cosine and sine

	world       *world
	pelvis      int
	way         []int // frames from the pelvis to the ankles
	perInstance int   // rays
	body        []body
	foot        []footState // per instance and leg
	asked       []int32     // instances whose rays FootRays returned last
	contact     [1]float32  // of FollowContacts
}

// leg is a bound leg: root, mid, ankle and perhaps toe.
type leg struct {
	first  int // in bound
	tip    int // 2, the ankle, or 3, the toe
	hinge  geom.Vec
	bent   bool
	height float32
	frame  []int
	twoBones
}

// raysOf is the number of rays of a foot.
func (a *feetActor) raysOf(k int) int {
	n := a.legs[k].tip - 1
	if a.Ahead > 0 {
		n++
	}
	return n
}

// body is the state of an instance.
type body struct {
	world, back             soa.Affine // model to world, and its inverse
	worldBefore, backBefore soa.Affine // of the last pose
	posed, answered, stands bool       // it has had a pose, hits, and a pose on them
	sunk, speed, goal       float32    // of the pelvis, along up
}

// footState is the state of a foot.
type footState struct {
	wish    float32 // the contact in the next pose
	contact float32 // in the last one
	hit     [maxRays]Hit

	// The ground in world space, and the decaying offset after it has changed.
	ground          plane
	rise, riseSpeed float32
	lean, leanSpeed geom.Vec // of the normal

	// World places of the tip: of the clip, of the foot, which differ by a decaying slide, and
	// where it is locked.
	clip, at          geom.Vec
	slide, slideSpeed geom.Vec
	locked, torn      bool // torn: the lock of this contact was broken
	held, heldHeel    geom.Vec
	velocity          geom.Vec
	tip, heel, normal geom.Vec // in the model
	reach             IKResult
}

// A foot locks at a contact of lockFrom, and unlocks below lockTo.
const (
	lockFrom = 0.9
	lockTo   = 0.6
)

func (a *feetActor) begin(i int) {
	b := &a.body[i]
	none := soa.IdentityAffine()
	*b = body{world: none, back: none, worldBefore: none, backBefore: none}
	for k := range a.legs {
		s := &a.foot[i*len(a.legs)+k]
		*s = footState{wish: s.wish, normal: a.up}
	}
}

// jump moves the ground with the instance, or forgets it where that is too far away for numbers.
func (a *feetActor) jump(i int, by *soa.Affine) error {
	b := &a.body[i]
	b.worldBefore = by.Mul(&b.worldBefore)
	b.backBefore, _ = b.worldBefore.Inverse()
	near := inWorld(b.worldBefore[:]) && inWorld(b.backBefore[:])
	normal := func(n geom.Vec) geom.Vec { return geom.Direction(by, n).Unit(n) }
	for k := range a.legs {
		s := &a.foot[i*len(a.legs)+k]
		for _, p := range [...]*geom.Vec{&s.clip, &s.at, &s.held, &s.heldHeel, &s.ground.point} {
			*p = geom.Point(by, *p)
			at := p.Array()
			near = near && inWorld(at[:])
		}
		for _, v := range [...]*geom.Vec{&s.slide, &s.slideSpeed, &s.velocity} {
			*v = geom.Direction(by, *v)
		}
		s.ground.normal = normal(s.ground.normal)
		for n := range s.hit {
			s.hit[n].Point, s.hit[n].Normal = geom.Point(by, geom.VecOf(s.hit[n].Point)).Array(), normal(geom.VecOf(s.hit[n].Normal)).Array()
			near = near && inWorld(s.hit[n].Point[:])
		}
	}
	if !near {
		a.begin(i)
	}
	return nil
}

func (a feetActor) start(s *starting, frame []int) actor {
	a.world, a.body, a.foot = s.inWorld(), make([]body, s.n), make([]footState, s.n*len(a.legs))
	a.pelvis, a.way, a.legs = frame[0], []int{frame[0]}, slices.Clone(a.legs)
	for k := range a.legs {
		l := &a.legs[k]
		l.frame = frame[l.first:][:l.tip+1]
		for _, w := range s.frames.path(a.pelvis, l.frame[2]) {
			if !slices.Contains(a.way, w) {
				a.way = append(a.way, w)
			}
		}
		l.twoBones = newTwoBones(s.frames, l.frame[:3], &TwoBoneIK{Hinge: l.hinge.Array(), Soft: a.Soft})
		if l.bent {
			l.uniforms[limbBent] = 1
		}
		a.perInstance += a.raysOf(k)
	}
	for i := range s.n {
		for k := range a.legs {
			a.foot[i*len(a.legs)+k].wish = 1
		}
		a.begin(i)
	}
	slices.Sort(a.way) // those above come first
	return &a
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
	m.floatsInRange(0, 1, &s.wish, &s.contact)
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
		m.Failed = true
	}
}
