package kernel

import "github.com/sinew-anim/sinew/native/simd"

// RigPalette16 computes the palettes of a block from its pose, which has the
// columns c. The first columns are the rig's joints. Rig derives the formulas. For
// each joint, with the state p of its parent:
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
func RigPalette16(out *simd.Palettes, pose []float32, c simd.Columns, rig *Rig, scratch []float32) error {
	err := rig.check16("RigPalette16", out, pose, c, scratch)
	if err == nil && rig.padded > 0 {
		rigPalette16(out, pose, c.Rotations, rig, scratch)
	}
	return err
}

func rigPalette16Go(out *simd.Palettes, pose []float32, rotations int, rig *Rig, scratch []float32) {
	parents, moved := rig.plain.parent, castQuads(scratch)[:rig.others]
	others := pose[simd.Lanes*rotationRows*rotations:]
	for l := range simd.Lanes {
		dst := affines(out.Values[paletteIndex(out, l)*out.Stride:][:affineFloats*len(parents)])
		px, py, pz, pw, ps := rootState()
		for j, i := range parents {
			if int(i) != j-1 {
				px, py, pz, pw, ps = stateOf(dst, i)
			}
			q := pose[j*rotationRows*simd.Lanes+l:][:4*simd.Lanes+1]
			x, y, z, w := q[0], q[simd.Lanes], q[2*simd.Lanes], q[3*simd.Lanes]
			ps = float32(ps * q[4*simd.Lanes])
			px, py, pz, pw = paletteProduct(px, py, pz, pw, x, y, z, w)
			m := &dst[j]
			m[0], m[1], m[2], m[3], m[4] = px, py, pz, pw, ps
		}
		for c := range moved {
			v := others[c*otherRows*simd.Lanes+l:][:2*simd.Lanes+1]
			moved[c] = [4]float32{v[0], v[simd.Lanes], v[2*simd.Lanes]}
		}
		rig.matrices(dst, moved)
	}
}

// rootState is q and s above parentless joints.
func rootState() (x, y, z, w, s float32) { return 0, 0, 0, 1, 2 }

// stateOf returns q and s of a joint, which the first values of its matrix hold
// until that is computed, or those above parentless joints.
func stateOf(m []affine, joint int32) (x, y, z, w, s float32) {
	if joint < 0 {
		return rootState()
	}
	p := &m[joint]
	return p[0], p[1], p[2], p[3], p[4]
}

// paletteProduct returns the product of the quaternions p and (x, y, z, w), in the order
// of sums that the bits of palettes are made of.
func paletteProduct(px, py, pz, pw, x, y, z, w float32) (qx, qy, qz, qw float32) {
	return (float32(x*pw) + float32(px*w)) + (float32(z*py) - float32(pz*y)),
		(float32(y*pw) - float32(px*z)) + (float32(w*py) + float32(pz*x)),
		(float32(z*pw) + float32(px*y)) + (float32(w*pz) - float32(py*x)),
		(float32(w*pw) - float32(px*x)) - (float32(y*py) + float32(pz*z))
}

// matrices replaces q and s of the joints of one instance in out by their matrices;
// others are the columns that move joints. In a loop of its own, a joint waits for
// little of its parent. The parent is looked up when the joint's own matrix is
// complete but for t: compilers then use what t takes from memory as operands, which
// need no registers.
func (r *Rig) matrices(out []affine, others [][4]float32) {
	parents, columns, binds := r.plain.parent[:len(out)], r.plain.column[:len(out)], r.plain.bind[:len(out)]
	k := r.scale
	root := affine{0: k, 5: k, 10: k}
	for j := range out {
		m, p := &out[j], &root
		x, y, z, w := m[0], m[1], m[2], m[3]
		sigma := float32(m[4] * k)
		x2, y2, z2 := float32(x*sigma), float32(y*sigma), float32(z*sigma)
		yy, zz := float32(y*y2), float32(z*z2)
		xy, wz := float32(x*y2), float32(w*z2)
		m00, m01, m10 := (k-yy)-zz, xy-wz, xy+wz
		m[0], m[1], m[4] = m00, m01, m10
		xz, wy := float32(x*z2), float32(w*y2)
		m02, m20 := xz+wy, xz-wy
		m[2], m[8] = m02, m20
		rest := k - float32(x*x2)
		m11, m22 := rest-zz, rest-yy
		m[5], m[10] = m11, m22
		yz, wx := float32(y*z2), float32(w*x2)
		m12, m21 := yz-wx, yz+wx
		m[6], m[9] = m12, m21
		if i := parents[j]; i >= 0 {
			p = &out[i]
		}
		b := &binds[j]
		m[3] = p[3] - (float32((m00-p[0])*b[0]) + float32((m01-p[1])*b[1]) + float32((m02-p[2])*b[2]))
		m[7] = p[7] - (float32((m10-p[4])*b[0]) + float32((m11-p[5])*b[1]) + float32((m12-p[6])*b[2]))
		m[11] = p[11] - (float32((m20-p[8])*b[0]) + float32((m21-p[9])*b[1]) + float32((m22-p[10])*b[2]))
		if c := columns[j]; c >= 0 {
			t := &others[c]
			m[3] += float32(p[0]*t[0]) + float32(p[1]*t[1]) + float32(p[2]*t[2])
			m[7] += float32(p[4]*t[0]) + float32(p[5]*t[1]) + float32(p[6]*t[2])
			m[11] += float32(p[8]*t[0]) + float32(p[9]*t[1]) + float32(p[10]*t[2])
		}
	}
}
