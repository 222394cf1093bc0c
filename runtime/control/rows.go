package control

import (
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// perInstance is rows of values of instances, in the order of kernels:
//
//	values[16·rows·(i/16) + 16·row + i%16]
type perInstance struct {
	rows   int
	values []float32
}

func newPerInstance(n, rows int) perInstance {
	blocks := (n + simd.Lanes - 1) / simd.Lanes
	return perInstance{rows, simd.AlignedFloat32((blocks*rows + 1) * simd.Lanes)} // the last is for read
}

// at returns the values of instance i, 16 apart.
func (p *perInstance) at(i int) []float32 {
	u := uint(i) // without a sign to mind
	return p.values[u/simd.Lanes*uint(p.rows)*simd.Lanes+u%simd.Lanes:]
}

// set stores values of instance i from a row on.
func (p *perInstance) set(i, row int, values ...float32) {
	to := p.at(i)
	for k, v := range values {
		to[(row+k)*simd.Lanes] = v
	}
}

// read is load for rows that are only read: those of one instance are in place, in lanes whose
// others are other instances.
func (p *perInstance) read(at *pose.Changing, buffer []float32) []float32 {
	if at.Len == 1 {
		return p.at(int(at.Instance[0]))[:p.rows*simd.Lanes]
	}
	return p.load(at, buffer)
}

// load returns the rows of the instances of a block, in place or gathered in a buffer.
func (p *perInstance) load(at *pose.Changing, buffer []float32) []float32 {
	if at.Whole {
		return p.at(int(at.Instance[0]))[:p.rows*simd.Lanes]
	}
	for lane, i := range at.Instance[:at.Len] {
		from := p.at(int(i))
		for row := range p.rows {
			buffer[row*simd.Lanes+lane] = from[row*simd.Lanes]
		}
	}
	return buffer
}

// change is load for rows that are changed, and with inPlace need no store: those of a whole block,
// and those of the last instance alone, which no lanes of other instances follow.
func (p *perInstance) change(at *pose.Changing, n int, buffer []float32) (rows []float32, inPlace bool) {
	i := int(at.Instance[0])
	if at.Whole || at.Len == 1 && i == n-1 && i%simd.Lanes <= simd.Lanes-maxBeside {
		return p.at(i)[:p.rows*simd.Lanes], true
	}
	return p.load(at, buffer), false
}

// store scatters rows that load has gathered.
func (p *perInstance) store(at *pose.Changing, rows []float32) {
	if at.Whole {
		return
	}
	for lane, i := range at.Instance[:at.Len] {
		to := p.at(int(i))
		for row := range p.rows {
			to[row*simd.Lanes] = rows[row*simd.Lanes+lane]
		}
	}
}

// putAll stores all rows of the instances of a block.
func (p *perInstance) putAll(at *pose.Changing, rows []float32) {
	if at.Whole {
		copy(p.at(int(at.Instance[0]))[:p.rows*simd.Lanes], rows)
		return
	}
	p.store(at, rows)
}
