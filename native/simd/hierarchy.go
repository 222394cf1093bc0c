package simd

// LocalToModel computes the model-space matrices of the joints from:to of a
// skeleton,
//
//	model[j] = model[parent[j]] · T(j)·R(j)·S(j)
//
// and model[j] = T·R·S where parent[j] is negative. model holds 12 values for
// each of len(parent) joints, t one transform for each. A parent precedes its
// children; the matrices of parents below from are taken from model as they
// are, so a caller may compute some joints in another way and go on behind
// them.
//
// The rotation matrix is that of a unit quaternion,
//
//	1-2(yy+zz)  2(xy-wz)    2(xz+wy)
//	2(xy+wz)    1-2(xx+zz)  2(yz-wx)
//	2(xz-wy)    2(yz+wx)    1-2(xx+yy)
//
// with its columns multiplied by the scale.
func LocalToModel(model []float32, parent []int16, t *Transforms, from, to int) error {
	if err := checkHierarchy("LocalToModel", model, parent, from, to); err != nil {
		return err
	}
	if err := t.check("LocalToModel", len(parent)); err != nil {
		return err
	}
	localToModel(model, parent, t, from, to)
	return nil
}

func checkHierarchy(kernel string, model []float32, parent []int16, from, to int) error {
	if len(model) != affineFloats*len(parent) {
		return lengthError(kernel, "model", len(model), affineFloats*len(parent))
	}
	if from < 0 || to > len(parent) {
		return lengthError(kernel, "parent", len(parent), to)
	}
	return nil
}

func localToModel(model []float32, parent []int16, t *Transforms, from, to int) {
	tx, ty, tz := t.TX[:to], t.TY[:to], t.TZ[:to]
	rx, ry, rz, rw := t.RX[:to], t.RY[:to], t.RZ[:to], t.RW[:to]
	sx, sy, sz := t.SX[:to], t.SY[:to], t.SZ[:to]
	parent = parent[:to]
	for j := from; j < to; j++ {
		x, y, z, w := rx[j], ry[j], rz[j], rw[j]
		x2, y2, z2 := x+x, y+y, z+z
		xx, yy, zz := float32(x*x2), float32(y*y2), float32(z*z2)
		xy, xz, yz := float32(x*y2), float32(x*z2), float32(y*z2)
		wx, wy, wz := float32(w*x2), float32(w*y2), float32(w*z2)
		s := sx[j]
		l00, l10, l20 := float32((1-(yy+zz))*s), float32((xy+wz)*s), float32((xz-wy)*s)
		s = sy[j]
		l01, l11, l21 := float32((xy-wz)*s), float32((1-(xx+zz))*s), float32((yz+wx)*s)
		s = sz[j]
		l02, l12, l22 := float32((xz+wy)*s), float32((yz-wx)*s), float32((1-(xx+yy))*s)
		l03, l13, l23 := tx[j], ty[j], tz[j]

		m := (*[affineFloats]float32)(model[j*affineFloats:])
		if parent[j] < 0 {
			m[0], m[1], m[2], m[3] = l00, l01, l02, l03
			m[4], m[5], m[6], m[7] = l10, l11, l12, l13
			m[8], m[9], m[10], m[11] = l20, l21, l22, l23
			continue
		}
		p := (*[affineFloats]float32)(model[int(parent[j])*affineFloats:])
		for r := 0; r < affineFloats; r += 4 {
			a, b, c := p[r], p[r+1], p[r+2]
			m[r] = float32(a*l00) + float32(b*l10) + float32(c*l20)
			m[r+1] = float32(a*l01) + float32(b*l11) + float32(c*l21)
			m[r+2] = float32(a*l02) + float32(b*l12) + float32(c*l22)
			m[r+3] = (float32(a*l03) + float32(b*l13) + float32(c*l23)) + p[r+3]
		}
	}
}

// MultiplyAffine computes dst = a · b. dst may be a or b.
func MultiplyAffine(dst, a, b *[12]float32) {
	m := *b
	for r := 0; r < affineFloats; r += 4 {
		x, y, z, t := a[r], a[r+1], a[r+2], a[r+3]
		dst[r] = float32(x*m[0]) + float32(y*m[4]) + float32(z*m[8])
		dst[r+1] = float32(x*m[1]) + float32(y*m[5]) + float32(z*m[9])
		dst[r+2] = float32(x*m[2]) + float32(y*m[6]) + float32(z*m[10])
		dst[r+3] = (float32(x*m[3]) + float32(y*m[7]) + float32(z*m[11])) + t
	}
}
