package topology

// Surface is a corner table. Corner 3·face + k is corner k of a triangle.
type Surface struct {
	Vertex   []int32 // of each corner
	opposite []int32 // of each corner: the corner over the edge that it does not touch, or None
	first    []int32 // of each vertex: the corner from which swinging right meets all others, or None
}

// None is no corner, or no vertex.
const None = int32(-1)

func newSurface(faces, vertices int) *Surface {
	s := &Surface{Vertex: make([]int32, 3*faces), opposite: make([]int32, 3*faces), first: make([]int32, 0, vertices)}
	for i := range s.Vertex {
		s.Vertex[i], s.opposite[i] = None, None
	}
	return s
}

func (s *Surface) faces() int { return len(s.Vertex) / 3 }

// Next is the corner after c of its triangle.
func Next(c int32) int32 {
	switch {
	case c < 0:
		return None
	case c%3 == 2:
		return c - 2
	}
	return c + 1
}

// Previous is the corner before c.
func Previous(c int32) int32 {
	switch {
	case c < 0:
		return None
	case c%3 == 0:
		return c + 2
	}
	return c - 1
}

// OppositeCorner is the corner opposite to c.
func (s *Surface) OppositeCorner(c int32) int32 {
	if c < 0 {
		return None
	}
	return s.opposite[c]
}

// right and left are the corners over the edges right and left of c.
func (s *Surface) right(c int32) int32 { return s.OppositeCorner(Next(c)) }
func (s *Surface) left(c int32) int32  { return s.OppositeCorner(Previous(c)) }

// SwingRight and SwingLeft are the next corners around the vertex of c, None over an open edge.
func (s *Surface) SwingRight(c int32) int32 { return Previous(s.OppositeCorner(Previous(c))) }
func (s *Surface) SwingLeft(c int32) int32  { return Next(s.OppositeCorner(Next(c))) }

func (s *Surface) join(a, b int32) { s.opposite[a], s.opposite[b] = b, a }

// addVertex adds a vertex without corners.
func (s *Surface) addVertex() int32 {
	s.first = append(s.first, None)
	return int32(len(s.first) - 1)
}

// open reports whether vertex v lies on an open edge.
func (s *Surface) open(v int32) bool {
	c := s.first[v]
	return c < 0 || s.SwingLeft(c) < 0
}

// ForEachCorner calls visit for the corners around the vertex of c: from c to the left, and at an open edge
// from c to the right.
func (s *Surface) ForEachCorner(c int32, visit func(int32)) {
	at := c
	for at >= 0 {
		visit(at)
		if at = s.SwingLeft(at); at == c {
			return
		}
	}
	for at = s.SwingRight(c); at >= 0; at = s.SwingRight(at) {
		visit(at)
	}
}

// cut returns s without the connections over the given edges, named by opposite corners, and which
// vertices of s lie on such an edge. Vertices of the Surface that is returned are numbered anew.
func (s *Surface) cut(seams []int32) (out *Surface, onSeam []bool, ok bool) {
	out = &Surface{Vertex: make([]int32, len(s.Vertex)), opposite: append([]int32(nil), s.opposite...)}
	onSeam = make([]bool, len(s.first))
	edge := make([]bool, len(s.Vertex))
	for _, c := range seams {
		for _, side := range [2]int32{c, s.opposite[c]} {
			if side < 0 {
				continue
			}
			edge[side], out.opposite[side] = true, None
			onSeam[s.Vertex[Next(side)]] = true
			onSeam[s.Vertex[Previous(side)]] = true
		}
	}
	for i := range out.Vertex {
		out.Vertex[i] = None
	}
	for v, c := range s.first {
		if c < 0 {
			continue
		}
		start := c
		if onSeam[v] {
			for at := out.SwingLeft(start); at >= 0; at = out.SwingLeft(at) {
				if at == c {
					return nil, nil, false // no seam around it
				}
				start = at
			}
		}
		now := out.addVertex()
		out.first[now], out.Vertex[start] = start, now
		for at := s.SwingRight(start); at >= 0 && at != start; at = s.SwingRight(at) {
			if edge[Next(at)] {
				now = out.addVertex()
				out.first[now] = at
			}
			out.Vertex[at] = now
		}
	}
	return out, onSeam, true
}
