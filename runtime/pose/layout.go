package pose

import (
	"fmt"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/internal/kernel"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/soa"
)

// Layout is the layout of a model's poses, prepared for the stages. The methods of the embedded
// Level work on all slots. A Layout is immutable and safe for concurrent use.
type Layout struct {
	*soa.Layout
	*Level
	levels []*Level             // of detail; the first is the embedded one
	origin []float32            // see newOrigin
	still  []float32            // see newStill
	frames []float32            // see newFrames
	part   []soa.ExpressionPart // per expression
	every  []int                // column
}

// New prepares a layout, which must not change. The error wraps soa.ErrInvalid
// where the layout does not pass Validate.
func New(data *soa.Layout) (*Layout, error) {
	if data == nil {
		return nil, fmt.Errorf("new layout: %w: no layout", soa.ErrInvalid)
	}
	if err := data.Validate(); err != nil {
		return nil, fmt.Errorf("new layout: %w", err)
	}
	l := &Layout{Layout: data, origin: newOrigin(data), still: newStill(data), part: partsOf(data.Expressions)}
	for k := range data.Levels {
		level, err := newLevel(data, k)
		if err != nil {
			return nil, fmt.Errorf("new layout: level of detail %d: %w", k, err)
		}
		l.levels = append(l.levels, level)
	}
	l.Level, l.frames = l.levels[0], l.newFrames()
	for c := range l.Columns() {
		l.every = append(l.every, c)
	}
	return l, nil
}

// Detail returns level of detail k, an index of soa.Layout.Levels.
func (l *Layout) Detail(k int) *Level { return l.levels[k] }

// BlockValues returns the length of the pose of a block of 16 instances:
//
//	rotation column c of slot c      block[80c + 16k + lane]        k: x y z w and 1/|q|²
//	other column c                   block[80R + 64c + 16k + lane]  k: x y z 1, R = Rotations()
func (l *Layout) BlockValues() int { return kernel.PoseValues(l.columns) }

// RowValues returns the length of the pose of one instance: a quad per column,
//
//	row[4c + k]   k: x y z w of rotation columns, then x y z 1 of other columns
func (l *Layout) RowValues() int { return l.columns.RowValues() }

// Reset writes the rest pose into all lanes of a block. The error wraps simd.ErrLength.
func (l *Layout) Reset(block []float32) error {
	if err := checkLen("reset", "block", len(block), l.BlockValues()); err != nil {
		return err
	}
	r := l.Rotations()
	for c := range l.Columns() {
		q := (*[4]float32)(l.Rest[4*c:])
		to := block[kernel.ColumnStart(l.columns, c):]
		for k, v := range q {
			fill(to[k*simd.Lanes:], v)
		}
		if c < r {
			fill(to[4*simd.Lanes:], 1/geom.QuatOf(*q).Dot(geom.QuatOf(*q)))
		}
	}
	return nil
}

// SetLane writes the pose of one instance, a row, into a lane of a block: the named columns,
// or all without names. The error wraps simd.ErrLength, or soa.ErrRange.
func (l *Layout) SetLane(block, row []float32, lane int, columns ...int) error {
	if err := l.checkLane("set lane", block, row, lane); err != nil {
		return err
	}
	block = block[lane:]
	if len(columns) == 0 {
		columns = l.every
	}
	for _, c := range columns {
		q, at := (*[4]float32)(row[4*c:]), kernel.ColumnStart(l.columns, c)
		if c >= l.columns.Rotations {
			to := (*[3*simd.Lanes + 1]float32)(block[at:])
			to[0], to[simd.Lanes], to[2*simd.Lanes], to[3*simd.Lanes] = q[0], q[1], q[2], q[3]
			continue
		}
		to := (*[4*simd.Lanes + 1]float32)(block[at:])
		x, y, z, w := q[0], q[1], q[2], q[3]
		to[0], to[simd.Lanes], to[2*simd.Lanes], to[3*simd.Lanes] = x, y, z, w
		to[4*simd.Lanes] = 1 / ((float32(x*x) + float32(y*y)) + (float32(z*z) + float32(w*w)))
	}
	return nil
}

// GetLane writes the pose in a lane of a block into a row: the named columns, or all without
// names. The error wraps simd.ErrLength, or soa.ErrRange.
func (l *Layout) GetLane(row, block []float32, lane int, columns ...int) error {
	if err := l.checkLane("get lane", block, row, lane); err != nil {
		return err
	}
	block = block[lane:]
	if len(columns) == 0 {
		columns = l.every
	}
	for _, c := range columns {
		q, from := (*[4]float32)(row[4*c:]), (*[3*simd.Lanes + 1]float32)(block[kernel.ColumnStart(l.columns, c):])
		q[0], q[1], q[2], q[3] = from[0], from[simd.Lanes], from[2*simd.Lanes], from[3*simd.Lanes]
	}
	return nil
}

func (l *Layout) checkLane(what string, block, row []float32, lane int) error {
	if err := checkLen(what, "block", len(block), l.BlockValues()); err != nil {
		return err
	}
	if err := checkLen(what, "row", len(row), l.RowValues()); err != nil {
		return err
	}
	if lane < 0 || lane >= simd.Lanes {
		return fmt.Errorf("%s: %w: lane %d", what, soa.ErrRange, lane)
	}
	return nil
}

// fill writes a value into all lanes.
func fill(lanes []float32, v float32) {
	for i := range lanes[:simd.Lanes] {
		lanes[i] = v
	}
}

// Rows returns the rows of poses that follow each other.
func (l *Layout) Rows(values []float32) *simd.Rows {
	return &simd.Rows{Columns: l.columns, Values: values, Stride: l.RowValues()}
}

// BankRows returns the rows of a bank that has this layout.
func (l *Layout) BankRows(bank *soa.Bank) *simd.Rows {
	return &simd.Rows{Columns: l.columns, Values: bank.Rows, Stride: bank.Stride()}
}

// SampleRows evaluates a block whose lanes stand between two rows each: a + (b−a)·alpha for every
// value, and 1/|q|² of rotations. The error wraps simd.ErrLength.
func (l *Layout) SampleRows(block []float32, rows *simd.Rows, at *simd.Frames) error {
	return kernel.SampleRows16(block, rows, at)
}

// BlockRow returns the index in a block of the first lane of a column's x.
func (l *Layout) BlockRow(column int) int { return kernel.ColumnStart(l.columns, column) }
