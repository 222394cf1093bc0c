package simd

import (
	"errors"
	"fmt"
	"math"
)

// KeyGroup is columns of a pose that are keyed at the same ticks: tracks of a
// clip as they are, not resampled.
//
//	Time      t0          t1      t2             t3
//	Value   │ c0 c1 c2 │ c0 c1 c2 │ …                    one row of quads per key
//
// Between two keys the values run straight, quaternions on the chord; Step
// holds the earlier key's. NewKeyClip limits the chords, so that the direction
// on them is that of the arc to within rounding.
type KeyGroup struct {
	Time []float32 // ascending, at least two; before the first and after the last the value runs on, so they span the clip
	Step bool
	// Column lists pose columns: rotations count from 0 on, other columns from
	// Columns.Rotations on.
	Column []int
	Value  []float32 // [key][column][4]
}

// HeldColumn is a column that a clip does not move.
type HeldColumn struct {
	Column int // as in KeyGroup
	Value  [4]float32
}

// KeyClip is a clip's keys made ready for SampleKeys16. It is immutable and
// safe for concurrent use.
type KeyClip struct {
	columns Columns
	lines   []keyLine
	out     []int32   // per column of the lines in turn: offset of its first row in a pose in bytes
	values  []float32 // what lines refer to: tables of key times, rows of values
	cells   []int32   // of lines with many keys, see keyLine
	held    []heldColumn
}

// keyLine is what kernels read of a group, 64 bytes.
//
// With up to 32 intervals its times are three tables of 32: the ticks at which
// intervals 1, 2, … begin, the tick at which each begins, and one over its
// length; NaN beyond the last. A search halves the first in registers.
//
// With more it has a record of four per interval: the tick at which it begins,
// at which the next does (NaN for the last), and one over its length. The
// ticks from 0 on are divided into cells of equal size, and cells[cell+c] is
// the interval where the search in cell c starts.
type keyLine struct {
	times, rows      int64 // offsets in values in bytes
	stride           int32 // bytes from one row to the next
	next             int32 // bytes from a key's row to that of the interval's other end: stride, or 0 for steps
	cell, cells      int32 // index of the first cell, and how many: 0 for a line of tables
	scale            float32
	packs, otherPack int32 // groups of four rotation columns, of four other columns
	single, other    int32 // columns left over
	_                [3]int32
}

// heldColumn is a column and the rows it consists of.
type heldColumn struct {
	out   int // index of its first row in a pose
	rows  int
	value [rotationRows]float32
}

// tableIntervals is the number of intervals of a line with tables.
const tableIntervals = 32

// maxKeyChord limits the square of the distance between neighbouring
// quaternions: chord and arc differ by 2e-6 there at most, and 1/|q|² by its
// series of two terms is exact to rounding.
const maxKeyChord = 0.0025

// ErrKeys is wrapped by the error about keys that kernels cannot take.
var ErrKeys = errors.New("invalid keys")

// NewKeyClip prepares a clip for poses of the columns c. A column may be in one
// group or held; those that are in none are left as they are by kernels. Rotations
// must be unit quaternions whose neighbours are less than 5.7 degrees of
// rotation apart and on the same half of the sphere, unless they are steps.
func NewKeyClip(c Columns, groups []KeyGroup, held []HeldColumn) (*KeyClip, error) {
	const what = "NewKeyClip"
	if err := c.check(what); err != nil {
		return nil, err
	}
	if c.Rotations > maxJoints || c.Others > maxColumns {
		return nil, fmt.Errorf("simd.%s: %w: %d and %d columns", what, ErrKeys, c.Rotations, c.Others)
	}
	k := &KeyClip{columns: c}
	seen := make([]bool, c.Rotations+c.Others)
	claim := func(column int) error {
		if column < 0 || column >= len(seen) {
			return fmt.Errorf("%w: column %d of %d", ErrKeys, column, len(seen))
		}
		if seen[column] {
			return fmt.Errorf("%w: column %d twice", ErrKeys, column)
		}
		seen[column] = true
		return nil
	}
	for i := range groups {
		for _, column := range groups[i].Column {
			if err := claim(column); err != nil {
				return nil, fmt.Errorf("simd.%s: group %d: %w", what, i, err)
			}
		}
		if err := groups[i].check(c); err != nil {
			return nil, fmt.Errorf("simd.%s: group %d: %w", what, i, err)
		}
		if err := k.add(&groups[i]); err != nil {
			return nil, fmt.Errorf("simd.%s: group %d: %w", what, i, err)
		}
	}
	for _, h := range held {
		if err := claim(h.Column); err != nil {
			return nil, fmt.Errorf("simd.%s: held: %w", what, err)
		}
		k.hold(h)
	}
	aligned := AlignedFloat32(len(k.values))
	copy(aligned, k.values)
	k.values = aligned
	return k, nil
}

// Columns is the shape of the poses that the clip moves.
func (k *KeyClip) Columns() Columns { return k.columns }

// Bytes is the memory that the clip's keys take.
func (k *KeyClip) Bytes() int { return 4 * (len(k.values) + len(k.cells) + len(k.out)) }

func (g *KeyGroup) check(c Columns) error {
	if len(g.Time) < 2 || len(g.Column) == 0 || len(g.Value) != 4*len(g.Time)*len(g.Column) {
		return fmt.Errorf("%w: %d keys of %d columns have %d values", ErrKeys, len(g.Time), len(g.Column), len(g.Value))
	}
	for i, t := range g.Time {
		if i > 0 && !(t > g.Time[i-1]) || math.IsInf(float64(t), 0) || t != t {
			return fmt.Errorf("%w: key %d is at tick %v", ErrKeys, i, t)
		}
		if i > 0 && math.IsInf(float64(1/(t-g.Time[i-1])), 0) {
			return fmt.Errorf("%w: keys %d and %d lie too close", ErrKeys, i-1, i)
		}
	}
	n := 4 * len(g.Column)
	for i, v := range g.Value {
		if v-v != 0 { // infinite or NaN
			return fmt.Errorf("%w: key %d has the value %v", ErrKeys, i/n, v)
		}
	}
	for i, column := range g.Column {
		if column >= c.Rotations {
			continue
		}
		for key := range g.Time {
			q := [4]float32(g.Value[key*n+4*i:])
			if d := squareOf(&q); !(d > 0.9999 && d < 1.0001) {
				return fmt.Errorf("%w: column %d, key %d is not of unit length: %v", ErrKeys, column, key, q)
			}
			if key > 0 && !g.Step {
				p := [4]float32(g.Value[(key-1)*n+4*i:])
				if d := ([4]float32{q[0] - p[0], q[1] - p[1], q[2] - p[2], q[3] - p[3]}); squareOf(&d) > maxKeyChord {
					return fmt.Errorf("%w: column %d, keys %d and %d are too far apart: %v, %v", ErrKeys, column, key-1, key, p, q)
				}
			}
		}
	}
	return nil
}

// add appends a line for a group: its times, then its rows. Columns are put in
// the order of kernels: whole packs of four rotations, whole packs of others,
// and what is left. A pack that lacks one column has its third twice.
func (k *KeyClip) add(g *KeyGroup) error {
	var order [2][]int // indices in g.Column of rotations, others
	for i, column := range g.Column {
		kind := 0
		if column >= k.columns.Rotations {
			kind = 1
		}
		order[kind] = append(order[kind], i)
	}
	var packed, left []int
	var line keyLine
	for kind, list := range order {
		if len(list)%groupJoints == groupJoints-1 {
			list = append(list, list[len(list)-1])
		}
		whole := len(list) / groupJoints * groupJoints
		packed, left = append(packed, list[:whole]...), append(left, list[whole:]...)
		if kind == 0 {
			line.packs, line.single = int32(whole/groupJoints), int32(len(list)-whole)
		} else {
			line.otherPack, line.other = int32(whole/groupJoints), int32(len(list)-whole)
		}
	}
	all := append(packed, left...)
	stride := 4 * len(all)
	if len(packed) > 0 { // packs lie on cache lines
		stride = (stride + 15) / 16 * 16
	}
	if float64(stride)*float64(len(g.Time))*4 > math.MaxInt32 {
		return fmt.Errorf("%w: %d keys of %d columns are too many", ErrKeys, len(g.Time), len(all))
	}
	line.stride = int32(4 * stride)
	if !g.Step {
		line.next = line.stride
	}
	k.addTimes(&line, g.Time)
	k.alignValues()
	line.rows = int64(4 * len(k.values))
	rows := make([]float32, stride*len(g.Time))
	for key := range g.Time {
		for at, i := range all {
			copy(rows[key*stride+4*at:][:4], g.Value[4*(key*len(g.Column)+i):])
		}
	}
	k.values = append(k.values, rows...)
	for _, i := range all {
		k.out = append(k.out, int32(4*k.columns.Row(g.Column[i])))
	}
	k.lines = append(k.lines, line)
	return nil
}

// Row is the index in a pose of a column's first row.
func (c Columns) Row(column int) int {
	if column < c.Rotations {
		return column * rotationRows * Lanes
	}
	return (c.Rotations*rotationRows + (column-c.Rotations)*otherRows) * Lanes
}

func (k *KeyClip) alignValues() {
	for len(k.values)%(CacheLine/4) != 0 {
		k.values = append(k.values, 0)
	}
}

// addTimes appends the tables or the records and cells of a line.
func (k *KeyClip) addTimes(line *keyLine, time []float32) {
	k.alignValues()
	line.times = int64(4 * len(k.values))
	intervals := len(time) - 1
	nan := float32(math.NaN())
	begins := func(i int) float32 {
		if i < intervals {
			return time[i]
		}
		return nan
	}
	over := func(i int) float32 { return 1 / (time[i+1] - time[i]) }
	if intervals <= tableIntervals {
		tables := make([]float32, 3*tableIntervals)
		for i := range tableIntervals {
			tables[i] = begins(i + 1)
			if i < intervals {
				tables[tableIntervals+i], tables[2*tableIntervals+i] = time[i], over(i)
			}
		}
		k.values = append(k.values, tables...)
		return
	}
	for i := range intervals {
		k.values = append(k.values, time[i], begins(i+1), over(i), 0)
	}
	line.cell, line.cells = int32(len(k.cells)), int32(min(2*intervals, 1<<20))
	line.scale = float32(line.cells) / time[intervals]
	if !(line.scale > 0) || math.IsInf(float64(line.scale), 0) {
		line.scale = 0
	}
	interval := int32(0)
	for c := range line.cells {
		for int(interval)+1 < intervals && line.cellOf(time[interval+1]) < c {
			interval++
		}
		k.cells = append(k.cells, interval)
	}
}

// cellOf returns the cell of a tick; it does not fall as the tick rises.
func (l *keyLine) cellOf(tick float32) int32 {
	x := float32(tick * l.scale)
	if !(x > 0) {
		return 0
	}
	if x >= float32(l.cells-1) {
		return l.cells - 1
	}
	return int32(x)
}

func (k *KeyClip) hold(h HeldColumn) {
	c := heldColumn{out: k.columns.Row(h.Column), rows: otherRows}
	copy(c.value[:], h.Value[:])
	if h.Column < k.columns.Rotations {
		c.rows = rotationRows
		c.value[4] = 1 / squareOf(&h.Value)
	}
	k.held = append(k.held, c)
}

// squareOf is the sum of the squares of a quad.
func squareOf(q *[4]float32) float32 {
	return (float32(q[0]*q[0]) + float32(q[1]*q[1])) + (float32(q[2]*q[2]) + float32(q[3]*q[3]))
}
