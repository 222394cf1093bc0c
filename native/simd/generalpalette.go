package simd

// GeneralPalette16 computes the palettes of a block from its pose, which has the
// columns c, the first of which are the rig's joints. For each joint, with p the parent's model-space matrix:
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
func GeneralPalette16(out *Palettes, pose []float32, c Columns, rig *GeneralRig, scratch []float32) error {
	const kernel = "GeneralPalette16"
	if err := c.check(kernel); err != nil {
		return err
	}
	if want := c.PoseValues(); len(pose) < want {
		return lengthError(kernel, "pose", len(pose), want)
	}
	if err := rig.check(kernel, c, scratch); err != nil {
		return err
	}
	if err := out.check(kernel, len(rig.joints), 1); err != nil {
		return err
	}
	if len(rig.joints) == 0 {
		return nil
	}
	generalPalette16(out, pose, c.Rotations, rig, scratch)
	return nil
}

var identity = affine12{0: 1, 5: 1, 10: 1}

// inPlain returns the model-space matrices of one lane, by slot, in scratch.
func (r *GeneralRig) inPlain(scratch []float32) []affine12 {
	matrices := castMatrices(scratch[:r.slots*affineFloats])
	matrices[0] = identity
	return matrices
}

func generalPalette16Go(out *Palettes, pose []float32, rotations int, rig *GeneralRig, scratch []float32) {
	matrices := rig.inPlain(scratch)
	others := pose[Lanes*rotationRows*rotations:]
	for l := range Lanes {
		dst := castMatrices(out.Values[l*out.Stride:][:affineFloats*len(rig.joints)])
		column := func(offset int32) (x, y, z float32) {
			c := others[int(offset)/4+l:][:2*Lanes+1]
			return c[0], c[Lanes], c[2*Lanes]
		}
		for j := range rig.joints {
			d := &rig.joints[j]
			local := d.local
			if d.flags&generalLocal == 0 {
				tx, ty, tz, sx, sy, sz := d.constants()
				if d.translation >= 0 {
					tx, ty, tz = column(d.translation)
				}
				if d.scale >= 0 {
					sx, sy, sz = column(d.scale)
				}
				q := pose[j*rotationRows*Lanes+l:][:4*Lanes+1]
				compose(&local, q[0], q[Lanes], q[2*Lanes], q[3*Lanes], q[4*Lanes], tx, ty, tz)
				d.stretch(&local, sx, sy, sz)
			}
			d.place(matrices, &local, &dst[j])
		}
	}
}

// constants are the joint's T and S where no columns hold them.
func (d *generalJoint) constants() (tx, ty, tz, sx, sy, sz float32) {
	return d.local[0], d.local[1], d.local[2], d.local[3], d.local[4], d.local[5]
}

// compose makes T·R of a rotation, inverse = 1/|q|², and T.
func compose(m *affine12, x, y, z, w, inverse, tx, ty, tz float32) {
	sigma := inverse + inverse
	x2, y2, z2 := float32(x*sigma), float32(y*sigma), float32(z*sigma)
	yy, zz := float32(y*y2), float32(z*z2)
	xy, wz := float32(x*y2), float32(w*z2)
	xz, wy := float32(x*z2), float32(w*y2)
	m[0], m[1], m[2], m[3] = (1-yy)-zz, xy-wz, xz+wy, tx
	rest := 1 - float32(x*x2)
	yz, wx := float32(y*z2), float32(w*x2)
	m[4], m[5], m[6], m[7] = xy+wz, rest-zz, yz-wx, ty
	m[8], m[9], m[10], m[11] = xz-wy, yz+wx, rest-yy, tz
}

// stretch multiplies a local matrix by S, unless that is 1.
func (d *generalJoint) stretch(m *affine12, x, y, z float32) {
	if d.flags&generalScaled == 0 {
		return
	}
	m[0], m[1], m[2] = m[0]*x, m[1]*y, m[2]*z
	m[4], m[5], m[6] = m[4]*x, m[5]*y, m[6]*z
	m[8], m[9], m[10] = m[8]*x, m[9]*y, m[10]*z
}

// place computes a joint's model-space matrix and its palette matrix.
func (d *generalJoint) place(matrices []affine12, local, dst *affine12) {
	m := &matrices[slotOf(d.own)]
	multiplyAffine(m, &matrices[slotOf(d.parent)], local)
	if d.flags&generalPalette != 0 {
		multiplyAffine(dst, m, &d.inverseBind)
	} else {
		*dst = *m
	}
}

// multiplyAffine computes dst = a·b, a pair of columns at a time, for which there are
// registers. dst is not a or b.
func multiplyAffine(dst, a, b *affine12) {
	x, y, z := b[0], b[4], b[8]
	d0 := float32(a[0]*x) + float32(a[1]*y) + float32(a[2]*z)
	d1 := float32(a[4]*x) + float32(a[5]*y) + float32(a[6]*z)
	d2 := float32(a[8]*x) + float32(a[9]*y) + float32(a[10]*z)
	x, y, z = b[1], b[5], b[9]
	e0 := float32(a[0]*x) + float32(a[1]*y) + float32(a[2]*z)
	e1 := float32(a[4]*x) + float32(a[5]*y) + float32(a[6]*z)
	e2 := float32(a[8]*x) + float32(a[9]*y) + float32(a[10]*z)
	dst[0], dst[4], dst[8] = d0, d1, d2
	dst[1], dst[5], dst[9] = e0, e1, e2
	x, y, z = b[2], b[6], b[10]
	d0 = float32(a[0]*x) + float32(a[1]*y) + float32(a[2]*z)
	d1 = float32(a[4]*x) + float32(a[5]*y) + float32(a[6]*z)
	d2 = float32(a[8]*x) + float32(a[9]*y) + float32(a[10]*z)
	x, y, z = b[3], b[7], b[11]
	e0 = float32(a[0]*x) + float32(a[1]*y) + float32(a[2]*z) + a[3]
	e1 = float32(a[4]*x) + float32(a[5]*y) + float32(a[6]*z) + a[7]
	e2 = float32(a[8]*x) + float32(a[9]*y) + float32(a[10]*z) + a[11]
	dst[2], dst[6], dst[10] = d0, d1, d2
	dst[3], dst[7], dst[11] = e0, e1, e2
}
