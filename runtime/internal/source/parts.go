package source

import (
	"github.com/sinew-anim/sinew/internal/kernel"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// partRows are poses of one instance, a row for each part that it may combine:
//
//	part 0 │ part 1 │ … │ part 7 │ rest │ a copy
//
// Keyframes write the columns that a clip holds only where the row holds another clip's.
type partRows struct {
	rows *simd.Rows
	clip [play.MaxLayers]int32 // whose columns a row holds, or heldByNone
}

// heldByNone is the clip of a row whose columns may have any values.
const heldByNone = -1

func (p *partRows) prepare(poses *pose.Layout) {
	n := poses.RowValues()
	p.rows = poses.Rows(simd.AlignedFloat32((play.MaxLayers + 2) * n))
	for v := p.rows.Values; len(v) > 0; v = v[n:] {
		copy(v, poses.Rest)
	}
	p.forget()
}

func (p *partRows) forget() {
	for k := range p.clip {
		p.clip[k] = heldByNone
	}
}

func (p *partRows) row(k int) []float32 {
	n := p.rows.Stride
	return p.rows.Values[k*n:][:n:n]
}

// sampleRow computes the row of part k between two rows.
func (p *partRows) sampleRow(k int, a, b []float32, alpha float32) []float32 {
	row := p.row(k)
	p.clip[k] = heldByNone
	_ = kernel.SampleRows1(row, a[:len(row)], b[:len(row)], alpha)
	return row
}

// Parts returns the rows that Pose and Between compute, part k at k·Stride. Each is followed by one.
func (s *Scratch) Parts() *simd.Rows { return s.parts.rows }

// SampleRow computes the row of part k between two rows.
func (s *Scratch) SampleRow(k int, a, b []float32, alpha float32) []float32 {
	return s.parts.sampleRow(k, a, b, alpha)
}

// Changeable returns the row of part k, or a copy of it, as memory that the caller may change until
// the next pose is computed.
func (s *Scratch) Changeable(k int) []float32 {
	row := s.parts.row(k)
	if s.parts.clip[k] == heldByNone {
		return row
	}
	own := s.parts.row(play.MaxLayers + 1)
	copy(own, row)
	return own
}
