package simd

import "fmt"

// AbsolutePalette16 computes the palettes of a block from its pose, which has
// the columns c, where rotation column j holds the joint's whole rotation
// relative to the bind pose, in model space, instead of one relative to its
// parent: the product along the hierarchy of what RigPalette16 reads. Only
// translations follow the hierarchy then. For each joint, a being the parent's
// matrix and K the rig's one scale:
//
//	d  = (x·x + y·y) + (z·z + w·w)         σ = (2 - d)·2K
//	x2 = x·σ   y2 = y·σ   z2 = z·σ
//	m  = │ (K - y·y2) - z·z2    x·y2 - w·z2            x·z2 + w·y2          │
//	     │ x·y2 + w·z2          (K - x·x2) - z·z2      y·z2 - w·x2          │
//	     │ x·z2 - w·y2          y·z2 + w·x2            (K - x·x2) - y·y2    │
//	t  = a.t - (m - a.m)·Bind     then, with a column,  t = t + a.m·column
//
// and for a joint without parent a is m = K, t = 0. Sums of three go from left
// to right. The values of padding joints are written too.
//
// σ is one step of Newton's method from 2K towards 2K/d: it is off by the part
// (1-d)², so that the rows' quaternions must be of length 1, and neighbouring
// ones near each other. The pose's 1/|q|² is not read.
//
// The rig's joints must all have the scale of its root; the error wraps
// ErrSkeleton where they have not.
func AbsolutePalette16(out *Palettes, pose []float32, c Columns, rig *Rig, scratch []float32) error {
	const kernel = "AbsolutePalette16"
	if err := c.check(kernel); err != nil {
		return err
	}
	if want := c.PoseValues(); len(pose) < want {
		return lengthError(kernel, "pose", len(pose), want)
	}
	if err := rig.checkAbsolute(kernel, c, scratch); err != nil {
		return err
	}
	if err := out.check(kernel, len(rig.joints), 1); err != nil {
		return err
	}
	if len(rig.joints) == 0 {
		return nil
	}
	absolutePalette16(out, pose, rig, scratch)
	return nil
}

// AbsoluteRows16 is SampleRows16 followed by AbsolutePalette16 for any number
// of blocks in one pass, without a pose between them. The palettes of lane l of
// block b start at out.Values[(16·b+l)·Stride].
func AbsoluteRows16(out *Palettes, rows *Rows, at []Frames, rig *Rig, scratch []float32) error {
	const kernel = "AbsoluteRows16"
	for b := range at {
		if err := at[b].check(kernel, len(rows.Values), rows.Stride, rows.Columns); err != nil {
			return err
		}
	}
	if err := rig.checkAbsolute(kernel, rows.Columns, scratch); err != nil {
		return err
	}
	if err := out.check(kernel, len(rig.joints), len(at)); err != nil {
		return err
	}
	if len(rig.joints) == 0 || len(at) == 0 {
		return nil
	}
	absoluteRows16(out, rows, at, rig, scratch)
	return nil
}

// AbsoluteShortRows16 is AbsoluteRows16 from 16-bit rows.
func AbsoluteShortRows16(out *Palettes, rows *ShortRows, at []Frames, rig *Rig, scratch []float32) error {
	const kernel = "AbsoluteShortRows16"
	for b := range at {
		if err := rows.check(kernel, &at[b]); err != nil {
			return err
		}
	}
	if err := rig.checkAbsolute(kernel, rows.Columns, scratch); err != nil {
		return err
	}
	if err := out.check(kernel, len(rig.joints), len(at)); err != nil {
		return err
	}
	if len(rig.joints) == 0 || len(at) == 0 {
		return nil
	}
	absoluteShortRows16(out, rows, at, rig, scratch)
	return nil
}

// checkAbsolute is check for kernels that know one scale only.
func (r *Rig) checkAbsolute(kernel string, c Columns, scratch []float32) error {
	if err := r.check(kernel, c, scratch); err != nil {
		return err
	}
	if r.rescaled >= 0 {
		return fmt.Errorf("simd.%s: %w: joint %d has another scale than the root", kernel, ErrSkeleton, r.rescaled)
	}
	return nil
}

func absolutePalette16Go(out *Palettes, pose []float32, rig *Rig, scratch []float32) {
	n := len(rig.plain)
	quads := castQuads(scratch)[:n+rig.others]
	for l := range Lanes {
		for c := range quads {
			at := c*rotationRows*Lanes + l
			if c >= n {
				at = (n*rotationRows+(c-n)*otherRows)*Lanes + l
			}
			v := pose[at:][:3*Lanes+1]
			quads[c] = [4]float32{v[0], v[Lanes], v[2*Lanes], v[3*Lanes]}
		}
		rig.walkWhole(castMatrices(out.Values[l*out.Stride:]), quads)
	}
}

func absoluteRows16Go(out *Palettes, rows *Rows, at []Frames, rig *Rig, scratch []float32) {
	quads := castQuads(scratch)[:len(rig.plain)+rig.others]
	for i := range Lanes * len(at) {
		at, l := &at[i/Lanes], i%Lanes
		a := castQuads(rows.Values[at.Row[l]:][:rows.RowValues()])[:len(quads)]
		b := castQuads(rows.Values[at.Row[l]+int64(rows.Stride):][:rows.RowValues()])[:len(quads)]
		alpha := at.Alpha[l]
		for c := range quads {
			q := &quads[c]
			q[0], q[1], q[2], q[3] = lerp4(&a[c], &b[c], alpha)
		}
		rig.walkWhole(castMatrices(out.Values[i*out.Stride:]), quads)
	}
}

func absoluteShortRows16Go(out *Palettes, rows *ShortRows, at []Frames, rig *Rig, scratch []float32) {
	n := len(rig.plain)
	quads := castQuads(scratch)[:n+rig.others]
	for i := range Lanes * len(at) {
		at, l := &at[i/Lanes], i%Lanes
		a := rows.Values[at.Row[l]:][:rows.RowValues()]
		b := rows.Values[at.Row[l]+int64(rows.Stride):][:rows.RowValues()]
		weight := shortWeight(at.Alpha[l])
		for c := range quads {
			if c < n {
				quads[c] = blendRotation(a[4*c:], b[4*c:], weight)
			} else {
				quads[c] = blendOther(a[4*c:], b[4*c:], weight, rows.Scale[8*(c-n):])
			}
		}
		rig.walkWhole(castMatrices(out.Values[i*out.Stride:]), quads)
	}
}

// walkWhole computes the palette of one lane from its quads: each joint's whole
// rotation, and behind them the other columns. It is one loop without a call,
// for plain Go has to keep what it works with in registers.
func (r *Rig) walkWhole(dst []affine12, quads [][4]float32) {
	joints := r.plain
	rotations, others := quads[:len(joints)], quads[len(joints):]
	dst = dst[:len(joints)]
	k := r.root
	twice := k + k
	root := affine12{0: k, 5: k, 10: k}
	for j := range joints {
		d, q, m, a := &joints[j], &rotations[j], &dst[j], &root
		if i := int(d.parent); i >= 0 {
			a = &dst[i]
		}
		x, y, z, w := q[0], q[1], q[2], q[3]
		square := (float32(x*x) + float32(y*y)) + (float32(z*z) + float32(w*w))
		sigma := float32((2 - square) * twice)
		x2, y2, z2 := float32(x*sigma), float32(y*sigma), float32(z*sigma)
		bx, by, bz := d.bind[0], d.bind[1], d.bind[2]

		yy, zz := float32(y*y2), float32(z*z2)
		xy, wz := float32(x*y2), float32(w*z2)
		xz, wy := float32(x*z2), float32(w*y2)
		m00, m01, m02 := (k-yy)-zz, xy-wz, xz+wy
		m[0], m[1], m[2] = m00, m01, m02
		m[3] = a[3] - (float32((m00-a[0])*bx) + float32((m01-a[1])*by) + float32((m02-a[2])*bz))
		rest := k - float32(x*x2)
		yz, wx := float32(y*z2), float32(w*x2)
		m10, m11, m12 := xy+wz, rest-zz, yz-wx
		m[4], m[5], m[6] = m10, m11, m12
		m[7] = a[7] - (float32((m10-a[4])*bx) + float32((m11-a[5])*by) + float32((m12-a[6])*bz))
		m20, m21, m22 := xz-wy, yz+wx, rest-yy
		m[8], m[9], m[10] = m20, m21, m22
		m[11] = a[11] - (float32((m20-a[8])*bx) + float32((m21-a[9])*by) + float32((m22-a[10])*bz))
		if c := int(d.column); c >= 0 {
			v := &others[c]
			m[3] += float32(a[0]*v[0]) + float32(a[1]*v[1]) + float32(a[2]*v[2])
			m[7] += float32(a[4]*v[0]) + float32(a[5]*v[1]) + float32(a[6]*v[2])
			m[11] += float32(a[8]*v[0]) + float32(a[9]*v[1]) + float32(a[10]*v[2])
		}
	}
}

// turnWhole computes a joint's matrix m from its parent's, a, and its whole
// rotation, as walkWhole does.
func turnWhole(d *plainJoint, a, m *affine12, x, y, z, w float32) {
	k := d.scale
	square := (float32(x*x) + float32(y*y)) + (float32(z*z) + float32(w*w))
	sigma := float32((2 - square) * (k + k))
	x2, y2, z2 := float32(x*sigma), float32(y*sigma), float32(z*sigma)
	bx, by, bz := d.bind[0], d.bind[1], d.bind[2]

	yy, zz := float32(y*y2), float32(z*z2)
	xy, wz := float32(x*y2), float32(w*z2)
	xz, wy := float32(x*z2), float32(w*y2)
	m00, m01, m02 := (k-yy)-zz, xy-wz, xz+wy
	m[0], m[1], m[2] = m00, m01, m02
	m[3] = a[3] - (float32((m00-a[0])*bx) + float32((m01-a[1])*by) + float32((m02-a[2])*bz))
	rest := k - float32(x*x2)
	yz, wx := float32(y*z2), float32(w*x2)
	m10, m11, m12 := xy+wz, rest-zz, yz-wx
	m[4], m[5], m[6] = m10, m11, m12
	m[7] = a[7] - (float32((m10-a[4])*bx) + float32((m11-a[5])*by) + float32((m12-a[6])*bz))
	m20, m21, m22 := xz-wy, yz+wx, rest-yy
	m[8], m[9], m[10] = m20, m21, m22
	m[11] = a[11] - (float32((m20-a[8])*bx) + float32((m21-a[9])*by) + float32((m22-a[10])*bz))
}
