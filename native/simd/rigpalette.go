package simd

// RigPalette16 computes the palettes of a block from its pose, which has the
// columns c; Rig derives the formulas. For each joint, with the state p of its
// parent:
//
//	q  = p.q · (x, y, z, w)            s = p.s · 1/|q|²          σ = s·k
//	x2 = qx·σ   y2 = qy·σ   z2 = qz·σ
//	m  = │ (k - qy·y2) - qz·z2    qx·y2 - qw·z2            qx·z2 + qw·y2          │
//	     │ qx·y2 + qw·z2          (k - qx·x2) - qz·z2      qy·z2 - qw·x2          │
//	     │ qx·z2 - qw·y2          qy·z2 + qw·x2            (k - qx·x2) - qy·y2    │
//	t  = p.t - (m - p.m)·Bind     then, with a column,  t = t + p.m·column
//
// and for a joint without parent p is q = (0, 0, 0, 1), s = 2, m = root scale,
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
	rigPalette16(out, pose, rig, scratch)
	if out.Stream {
		storeFence()
	}
	return nil
}

// RigRows16 is SampleRows16 followed by RigPalette16, for any number of blocks.
// The palettes of lane l of block b start at out.Values[(16·b+l)·Stride].
func RigRows16(out *Palettes, rows *Rows, at []Frames, rig *Rig, scratch []float32) error {
	const kernel = "RigRows16"
	for b := range at {
		if err := at[b].check(kernel, len(rows.Values), rows.Stride, rows.Columns); err != nil {
			return err
		}
	}
	if err := rig.check(kernel, rows.Columns, scratch); err != nil {
		return err
	}
	if err := out.check(kernel, len(rig.joints), len(at)); err != nil {
		return err
	}
	if len(rig.joints) == 0 || len(at) == 0 {
		return nil
	}
	if Current() == Generic {
		rigRows16Go(out, rows, at, rig, scratch)
		return nil
	}
	rest := rig.ScratchValues(rows.Columns) - rows.PoseValues()
	pose, block := scratch[rest:][:rows.PoseValues()], *out
	for b := range at {
		sampleRows16(pose, rows, &at[b])
		block.Values = out.Values[b*Lanes*out.Stride:]
		rigPalette16(&block, pose, rig, scratch)
	}
	if out.Stream {
		storeFence()
	}
	return nil
}

// RigRow is RigRows16 for one instance, in plain Go: the palette between the rows
// a and b, which have the columns c, goes to dst, twelve values per joint.
func RigRow(dst, a, b []float32, alpha float32, c Columns, rig *Rig, scratch []float32) error {
	const kernel = "RigRow"
	if err := c.check(kernel); err != nil {
		return err
	}
	if err := rig.check(kernel, c, scratch); err != nil {
		return err
	}
	switch n := c.RowValues(); {
	case len(a) < n:
		return lengthError(kernel, "the first row", len(a), n)
	case len(b) < n:
		return lengthError(kernel, "the second row", len(b), n)
	case len(dst) < affineFloats*len(rig.joints):
		return lengthError(kernel, "dst", len(dst), affineFloats*len(rig.joints))
	}
	p := rig.inPlain(scratch)
	p.row(castMatrices(dst[:affineFloats*len(p.joints)]), castQuads(a[:c.RowValues()]), castQuads(b[:c.RowValues()]), alpha)
	return nil
}

// rotationState is what plain Go keeps of a joint for its children, in one lane:
// the product of quaternions down to it, and 2/|q|². It reads the joint's matrix
// from the palette.
type rotationState struct {
	x, y, z, w, s float32
}

const rotationStateFloats = 5

// plain is a rig in plain Go, with its working memory for one lane.
type plain struct {
	joints []plainJoint
	states []rotationState // by place
	root   affine12
}

func (r *Rig) inPlain(scratch []float32) plain {
	states := castRotationStates(scratch[:r.slots*rotationStateFloats])
	states[0] = rotationState{w: 1, s: 2}
	return plain{joints: r.plain, states: states, root: affine12{0: r.root, 5: r.root, 10: r.root}}
}

// above is the matrix of d's parent among those of a lane.
func (p *plain) above(d *plainJoint, dst []affine12) *affine12 {
	if i := int(d.parent); i >= 0 {
		return &dst[i]
	}
	return &p.root
}

func rigPalette16Go(out *Palettes, pose []float32, rig *Rig, scratch []float32) {
	p := rig.inPlain(scratch)
	others := pose[Lanes*rotationRows*len(rig.joints):]
	for l := range Lanes {
		dst := castMatrices(out.Values[l*out.Stride:][:affineFloats*len(p.joints)])
		for j := range p.joints {
			d := &p.joints[j]
			above, m := p.above(d, dst), &dst[j]
			q := pose[j*rotationRows*Lanes+l:][:4*Lanes+1]
			follow(d, &p.states[d.above], &p.states[d.own], above, m, q[0], q[Lanes], q[2*Lanes], q[3*Lanes], q[4*Lanes])
			if c := d.column; c >= 0 {
				v := others[int(c)*otherRows*Lanes+l:][:2*Lanes+1]
				move(m, above, v[0], v[Lanes], v[2*Lanes])
			}
		}
	}
}

func rigRows16Go(out *Palettes, rows *Rows, at []Frames, rig *Rig, scratch []float32) {
	p := rig.inPlain(scratch)
	for i := range Lanes * len(at) {
		at, l := &at[i/Lanes], i%Lanes
		a := castQuads(rows.Values[at.Row[l]:][:rows.RowValues()])
		b := castQuads(rows.Values[at.Row[l]+int64(rows.Stride):][:rows.RowValues()])
		p.row(castMatrices(out.Values[i*out.Stride:][:affineFloats*len(p.joints)]), a, b, at.Alpha[l])
	}
}

// row evaluates one instance between two rows.
func (p *plain) row(dst []affine12, a, b [][4]float32, alpha float32) {
	b = b[:len(a)]
	for j := range p.joints {
		d := &p.joints[j]
		above, m := p.above(d, dst), &dst[j]
		x, y, z, w := lerp4(&a[j], &b[j], alpha)
		follow(d, &p.states[d.above], &p.states[d.own], above, m, x, y, z, w, inverseSquare(x, y, z, w))
		if c := len(p.joints) + int(d.column); d.column >= 0 {
			x, y, z, _ := lerp4(&a[c], &b[c], alpha)
			move(m, above, x, y, z)
		}
	}
}

// follow computes a joint, its matrix m and what its children need of it, from
// its parent's matrix a and rotation p and its own quaternion.
func follow(d *plainJoint, p, own *rotationState, a, m *affine12, x, y, z, w, inverse float32) {
	px, py, pz, pw, s := p.x, p.y, p.z, p.w, float32(p.s*inverse)
	qx := (float32(x*pw) + float32(px*w)) + (float32(z*py) - float32(pz*y))
	qy := (float32(y*pw) - float32(px*z)) + (float32(w*py) + float32(pz*x))
	qz := (float32(z*pw) + float32(px*y)) + (float32(w*pz) - float32(py*x))
	qw := (float32(w*pw) - float32(px*x)) - (float32(y*py) + float32(pz*z))
	*own = rotationState{qx, qy, qz, qw, s}

	k := d.scale
	sigma := float32(s * k)
	x2, y2, z2 := float32(qx*sigma), float32(qy*sigma), float32(qz*sigma)
	bx, by, bz := d.bind[0], d.bind[1], d.bind[2]

	yy, zz := float32(qy*y2), float32(qz*z2)
	xy, wz := float32(qx*y2), float32(qw*z2)
	xz, wy := float32(qx*z2), float32(qw*y2)
	m00, m01, m02 := (k-yy)-zz, xy-wz, xz+wy
	m[0], m[1], m[2] = m00, m01, m02
	m[3] = a[3] - (float32((m00-a[0])*bx) + float32((m01-a[1])*by) + float32((m02-a[2])*bz))
	rest := k - float32(qx*x2)
	yz, wx := float32(qy*z2), float32(qw*x2)
	m10, m11, m12 := xy+wz, rest-zz, yz-wx
	m[4], m[5], m[6] = m10, m11, m12
	m[7] = a[7] - (float32((m10-a[4])*bx) + float32((m11-a[5])*by) + float32((m12-a[6])*bz))
	m20, m21, m22 := xz-wy, yz+wx, rest-yy
	m[8], m[9], m[10] = m20, m21, m22
	m[11] = a[11] - (float32((m20-a[8])*bx) + float32((m21-a[9])*by) + float32((m22-a[10])*bz))
}

// move adds a joint's animated translation in the parent's frame.
func move(m, a *affine12, x, y, z float32) {
	m[3] += float32(a[0]*x) + float32(a[1]*y) + float32(a[2]*z)
	m[7] += float32(a[4]*x) + float32(a[5]*y) + float32(a[6]*z)
	m[11] += float32(a[8]*x) + float32(a[9]*y) + float32(a[10]*z)
}
