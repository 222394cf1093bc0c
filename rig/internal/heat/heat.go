package heat

import (
	"context"
	"errors"
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/rig/internal/segment"
	"github.com/sinew-anim/sinew/rig/internal/sparse"
	"github.com/sinew-anim/sinew/rig/internal/surface"
)

// Sources are where the heat of a surface comes from.
type Sources struct {
	Heat  []float64 // per point: H
	Bones [][]int32 // per point: the nearest bones that are visible, ascending
}

// batch is the number of bones whose weights are computed together.
const batch = 8

// Weights calls each with the weights of every point for each bone that is the nearest visible one of
// some, ascending; w is valid during the call. altered reports that the matrix was not positive
// definite and was changed to be: obtuse triangles at borders can make it so.
func Weights(ctx context.Context, s *surface.Surface, bones []segment.Segment, each func(bone int, w []float64)) (altered bool, err error) {
	from, err := Find(ctx, s, bones)
	if err != nil {
		return false, err
	}
	factor, altered, err := factorise(ctx, s, from)
	if err != nil {
		return false, err
	}
	points := from.byBone(len(bones))
	var some []int // bones that warm points
	for b := range points {
		if len(points[b]) > 0 {
			some = append(some, b)
		}
	}
	room := make([][]float64, min(batch, len(some)))
	for i := range room {
		room[i] = make([]float64, len(s.Position))
	}
	for ; len(some) > 0; some = some[min(batch, len(some)):] {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		now := some[:min(batch, len(some))]
		for i, b := range now {
			clear(room[i])
			from.warm(s, points[b], room[i])
		}
		if err := factor.Solve(room[:len(now)]...); err != nil {
			return false, err
		}
		for i, b := range now {
			for p, w := range room[i] {
				room[i][p] = fade(w)
			}
			each(b, room[i])
		}
	}
	return altered, nil
}

// warm sets the right-hand side of a bone that warms points.
func (from *Sources) warm(s *surface.Surface, points []int32, w []float64) {
	for _, p := range points {
		share := 1 / float64(len(from.Bones[p]))
		if len(s.Neighbours(int(p))) > 0 {
			share = float64(float64(s.Area[p]*from.Heat[p]) * share)
		}
		w[p] = share
	}
}

// byBone lists the points that each bone warms.
func (from *Sources) byBone(bones int) [][]int32 {
	list := make([][]int32, bones)
	for p, near := range from.Bones {
		for _, b := range near {
			list[b] = append(list[b], int32(p))
		}
	}
	return list
}

const (
	faded = 0.025 // weights up to this are 0,
	whole = 0.05  // those from this on stay
)

func fade(w float64) float64 {
	switch {
	case !(w > faded):
		return 0
	case w < whole:
		return float64(2 * (w - faded))
	}
	return w
}

// factorise returns the factors of the matrix. Pieces without heat, for which it is singular, get
// equations of their own, w = 0, and so do points without a triangle, w = p.
func factorise(ctx context.Context, s *surface.Surface, from *Sources) (f *sparse.Factor, altered bool, err error) {
	c := newConductance(s)
	f, err = c.factorise(ctx, from)
	if errors.Is(err, sparse.ErrIndefinite) {
		c.clamp()
		f, err = c.factorise(ctx, from)
		altered = true
	}
	return f, altered, err
}

// conductance is how well heat goes along edges.
type conductance struct {
	s     *surface.Surface
	start []int32   // per point: its first entry in of
	of    []float64 // per point and neighbour, which is counted where its number is larger
}

// newConductance sums cot/(4·triangles at the edge) over the triangles.
func newConductance(s *surface.Surface) *conductance {
	c := &conductance{s: s, start: make([]int32, len(s.Position)+1)}
	for p := range s.Position {
		c.start[p+1] = c.start[p] + int32(len(s.Neighbours(p)))
	}
	c.of = make([]float64, c.start[len(s.Position)])
	sides := s.Sides()
	for t, corner := range s.Triangle {
		cot, _ := s.Cotangents(corner)
		for k := range 3 {
			p, q := corner[(k+1)%3], corner[(k+2)%3]
			*c.at(min(p, q), max(p, q)) += cot[k] / (4 * float64(sides[t][k]))
		}
	}
	return c
}

// at is the conductance from p to a neighbour with a larger number.
func (c *conductance) at(p, q int32) *float64 {
	beside := c.s.Neighbours(int(p))
	low, high := 0, len(beside)
	for low < high {
		if middle := (low + high) / 2; beside[middle] < q {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return &c.of[int(c.start[p])+low]
}

// least is the ratio of the least conductance to the largest after clamp.
const least = 1e-6

// clamp makes all conductances positive: the matrix is then diagonally dominant.
func (c *conductance) clamp() {
	most := 0.0
	for _, v := range c.of {
		most = max(most, v)
	}
	for i, v := range c.of {
		c.of[i] = max(v, float64(least*most), least)
	}
}

func (c *conductance) factorise(ctx context.Context, from *Sources) (*sparse.Factor, error) {
	warm := make([]bool, c.s.Pieces)
	for p, h := range from.Heat {
		if h > 0 {
			warm[c.s.Component[p]] = true
		}
	}
	b := sparse.NewBuilder(len(c.s.Position))
	b.Grow(len(c.of) + len(c.s.Position))
	diagonal := make([]float64, len(c.s.Position))
	for p := range c.s.Position {
		beside := c.s.Neighbours(p)
		if len(beside) == 0 || !warm[c.s.Component[p]] {
			diagonal[p] = 1
			continue
		}
		diagonal[p] += float64(c.s.Area[p] * from.Heat[p])
		for i, q := range beside {
			if v := c.of[int(c.start[p])+i]; int(q) > p {
				diagonal[p] += v
				diagonal[q] += v
				b.Add(int(q), p, -v)
			}
		}
	}
	for p, v := range diagonal {
		b.Add(p, p, v)
	}
	m, err := b.Matrix()
	if err != nil {
		return nil, err
	}
	return sparse.Factorize(ctx, m)
}

const (
	equal  = 1.0001 // bones within this multiple of the least distance count as equally near
	facing = 1.001
	most   = 1e-4 // the distance at which heat grows no more
)

// Find returns the nearest visible bones of each point.
func Find(ctx context.Context, s *surface.Surface, bones []segment.Segment) (*Sources, error) {
	out := &Sources{Heat: make([]float64, len(s.Position)), Bones: make([][]int32, len(s.Position))}
	far, place, eyes := make([]float64, len(bones)), make([]vec32, len(bones)), newSight(s, bones)
	for p := range s.Position {
		if p%256 == 0 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
		}
		nearest := math.Inf(1)
		for b := range bones {
			place[b] = eyes.nearest(p, b)
			far[b] = distance(eyes.at[p].exact(), place[b].exact(), s.Normal[p])
			nearest = min(nearest, far[b])
		}
		for b, d := range far {
			if d <= float64(nearest*equal) && eyes.sees(p, place[b]) {
				out.Bones[p] = append(out.Bones[p], int32(b))
			}
		}
		if n := float64(len(out.Bones[p])); n > 0 {
			d := max(nearest, most)
			out.Heat[p] = n / float64(d*d)
		}
	}
	return out, nil
}

// distance returns how far a place of a bone is from a point, farther where it lies on the outer side.
func distance(at, place, normal exact.Vec) float64 {
	away := at.Sub(place)
	d := away.Length()
	if d == 0 {
		return 0
	}
	cos := away.Dot(normal) / d
	return d / float64(0.5*(cos+facing))
}
