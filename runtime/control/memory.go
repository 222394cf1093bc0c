package control

import (
	"fmt"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/internal/kernel/formula"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/internal/saved"
	"github.com/sinew-anim/sinew/soa"
)

// memory is the state of an instance's modifiers.
type memory struct{ saved.Memory }

// uneven is the tolerance for the squared length of rotations and normals.
const uneven = 1e-2

// leastStep is the time in seconds as which shorter ones count in velocities, so that these are saved.
const leastStep = 1e-6

// keeps is an actor with state: recall takes its values of instance i.
type keeps interface{ recall(m *memory, i int) }

// floatsInRange takes numbers from least to most.
func (m *memory) floatsInRange(least, most float32, list ...*float32) {
	for _, v := range list {
		m.Float(v)
		m.Failed = m.Failed || !(*v >= least && *v <= most)
	}
}

// lengths takes numbers below maxSaved.
func (m *memory) lengths(list ...*float32) {
	for _, v := range list {
		m.Float(v)
		m.Failed = m.Failed || !(geom.Abs(*v) < maxSaved)
	}
}

func (m *memory) bools(list ...*bool) {
	for _, v := range list {
		m.Bool(v, 4)
	}
}

func (m *memory) byte(v *uint8) { saved.Int(&m.Memory, v, 4) }

func (m *memory) vectors(list ...*geom.Vec) {
	for _, v := range list {
		m.lengths(&v.X, &v.Y, &v.Z)
	}
}

// rotation takes a unit quaternion.
func (m *memory) rotation(q *geom.Quat) {
	for _, v := range [...]*float32{&q.X, &q.Y, &q.Z, &q.W} {
		m.Float(v)
	}
	m.Failed = m.Failed || !isUnit(q)
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
		m.Failed = m.Failed || !turnsEvenly(a)
	}
}

func (m *memory) stands(list []stand) {
	for k := range list {
		m.vectors(&list[k].place)
		m.rotation(&list[k].turn)
	}
}

// stand takes a stand of rows, whose turn is a unit quaternion.
func (m *memory) stand(v []float32) {
	for row := range formula.StandRows {
		if x := &v[row*simd.Lanes]; row < formula.StandTurn {
			m.lengths(x)
		} else {
			m.Float(x)
		}
	}
	m.Failed = m.Failed || !isUnit(&standAt(v).turn)
}

// rows takes rows of values below maxSaved.
func (m *memory) rows(p *perInstance, i int) {
	values := p.at(i)
	for row := range p.rows {
		m.lengths(&values[row*simd.Lanes])
	}
}

// Save appends the state of instance i's modifiers to data: springs, feet, sockets, hands.
// Weights, targets and world matrices are not part of it and are set before Restore.
// Instance.Save calls it.
func (g *Instances) Save(data []byte, i int) []byte {
	if i < 0 || i >= g.n {
		return data
	}
	m := memory{saved.Memory{Data: data}}
	g.recall(&m, i)
	return m.Data
}

// Restore restores a state that Save has written for the same stack. The error wraps ErrValue,
// also for lengths of 2³⁰ and more; nothing has changed then.
func (g *Instances) Restore(i int, data []byte) error {
	if err := g.checkInstance(i); err != nil {
		return err
	}
	before := g.Save(nil, i)
	m := memory{saved.Memory{Data: data, Reads: true}}
	g.recall(&m, i)
	if m.Failed || len(m.Data) > 0 {
		g.recall(&memory{saved.Memory{Data: before, Reads: true}}, i)
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
