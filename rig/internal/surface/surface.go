package surface

import (
	"context"
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// Part is a mesh that takes part in a surface. Its vertices are To·Position.
type Part struct {
	Position []float32 // 3 per vertex
	Index    []uint32  // 3 per triangle
	To       exact.Matrix
}

// Vertex is a vertex of a part.
type Vertex struct{ Part, Vertex int32 }

// Face is a triangle of a part: its vertices are Index[3·Triangle:3·Triangle+3].
type Face struct{ Part, Triangle int32 }

// Surface is the welded surface of several parts.
type Surface struct {
	Position []exact.Vec // per point
	Normal   []exact.Vec // per point: the sum of the unit normals around it, as a unit vector, or 0
	// Area is, per point, its part of the area of its triangles: of the Voronoi cell, or of an
	// obtuse triangle a half at the obtuse corner and a quarter at the others (Meyer, Desbrun,
	// Schröder, Barr: Discrete Differential-Geometry Operators, 2003).
	Area      []float64
	Component []int32 // per point: the piece that triangles connect it to, numbered by first points
	Pieces    int     // number of components, points without a triangle included

	Triangle   [][3]int32  // points
	FaceNormal []exact.Vec // per triangle, unit
	Face       []Face      // per triangle: what it was
	Degenerate int         // triangles dropped

	Of     [][]int32 // per part and vertex: its point
	copies rows[Vertex]
	beside rows[int32]

	Min, Max exact.Vec // the box around all points; zero without any
	tree     tree
}

// ask is the number of vertices or triangles between two checks of the context.
const ask = 1 << 12

// New welds parts. A position that is not finite is an error that names part and vertex; otherwise the
// error is the context's.
func New(ctx context.Context, parts []Part) (*Surface, error) {
	s := &Surface{}
	for _, step := range [...]func() error{
		func() error { return s.weld(ctx, parts) },
		func() error { return s.addTriangles(ctx, parts) },
		func() error { return s.measure(ctx) },
		func() error { return s.connect(ctx) },
	} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	return s.Filter(ctx, func(int) bool { return true })
}

// Copies returns the vertices that are point p.
func (s *Surface) Copies(p int) []Vertex { return s.copies.row(p) }

// Neighbours returns the points that share an edge with p, ascending.
func (s *Surface) Neighbours(p int) []int32 { return s.beside.row(p) }

// Size returns the length of the diagonal of the box around all points.
func (s *Surface) Size() float64 { return s.Max.Sub(s.Min).Length() }

// addTriangles takes the triangles that have an area.
func (s *Surface) addTriangles(ctx context.Context, parts []Part) error {
	for i := range parts {
		of := s.Of[i]
		for t := 0; t+2 < len(parts[i].Index); t += 3 {
			if t%(3*ask) == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			index := parts[i].Index[t : t+3]
			corner := [3]int32{of[index[0]], of[index[1]], of[index[2]]}
			normal, ok := s.normalOf(corner)
			if !ok {
				s.Degenerate++
				continue
			}
			s.Triangle = append(s.Triangle, corner)
			s.FaceNormal = append(s.FaceNormal, normal)
			s.Face = append(s.Face, Face{int32(i), int32(t / 3)})
		}
	}
	return nil
}

// flat is the ratio of a triangle's height to its longest side below which its points are on a
// line but for rounding.
const flat = 1e-8

// normalOf returns the unit normal of a triangle, and whether it has an area.
func (s *Surface) normalOf(corner [3]int32) (exact.Vec, bool) {
	a, b, c := s.Position[corner[0]], s.Position[corner[1]], s.Position[corner[2]]
	ab, ac, bc := b.Sub(a), c.Sub(a), c.Sub(b)
	normal := ab.Cross(ac)
	area, longest := normal.Length(), max(ab.Dot(ab), ac.Dot(ac), bc.Dot(bc))
	if !(area > float64(flat*longest)) || math.IsInf(1/area, 0) {
		return exact.Vec{}, false
	}
	return normal.Scale(1 / area), true
}

// cancelled is the length below which a sum of unit normals is only rounding, as at a flap folded flat.
const cancelled = 1e-6

// measure computes normals and areas of points.
func (s *Surface) measure(ctx context.Context) error {
	s.Normal, s.Area = make([]exact.Vec, len(s.Position)), make([]float64, len(s.Position))
	for t, corner := range s.Triangle {
		if t%ask == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		share := s.shares(corner)
		for k, p := range corner {
			s.Normal[p] = s.Normal[p].Add(s.FaceNormal[t])
			s.Area[p] += share[k]
		}
	}
	for p, n := range s.Normal {
		if l := n.Length(); l > cancelled {
			s.Normal[p] = n.Scale(1 / l)
		} else {
			s.Normal[p] = exact.Vec{}
		}
	}
	return nil
}

// shares returns the corners' shares of a triangle's area.
func (s *Surface) shares(corner [3]int32) (share [3]float64) {
	cot, double := s.Cotangents(corner)
	for k := range 3 {
		if cot[k] < 0 { // obtuse
			share = [3]float64{double / 8, double / 8, double / 8}
			share[k] = double / 4
			return share
		}
	}
	for k := range 3 { // side k is opposite to corner k
		i, j := (k+1)%3, (k+2)%3
		side := s.Position[corner[j]].Sub(s.Position[corner[i]])
		part := float64(float64(side.Dot(side)*cot[k]) * 0.125)
		share[i] += part
		share[j] += part
	}
	return share
}

// Cotangents returns the cotangents of a triangle's angles, and twice its area.
func (s *Surface) Cotangents(corner [3]int32) (cot [3]float64, double float64) {
	for k := range 3 {
		at := s.Position[corner[k]]
		u, v := s.Position[corner[(k+1)%3]].Sub(at), s.Position[corner[(k+2)%3]].Sub(at)
		if k == 0 {
			double = u.Cross(v).Length()
		}
		cot[k] = u.Dot(v) / double
	}
	return cot, double
}

// finite reports the first vertex of a part whose place is not a number.
func finite(part, vertex int, p exact.Vec) error {
	if (p[0]-p[0])+(p[1]-p[1])+(p[2]-p[2]) != 0 {
		return fmt.Errorf("%w: vertex %d of part %d is at %v", soa.ErrInvalid, vertex, part, p)
	}
	return nil
}
