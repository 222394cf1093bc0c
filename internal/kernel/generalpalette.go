package kernel

import "github.com/sinew-anim/sinew/native/simd"

// GeneralPalette16 computes the palettes of a block from its pose, which has the
// columns c. The first columns are the rig's joints. For each joint, with p the
// parent's model-space matrix:
//
//	s  = 1/|q|² + 1/|q|²        x2 = x·s   y2 = y·s   z2 = z·s
//	L  = │ ((1 - y·y2) - z·z2)·sx    (x·y2 - w·z2)·sy            (x·z2 + w·y2)·sz            tx │
//	     │ (x·y2 + w·z2)·sx          ((1 - x·x2) - z·z2)·sy      (y·z2 - w·x2)·sz            ty │
//	     │ (x·z2 - w·y2)·sx          (y·z2 + w·x2)·sy            ((1 - x·x2) - y·y2)·sz      tz │
//	m  = p · L          p = 1 without a parent
//	palette = m · InverseBind       or m without one
//
// or L is the constant local matrix. Joints without a scale omit the products
// with it. Sums of three are added from left to right; the fourth column then
// adds the translation. The matrices of padding joints are written too.
func GeneralPalette16(out *simd.Palettes, pose []float32, c simd.Columns, rig *GeneralRig, scratch []float32) error {
	err := rig.check16("GeneralPalette16", out, pose, c, scratch)
	if err == nil && rig.padded > 0 {
		generalPalette16(out, pose, c.Rotations, rig, scratch)
	}
	return err
}

func generalPalette16Go(out *simd.Palettes, pose []float32, rotations int, rig *GeneralRig) {
	others := pose[simd.Lanes*rotationRows*rotations:]
	for l := range simd.Lanes {
		dst := affines(out.Values[paletteIndex(out, l)*out.Stride:][:affineFloats*len(rig.joints)])
		column := func(offset int32) *[3]float32 {
			c := others[int(offset)/4+l:][:2*simd.Lanes+1]
			return &[3]float32{c[0], c[simd.Lanes], c[2*simd.Lanes]}
		}
		for j := range rig.joints {
			d, m := &rig.joints[j], &dst[j]
			if d.flags&generalLocal != 0 {
				*m = d.local
				continue
			}
			q := pose[j*rotationRows*simd.Lanes+l:][:4*simd.Lanes+1]
			x, y, z, w := q[0], q[simd.Lanes], q[2*simd.Lanes], q[3*simd.Lanes]
			x2, y2, z2 := doubled(x, y, z, q[4*simd.Lanes])
			m[0], m[1], m[2] = rotationX(x, y, z, w, x2, y2, z2)
			m[4], m[5], m[6] = rotationY(x, y, z, w, x2, y2, z2)
			m[8], m[9], m[10] = rotationZ(x, y, z, w, x2, y2, z2)
			t, s := d.constants()
			if d.translation >= 0 {
				t = column(d.translation)
			}
			m[3], m[7], m[11] = t[0], t[1], t[2]
			if d.scale >= 0 {
				s = column(d.scale)
			}
			if d.flags&generalScaled != 0 {
				stretch(m, s)
			}
		}
		rig.place(dst)
	}
}

// constants are the joint's T and S where no columns hold them.
func (d *generalJoint) constants() (t, s *[3]float32) {
	return (*[3]float32)(d.local[0:]), (*[3]float32)(d.local[3:])
}

// doubled returns x2, y2 and z2 of a rotation; inverse = 1/|q|².
func doubled(x, y, z, inverse float32) (x2, y2, z2 float32) {
	sigma := inverse + inverse
	return float32(x * sigma), float32(y * sigma), float32(z * sigma)
}

// rotationX, rotationY and rotationZ return the rows of R. They are small enough for
// the compiler to put them where they are called, and share products there.

func rotationX(x, y, z, w, x2, y2, z2 float32) (r0, r1, r2 float32) {
	return (1 - float32(y*y2)) - float32(z*z2), float32(x*y2) - float32(w*z2), float32(x*z2) + float32(w*y2)
}

func rotationY(x, y, z, w, x2, y2, z2 float32) (r0, r1, r2 float32) {
	return float32(x*y2) + float32(w*z2), (1 - float32(x*x2)) - float32(z*z2), float32(y*z2) - float32(w*x2)
}

func rotationZ(x, y, z, w, x2, y2, z2 float32) (r0, r1, r2 float32) {
	return float32(x*z2) - float32(w*y2), float32(y*z2) + float32(w*x2), (1 - float32(x*x2)) - float32(y*y2)
}

// stretch multiplies T·R by S.
func stretch(m *affine, s *[3]float32) {
	x, y, z := s[0], s[1], s[2]
	m[0], m[1], m[2] = m[0]*x, m[1]*y, m[2]*z
	m[4], m[5], m[6] = m[4]*x, m[5]*y, m[6]*z
	m[8], m[9], m[10] = m[8]*x, m[9]*y, m[10]*z
}

var identity = affine{0: 1, 5: 1, 10: 1}

// place makes the palette of one instance of its local matrices, in their place. A
// joint waits for its parent in the first loop and for nothing in the second, where
// processors work on several at once.
func (r *GeneralRig) place(dst []affine) {
	parents, joints := r.parent[:len(dst)], r.joints[:len(dst)]
	for j, i := range parents {
		p := &identity
		if i >= 0 {
			p = &dst[i]
		}
		multiplyAffine(&dst[j], p, &dst[j])
	}
	for j := range joints {
		if d := &joints[j]; d.flags&generalPalette != 0 {
			multiplyAffine(&dst[j], &dst[j], &d.inverseBind)
		}
	}
}

// multiplyAffine computes dst = a·b; dst may be a or b: a column at a time, a's
// nine values in registers.
func multiplyAffine(dst, a, b *affine) {
	a0, a1, a2 := a[0], a[1], a[2]
	a4, a5, a6 := a[4], a[5], a[6]
	a8, a9, a10 := a[8], a[9], a[10]
	x, y, z := b[0], b[4], b[8]
	dst[0] = float32(a0*x) + float32(a1*y) + float32(a2*z)
	dst[4] = float32(a4*x) + float32(a5*y) + float32(a6*z)
	dst[8] = float32(a8*x) + float32(a9*y) + float32(a10*z)
	x, y, z = b[1], b[5], b[9]
	dst[1] = float32(a0*x) + float32(a1*y) + float32(a2*z)
	dst[5] = float32(a4*x) + float32(a5*y) + float32(a6*z)
	dst[9] = float32(a8*x) + float32(a9*y) + float32(a10*z)
	x, y, z = b[2], b[6], b[10]
	dst[2] = float32(a0*x) + float32(a1*y) + float32(a2*z)
	dst[6] = float32(a4*x) + float32(a5*y) + float32(a6*z)
	dst[10] = float32(a8*x) + float32(a9*y) + float32(a10*z)
	x, y, z = b[3], b[7], b[11]
	dst[3] = float32(a0*x) + float32(a1*y) + float32(a2*z) + a[3]
	dst[7] = float32(a4*x) + float32(a5*y) + float32(a6*z) + a[7]
	dst[11] = float32(a8*x) + float32(a9*y) + float32(a10*z) + a[11]
}
