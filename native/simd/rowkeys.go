package simd

// RowTargets is what the tracks of rows drive: track i, of lane i mod 8 of group
// i/8, drives index i of the slice that it was made of.
type RowTargets struct {
	index []int16
	end   int // above all of them
}

// NewRowTargets returns targets of tracks. It keeps the slice, which must not
// change. The error wraps ErrLength where an index is negative.
func NewRowTargets(index []int16) (*RowTargets, error) {
	t := &RowTargets{index: index}
	for _, i := range index {
		if i < 0 {
			return nil, lengthError("NewRowTargets", "index", int(i), 0)
		}
		t.end = max(t.end, int(i)+1)
	}
	return t, nil
}

// Len returns the number of tracks.
func (t *RowTargets) Len() int { return len(t.index) }

// fit checks what a kernel writes and reads for the targets: destinations of n
// values and groups of vectors.
func (t *RowTargets) fit(kernel string, n int, a, b []float32, vectors int) error {
	if need := (len(t.index) + VectorLanes - 1) / VectorLanes * VectorLanes * vectors; len(a) < need || len(b) < need {
		return lengthError(kernel, "rows", min(len(a), len(b)), need)
	}
	if n < t.end {
		return lengthError(kernel, "dst", n, t.end)
	}
	return nil
}

// SlerpRows writes, for each target, the rotation between two rows of keys, alpha
// of the way on the shorter great arc. A group is the four vectors X, Y, Z and W,
// one after the other. The bits are those of SlerpQuaternions.
func SlerpRows(dx, dy, dz, dw []float32, targets *RowTargets, a, b []float32, alpha float32) error {
	n := len(dx)
	if len(dy) != n || len(dz) != n || len(dw) != n {
		return lengthError("SlerpRows", "dst", min(len(dy), len(dz), len(dw)), n)
	}
	if err := targets.fit("SlerpRows", n, a, b, 4); err != nil || len(targets.index) == 0 {
		return err
	}
	slerpRows(dx, dy, dz, dw, targets.index, a, b, alpha)
	return nil
}

func slerpRowsGo(dx, dy, dz, dw []float32, targets []int16, a, b []float32, alpha float32) {
	s := newArcSeries(alpha)
	for i, j := range targets {
		x, y, z, w, wide := s.between(rowKey(a, i), rowKey(b, i))
		if wide {
			x, y, z, w = wideSlerpOf(rowKey(a, i), rowKey(b, i), alpha)
		}
		dx[j], dy[j], dz[j], dw[j] = x, y, z, w
	}
}

// rowKey returns the rotation of a track.
func rowKey(row []float32, i int) [4]float32 {
	g := row[i/VectorLanes*4*VectorLanes:][:4*VectorLanes]
	i %= VectorLanes
	return [4]float32{g[i], g[VectorLanes+i], g[2*VectorLanes+i], g[3*VectorLanes+i]}
}

// between is the rotation between two, or that they are too far apart.
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

// slerpWideRows writes the rotations that are too far apart for the series.
func slerpWideRows(dx, dy, dz, dw []float32, targets []int16, a, b []float32, alpha float32) {
	for i, j := range targets {
		p, q := rowKey(a, i), rowKey(b, i)
		x, y, z, w := q[0]-p[0], q[1]-p[1], q[2]-p[2], q[3]-p[3]
		if e := (float32(x*x) + float32(y*y)) + (float32(z*z) + float32(w*w)); e > maxSeriesChord {
			dx[j], dy[j], dz[j], dw[j] = wideSlerpOf(p, q, alpha)
		}
	}
}

// LerpRows writes, for each target, the vector between two rows of keys, alpha of
// the way in a straight line. A group is the three vectors X, Y and Z, one after
// the other.
func LerpRows(dx, dy, dz []float32, targets *RowTargets, a, b []float32, alpha float32) error {
	n := len(dx)
	if len(dy) != n || len(dz) != n {
		return lengthError("LerpRows", "dst", min(len(dy), len(dz)), n)
	}
	if err := targets.fit("LerpRows", n, a, b, 3); err != nil || len(targets.index) == 0 {
		return err
	}
	lerpRows(dx, dy, dz, targets.index, a, b, alpha)
	return nil
}

func lerpRowsGo(dx, dy, dz []float32, targets []int16, a, b []float32, alpha float32) {
	for i, j := range targets {
		at := i/VectorLanes*3*VectorLanes + i%VectorLanes
		p, q := a[at:at+2*VectorLanes+1], b[at:at+2*VectorLanes+1]
		dx[j] = p[0] + float32((q[0]-p[0])*alpha)
		dy[j] = p[VectorLanes] + float32((q[VectorLanes]-p[VectorLanes])*alpha)
		dz[j] = p[2*VectorLanes] + float32((q[2*VectorLanes]-p[2*VectorLanes])*alpha)
	}
}

// LerpRow does what LerpRows does for single values: a group is one
// vector.
func LerpRow(dst []float32, targets *RowTargets, a, b []float32, alpha float32) error {
	if err := targets.fit("LerpRow", len(dst), a, b, 1); err != nil {
		return err
	}
	for i, j := range targets.index {
		dst[j] = a[i] + float32((b[i]-a[i])*alpha)
	}
	return nil
}
