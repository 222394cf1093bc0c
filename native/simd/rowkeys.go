package simd

// InterpolateRows writes the row at the fraction alpha between two rows of keys. The
// first rotations floats of a row are quaternions, in groups of four vectors x, y, z
// and w of VectorLanes values; they follow the shorter great arc and have the bits of
// SlerpQuaternions. All others are a + (b-a)·alpha.
func InterpolateRows(out, a, b []float32, rotations int, alpha float32) error {
	n := len(out)
	if n%VectorLanes != 0 || len(a) != n || len(b) != n {
		return lengthError("InterpolateRows", "rows", min(len(a), len(b)), n)
	}
	if rotations < 0 || rotations > n || rotations%(4*VectorLanes) != 0 {
		return lengthError("InterpolateRows", "rotations", rotations, n)
	}
	if n > 0 {
		interpolateRows(out, a, b, rotations, alpha)
	}
	return nil
}

func interpolateRowsGo(out, a, b []float32, rotations int, alpha float32) {
	s := newArcSeries(alpha)
	for g := 0; g < rotations; g += 4 * VectorLanes {
		for i := g; i < g+VectorLanes; i++ {
			p, q := rowKey(a[i:]), rowKey(b[i:])
			x, y, z, w, wide := s.between(p, q)
			if wide {
				x, y, z, w = wideSlerpOf(p, q, alpha)
			}
			out[i], out[i+VectorLanes], out[i+2*VectorLanes], out[i+3*VectorLanes] = x, y, z, w
		}
	}
	for i := rotations; i < len(out); i++ {
		out[i] = a[i] + float32((b[i]-a[i])*alpha)
	}
}

// rowKey returns the quaternion whose x is the first value.
func rowKey(x []float32) [4]float32 {
	return [4]float32{x[0], x[VectorLanes], x[2*VectorLanes], x[3*VectorLanes]}
}

// between is the rotation between two, or wide where the series does not reach.
func (s *arcSeries) between(a, b [4]float32) (x, y, z, w float32, wide bool) {
	bx, by, bz, bw := b[0]-a[0], b[1]-a[1], b[2]-a[2], b[3]-a[3]
	e := (float32(bx*bx) + float32(by*by)) + (float32(bz*bz) + float32(bw*bw))
	if e > maxSeriesChord {
		return 0, 0, 0, 0, true
	}
	u := s.alpha + float32(e*(s.c1+float32(e*(s.c2+float32(e*s.c3)))))
	x, y, z, w = a[0]+float32(bx*u), a[1]+float32(by*u), a[2]+float32(bz*u), a[3]+float32(bw*u)
	n := 1 / sqrt32((float32(x*x)+float32(y*y))+(float32(z*z)+float32(w*w)))
	return float32(x * n), float32(y * n), float32(z * n), float32(w * n), false
}

// RowPlace sends the value whose first component is float From of a row to index To.
// Its further components are VectorLanes floats apart.
type RowPlace struct{ From, To uint32 }

// RowPlaces is a list of RowPlace whose bounds are known.
type RowPlaces struct {
	list     []RowPlace
	from, to int // above all of them
}

// NewRowPlaces keeps the list, which must not change.
func NewRowPlaces(list []RowPlace) *RowPlaces {
	p := &RowPlaces{list: list}
	for _, at := range list {
		p.from, p.to = max(p.from, int(at.From)+1), max(p.to, int(at.To)+1)
	}
	return p
}

// fit reports a row, or a destination, that is too short for values of some components.
func (p *RowPlaces) fit(kernel string, row []float32, components, dst int) error {
	if need := p.from + (components-1)*VectorLanes; len(row) < need {
		return lengthError(kernel, "row", len(row), need)
	}
	if dst < p.to {
		return lengthError(kernel, "dst", dst, p.to)
	}
	return nil
}

// PlaceQuaternions copies values of four components to their places.
func PlaceQuaternions(dx, dy, dz, dw []float32, row []float32, places *RowPlaces) error {
	if len(places.list) == 0 {
		return nil
	}
	if err := places.fit("PlaceQuaternions", row, 4, min(len(dx), len(dy), len(dz), len(dw))); err != nil {
		return err
	}
	placeQuaternions(dx, dy, dz, dw, row, places.list)
	return nil
}

func placeQuaternionsGo(dx, dy, dz, dw, row []float32, places []RowPlace) {
	for _, p := range places {
		v := row[p.From:]
		dx[p.To], dy[p.To], dz[p.To], dw[p.To] = v[0], v[VectorLanes], v[2*VectorLanes], v[3*VectorLanes]
	}
}

// PlaceVectors copies values of three components to their places.
func PlaceVectors(dx, dy, dz []float32, row []float32, places *RowPlaces) error {
	if len(places.list) == 0 {
		return nil
	}
	if err := places.fit("PlaceVectors", row, 3, min(len(dx), len(dy), len(dz))); err != nil {
		return err
	}
	placeVectors(dx, dy, dz, row, places.list)
	return nil
}

func placeVectorsGo(dx, dy, dz, row []float32, places []RowPlace) {
	for _, p := range places {
		v := row[p.From:]
		dx[p.To], dy[p.To], dz[p.To] = v[0], v[VectorLanes], v[2*VectorLanes]
	}
}

// PlaceScalars copies values of one component to their places.
func PlaceScalars(dst, row []float32, places *RowPlaces) error {
	if len(places.list) == 0 {
		return nil
	}
	if err := places.fit("PlaceScalars", row, 1, len(dst)); err != nil {
		return err
	}
	for _, p := range places.list {
		dst[p.To] = row[p.From]
	}
	return nil
}
