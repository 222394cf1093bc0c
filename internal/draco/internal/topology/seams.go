package topology

import "github.com/sinew-anim/sinew/internal/draco/internal/code"

// readSeams reads the edges at which attributes have seams, and separates points along them.
func (e *edgebreaker) readSeams() {
	s := e.Surface
	if !e.Take(len(s.Vertex), 4) {
		return
	}
	if len(e.seams) == 0 {
		e.Indices = make([]uint32, len(s.Vertex))
		for c, v := range s.Vertex {
			if v < 0 || int(v) >= e.Points {
				e.Fail(code.ErrFormat, "triangle %d has vertex %d of %d", c/3, v, e.Points)
				return
			}
			e.Indices[c] = uint32(v)
		}
		e.limits.check(e.Reader, 0, uint32(e.Points))
		return
	}
	cuts := make([][]int32, len(e.seams))
	if !e.Take(len(s.Vertex)*len(e.seams), 8) {
		return
	}
	for c, o := range s.opposite {
		if c%1024 == 0 && !e.Step(1024*20*len(e.seams)) {
			return
		}
		for i := range e.seams {
			if o < 0 || int(o)/3 >= c/3 && e.seams[i].Next() {
				cuts[i] = append(cuts[i], int32(c))
			}
		}
	}
	onSeam := make([][]bool, len(cuts))
	for i, c := range cuts {
		if !e.Take(len(s.Vertex), 12) {
			return
		}
		cut, on, ok := s.cut(c)
		if !ok {
			e.Fail(code.ErrFormat, "seams of attributes %d do not fit the triangles", i)
			return
		}
		e.Seamed, onSeam[i] = append(e.Seamed, cut), on
	}
	if !e.assignPoints(onSeam) {
		e.Fail(code.ErrFormat, "triangles around a vertex do not close")
	}
	e.limits.check(e.Reader, 0, uint32(e.Points))
}

// assignPoints gives each corner a point: corners of a vertex share it where no attribute has a seam
// between them.
func (e *edgebreaker) assignPoints(onSeam [][]bool) bool {
	s := e.Surface
	indices := make([]uint32, len(s.Vertex))
	points := uint32(0)
	for v, c := range s.first {
		if c < 0 {
			continue
		}
		if v%1024 == 0 && !e.Step(1024*100*len(e.Seamed)) {
			return false
		}
		start := c
		if e.interior[v] {
			var ok bool
			if start, ok = e.seamStart(int32(v), c, onSeam); !ok {
				return false
			}
		}
		indices[start] = points
		points++
		before := start
		for c = s.SwingRight(start); c >= 0 && c != start; c = s.SwingRight(c) {
			if e.sameValues(c, before) {
				indices[c] = indices[before]
			} else {
				indices[c] = points
				points++
			}
			before = c
		}
	}
	e.Indices, e.Points = indices, int(points)
	return true
}

// seamStart is the first corner behind a seam around interior vertex v, from c to the right; c where
// there is no seam.
func (e *edgebreaker) seamStart(v, c int32, onSeam [][]bool) (int32, bool) {
	for i, cut := range e.Seamed {
		if !onSeam[i][v] {
			continue
		}
		for at := e.Surface.SwingRight(c); at != c; at = e.Surface.SwingRight(at) {
			if at < 0 {
				return None, false
			}
			if cut.Vertex[at] != cut.Vertex[c] {
				return at, true
			}
		}
	}
	return c, true
}

// sameValues reports whether two corners of a vertex have the same value of every attribute.
func (e *edgebreaker) sameValues(a, b int32) bool {
	for _, cut := range e.Seamed {
		if cut.Vertex[a] != cut.Vertex[b] {
			return false
		}
	}
	return true
}
