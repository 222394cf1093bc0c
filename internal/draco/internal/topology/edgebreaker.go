package topology

import "github.com/sinew-anim/sinew/internal/draco/internal/code"

// The edgebreaker builds a mesh triangle by triangle over an active edge, named by the corner opposite
// to it. A symbol says what the triangle finds beyond its two other edges:
//
//	C  a closed fan around one vertex: both sides of it are known
//	R  nothing to the right, L nothing to the left: a new vertex
//	S  two active edges, which it joins
//	E  nothing: a triangle of three new vertices, whose edge becomes active
//
// Symbols are stored in the order opposite to the encoder's, so that only the newest edge is active.
const (
	symbolC = 0
	symbolS = 1
	symbolL = 3
	symbolR = 5
	symbolE = 7
	invalid = 8
)

const (
	traversalStandard = 0
	traversalValence  = 2
)

// split says that an edge of the triangle of symbol source joins the triangle of symbol split, an S.
// Both count from the encoder's first symbol.
type split struct {
	source, split uint32
	right         bool
}

// edgebreaker is the state of building a mesh from symbols.
type edgebreaker struct {
	*code.Reader
	Topology
	limits   Limits
	symbols  symbolSource
	starts   code.BitDecoder // whether a part begins with a triangle that has no symbol
	seams    []code.BitDecoder
	splits   []split
	most     int           // vertices
	active   []int32       // active edges, the newest last
	split    map[int]int32 // active edges of triangles that are joined later, by symbol
	interior []bool        // vertices that have no open edge, once all triangles are there
	merged   []int32       // vertices that have become others
	count    int           // triangles
}

// Edgebreaker reads the triangles of a mesh that an edgebreaker has encoded.
func Edgebreaker(r *code.Reader, limits Limits) Topology {
	traversal := r.U8()
	vertices, faces := r.Varint(), r.Varint()
	seamed := int(r.U8())
	symbols, splitSymbols := r.Varint(), r.Varint()
	if r.Err != nil || !limits.check(r, faces, 0) {
		return Topology{}
	}
	if vertices > 3*faces || symbols > faces || faces > symbols+symbols/3 || splitSymbols > symbols {
		r.Fail(code.ErrFormat, "%d vertices, %d triangles, %d symbols, %d of them splits", vertices, faces, symbols, splitSymbols)
		return Topology{}
	}
	e := edgebreaker{
		Reader: r, limits: limits, most: int(vertices + splitSymbols), split: map[int]int32{},
	}
	if !r.Take(int(faces), 24) || !r.Take(e.most, 5) {
		return Topology{}
	}
	e.Surface = newSurface(int(faces), e.most)
	e.interior = make([]bool, e.most)
	e.readSplits(faces)
	e.readSymbols(traversal, seamed)
	if r.Err == nil {
		e.build(int(symbols))
	}
	if r.Err == nil {
		e.finish(int(symbols), seamed > 0)
	}
	if r.Err == nil {
		e.readSeams()
	}
	return e.Topology
}

func (e *edgebreaker) readSplits(faces uint32) {
	n := e.Varint()
	if n > faces {
		e.Fail(code.ErrFormat, "%d splits of %d triangles", n, faces)
		return
	}
	last := uint32(0)
	for range n {
		if !e.Take(1, 16) {
			return
		}
		last += e.Varint()
		back := e.Varint()
		if e.Err != nil {
			return
		}
		if back > last {
			e.Fail(code.ErrFormat, "a split %d symbols before symbol %d", back, last)
			return
		}
		e.splits = append(e.splits, split{source: last, split: last - back})
	}
	if n > 0 {
		bits := code.Bits{Data: e.Data}
		for i := range e.splits {
			e.splits[i].right = bits.Next(1) != 0
		}
		e.Bytes(bits.Used())
	}
}

// readSymbols reads what symbols, first triangles and seams are decoded from.
func (e *edgebreaker) readSymbols(traversal uint8, seamed int) {
	switch traversal {
	case traversalStandard:
		e.symbols = &plainSymbols{code.Bits{Data: e.Bytes(int(e.Varint64()))}}
	case traversalValence:
	default:
		e.Fail(code.ErrVersion, "edgebreaker traversal %d", traversal)
	}
	e.starts = e.BitDecoder()
	for range seamed {
		e.seams = append(e.seams, e.BitDecoder())
	}
	if traversal == traversalValence {
		e.symbols = e.readValences()
	}
}

// build makes a triangle of each symbol.
func (e *edgebreaker) build(symbols int) {
	for i := range symbols {
		if i%1024 == 0 && !e.Step(1024*50) {
			return
		}
		corner := int32(3 * e.count)
		e.count++
		symbol, ok := e.symbols.Next(), false
		switch symbol {
		case symbolC:
			ok = e.close(corner)
		case symbolL, symbolR:
			ok = e.extend(corner, symbol == symbolR)
		case symbolS:
			ok = e.joinTwo(corner, i)
		case symbolE:
			ok = e.begin(corner)
		}
		if !ok {
			e.Fail(code.ErrFormat, "symbol %d of %d does not fit the triangles before it", i, symbols)
			return
		}
		e.symbols.reached(e.Surface, corner)
		if symbol == symbolL || symbol == symbolR || symbol == symbolE {
			if !e.keepSplits(symbols, i) {
				e.Fail(code.ErrFormat, "a split is out of order at symbol %d of %d", i, symbols)
				return
			}
		}
	}
}

// newest returns the active edge, if it is still open.
func (e *edgebreaker) newest() (int32, bool) {
	if len(e.active) == 0 {
		return None, false
	}
	a := e.active[len(e.active)-1]
	return a, e.Surface.opposite[a] < 0
}

// open reports whether c is a corner opposite to an open edge.
func (e *edgebreaker) open(c int32) bool { return c >= 0 && e.Surface.opposite[c] < 0 }

// close makes a triangle between the active edge and the next open edge around its vertex x:
//
//	    *-------*
//	   / \     / \
//	  /   \   /   \
//	 /     \ /     \
//	*-------x-------*
//	 \b    / \    a/
//	  \   /   \   /
//	   \ /  C  \ /
//	    *.......*
func (e *edgebreaker) close(corner int32) bool {
	s := e.Surface
	a, ok := e.newest()
	if !ok {
		return false
	}
	x := s.Vertex[Next(a)]
	b := Next(s.first[x])
	if a == b || !e.open(b) {
		return false
	}
	right, left := s.Vertex[Previous(a)], s.Vertex[Next(b)]
	if x == right || x == left {
		return false
	}
	s.join(a, corner+1)
	s.join(b, corner+2)
	s.Vertex[corner], s.Vertex[corner+1], s.Vertex[corner+2] = x, left, right
	s.first[right] = corner + 2
	e.interior[x] = true
	e.active[len(e.active)-1] = corner
	return true
}

// extend makes a triangle of the active edge and a new vertex. The edge to the right, or to the left,
// of that vertex becomes active.
func (e *edgebreaker) extend(corner int32, right bool) bool {
	s := e.Surface
	a, ok := e.newest()
	if !ok || len(s.first) >= e.most {
		return false
	}
	tip, l, r := corner+1, corner, corner+2
	if right {
		tip, l, r = corner+2, corner+1, corner
	}
	s.join(tip, a)
	v := s.addVertex()
	s.Vertex[tip], s.first[v] = v, tip
	s.Vertex[r] = s.Vertex[Previous(a)]
	s.first[s.Vertex[r]] = r
	s.Vertex[l] = s.Vertex[Next(a)]
	e.active[len(e.active)-1] = corner
	return true
}

// joinTwo makes a triangle between the two newest active edges, or between the newest and one that
// waits for this symbol. The vertices p and n become one, x:
//
//	*-------v-------*
//	 \a   p/x\n   b/
//	  \   /   \   /
//	   \ /  S  \ /
//	    *.......*
func (e *edgebreaker) joinTwo(corner int32, symbol int) bool {
	s := e.Surface
	b, ok := e.newest()
	if !ok {
		return false
	}
	e.active = e.active[:len(e.active)-1]
	if waiting, ok := e.split[symbol]; ok {
		e.active = append(e.active, waiting)
	}
	a, ok := e.newest()
	if !ok || a == b {
		return false
	}
	s.join(a, corner+2)
	s.join(b, corner+1)
	p, n := s.Vertex[Previous(a)], s.Vertex[Next(b)]
	last := s.Vertex[Previous(b)]
	s.Vertex[corner], s.Vertex[corner+1], s.Vertex[corner+2] = p, s.Vertex[Next(a)], last
	s.first[last] = corner + 2
	e.symbols.merge(p, n)
	s.first[p] = s.first[n]
	for c := Next(b); c >= 0; {
		s.Vertex[c] = p
		if c = s.SwingLeft(c); c == Next(b) || !e.Step(10) {
			return false
		}
	}
	s.first[n] = None
	e.merged = append(e.merged, n)
	e.active[len(e.active)-1] = corner
	return true
}

// begin makes a triangle of three new vertices.
func (e *edgebreaker) begin(corner int32) bool {
	s := e.Surface
	if len(s.first)+3 > e.most {
		return false
	}
	for k := range int32(3) {
		v := s.addVertex()
		s.Vertex[corner+k], s.first[v] = v, corner+k
	}
	e.active = append(e.active, corner)
	return true
}

// keepSplits keeps the edges of the newest triangle that the triangles of later symbols join.
func (e *edgebreaker) keepSplits(symbols, i int) bool {
	now := uint32(symbols - i - 1) // counted as the encoder does
	for len(e.splits) > 0 {
		s := e.splits[len(e.splits)-1]
		if s.source > now {
			return false
		}
		if s.source != now {
			return true
		}
		e.splits = e.splits[:len(e.splits)-1]
		top := e.active[len(e.active)-1]
		edge := Previous(top)
		if s.right {
			edge = Next(top)
		}
		e.split[symbols-int(s.split)-1] = edge
	}
	return true
}

// finish adds the triangles that have no symbol, from which the encoder began, and numbers vertices
// without gaps.
func (e *edgebreaker) finish(symbols int, seamed bool) {
	for len(e.active) > 0 {
		a := e.active[len(e.active)-1]
		e.active = e.active[:len(e.active)-1]
		if !e.Step(20) {
			return
		}
		if e.starts.Next() && !e.first(a) {
			e.Fail(code.ErrFormat, "a first triangle does not fit the %d triangles of symbols", symbols)
			return
		}
	}
	if e.count != e.Surface.faces() {
		e.Fail(code.ErrFormat, "%d triangles, want %d", e.count, e.Surface.faces())
		return
	}
	vertices := len(e.Surface.first)
	if !seamed { // else points are numbered apart from vertices
		vertices = e.closeGaps()
	}
	e.Points = vertices
}

// first makes a triangle all of whose edges are shared: with a, b and c, which lie around it.
func (e *edgebreaker) first(a int32) bool {
	s := e.Surface
	if e.count >= s.faces() || !e.open(a) {
		return false
	}
	n := s.Vertex[Next(a)]
	b := Next(s.first[n])
	if !e.open(b) {
		return false
	}
	x := s.Vertex[Next(b)]
	c := Next(s.first[x])
	if !e.open(c) || a == b || a == c || b == c {
		return false
	}
	p := s.Vertex[Next(c)]
	corner := int32(3 * e.count)
	e.count++
	s.join(corner, a)
	s.join(corner+1, b)
	s.join(corner+2, c)
	s.Vertex[corner], s.Vertex[corner+1], s.Vertex[corner+2] = x, p, n
	e.interior[x], e.interior[p], e.interior[n] = true, true, true
	return true
}

// closeGaps gives the numbers of merged vertices to the last ones. It returns how many vertices there are.
func (e *edgebreaker) closeGaps() int {
	s := e.Surface
	n := len(s.first)
	for _, gone := range e.merged {
		for n > 0 && s.first[n-1] < 0 {
			n--
		}
		last := int32(n - 1)
		if last < gone {
			continue
		}
		s.ForEachCorner(s.first[last], func(c int32) { s.Vertex[c] = gone })
		s.first[gone], s.first[last] = s.first[last], None
		e.interior[gone], e.interior[last] = e.interior[last], false
		n--
	}
	return n
}
