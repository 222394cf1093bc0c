package kernel

import (
	"fmt"
	"github.com/sinew-anim/sinew/native/simd"
)

// LaneRows are rows of up to four joints or limbs of one pose, each in lane 0 of rows of its own,
// which become lanes of the same rows:
//
//	sources   left  │ x … │ y … │          rows   │ left right … │ x
//	          right │ x … │ y … │                 │ left right … │ y
//
// Make LaneRows with Add; Gather may be called concurrently then.
type LaneRows struct {
	list  []laneRows
	lanes int
	to    int   // least length of what is written
	from  []int // and of each source
}

// laneRows is offsets in bytes: of rows from one on, in fours and single, and of lanes in a source.
type laneRows struct {
	to, fours, ones int32
	source, from    [4]int32
}

// LaneSource is a place in a source.
type LaneSource struct{ Source, Value int }

// Add adds n rows. They are written from value to on; from has the place where each lane is read. The
// number of lanes, up to 4, is the same in each call. Lanes beyond hold anything then.
func (r *LaneRows) Add(to, n int, from ...LaneSource) {
	add := laneRows{to: int32(4 * to), fours: int32(n / 4), ones: int32(n % 4)}
	r.lanes, r.to = len(from), max(r.to, to+(n-1)*simd.Lanes+4)
	for l := range add.from {
		at := from[min(l, len(from)-1)]
		add.source[l], add.from[l] = int32(sliceBytes*at.Source), int32(4*at.Value)
		for len(r.from) <= at.Source {
			r.from = append(r.from, 0)
		}
		r.from[at.Source] = max(r.from[at.Source], at.Value+(n-1)*simd.Lanes+1)
	}
	r.list = append(r.list, add)
}

// sliceBytes is the size of a slice, as kernels find it.
const sliceBytes = 24

// Gather writes the rows. The error wraps ErrLength.
func (r *LaneRows) Gather(to []float32, sources [][]float32) error {
	if len(to) < r.to || len(sources) < len(r.from) {
		return checkLengths("LaneRows.Gather", length{"to", len(to), r.to}, length{"sources", len(sources), len(r.from)})
	}
	for i, n := range r.from {
		if len(sources[i]) < n {
			return lengthError("LaneRows.Gather", fmt.Sprintf("source %d", i), len(sources[i]), n)
		}
	}
	if len(r.list) > 0 {
		gatherLanes(to, sources, r.list, r.lanes)
	}
	return nil
}

func gatherLanesGo(to []float32, sources [][]float32, list []laneRows, lanes int) {
	for i := range list {
		r := &list[i]
		for l := range lanes {
			from, to := sources[r.source[l]/sliceBytes][r.from[l]/4:], to[int(r.to)/4+l:]
			for row := range int(4*r.fours + r.ones) {
				to[row*simd.Lanes] = from[row*simd.Lanes]
			}
		}
	}
}

// LaneColumns are rotation columns, five rows each, that go from a lane of rows to lane 0 of others.
type LaneColumns struct {
	list     []laneColumn
	to, from int // least lengths
}

// laneColumn is where a column begins, in bytes.
type laneColumn struct{ to, from int32 }

// Add adds a column, which begins at value from of what is read, its lane included, and at value to of
// what is written.
func (c *LaneColumns) Add(to, from int) {
	c.list = append(c.list, laneColumn{int32(4 * to), int32(4 * from)})
	c.to, c.from = max(c.to, to+(rotationRows-1)*simd.Lanes+1), max(c.from, from+(rotationRows-1)*simd.Lanes+1)
}

// Scatter copies n columns from one on. The error wraps ErrLength.
func (c *LaneColumns) Scatter(to, from []float32, first, n int) error {
	if len(to) < c.to || len(from) < c.from || first < 0 || n < 0 || first > len(c.list) || n > len(c.list)-first {
		return checkLengths("LaneColumns.Scatter", length{"to", len(to), c.to}, length{"from", len(from), c.from}, length{"first", first, 0}, length{"columns", n, 0}, length{"columns", len(c.list) - first, n})
	}
	if n > 0 {
		scatterLanes(to, from, c.list[first:first+n])
	}
	return nil
}

func scatterLanesGo(to, from []float32, list []laneColumn) {
	for i := range list {
		to, from := to[list[i].to/4:], from[list[i].from/4:]
		for row := range rotationRows {
			to[row*simd.Lanes] = from[row*simd.Lanes]
		}
	}
}
