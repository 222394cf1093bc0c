package codec

import (
	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/internal/packing"
	"github.com/sinew-anim/sinew/soa"
)

// track is a constant or coded track of a packed clip.
type track struct {
	property   soa.Property
	target     int
	components int // that are coded: three, of a weight one; a rotation's segment may have four
	grid       int // of a coded track
	step       uint8
	size       float32 // of the step
	left       uint8   // see packing.Omitted
}

// layout is the tracks of a packed clip by kind.
type layout struct {
	rest      []track
	constants []track
	grids     [][]track // the coded tracks of each grid
}

// layOut reads the kinds of a packed clip that has passed Validate.
func layOut(p *soa.Packed) *layout {
	l := &layout{grids: make([][]track, len(p.Grids))}
	steps, coded, rotations := 0, 0, 0
	for place := range p.Places() {
		kind := p.KindAt(place)
		if kind == soa.PackedNone {
			continue
		}
		property, target := p.At(place)
		t := track{property: property, target: target, components: coordinates(property)}
		if kind == soa.PackedRest {
			l.rest = append(l.rest, t)
			continue
		}
		t.step, t.size = p.Step[steps], packing.Step(p.Step[steps])
		steps++
		if kind == soa.PackedConstant {
			l.constants = append(l.constants, t)
			continue
		}
		if len(p.Grid) > 0 {
			t.grid = int(p.Grid[coded])
		}
		coded++
		if property == soa.Rotation && p.Coding == soa.PackedSpans {
			t.left = p.Left[rotations]
			if left, _ := packing.Omitted(t.left); left == packing.AllFour {
				t.components = 4
			}
			rotations++
		}
		l.grids[t.grid] = append(l.grids[t.grid], t)
	}
	return l
}

// wholeTurn is the value of soa.Packed.Left for a rotation without an omitted component.
const wholeTurn = 8

// coordinates returns the number of coded components of a property.
func coordinates(property soa.Property) int {
	if property >= soa.Weight {
		return 1
	}
	return 3
}

// head is a track's first key in a segment.
type head struct {
	left     int // the component of a rotation that is left out, or packing.AllFour
	negative bool
	v        [4]int32
}

func (w *bitWriter) writeHead(t *track, h *head) {
	if t.property == soa.Rotation {
		w.put(uint32(b2i(h.left == packing.AllFour)), 1)
		if h.left != packing.AllFour {
			w.put(uint32(h.left), 2)
			w.put(uint32(b2i(h.negative)), 1)
		}
		for i := range others[h.left] {
			w.put(uint32(h.v[i]), packing.HeadBits(t.step))
		}
		return
	}
	for _, v := range h.v[:t.components] {
		n := signedBits(v)
		w.put(uint32(n-1), 5)
		w.put(uint32(v), n)
	}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// headBits returns the number of bits of a head.
func headBits(t *track, h *head) int {
	if t.property == soa.Rotation {
		n := 1
		if h.left != packing.AllFour {
			n += 3
		}
		return n + len(others[h.left])*packing.HeadBits(t.step)
	}
	n := 0
	for _, v := range h.v[:t.components] {
		n += 5 + signedBits(v)
	}
	return n
}

func (r *bitReader) readHead(t *track) (h head) {
	if t.property == soa.Rotation {
		if h.left = packing.AllFour; r.take(1) == 0 {
			h.left = int(r.take(2))
			h.negative = r.take(1) != 0
		}
		n := packing.HeadBits(t.step)
		for i := range others[h.left] {
			h.v[i] = r.signed(n)
		}
		return h
	}
	for i := range t.components {
		h.v[i] = r.signed(int(r.take(5)) + 1)
	}
	return h
}

// complete restores unit quaternions from the coded components: it computes the omitted one or,
// without one, normalizes all four.
func complete(h *head, q *[4][]float32) {
	if h.left == packing.AllFour {
		unite(q)
		return
	}
	left := q[h.left]
	stay := others[h.left]
	a, b, c := q[stay[0]][:len(left)], q[stay[1]][:len(left)], q[stay[2]][:len(left)]
	for i := range left {
		x, y, z := a[i], b[i], c[i]
		square := (float32(x*x) + float32(y*y)) + float32(z*z)
		if square > 1 {
			n := 1 / geom.Sqrt(square)
			a[i], b[i], c[i], left[i] = float32(x*n), float32(y*n), float32(z*n), 0
			continue
		}
		w := geom.Sqrt(1 - square)
		if h.negative {
			w = -w
		}
		left[i] = w
	}
}

// unite normalizes quaternions; those near zero become the identity.
func unite(q *[4][]float32) {
	x := q[0]
	y, z, w := q[1][:len(x)], q[2][:len(x)], q[3][:len(x)]
	for i := range x {
		square := (float32(x[i]*x[i]) + float32(y[i]*y[i])) + (float32(z[i]*z[i]) + float32(w[i]*w[i]))
		if square < 1e-12 {
			x[i], y[i], z[i], w[i] = 0, 0, 0, 1
			continue
		}
		n := 1 / geom.Sqrt(square)
		x[i], y[i], z[i], w[i] = float32(x[i]*n), float32(y[i]*n), float32(z[i]*n), float32(w[i]*n)
	}
}

// others maps the omitted component to the others.
var others = [5][]int{{1, 2, 3}, {0, 2, 3}, {0, 1, 3}, {0, 1, 2}, {0, 1, 2, 3}}

// firstSegment returns the index of a grid's first segment.
func firstSegment(p *soa.Packed, grid int) int {
	n := 0
	for g := range grid {
		n += packing.Grid(p.Grids[g]).Segments()
	}
	return n
}
