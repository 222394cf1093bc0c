package simd

// GeneralPalette16 computes the palettes of a block from its pose, which has the
// columns c. For each joint, with p the parent's model-space matrix:
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
	generalPalette16(out, pose, rig, scratch)
	return nil
}

var identity = affine12{0: 1, 5: 1, 10: 1}

// inPlain returns the model-space matrices of one lane, in scratch.
func (r *GeneralRig) inPlain(scratch []float32) []affine12 {
	matrices := castMatrices(scratch[:(paletteRing+r.slots)*affineFloats])
	matrices[paletteRing] = identity // the first slot
	return matrices
}

func generalPalette16Go(out *Palettes, pose []float32, rig *GeneralRig, scratch []float32) {
	matrices := rig.inPlain(scratch)
	others := pose[Lanes*rotationRows*len(rig.joints):]
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
				t, s := d.constants()
				if d.translation >= 0 {
					t[0], t[1], t[2] = column(d.translation)
				}
				if d.scale >= 0 {
					s[0], s[1], s[2] = column(d.scale)
				}
				q := pose[j*rotationRows*Lanes+l:][:4*Lanes+1]
				local = d.compose(q[0], q[Lanes], q[2*Lanes], q[3*Lanes], q[4*Lanes], &t, &s)
			}
			d.place(matrices, &local, &dst[j])
		}
	}
}

// constants are the joint's T and S where no columns hold them.
func (d *generalJoint) constants() (t, s [3]float32) {
	return [3]float32(d.local[:3]), [3]float32(d.local[3:6])
}

// compose makes the local matrix of a joint from its rotation, T and S.
func (d *generalJoint) compose(x, y, z, w, inverse float32, t, s *[3]float32) affine12 {
	sigma := inverse + inverse
	x2, y2, z2 := float32(x*sigma), float32(y*sigma), float32(z*sigma)
	xx, yy, zz := float32(x*x2), float32(y*y2), float32(z*z2)
	xy, xz, yz := float32(x*y2), float32(x*z2), float32(y*z2)
	wx, wy, wz := float32(w*x2), float32(w*y2), float32(w*z2)
	m := affine12{
		(1 - yy) - zz, xy - wz, xz + wy, t[0],
		xy + wz, (1 - xx) - zz, yz - wx, t[1],
		xz - wy, yz + wx, (1 - xx) - yy, t[2],
	}
	if d.flags&generalScaled == 0 {
		return m
	}
	for r := 0; r < affineFloats; r += 4 {
		m[r] *= s[0]
		m[r+1] *= s[1]
		m[r+2] *= s[2]
	}
	return m
}

// place computes a joint's model-space matrix and its palette matrix.
func (d *generalJoint) place(matrices []affine12, local, dst *affine12) {
	m := &matrices[d.own/matrixBytes]
	multiplyAffine(m, &matrices[d.parent/matrixBytes], local)
	if d.flags&generalPalette != 0 {
		multiplyAffine(dst, m, &d.inverseBind)
	} else {
		*dst = *m
	}
}

// multiplyAffine computes dst = a·b.
func multiplyAffine(dst, a, b *affine12) {
	for r := 0; r < affineFloats; r += 4 {
		x, y, z, t := a[r], a[r+1], a[r+2], a[r+3]
		dst[r] = float32(x*b[0]) + float32(y*b[4]) + float32(z*b[8])
		dst[r+1] = float32(x*b[1]) + float32(y*b[5]) + float32(z*b[9])
		dst[r+2] = float32(x*b[2]) + float32(y*b[6]) + float32(z*b[10])
		dst[r+3] = (float32(x*b[3]) + float32(y*b[7]) + float32(z*b[11])) + t
	}
}
