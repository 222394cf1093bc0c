package simd

// SoloPalette computes the palette of one instance that stands between the
// rows a and b of a bank with the columns c, alpha of the way: 12 float32 per
// joint into dst, padding joints too. Quads are blended as by SampleRows16.
//
// For a Solo of NewGeneralSolo the result has the bits that SampleRows16 and
// GeneralPalette16 give. For one of NewSolo, in bind space, the quaternions are
// not multiplied along the hierarchy but matrices are, with κ = k/(parent's k)
// and s = 1/|q|² + 1/|q|²:
//
//	σ  = s·κ      x2 = x·σ   y2 = y·σ   z2 = z·σ
//	X  = │ (κ - y·y2) - z·z2    x·y2 - w·z2            x·z2 + w·y2          │  t = Bind - X·Bind
//	     │ x·y2 + w·z2          (κ - x·x2) - z·z2      y·z2 - w·x2          │  then, with a column,
//	     │ x·z2 - w·y2          y·z2 + w·x2            (κ - x·x2) - y·y2    │  t = t + column
//	palette = parent's palette · X
//
// where the parent's of a root is the root scale: the mathematics of
// RigPalette16 in another order, the same to rounding. Sums of the product are
// (xx+yy) + zz and, in the last column, (xx+yy) + (zz+t).
func SoloPalette(dst, a, b []float32, alpha float32, c Columns, solo *Solo, scratch []float32) error {
	const kernel = "SoloPalette"
	if err := c.check(kernel); err != nil {
		return err
	}
	n := c.RowValues()
	switch want := solo.ScratchValues(); {
	case c.Rotations != solo.joints:
		return lengthError(kernel, "a row's rotations", c.Rotations, solo.joints)
	case c.Others < solo.others:
		return lengthError(kernel, "a row's other columns", c.Others, solo.others)
	case len(a) < n:
		return lengthError(kernel, "the first row", len(a), n)
	case len(b) < n:
		return lengthError(kernel, "the second row", len(b), n)
	case len(dst) < affineFloats*solo.joints:
		return lengthError(kernel, "dst", len(dst), affineFloats*solo.joints)
	case len(scratch) < want:
		return lengthError(kernel, "scratch", len(scratch), want)
	}
	if solo.joints > 0 {
		soloPalette(dst, a, b, alpha, solo, scratch)
	}
	return nil
}

func soloPaletteGo(dst, a, b []float32, alpha float32, solo *Solo, scratch []float32) {
	if !solo.bind {
		quads := 4 * (solo.joints + solo.others)
		solo.general.row(castMatrices(dst[:affineFloats*solo.joints]), castQuads(a[:quads]), castQuads(b[:quads]), alpha, solo.general.inPlain(scratch))
		return
	}
	locals := castMatrices(scratch[:affineFloats*solo.joints])
	for j := range locals {
		q := lerpQuad(a[4*j:], b[4*j:], alpha)
		inverse := inverseSquare(q[0], q[1], q[2], q[3])
		locals[j] = solo.bindLocal(j, &q, inverse, a, b, alpha)
	}
	const matrixBytes, localBytes = 4 * soloMatrix, 4 * affineFloats * Lanes
	matrices := castMatrices(scratch[affineFloats*solo.joints:][:affineFloats*(solo.joints+1)])
	matrices[solo.joints] = solo.root
	for _, s := range solo.steps {
		j := s.own / matrixBytes
		multiplyPaired(&matrices[j], &matrices[s.parent/matrixBytes], &locals[j])
	}
	copy(castMatrices(dst), matrices[:solo.joints])
}

// multiplyPaired computes dst = a·b with the sums in pairs.
func multiplyPaired(dst, a, b *affine12) {
	for r := 0; r < affineFloats; r += 4 {
		x, y, z, t := a[r], a[r+1], a[r+2], a[r+3]
		dst[r] = (float32(x*b[0]) + float32(y*b[4])) + float32(z*b[8])
		dst[r+1] = (float32(x*b[1]) + float32(y*b[5])) + float32(z*b[9])
		dst[r+2] = (float32(x*b[2]) + float32(y*b[6])) + float32(z*b[10])
		dst[r+3] = (float32(x*b[3]) + float32(y*b[7])) + (float32(z*b[11]) + t)
	}
}

// rotation is the matrix of a quaternion times k, where s is 2·k/|q|².
func rotation(q *[4]float32, s, k float32) affine12 {
	x, y, z, w := q[0], q[1], q[2], q[3]
	x2, y2, z2 := float32(x*s), float32(y*s), float32(z*s)
	xx, yy, zz := float32(x*x2), float32(y*y2), float32(z*z2)
	xy, xz, yz := float32(x*y2), float32(x*z2), float32(y*z2)
	wx, wy, wz := float32(w*x2), float32(w*y2), float32(w*z2)
	return affine12{
		(k - yy) - zz, xy - wz, xz + wy, 0,
		xy + wz, (k - xx) - zz, yz - wx, 0,
		xz - wy, yz + wx, (k - xx) - yy, 0,
	}
}

func (s *Solo) bindLocal(j int, q *[4]float32, inverse float32, a, b []float32, alpha float32) affine12 {
	g, l := s.lane(j)
	k := g.value[3][l]
	m := rotation(q, float32((inverse+inverse)*k), k)
	x, y, z := g.value[0][l], g.value[1][l], g.value[2][l]
	m[3] = x - (float32(m[0]*x) + float32(m[1]*y) + float32(m[2]*z))
	m[7] = y - (float32(m[4]*x) + float32(m[5]*y) + float32(m[6]*z))
	m[11] = z - (float32(m[8]*x) + float32(m[9]*y) + float32(m[10]*z))
	if g.translated>>l&1 != 0 {
		at := g.translation[j%Lanes] / 4
		t := lerpQuad(a[at:], b[at:], alpha)
		m[3], m[7], m[11] = m[3]+t[0], m[7]+t[1], m[11]+t[2]
	}
	return m
}
