package kernel

import (
	"errors"
	"fmt"
	"github.com/sinew-anim/sinew/native/simd"
	"math"
	"slices"
	"unsafe"
)

// KeyGroup is columns of a pose with keys at the same ticks: tracks of a clip, not resampled.
//
//	Time      t0          t1      t2             t3
//	Value   │ c0 c1 c2 │ c0 c1 c2 │ …                    one row of quads per key
//
// Values are interpolated linearly, quaternions along the chord; with Step the earlier key
// holds. NewKeyClip limits the chords, so that their direction equals the arc's to within
// rounding.
type KeyGroup struct {
	Time []float32 // ascending, at least two; they must span the clip: values are extrapolated beyond
	Step bool
	// Column lists pose columns: rotations from 0 on, other columns from Columns.Rotations on.
	Column []int
	Value  []float32 // [key][column][4]
}

// HeldColumn is a column that is constant throughout a clip.
type HeldColumn struct {
	Column int // as in KeyGroup
	Value  [4]float32
}

// KeyClip is a clip's keys, prepared for SampleKeys16. It is immutable and safe for concurrent
// use.
type KeyClip struct {
	columns simd.Columns
	lines   []keyLine
	out     []int32   // per column of the lines in turn: offset of its first row in a pose in bytes
	quad    []int32   // and its index in a row of a bank
	values  []float32 // tables of key times, rows of values
	cells   []int32   // of lines with many keys, see keyLine
	bends   []bends
	held    []heldColumn
}

// keyLine is what kernels read of a group, 64 bytes.
//
// Each interval has a record of four: its first tick, the next interval's (NaN for the last),
// and one over its length. The ticks from 0 on are divided into cells of equal size; the
// search in cell c starts at interval cells[cell+c].
//
// With up to 32 intervals three tables of 32 precede the records: the first ticks of
// intervals 1, 2, … (NaN beyond the last), the first tick of each interval, and one
// over its length. A search halves the first in registers.
type keyLine struct {
	times, records, rows int64 // offsets in values in bytes; times is that of tables, where there are some
	stride               int32 // bytes from one row to the next
	next                 int32 // bytes from a key's row to that of the interval's other end: stride, or 0 for steps
	cell, cells          int32 // index of the first cell, and how many
	scale                float32
	intervals            int32
	packs, otherPacks    int32 // groups of four rotation columns, of four other columns
	walks                int32 // how many intervals the one sought may be behind the one of its cell
	_                    int32
}

// heldColumn is a column and the rows it consists of.
type heldColumn struct {
	out   int // index of its first row in a pose
	quad  int // and in a row of a bank
	rows  int
	value [rotationRows]float32
}

// tableIntervals is the number of intervals of a line with tables.
const tableIntervals = 32

// maxKeyChord is the maximum squared distance of neighbouring quaternions: chord and arc then
// differ by at most 2e-6.
const maxKeyChord = 0.0025

// ErrKeys is wrapped by errors about invalid keys.
var ErrKeys = errors.New("invalid keys")

// NewKeyClip prepares a clip for poses of the columns c. A column may be in one group, linear
// or of curves, or held; kernels leave others unchanged. Rotations must be unit quaternions,
// neighbours less than 5.7 degrees of rotation apart and in the same hemisphere, unless they
// are steps.
func NewKeyClip(c simd.Columns, groups []KeyGroup, bent []BendGroup, held []HeldColumn) (*KeyClip, error) {
	const what = "NewKeyClip"
	if err := checkColumns(c, what); err != nil {
		return nil, err
	}
	if c.Rotations > maxJoints || c.Others > maxColumns {
		return nil, fmt.Errorf("simd.%s: %w: %d and %d columns", what, ErrKeys, c.Rotations, c.Others)
	}
	k := &KeyClip{columns: c}
	seen := make([]bool, c.Rotations+c.Others)
	claim := func(columns ...int) error {
		for _, column := range columns {
			if column < 0 || column >= len(seen) {
				return fmt.Errorf("%w: column %d of %d", ErrKeys, column, len(seen))
			}
			if seen[column] {
				return fmt.Errorf("%w: column %d twice", ErrKeys, column)
			}
			seen[column] = true
		}
		return nil
	}
	for i := range groups {
		err := claim(groups[i].Column...)
		if err == nil {
			err = groups[i].check(c)
		}
		if err != nil {
			return nil, fmt.Errorf("simd.%s: group %d: %w", what, i, err)
		}
	}
	packed := packKeys(groups, c.Rotations)
	k.reserve(packed)
	for _, g := range packed {
		if err := k.add(&g); err != nil {
			return nil, fmt.Errorf("simd.%s: %w", what, err)
		}
	}
	for i := range bent {
		err := claim(bent[i].Column...)
		if err == nil {
			err = k.bend(&bent[i])
		}
		if err != nil {
			return nil, fmt.Errorf("simd.%s: curves %d: %w", what, i, err)
		}
	}
	for _, h := range held {
		if err := claim(h.Column); err != nil {
			return nil, fmt.Errorf("simd.%s: held: %w", what, err)
		}
		k.hold(h)
	}
	k.align()
	return k, nil
}

// reserve makes room for the values of groups, on cache lines.
func (k *KeyClip) reserve(groups []KeyGroup) {
	const line, record = simd.CacheLine / 4, 4
	n := 0
	for i := range groups {
		g := &groups[i]
		keys, rotations := len(g.Time), 0
		for _, c := range g.Column {
			if c < k.columns.Rotations {
				rotations++
			}
		}
		columns := padGroup(rotations) + padGroup(len(g.Column)-rotations)
		if n += 2*line + record*keys + 4*columns*keys; keys-1 <= tableIntervals {
			n += 3 * tableIntervals
		}
	}
	k.values = simd.AlignedFloat32(n)[:0]
}

// align moves the values to cache lines, where they are not there or have room for many more.
func (k *KeyClip) align() {
	const spare = 1 << 8
	if n := len(k.values); n > 0 && cap(k.values)-n <= spare+n/16 && isAligned(k.values) {
		k.values = k.values[:n:n]
	} else {
		aligned := simd.AlignedFloat32(n)
		copy(aligned, k.values)
		k.values = aligned
	}
	k.lines, k.out, k.quad, k.cells = slices.Clip(k.lines), slices.Clip(k.out), slices.Clip(k.quad), slices.Clip(k.cells)
}

// Columns returns the shape of the clip's poses.
func (k *KeyClip) Columns() simd.Columns { return k.columns }

// Bytes returns the memory of the clip's keys.
func (k *KeyClip) Bytes() int {
	n := 4*(len(k.values)+len(k.cells)+len(k.out)+len(k.quad)) + len(k.lines)*int(unsafe.Sizeof(keyLine{}))
	for i := range k.bends {
		n += k.bends[i].control.Bytes() + len(k.bends[i].column)*int(unsafe.Sizeof(bendColumn{}))
	}
	return n
}

func (g *KeyGroup) check(c simd.Columns) error {
	if err := checkValues("key", g.Time, len(g.Time), len(g.Column), g.Value); err != nil {
		return err
	}
	n := 4 * len(g.Column)
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

// checkValues reports ticks that do not ascend, or points of curves, four values each, that are not
// as many as said, or not finite.
func checkValues(point string, time []float32, points, columns int, values []float32) error {
	if want := 4 * points * columns; len(time) < 2 || columns == 0 || len(values) != want {
		return fmt.Errorf("%w: %d ticks of %d columns have %d values, want %d", ErrKeys, len(time), columns, len(values), want)
	}
	for i, v := range values {
		if v-v != 0 { // infinite or NaN
			return fmt.Errorf("%w: %s %d has the value %v", ErrKeys, point, i/(4*columns), v)
		}
	}
	return checkTicks(time)
}

func checkTicks(time []float32) error {
	for i, t := range time {
		if i > 0 && !(t > time[i-1]) || math.IsInf(float64(t), 0) || t != t {
			return fmt.Errorf("%w: key %d is at tick %v", ErrKeys, i, t)
		}
		if i > 0 && math.IsInf(float64(1/(t-time[i-1])), 0) {
			return fmt.Errorf("%w: keys %d and %d lie too close", ErrKeys, i-1, i)
		}
	}
	return nil
}

// add appends a line for a group: its times, then its rows. Columns come in packs of four,
// rotations before others; an incomplete pack repeats its last column.
func (k *KeyClip) add(g *KeyGroup) error {
	order := g.kinds(k.columns.Rotations)
	for kind, list := range order {
		for len(list)%groupJoints > 0 {
			list = append(list, list[len(list)-1])
		}
		order[kind] = list
	}
	line := keyLine{packs: int32(len(order[0]) / groupJoints), otherPacks: int32(len(order[1]) / groupJoints)}
	all := append(order[0], order[1]...)
	stride := 4 * len(all)
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
	k.values = slices.Grow(k.values, stride*len(g.Time)) // which reserve has made
	for key := range g.Time {
		row := g.Value[4*key*len(g.Column):]
		for _, i := range all {
			k.values = append(k.values, row[4*i:][:4]...)
		}
	}
	for _, i := range all {
		k.out = append(k.out, int32(4*ColumnStart(k.columns, g.Column[i])))
		k.quad = append(k.quad, int32(4*g.Column[i]))
	}
	k.lines = append(k.lines, line)
	return nil
}

// ColumnStart returns the index of a column's first row in a pose.
func ColumnStart(c simd.Columns, column int) int {
	if column < c.Rotations {
		return column * rotationRows * simd.Lanes
	}
	return (c.Rotations*rotationRows + (column-c.Rotations)*otherRows) * simd.Lanes
}

func (k *KeyClip) alignValues() {
	for len(k.values)%(simd.CacheLine/4) != 0 {
		k.values = append(k.values, 0)
	}
}

// addTimes appends the tables, records and cells of a line.
func (k *KeyClip) addTimes(line *keyLine, time []float32) {
	k.alignValues()
	line.times = int64(4 * len(k.values))
	intervals := len(time) - 1
	line.intervals = int32(intervals)
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
	}
	line.records = int64(4 * len(k.values))
	for i := range intervals {
		k.values = append(k.values, time[i], begins(i+1), over(i), 0)
	}
	line.cell = int32(len(k.cells))
	k.cells = append(k.cells, line.addCells(time)...)
}

// addCells divides the ticks into cells, more of them for uneven keys: a walk of more than one
// step costs more than the memory.
func (l *keyLine) addCells(time []float32) []int32 {
	var cells []int32
	for share := 2; share <= 8; share *= 2 {
		l.cells = int32(min(share*int(l.intervals), 1<<20))
		l.scale = float32(l.cells) / time[l.intervals]
		if !(l.scale > 0) || math.IsInf(float64(l.scale), 0) {
			l.scale = 0
		}
		cells = make([]int32, l.cells)
		interval := int32(0)
		l.walks = 0
		for c := range l.cells {
			cells[c] = interval
			for interval+1 < l.intervals && l.cellOf(time[interval+1]) <= c {
				interval++
			}
			l.walks = max(l.walks, interval-cells[c])
		}
		if l.walks <= 1 {
			break
		}
	}
	return cells
}

// cellOf returns the cell of a tick. It is monotonic.
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
	c := heldColumn{out: ColumnStart(k.columns, h.Column), quad: 4 * h.Column, rows: otherRows}
	copy(c.value[:], h.Value[:])
	if h.Column < k.columns.Rotations {
		c.rows = rotationRows
		c.value[4] = 1 / squareOf(&h.Value)
	}
	k.held = append(k.held, c)
}

// squareOf is the sum of the squares of a quad.
func squareOf(q *[4]float32) float32 { return square(q[0], q[1], q[2], q[3]) }
