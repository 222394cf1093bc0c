package simd

// RigPalette16 computes the palettes of a block from its pose, which has the
// columns c, the first of which are the rig's joints; Rig derives the formulas. For each joint, with the state p of its
// parent:
//
//	q  = p.q · (x, y, z, w)            s = p.s · 1/|q|²          σ = s·k
//	x2 = qx·σ   y2 = qy·σ   z2 = qz·σ
//	m  = │ (k - qy·y2) - qz·z2    qx·y2 - qw·z2            qx·z2 + qw·y2          │
//	     │ qx·y2 + qw·z2          (k - qx·x2) - qz·z2      qy·z2 - qw·x2          │
//	     │ qx·z2 - qw·y2          qy·z2 + qw·x2            (k - qx·x2) - qy·y2    │
//	t  = p.t - (m - p.m)·Bind     then, with a column,  t = t + p.m·column
//
// and for a joint without parent p is q = (0, 0, 0, 1), s = 2, m = k,
// t = 0. Sums of three are added from left to right. The matrices of padding
// joints are written too.
func RigPalette16(out *Palettes, pose []float32, c Columns, rig *Rig, scratch []float32) error {
	const kernel = "RigPalette16"
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
	rigPalette16(out, pose, c.Rotations, rig, scratch)
	if out.Stream {
		storeFence()
	}
	return nil
}

func rigPalette16Go(out *Palettes, pose []float32, rotations int, rig *Rig) {
	others := pose[Lanes*rotationRows*rotations:]
	for l := range Lanes {
		dst := castMatrices(out.Values[l*out.Stride:][:affineFloats*len(rig.plain)])
		for j := range rig.plain {
			m := &dst[j]
			for k := range rotationRows {
				m[k] = pose[(j*rotationRows+k)*Lanes+l]
			}
			if c := int(rig.plain[j].column); c >= 0 {
				for k := range 3 {
					m[5+k] = others[(c*otherRows+k)*Lanes+l]
				}
			}
		}
		rig.laneGo(dst)
	}
}

// laneGo computes the palette of one instance from its pose, both in dst: of each
// joint the matrix from x, y, z, w, 1/|q|² and the column's x, y, z. One loop down
// the hierarchy makes q and s of them, another the matrices, so that a joint waits
// for little of its parent.
func (r *Rig) laneGo(dst []affine12) {
	joints := r.plain
	dst = dst[:len(joints)]
	root := affine12{3: 1, 4: 2}
	for j := range joints {
		p, m := &root, &dst[j]
		if i := int(joints[j].parent); i >= 0 {
			p = &dst[i]
		}
		x, y, z, w, px, py, pz, pw := m[0], m[1], m[2], m[3], p[0], p[1], p[2], p[3]
		m[0] = (float32(x*pw) + float32(px*w)) + (float32(z*py) - float32(pz*y))
		m[1] = (float32(y*pw) - float32(px*z)) + (float32(w*py) + float32(pz*x))
		m[2] = (float32(z*pw) + float32(px*y)) + (float32(w*pz) - float32(py*x))
		m[3] = (float32(w*pw) - float32(px*x)) - (float32(y*py) + float32(pz*z))
		m[4] = float32(p[4] * m[4])
	}
	root = affine12{0: r.scale, 5: r.scale, 10: r.scale}
	for j := range joints {
		d, p, m := &joints[j], &root, &dst[j]
		if i := int(d.parent); i >= 0 {
			p = &dst[i]
		}
		d.matrix(m, p, r.scale)
	}
}

// matrix replaces q, s and the column's values in m by the joint's matrix; p is its
// parent's.
func (d *plainJoint) matrix(m, p *affine12, k float32) {
	qx, qy, qz, qw := m[0], m[1], m[2], m[3]
	sigma := float32(m[4] * k)
	x2, y2, z2 := float32(qx*sigma), float32(qy*sigma), float32(qz*sigma)
	bx, by, bz := d.bind[0], d.bind[1], d.bind[2]
	tx, ty, tz := m[5], m[6], m[7]
	yy, zz := float32(qy*y2), float32(qz*z2)
	xy, wz := float32(qx*y2), float32(qw*z2)
	xz, wy := float32(qx*z2), float32(qw*y2)
	m00, m01, m02 := (k-yy)-zz, xy-wz, xz+wy
	m[0], m[1], m[2] = m00, m01, m02
	m[3] = p[3] - (float32((m00-p[0])*bx) + float32((m01-p[1])*by) + float32((m02-p[2])*bz))
	rest := k - float32(qx*x2)
	yz, wx := float32(qy*z2), float32(qw*x2)
	m10, m11, m12 := xy+wz, rest-zz, yz-wx
	m[4], m[5], m[6] = m10, m11, m12
	m[7] = p[7] - (float32((m10-p[4])*bx) + float32((m11-p[5])*by) + float32((m12-p[6])*bz))
	m20, m21, m22 := xz-wy, yz+wx, rest-yy
	m[8], m[9], m[10] = m20, m21, m22
	m[11] = p[11] - (float32((m20-p[8])*bx) + float32((m21-p[9])*by) + float32((m22-p[10])*bz))
	if d.column >= 0 {
		m[3] += float32(p[0]*tx) + float32(p[1]*ty) + float32(p[2]*tz)
		m[7] += float32(p[4]*tx) + float32(p[5]*ty) + float32(p[6]*tz)
		m[11] += float32(p[8]*tx) + float32(p[9]*ty) + float32(p[10]*tz)
	}
}
