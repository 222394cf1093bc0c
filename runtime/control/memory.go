package control

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/soa"
)

// memory is what modifiers remember of an instance, as bytes: its methods write values, or
// read them.
type memory struct {
	data   []byte
	reads  bool
	failed bool // too few bytes, or a value that no modifier remembers
}

// MaxSaved is the length, in the model's unit, below which all places, distances and speeds
// have to be that Restore takes: their products and the squares of these are finite in
// float32.
const MaxSaved = 1 << 30

// uneven is how much the squared length of a rotation or a normal that is remembered may
// differ from 1.
const uneven = 1e-2

// keeps is an actor that remembers something: recall takes its values of instance i one
// after the other.
type keeps interface{ recall(m *memory, i int) }

func (m *memory) word(v uint32) uint32 {
	if !m.reads {
		m.data = binary.LittleEndian.AppendUint32(m.data, v)
		return v
	}
	if len(m.data) < 4 {
		m.failed = true
		return 0
	}
	v = binary.LittleEndian.Uint32(m.data)
	m.data = m.data[4:]
	return v
}

func (m *memory) float(v *float32) {
	x := math.Float32frombits(m.word(math.Float32bits(*v)))
	if x-x != 0 {
		m.failed, x = true, 0
	}
	*v = x
}

// within takes numbers from least to most.
func (m *memory) within(least, most float32, list ...*float32) {
	for _, v := range list {
		m.float(v)
		m.failed = m.failed || !(*v >= least && *v <= most)
	}
}

// lengths takes numbers below MaxSaved.
func (m *memory) lengths(list ...*float32) {
	for _, v := range list {
		m.float(v)
		m.failed = m.failed || !(geom.Abs(*v) < MaxSaved)
	}
}

func (m *memory) float64(v *float64) {
	bits := math.Float64bits(*v)
	low, high := m.word(uint32(bits)), m.word(uint32(bits>>32))
	x := math.Float64frombits(uint64(high)<<32 | uint64(low))
	if x-x != 0 {
		m.failed, x = true, 0
	}
	*v = x
}

func (m *memory) bools(list ...*bool) {
	for _, v := range list {
		x := uint32(0)
		if *v {
			x = 1
		}
		x = m.word(x)
		*v, m.failed = x == 1, m.failed || x > 1
	}
}

func (m *memory) byte(v *uint8) {
	x := m.word(uint32(*v))
	*v, m.failed = uint8(x), m.failed || x > math.MaxUint8
}

func (m *memory) vectors(list ...*geom.Vec) {
	for _, v := range list {
		m.lengths(&v.X, &v.Y, &v.Z)
	}
}

// rotation takes a unit quaternion.
func (m *memory) rotation(q *geom.Quat) {
	for _, v := range [...]*float32{&q.X, &q.Y, &q.Z, &q.W} {
		m.float(v)
	}
	m.failed = m.failed || !isUnit(q)
}

func isUnit(q *geom.Quat) bool {
	square := (float32(q.X*q.X) + float32(q.Y*q.Y)) + (float32(q.Z*q.Z) + float32(q.W*q.W))
	return geom.Abs(square-1) < uneven
}

// places takes matrices of a rotation, a scale and a place.
func (m *memory) places(list ...*soa.Affine) {
	for _, a := range list {
		for k := range a {
			m.lengths(&a[k])
		}
		m.failed = m.failed || !turnsEvenly(a)
	}
}

func (m *memory) stands(list []stand) {
	for k := range list {
		m.vectors(&list[k].place)
		m.rotation(&list[k].turn)
	}
}

// rows takes rows of values below MaxSaved.
func (m *memory) rows(p *perInstance, i int) {
	values := p.at(i)
	for row := range p.rows {
		m.lengths(&values[row*simd.Lanes])
	}
}

// Save appends what the modifiers remember of instance i to data: where tails swing, feet
// stand, things hang, hands are on their way. Weights, targets and places in the world are
// not in it: they are given before Restore. Instance.Save calls it.
func (g *Instances) Save(data []byte, i int) []byte {
	if i < 0 || i >= g.n {
		return data
	}
	m := memory{data: data}
	g.recall(&m, i)
	return m.data
}

// Restore takes back what Save has written, of the same stack. The error wraps ErrValue, also
// where something lies MaxSaved away or farther, and nothing has changed then.
func (g *Instances) Restore(i int, data []byte) error {
	if i < 0 || i >= g.n {
		return fmt.Errorf("%w: %w: instance %d of %d", ErrValue, soa.ErrRange, i, g.n)
	}
	before := g.Save(nil, i)
	m := memory{data: data, reads: true}
	g.recall(&m, i)
	if m.failed || len(m.data) > 0 {
		g.recall(&memory{data: before, reads: true}, i)
		return fmt.Errorf("%w: %d bytes are no memory of instance %d", ErrValue, len(data), i)
	}
	return nil
}

func (g *Instances) recall(m *memory, i int) {
	for _, a := range g.actor {
		if a, ok := a.(keeps); ok {
			a.recall(m, i)
		}
	}
}

func (a *springsActor) recall(m *memory, i int) {
	m.rows(&a.state, i)
	for _, v := range [...]float32{a.state.at(i)[0], a.state.at(i)[simd.Lanes]} { // it has begun, it is asleep
		m.failed = m.failed || v != 0 && v != 1
	}
}

func (a *vrmActor) recall(m *memory, i int) {
	s := a.state[i]
	s.Recall(m.float, m.float64, m.bools)
	m.failed = m.failed || !s.Within(MaxSaved)
}

func (a *lookActor) recall(m *memory, i int) {
	if a.Speed == 0 {
		return
	}
	last := a.last.at(i)
	for k := range a.joint {
		v := last[4*k*simd.Lanes:]
		q := geom.XYZW(v[0], v[simd.Lanes], v[2*simd.Lanes], v[3*simd.Lanes])
		m.rotation(&q)
		a.last.set(i, 4*k, q.X, q.Y, q.Z, q.W)
	}
}

func (a *grabActor) recall(m *memory, i int) { m.within(0, 1, &a.way[i]) }

func (a *attachActor) recall(m *memory, i int) {
	n, left := len(a.fixed), &a.left[i]
	m.byte(&a.on[i])
	m.failed = m.failed || a.on[i] != nowhere && int(a.on[i]) >= n
	m.stands(a.shown[i : i+1])
	m.stands(a.stood[i*n:][:n])
	m.vectors(&left.place)
	m.within(-1-uneven, 1+uneven, &left.turn.X, &left.turn.Y, &left.turn.Z) // the shorter way round
	m.within(-fastest, 0, &left.placeSpeed, &left.turnSpeed)
	m.within(0, 1, &left.s)
}

func (a *ragdollActor) recall(m *memory, i int) {
	n := len(a.frame)
	for _, list := range [...][]stand{a.now, a.before, a.to} {
		m.stands(list[i*n:][:n])
	}
	const least, most = 1. / MaxSaved, MaxSaved
	seconds := &a.seconds[i]
	m.float64(seconds)
	m.failed = m.failed || *seconds != 0 && *seconds != -1 && !(*seconds >= least && *seconds <= most)
	m.within(0, 1, &a.left[i])
	m.within(0, math.MaxFloat32, &a.rate[i])
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
