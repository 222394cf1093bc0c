package bone

import (
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/rig/internal/segment"
)

// Bone is a joint that may hold weights.
type Bone struct {
	segment.Segment
	Joint                         int
	Parent                        int // index of the nearest bone above, or -1
	HeadRadius, TailRadius, Reach float64
}

// List is the bones of a skeleton, those above before those below.
type List []Bone

// Segments returns the bones' lines.
func (l List) Segments() []segment.Segment {
	list := make([]segment.Segment, len(l))
	for b := range l {
		list[b] = l[b].Segment
	}
	return list
}

// Rule appends the weights of a place to a row, which is empty.
type Rule func(at exact.Vec, r Row) Row

// tie is the ratio of squares of distances below which two bones are equally near: a vertex beside a
// joint is as far from both of its bones, but for rounding.
const tie = 1 - 1e-12

// Nearest returns the nearest bone, of equally near ones the first.
func (l List) Nearest(at exact.Vec) (nearest int) {
	best := math.Inf(1)
	for b := range l {
		if d := l[b].Square(at); d < float64(best*tie) {
			nearest, best = b, d
		}
	}
	return nearest
}
