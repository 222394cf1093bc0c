package simd

// RigPalette16 computes the palettes of a block from its pose, which has the
// columns c, along the rig's hierarchy (Rig says by which mathematics). For
// each joint, p being the parent's state, m the joint's:
//
//	q  = p.q · (x, y, z, w)            s = p.s · 1/|q|²          σ = s·k
//	x2 = qx·σ   y2 = qy·σ   z2 = qz·σ
//	m  = │ (k - qy·y2) - qz·z2    qx·y2 - qw·z2            qx·z2 + qw·y2          │
//	     │ qx·y2 + qw·z2          (k - qx·x2) - qz·z2      qy·z2 - qw·x2          │
//	     │ qx·z2 - qw·y2          qy·z2 + qw·x2            (k - qx·x2) - qy·y2    │
//	t  = p.t - (m - p.m)·Bind     then, with a column,  t = t + p.m·column
//
// and for a joint without parent p is q = (0, 0, 0, 1), s = 2, m = root scale,
// t = 0. Sums of three go from left to right. The values of padding joints are
// written too.
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
	return nil
}

// RigRows16 is SampleRows16 followed by RigPalette16 for any number of blocks in
// one pass, without a pose between them. The palettes of lane l of block b start
// at out.Values[(16·b+l)·Stride]. Kernels overlap the end of a block with the
// beginning of the next one, so a call with several is faster.
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
	rigRows16(out, rows, at, rig, scratch)
	return nil
}

// RigShortRows16 is RigRows16 from 16-bit rows.
func RigShortRows16(out *Palettes, rows *ShortRows, at []Frames, rig *Rig, scratch []float32) error {
	const kernel = "RigShortRows16"
	for b := range at {
		if err := rows.check(kernel, &at[b]); err != nil {
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
	rigShortRows16(out, rows, at, rig, scratch)
	return nil
}

// rigState is a joint's state in one lane: the same rows as in the kernels'
// scratch, but side by side.
type rigState struct {
	x, y, z, w, s float32
	m             [affineFloats]float32
}

// rootState is the state above joints without parent.
func (r *Rig) rootState() rigState {
	return rigState{w: 1, s: 2, m: [affineFloats]float32{0: r.root, 5: r.root, 10: r.root}}
}

// states is the place in scratch where plain Go keeps the states of one lane.
func (r *Rig) states(scratch []float32) []rigState {
	s := castStates(scratch[:r.slots*stateRows])
	s[0] = r.rootState()
	return s
}

func rigPalette16Go(out *Palettes, pose []float32, rig *Rig, scratch []float32) {
	states := rig.states(scratch)
	others := pose[Lanes*rotationRows*len(rig.joints):]
	for l := range Lanes {
		dst := castMatrices(out.Values[l*out.Stride:][:affineFloats*len(rig.joints)])
		for j := range rig.joints {
			d := &rig.joints[j]
			p, m := &states[d.parent/stateBytes], &states[d.own/stateBytes]
			q := pose[j*rotationRows*Lanes+l:][:4*Lanes+1]
			m.follow(p, q[0], q[Lanes], q[2*Lanes], q[3*Lanes], q[4*Lanes], d)
			if d.column >= 0 {
				c := others[int(d.column)/4+l:][:2*Lanes+1]
				m.move(p, c[0], c[Lanes], c[2*Lanes])
			}
			dst[j] = m.m
		}
	}
}

func rigRows16Go(out *Palettes, rows *Rows, at []Frames, rig *Rig, scratch []float32) {
	states := rig.states(scratch)
	for i := range Lanes * len(at) {
		at, l := &at[i/Lanes], i%Lanes
		a := rows.Values[at.Row[l]:][:rows.RowValues()]
		b := rows.Values[at.Row[l]+int64(rows.Stride):][:rows.RowValues()]
		alpha := at.Alpha[l]
		dst := castMatrices(out.Values[i*out.Stride:][:affineFloats*len(rig.joints)])
		for j := range rig.joints {
			d := &rig.joints[j]
			p, m := &states[d.parent/stateBytes], &states[d.own/stateBytes]
			q := lerpQuad(a[4*j:], b[4*j:], alpha)
			m.follow(p, q[0], q[1], q[2], q[3], inverseSquare(q[0], q[1], q[2], q[3]), d)
			if d.column >= 0 {
				o := 4 * (rows.Rotations + int(d.column)/(otherRows*Lanes*4))
				c := lerpQuad(a[o:], b[o:], alpha)
				m.move(p, c[0], c[1], c[2])
			}
			dst[j] = m.m
		}
	}
}

func rigShortRows16Go(out *Palettes, rows *ShortRows, at []Frames, rig *Rig, scratch []float32) {
	states := rig.states(scratch)
	for i := range Lanes * len(at) {
		at, l := &at[i/Lanes], i%Lanes
		a := rows.Values[at.Row[l]:][:rows.RowValues()]
		b := rows.Values[at.Row[l]+int64(rows.Stride):][:rows.RowValues()]
		n := shortWeight(at.Alpha[l])
		dst := castMatrices(out.Values[i*out.Stride:][:affineFloats*len(rig.joints)])
		for j := range rig.joints {
			d := &rig.joints[j]
			p, m := &states[d.parent/stateBytes], &states[d.own/stateBytes]
			q := blendRotation(a[4*j:], b[4*j:], n)
			m.follow(p, q[0], q[1], q[2], q[3], inverseSquare(q[0], q[1], q[2], q[3]), d)
			if d.column >= 0 {
				c := int(d.column) / (otherRows * Lanes * 4)
				o := 4 * (rows.Rotations + c)
				v := blendOther(a[o:], b[o:], n, rows.Scale[8*c:])
				m.move(p, v[0], v[1], v[2])
			}
			dst[j] = m.m
		}
	}
}

// follow computes the state of a joint from its parent's and its own
// quaternion.
func (m *rigState) follow(p *rigState, x, y, z, w, inverse float32, d *rigJoint) {
	qx := (float32(x*p.w) + float32(p.x*w)) + (float32(z*p.y) - float32(p.z*y))
	qy := (float32(y*p.w) - float32(p.x*z)) + (float32(w*p.y) + float32(p.z*x))
	qz := (float32(z*p.w) + float32(p.x*y)) + (float32(w*p.z) - float32(p.y*x))
	qw := (float32(w*p.w) - float32(p.x*x)) - (float32(y*p.y) + float32(p.z*z))
	s := float32(p.s * inverse)
	m.x, m.y, m.z, m.w, m.s = qx, qy, qz, qw, s

	k := d.scale
	sigma := float32(s * k)
	x2, y2, z2 := float32(qx*sigma), float32(qy*sigma), float32(qz*sigma)
	xx, yy, zz := float32(qx*x2), float32(qy*y2), float32(qz*z2)
	xy, xz, yz := float32(qx*y2), float32(qx*z2), float32(qy*z2)
	wx, wy, wz := float32(qw*x2), float32(qw*y2), float32(qw*z2)
	m00, m01, m02 := (k-yy)-zz, xy-wz, xz+wy
	m10, m11, m12 := xy+wz, (k-xx)-zz, yz-wx
	m20, m21, m22 := xz-wy, yz+wx, (k-xx)-yy

	bx, by, bz := d.bind[0], d.bind[1], d.bind[2]
	a, r := &p.m, &m.m
	r[3] = a[3] - (float32((m00-a[0])*bx) + float32((m01-a[1])*by) + float32((m02-a[2])*bz))
	r[7] = a[7] - (float32((m10-a[4])*bx) + float32((m11-a[5])*by) + float32((m12-a[6])*bz))
	r[11] = a[11] - (float32((m20-a[8])*bx) + float32((m21-a[9])*by) + float32((m22-a[10])*bz))
	r[0], r[1], r[2] = m00, m01, m02
	r[4], r[5], r[6] = m10, m11, m12
	r[8], r[9], r[10] = m20, m21, m22
}

// move adds a joint's animated translation in the parent's frame.
func (m *rigState) move(p *rigState, x, y, z float32) {
	a, r := &p.m, &m.m
	r[3] += float32(a[0]*x) + float32(a[1]*y) + float32(a[2]*z)
	r[7] += float32(a[4]*x) + float32(a[5]*y) + float32(a[6]*z)
	r[11] += float32(a[8]*x) + float32(a[9]*y) + float32(a[10]*z)
}
