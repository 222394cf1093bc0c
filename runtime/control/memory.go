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
	if err := g.checkInstance(i); err != nil {
		return err
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
