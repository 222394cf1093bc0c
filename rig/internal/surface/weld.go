package surface

import (
	"context"
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// roundings is how far apart vertices of one point may be, relative to the largest coordinate:
// float32 rounds by 6e-8 of it, and so do the matrices that place parts.
const roundings = 4e-7

// weld numbers the points: each vertex is the first point that is near enough, or a new one.
func (s *Surface) weld(ctx context.Context, parts []Part) error {
	placed, largest, err := place(ctx, parts)
	if err != nil {
		return err
	}
	w := welder{tolerance: float64(roundings * largest), cell: map[[3]int32]int32{}}
	if w.width = float64(w.tolerance * 16); w.width == 0 {
		w.width = 1
	}
	s.Of = make([][]int32, len(parts))
	for i, vertices := range placed {
		s.Of[i] = make([]int32, len(vertices))
		for v, p := range vertices {
			if v%ask == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			s.Of[i][v] = w.point(p)
		}
	}
	s.Position = w.points
	s.listCopies()
	for k, p := range s.Position {
		if k == 0 {
			s.Min, s.Max = p, p
		}
		for a := range 3 {
			s.Min[a], s.Max[a] = min(s.Min[a], p[a]), max(s.Max[a], p[a])
		}
	}
	return nil
}

// place returns the places of all vertices, and the largest coordinate.
func place(ctx context.Context, parts []Part) (placed [][]exact.Vec, largest float64, err error) {
	for i := range parts {
		part := &parts[i]
		vertices := make([]exact.Vec, len(part.Position)/3)
		for v := range vertices {
			if v%ask == 0 && ctx.Err() != nil {
				return nil, 0, ctx.Err()
			}
			at := part.Position[3*v : 3*v+3]
			p := part.To.Point(exact.Vec{float64(at[0]), float64(at[1]), float64(at[2])})
			if err := finite(i, v, p); err != nil {
				return nil, 0, err
			}
			vertices[v] = p
			largest = max(largest, math.Abs(p[0]), math.Abs(p[1]), math.Abs(p[2]))
		}
		for k, v := range part.Index {
			if int(v) >= len(vertices) {
				return nil, 0, fmt.Errorf("%w: Index[%d] of part %d is %d of %d vertices", soa.ErrInvalid, k, i, v, len(vertices))
			}
		}
		placed = append(placed, vertices)
	}
	return placed, largest, nil
}

// welder finds points again by the cells of a grid that they lie in.
type welder struct {
	tolerance, width float64
	points           []exact.Vec
	cell             map[[3]int32]int32 // its last point, plus one
	before           []int32            // per point: the one before it in its cell, plus one
}

// point returns the number of the first point near p.
func (w *welder) point(p exact.Vec) int32 {
	low, high := w.at(p, -w.tolerance), w.at(p, w.tolerance)
	found := int32(math.MaxInt32)
	for x := low[0]; x <= high[0]; x++ {
		for y := low[1]; y <= high[1]; y++ {
			for z := low[2]; z <= high[2]; z++ {
				for q := w.cell[[3]int32{x, y, z}]; q > 0; q = w.before[q-1] {
					if d := w.points[q-1].Sub(p); d.Dot(d) <= float64(w.tolerance*w.tolerance) {
						found = min(found, q-1)
					}
				}
			}
		}
	}
	if found < math.MaxInt32 {
		return found
	}
	own := w.at(p, 0)
	w.points = append(w.points, p)
	w.before = append(w.before, w.cell[own])
	w.cell[own] = int32(len(w.points))
	return int32(len(w.points)) - 1
}

// at returns the cell of p moved by d along each axis.
func (w *welder) at(p exact.Vec, d float64) (cell [3]int32) {
	for k := range 3 {
		cell[k] = int32(math.Floor((p[k] + d) / w.width))
	}
	return cell
}

// listCopies lists the vertices of each point.
func (s *Surface) listCopies() {
	count := make([]int32, len(s.Position))
	for _, of := range s.Of {
		for _, p := range of {
			count[p]++
		}
	}
	s.copies = newRows[Vertex](count)
	clear(count)
	for i, of := range s.Of {
		for v, p := range of {
			s.copies.row(int(p))[count[p]] = Vertex{int32(i), int32(v)}
			count[p]++
		}
	}
}

// connect lists neighbours and numbers components. The error is the context's.
func (s *Surface) connect(ctx context.Context) error {
	count := make([]int32, len(s.Position))
	for _, corner := range s.Triangle {
		for _, p := range corner {
			count[p] += 2
		}
	}
	s.beside = newRows[int32](count)
	clear(count)
	for t, corner := range s.Triangle {
		if t%ask == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		for k, p := range corner {
			row := s.beside.row(int(p))
			row[count[p]], row[count[p]+1] = corner[(k+1)%3], corner[(k+2)%3]
			count[p] += 2
		}
	}
	compact(&s.beside)
	s.number()
	return ctx.Err()
}

// number gives components their numbers, in the order of their first points.
func (s *Surface) number() {
	s.Component = make([]int32, len(s.Position))
	for p := range s.Component {
		s.Component[p] = -1
	}
	var open []int32
	for p := range s.Component {
		if s.Component[p] >= 0 {
			continue
		}
		number := int32(s.Pieces)
		s.Pieces++
		s.Component[p], open = number, append(open, int32(p))
		for len(open) > 0 {
			at := open[len(open)-1]
			open = open[:len(open)-1]
			for _, q := range s.beside.row(int(at)) {
				if s.Component[q] < 0 {
					s.Component[q], open = number, append(open, q)
				}
			}
		}
	}
}
