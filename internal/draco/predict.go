package draco

import "github.com/sinew-anim/sinew/internal/draco/internal/topology"

// Values are stored as corrections of what is predicted from values before. Schemes 2 and 3 are not read.
const (
	schemeNone             = -2
	schemeDifference       = 0 // from the value before
	schemeParallelogram    = 1 // from the triangle over the edge
	schemeConstrained      = 4 // from those of the triangles around that are not over a crease
	schemeTexCoords        = 5 // from positions and two texture coordinates of the triangle
	schemeNormal           = 6 // from positions around
	transformWrap          = 1
	transformOctahedron    = 2
	transformCanonicalized = 3
)

// corrector adds corrections to predictions.
type corrector interface {
	// read reads what the corrector needs to know.
	read(d *decoder)
	// correct turns a correction, in value, into the value.
	correct(predicted, value []int32)
}

// prediction predicts the values of one attribute.
type prediction struct {
	corrector
	*group
	width     int
	values    []int32 // from the value to be predicted on they are corrections
	positions positions
	positive  bool // corrections are not signed
	run       func(*prediction, *decoder)
}

// predictor returns what predicts the values of c, nil where they are stored as they are.
func (d *decoder) predictor(g *group, c *column, scheme, transform int8) (*prediction, bool) {
	if scheme == schemeNone {
		return nil, true
	}
	p := &prediction{group: g, width: c.width, run: (*prediction).differences}
	switch {
	case c.coding != codingNormal && transform == transformWrap:
		p.corrector = &wrap{}
	case c.coding == codingNormal && (transform == transformOctahedron || transform == transformCanonicalized):
		p.corrector, p.positive = &octahedral{rotated: transform == transformCanonicalized}, true
		if scheme != schemeNormal {
			return p, true
		}
	default:
		return nil, true
	}
	if g.surface == nil {
		return p, true
	}
	needsPositions := false
	switch {
	case scheme == schemeNormal && c.coding == codingNormal:
		p.run, needsPositions = (*prediction).normals, true
	case scheme == schemeParallelogram:
		p.run = (*prediction).parallelograms
	case scheme == schemeConstrained:
		p.run = (*prediction).constrained
	case scheme == schemeTexCoords && c.width == 2:
		p.run, needsPositions = (*prediction).texCoords, true
	case scheme > schemeDifference:
		d.Fail(ErrVersion, "prediction scheme %d of attribute %d", scheme, c.ID)
		return nil, false
	}
	if needsPositions {
		var ok bool
		if p.positions, ok = d.positionsOf(g); !ok {
			d.Fail(ErrFormat, "attribute %d is predicted from positions that are not there before it", c.ID)
			return nil, false
		}
	}
	return p, true
}

// at is value i.
func (p *prediction) at(i int) []int32 { return p.values[i*p.width : (i+1)*p.width] }

// differences predicts the value before.
func (p *prediction) differences(d *decoder) {
	p.read(d)
	if d.Err != nil || p.count == 0 {
		return
	}
	p.correct(make([]int32, p.width), p.at(0))
	for i := 1; i < p.count; i++ {
		if i%1024 == 0 && !d.Step(1024*20) {
			return
		}
		p.correct(p.at(i-1), p.at(i))
	}
}

// parallelogram predicts value i, at a corner, from the triangle over the edge opposite to it: next +
// previous − the corner beyond. It is false where one of the three is not yet known.
func (p *prediction) parallelogram(i int, corner int32, predicted []int32) bool {
	s := p.surface
	beyond := s.OppositeCorner(corner)
	if beyond < 0 {
		return false
	}
	b, n, v := p.known(i, beyond), p.known(i, topology.Next(beyond)), p.known(i, topology.Previous(beyond))
	if b == nil || n == nil || v == nil {
		return false
	}
	for k := range predicted {
		predicted[k] = n[k] + v[k] - b[k]
	}
	return true
}

// known is the value at a corner, nil where it comes after value i.
func (p *prediction) known(i int, corner int32) []int32 {
	v := p.value[p.surface.Vertex[corner]]
	if v < 0 || int(v) >= i {
		return nil
	}
	return p.at(int(v))
}

func (p *prediction) parallelograms(d *decoder) {
	p.read(d)
	if d.Err != nil || p.count == 0 {
		return
	}
	predicted := make([]int32, p.width)
	p.correct(predicted, p.at(0))
	for i := 1; i < p.count; i++ {
		if i%1024 == 0 && !d.Step(1024*50) {
			return
		}
		if p.parallelogram(i, p.corners[i], predicted) {
			p.correct(predicted, p.at(i))
		} else {
			p.correct(p.at(i-1), p.at(i))
		}
	}
}

// correctMean corrects value i by the mean of n predictions, by the value before where there are topology.None.
func (p *prediction) correctMean(i int, sum []int32, n int32) {
	if n == 0 {
		p.correct(p.at(i-1), p.at(i))
		return
	}
	for k := range sum {
		sum[k] /= n
	}
	p.correct(sum, p.at(i))
}

func add(sum, one []int32) {
	for k := range sum {
		sum[k] += one[k]
	}
}

// maxParallelograms is how many triangles around a vertex schemeConstrained regards.
const maxParallelograms = 4

// constrained predicts the mean of the parallelograms around that are not over a crease. Creases are
// stored in sequences by the number of parallelograms.
func (p *prediction) constrained(d *decoder) {
	var creases [maxParallelograms][]bool
	for k := range creases {
		n := d.Varint()
		if int64(n) > int64(len(p.surface.Vertex)) {
			d.Fail(ErrFormat, "%d creases of %d corners", n, len(p.surface.Vertex))
		}
		if n == 0 || d.Err != nil {
			continue
		}
		if !d.Take(int(n), 1) {
			return
		}
		bits := d.BitDecoder()
		creases[k] = make([]bool, n)
		for i := range creases[k] {
			creases[k][i] = bits.Next()
		}
	}
	p.read(d)
	if d.Err != nil || p.count == 0 {
		return
	}
	var around [maxParallelograms][]int32
	for k := range around {
		around[k] = make([]int32, p.width)
	}
	p.correct(around[0], p.at(0))
	sum := make([]int32, p.width)
	for i := 1; i < p.count; i++ {
		if i%1024 == 0 && !d.Step(1024*200) {
			return
		}
		n := p.parallelogramsAround(i, &around)
		clear(sum)
		used := int32(0)
		if n > 0 {
			flags := &creases[n-1]
			if len(*flags) < n {
				d.Fail(ErrFormat, "value %d of %d has no crease flags", i, p.count)
				return
			}
			for k := range n {
				if !(*flags)[k] {
					add(sum, around[k])
					used++
				}
			}
			*flags = (*flags)[n:]
		}
		p.correctMean(i, sum, used)
	}
}

// parallelogramsAround predicts value i from up to maxParallelograms triangles around its vertex: to the
// left of its corner, and at an open edge to the right.
func (p *prediction) parallelogramsAround(i int, out *[maxParallelograms][]int32) (n int) {
	start := p.corners[i]
	toLeft := true
	for c := start; c >= 0; {
		if p.parallelogram(i, c, out[n]) {
			if n++; n == maxParallelograms {
				return n
			}
		}
		if toLeft {
			c = p.surface.SwingLeft(c)
		} else {
			c = p.surface.SwingRight(c)
		}
		if c == start {
			return n
		}
		if c < 0 && toLeft {
			toLeft = false
			c = p.surface.SwingRight(start)
		}
	}
	return n
}

// wrap corrects within the range of all values: what leaves it at one end comes in at the other.
type wrap struct{ least, most, span int32 }

func (w *wrap) read(d *decoder) {
	w.least, w.most = d.I32(), d.I32()
	if span := int64(w.most) - int64(w.least); span < 0 || span >= 1<<31-1 {
		d.Fail(ErrFormat, "values from %d to %d", w.least, w.most)
	}
	w.span = w.most - w.least + 1
}

func (w *wrap) correct(predicted, value []int32) {
	for k := range value {
		v := min(max(predicted[k], w.least), w.most) + value[k]
		if v > w.most {
			v -= w.span
		} else if v < w.least {
			v += w.span
		}
		value[k] = v
	}
}
