package topology

import "github.com/sinew-anim/sinew/internal/draco/internal/code"

// symbolSource is where symbols come from.
type symbolSource interface {
	Next() int
	reached(s *Surface, corner int32) // after each triangle: its first corner
	merge(kept, gone int32)
}

// plainSymbols are symbols of 1 or 3 bits.
type plainSymbols struct{ bits code.Bits }

func (p *plainSymbols) Next() int {
	if p.bits.Next(1) == 0 {
		return symbolC
	}
	return 1 | int(p.bits.Next(2))<<1
}
func (*plainSymbols) reached(*Surface, int32) {}
func (*plainSymbols) merge(_, _ int32)        {}

// valenceSymbols are symbols in sequences by the valence, so far, of the vertex that they turn around.
type valenceSymbols struct {
	sequences [6][]uint32 // for valences 2 to 7 and beyond; the next symbol last
	valence   []int32     // of each vertex
	sequence  int         // of the next symbol; −1 before the first, which is an E
	last      int
}

func (e *edgebreaker) readValences() symbolSource {
	v := &valenceSymbols{valence: make([]int32, e.most), sequence: -1}
	for i := range v.sequences {
		n := e.Varint()
		if int(n) > e.Surface.faces() {
			e.Fail(code.ErrFormat, "%d symbols of %d triangles", n, e.Surface.faces())
		}
		if e.Err != nil {
			return v
		}
		if !e.Take(int(n), 4) {
			return v
		}
		v.sequences[i] = make([]uint32, n)
		e.Numbers(v.sequences[i], 1)
	}
	return v
}

func (v *valenceSymbols) Next() int {
	v.last = symbolE
	if v.sequence >= 0 {
		s := &v.sequences[v.sequence]
		n := len(*s)
		if n == 0 || (*s)[n-1] > 4 {
			return invalid
		}
		v.last = [5]int{symbolC, symbolS, symbolL, symbolR, symbolE}[(*s)[n-1]]
		*s = (*s)[:n-1]
	}
	return v.last
}

func (v *valenceSymbols) reached(s *Surface, corner int32) {
	tip, n, p := s.Vertex[corner], s.Vertex[Next(corner)], s.Vertex[Previous(corner)]
	add := [3]int32{0, 1, 1}
	switch v.last {
	case symbolR:
		add = [3]int32{1, 1, 2}
	case symbolL:
		add = [3]int32{1, 2, 1}
	case symbolE:
		add = [3]int32{2, 2, 2}
	}
	v.valence[tip] += add[0]
	v.valence[n] += add[1]
	v.valence[p] += add[2]
	v.sequence = int(min(max(v.valence[n], 2), 7)) - 2
}

func (v *valenceSymbols) merge(kept, gone int32) { v.valence[kept] += v.valence[gone] }
