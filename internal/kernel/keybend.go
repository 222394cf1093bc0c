package kernel

import (
	"fmt"
	"github.com/sinew-anim/sinew/native/simd"
	"math"
)

// BendGroup is columns of a pose that follow cubic Bézier curves with the same ticks.
//
//	Time      t0               t1               t2
//	Value   │ p0 │ p1 │ p2 │   p3 │ p4 │ p5 │   p6      p: a quad per column
//
// The control points of interval i are p[3i] to p[3i+3]. Rotations are normalized after
// interpolation: control points may have any length but zero.
type BendGroup struct {
	Time   []float32 // as in KeyGroup
	Column []int     // as in KeyGroup
	Value  []float32 // [control point][column][4]
}

// bends is a BendGroup prepared for kernels. A row has three control points, the next row
// starts at its second, so that the lines between them are sampled as columns of keys:
//
//	control   │ p0 p1 p2 │ p3 p4 p5 │ …
//	next      │    p1 p2   p3 │
//
// A second key line goes from 0 to 1 in each interval.
type bends struct {
	control KeyClip
	column  []bendColumn
}

type bendColumn struct {
	out, quad int32 // index of its first row in a pose, in a row of a bank
	rotation  bool
}

// bendLines is the number of lines between a curve's control points.
const bendLines = 3

// bend prepares a group.
func (k *KeyClip) bend(g *BendGroup) error {
	if err := checkValues("control point", g.Time, bendLines*(len(g.Time)-1)+1, len(g.Column), g.Value); err != nil {
		return err
	}
	n, b := len(g.Column), bends{}
	for _, c := range g.Column {
		rotation := c < k.columns.Rotations
		b.column = append(b.column, bendColumn{int32(ColumnStart(k.columns, c)), int32(4 * c), rotation})
	}
	packs := (bendLines*n + groupJoints - 1) / groupJoints
	if float64(len(g.Value))*4 > math.MaxInt32 {
		return fmt.Errorf("%w: %d control points of %d curves are too many", ErrKeys, len(g.Value)/(4*n), n)
	}
	line := keyLine{otherPacks: int32(packs), stride: int32(16 * bendLines * n), next: int32(16 * n)}
	b.control.values = simd.AlignedFloat32(3*tableIntervals + 4*len(g.Time) + len(g.Value) + 12*groupJoints + 4*simd.CacheLine/4)[:0]
	b.control.addTimes(&line, g.Time)
	share := line
	b.control.alignValues()
	line.rows = int64(4 * len(b.control.values))
	b.control.values = append(b.control.values, g.Value...)
	b.control.values = append(b.control.values, make([]float32, 4*groupJoints)...) // the last pack reads beyond
	b.control.alignValues()
	share.otherPacks, share.stride, share.next = 1, 0, 16*groupJoints
	share.rows = int64(4 * len(b.control.values))
	for i := range 8 * groupJoints {
		b.control.values = append(b.control.values, float32(i/(4*groupJoints)))
	}
	b.control.lines = []keyLine{line, share}
	at := b.share()
	for c := range groupJoints * (packs + 1) {
		c = min(c, at)
		b.control.out, b.control.quad = append(b.control.out, int32(4*c*otherRows*simd.Lanes)), append(b.control.quad, int32(4*c))
	}
	b.control.align()
	k.bends = append(k.bends, b)
	return nil
}

// share is the scratch column with the fraction of its interval of each lane, after those of
// the control points.
func (b *bends) share() int {
	return (bendLines*len(b.column) + groupJoints - 1) / groupJoints * groupJoints
}

// KeyScratch is the working memory of sampling curves, for one goroutine.
type KeyScratch struct {
	block []float32 // columns of control points
	row   []float32 // the same of one instance
	on    []float32 // 1 in lanes that are sampled
	args  *Lanewise
}

// NewKeyScratch returns a scratch that suffices for all the clips.
func NewKeyScratch(clips ...*KeyClip) *KeyScratch {
	columns := 0
	for _, c := range clips {
		columns = max(columns, c.scratchColumns())
	}
	s := &KeyScratch{args: NewLanewise(), on: simd.AlignedFloat32(simd.Lanes)}
	s.block, s.row = simd.AlignedFloat32(columns*otherRows*simd.Lanes), simd.AlignedFloat32(columns*otherRows)
	return s
}

func (k *KeyClip) scratchColumns() (n int) {
	for i := range k.bends {
		n = max(n, k.bends[i].share()+1)
	}
	return n
}

// length is that of the scratch, and what a clip needs.
func (s *KeyScratch) length(k *KeyClip) length {
	l := length{"scratch", 0, k.scratchColumns() * otherRows}
	if s != nil {
		l.have = len(s.row)
	}
	return l
}

// bend16 samples the curves of a clip.
func (s *KeyScratch) bend16(pose []float32, k *KeyClip, at *Ticks, lanes uint16) {
	for l := range s.on {
		s.on[l] = float32(lanes >> l & 1)
	}
	const column = otherRows * simd.Lanes
	a := s.args
	a.Rows[4] = s.on
	for i := range k.bends {
		b := &k.bends[i]
		sampleKeys16(s.block, &b.control, at, lanes)
		n := len(b.column)
		a.Rows[3] = s.block[b.share()*column:]
		for c, to := range b.column {
			a.Rows[0], a.Rows[1], a.Rows[2] = s.block[c*column:], s.block[(n+c)*column:], s.block[(2*n+c)*column:]
			a.Rows[5] = pose[to.out:]
			if to.rotation {
				bendRotation16(a)
			} else {
				bendOther16(a)
			}
		}
	}
}

// bend1 samples the curves of a clip for one instance, by the arithmetic of bend16.
func (s *KeyScratch) bend1(row []float32, k *KeyClip, tick, rest float32) {
	for i := range k.bends {
		b := &k.bends[i]
		sampleKeys1(s.row, &b.control, tick, rest)
		n, t := len(b.column), s.row[4*b.share()]
		quads := castQuads(s.row)
		for c, to := range b.column {
			v := (*[4]float32)(row[to.quad:])
			*v = bendQuad(&quads[c], &quads[n+c], &quads[2*n+c], t)
			if to.rotation {
				inverse := 1 / sqrt32(squareOf(v))
				for i := range v {
					v[i] = float32(v[i] * inverse)
				}
			}
		}
	}
}

// bendQuad is the point of a curve at t; a, b and c lie at t between its control points.
func bendQuad(a, b, c *[4]float32, t float32) (v [4]float32) {
	for i := range v {
		ab := a[i] + float32((b[i]-a[i])*t)
		bc := b[i] + float32((c[i]-b[i])*t)
		v[i] = ab + float32((bc-ab)*t)
	}
	return v
}
