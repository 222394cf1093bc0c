package simd

import "unsafe"

// affine is a 3x4 matrix, row-major.
type affine = [affineFloats]float32

// affines is the same memory seen as whole matrices. A remainder of less than
// one matrix is left out.
func affines(values []float32) []affine {
	return unsafe.Slice((*affine)(unsafe.Pointer(unsafe.SliceData(values))), len(values)/affineFloats)
}

// ComposeAffines writes the matrices of local transforms,
//
//	dst[j] = T(j)·R(j)·S(j)
//
// 12 values for each transform. The rotation matrix is that of a unit
// quaternion, with its columns multiplied by the scale:
//
//	1-2(yy+zz)  2(xy-wz)    2(xz+wy)
//	2(xy+wz)    1-2(xx+zz)  2(yz-wx)
//	2(xz-wy)    2(yz+wx)    1-2(xx+yy)
func ComposeAffines(dst []float32, t *Transforms) error {
	n := len(t.TX)
	if len(dst) != affineFloats*n {
		return lengthError("ComposeAffines", "dst", len(dst), affineFloats*n)
	}
	if err := t.check("ComposeAffines", n); err != nil {
		return err
	}
	composeAffines(affines(dst), t)
	return nil
}

func composeAffines(dst []affine, t *Transforms) {
	n := len(dst)
	tx, ty, tz := t.TX[:n], t.TY[:n], t.TZ[:n]
	rx, ry, rz, rw := t.RX[:n], t.RY[:n], t.RZ[:n], t.RW[:n]
	sx, sy, sz := t.SX[:n], t.SY[:n], t.SZ[:n]
	for j := range dst {
		x, y, z, w := rx[j], ry[j], rz[j], rw[j]
		x2, y2, z2 := x+x, y+y, z+z
		xx, yy, zz := float32(x*x2), float32(y*y2), float32(z*z2)
		xy, xz, yz := float32(x*y2), float32(x*z2), float32(y*z2)
		wx, wy, wz := float32(w*x2), float32(w*y2), float32(w*z2)
		m := &dst[j]
		s := sx[j]
		m[0], m[4], m[8] = float32((1-(yy+zz))*s), float32((xy+wz)*s), float32((xz-wy)*s)
		s = sy[j]
		m[1], m[5], m[9] = float32((xy-wz)*s), float32((1-(xx+zz))*s), float32((yz+wx)*s)
		s = sz[j]
		m[2], m[6], m[10] = float32((xz+wy)*s), float32((yz-wx)*s), float32((1-(xx+yy))*s)
		m[3], m[7], m[11] = tx[j], ty[j], tz[j]
	}
}

// Hierarchy turns the local matrices of joints, 12 values each, into those of
// model space, in place and parents first:
//
//	model[j] = model[parent[j]] · model[j]
//
// A joint with a negative parent keeps its matrix. A parent must precede its
// children.
func Hierarchy(model []float32, parent []int16) error {
	if len(model) != affineFloats*len(parent) {
		return lengthError("Hierarchy", "model", len(model), affineFloats*len(parent))
	}
	m := affines(model)
	multiply(m, m, parent, m)
	return nil
}

// Palette computes the matrices that take vertices from the space they are
// stored in to model space,
//
//	dst[i] = model[joint[i]] · inverse[i]
//
// for i below len(joint). dst and inverse hold 12 values for each i, model 12
// for each joint of the skeleton. dst must not overlap model or inverse.
func Palette(dst, model []float32, joint []uint16, inverse []float32) error {
	if len(dst) != affineFloats*len(joint) {
		return lengthError("Palette", "dst", len(dst), affineFloats*len(joint))
	}
	if len(inverse) != affineFloats*len(joint) {
		return lengthError("Palette", "inverse", len(inverse), affineFloats*len(joint))
	}
	multiply(affines(dst), affines(model), joint, affines(inverse))
	return nil
}

// multiply computes dst[i] = a[index[i]] · b[i] where index[i] is not negative.
// dst may be b, and a too if index[i] < i: each column of b[i] is read before
// that of dst[i] is written. The order of columns keeps the nine values of a's
// rotation in registers.
func multiply[I int16 | uint16](dst, a []affine, index []I, b []affine) {
	dst, b = dst[:len(index)], b[:len(index)]
	for i, k := range index {
		if k < 0 {
			continue
		}
		p, q, m := &a[k], &b[i], &dst[i]
		p0, p1, p2 := p[0], p[1], p[2]
		p4, p5, p6 := p[4], p[5], p[6]
		p8, p9, p10 := p[8], p[9], p[10]
		x, y, z := q[3], q[7], q[11]
		m[3] = (float32(p0*x) + float32(p1*y) + float32(p2*z)) + p[3]
		m[7] = (float32(p4*x) + float32(p5*y) + float32(p6*z)) + p[7]
		m[11] = (float32(p8*x) + float32(p9*y) + float32(p10*z)) + p[11]
		x, y, z = q[0], q[4], q[8]
		m[0] = float32(p0*x) + float32(p1*y) + float32(p2*z)
		m[4] = float32(p4*x) + float32(p5*y) + float32(p6*z)
		m[8] = float32(p8*x) + float32(p9*y) + float32(p10*z)
		x, y, z = q[1], q[5], q[9]
		m[1] = float32(p0*x) + float32(p1*y) + float32(p2*z)
		m[5] = float32(p4*x) + float32(p5*y) + float32(p6*z)
		m[9] = float32(p8*x) + float32(p9*y) + float32(p10*z)
		x, y, z = q[2], q[6], q[10]
		m[2] = float32(p0*x) + float32(p1*y) + float32(p2*z)
		m[6] = float32(p4*x) + float32(p5*y) + float32(p6*z)
		m[10] = float32(p8*x) + float32(p9*y) + float32(p10*z)
	}
}
