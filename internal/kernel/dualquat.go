package kernel

// The dual quaternion of a rotation q and a translation t is the pair of quaternions
//
//	real q      dual d = ½·(t, 0)·q
//
// (Kavan, Collins, Žára, O'Sullivan: Geometric Skinning with Approximate Dual Quaternion
// Blending, 2008), here as eight values x y z w │ x y z w. A matrix that does more than
// rotate and move is M = G·S, with G as a dual quaternion and S as three rows behind it:
//
//	0       4       8                            20
//	│ real  │ dual  │ S row 0 │ S row 1 │ S row 2 │
//
// DualValues and ScaledDualValues are the lengths of both.
const (
	DualValues       = 8
	ScaledDualValues = 20
)

// DualQuaternions writes the dual quaternion, DualValues, of every matrix of a palette. The matrices
// must be rigid.
func DualQuaternions(dst, palette []float32) error {
	list := affines(palette)
	err := checkExact("DualQuaternions", length{"palette", len(palette), len(list) * affineFloats}, length{"dst", len(dst), len(list) * DualValues})
	if err != nil {
		return err
	}
	for i := range list {
		writeDual((*[DualValues]float32)(dst[i*DualValues:]), &list[i])
	}
	return nil
}

// ScaledDualQuaternions takes every matrix of a palette apart, M = G·S, and writes
// ScaledDualValues for its 12. frames has 24 values for each of them, F and R of
// RestFrame, and
//
//	M·F  = x │ y │ z │ p      y and x without what it has of y, at unit length, and x×y
//	G·R  = the rotation of these three columns, the translation p
//
// so that a joint keeps its position and the direction of its y axis. If the matrix maps x or y to
// zero, or both to one line, G·R has R's rotation.
func ScaledDualQuaternions(dst, palette, frames []float32) error {
	const kernel = "ScaledDualQuaternions"
	list, of := affines(palette), affines(frames)
	err := checkExact(kernel, length{"palette", len(palette), len(list) * affineFloats}, length{"dst", len(dst), len(list) * ScaledDualValues})
	if err == nil {
		err = checkLengths(kernel, length{"frames", len(frames), len(list) * restFrameValues})
	}
	if err != nil {
		return err
	}
	for i := range list {
		writeScaledDual((*[ScaledDualValues]float32)(dst[i*ScaledDualValues:]), &list[i], &of[2*i], &of[2*i+1])
	}
	return nil
}

// restFrameValues is the number of float32 of RestFrame.
const restFrameValues = 2 * affineFloats

// RestFrame returns two matrices of a joint's place at rest in the space of a mesh: F, which
// is K⁻¹·R, and R. K scales the mesh along its axes as inverseBind does, by the lengths of
// its columns, and R is the rigid place of the joint, without its scale, among vertices that
// K has scaled. Where inverseBind, which takes the space of the mesh to the joint's, has no
// inverse, both are the identity.
func RestFrame(inverseBind *[affineFloats]float32) (frame [restFrameValues]float32) {
	f, r := (*affine)(frame[:]), (*affine)(frame[affineFloats:])
	*f, *r = affine{0: 1, 5: 1, 10: 1}, affine{0: 1, 5: 1, 10: 1}
	rigid := *inverseBind // without K
	var k [3]float32
	for c := range k {
		x, y, z := rigid[c], rigid[4+c], rigid[8+c]
		if k[c] = sqrt32(float32(x*x) + float32(y*y) + float32(z*z)); k[c] == 0 || k[c]-k[c] != 0 {
			return frame
		}
		rigid[c], rigid[4+c], rigid[8+c] = x/k[c], y/k[c], z/k[c]
	}
	var n, turn [9]float32
	d := cofactors(&n, &rigid)
	if d == 0 || d-d != 0 {
		return frame
	}
	for i := range n {
		n[i] /= d
	}
	// The inverse is the transpose of n.
	if !orthonormal(&turn, n[0], n[1], n[2], n[3], n[4], n[5]) {
		return frame
	}
	x, y, z := rigid[3], rigid[7], rigid[11]
	for row := range 3 {
		copy(r[4*row:], turn[3*row:3*row+3])
		r[4*row+3] = -(float32(n[row]*x) + float32(n[3+row]*y) + float32(n[6+row]*z))
		for c := 4 * row; c < 4*row+4; c++ {
			f[c] = r[c] / k[row]
		}
	}
	return frame
}

// cofactors computes those of m's 3x3 part and returns its determinant.
func cofactors(n *[9]float32, m *affine) float32 {
	n[0], n[1], n[2] = float32(m[5]*m[10])-float32(m[6]*m[9]), float32(m[6]*m[8])-float32(m[4]*m[10]), float32(m[4]*m[9])-float32(m[5]*m[8])
	n[3], n[4], n[5] = float32(m[2]*m[9])-float32(m[1]*m[10]), float32(m[0]*m[10])-float32(m[2]*m[8]), float32(m[1]*m[8])-float32(m[0]*m[9])
	n[6], n[7], n[8] = float32(m[1]*m[6])-float32(m[2]*m[5]), float32(m[2]*m[4])-float32(m[0]*m[6]), float32(m[0]*m[5])-float32(m[1]*m[4])
	return float32(m[0]*n[0]) + float32(m[1]*n[1]) + float32(m[2]*n[2])
}

// orthonormal makes rows of a rotation whose columns are (x, y, z) without its part along
// (u, v, w), that and their product, at unit length. It returns false where they have no
// direction, or nearly the same.
func orthonormal(r *[9]float32, x, y, z, u, v, w float32) bool {
	const least = 1e-12 // of squares of lengths
	xx := float32(x*x) + float32(y*y) + float32(z*z)
	uu := float32(u*u) + float32(v*v) + float32(w*w)
	if !(xx > least && uu > least) {
		return false
	}
	n := 1 / sqrt32(uu)
	u, v, w = float32(u*n), float32(v*n), float32(w*n)
	d := float32(x*u) + float32(y*v) + float32(z*w)
	x, y, z = x-float32(d*u), y-float32(d*v), z-float32(d*w)
	rest := float32(x*x) + float32(y*y) + float32(z*z)
	if !(rest > float32(least*xx)) {
		return false
	}
	n = 1 / sqrt32(rest)
	x, y, z = float32(x*n), float32(y*n), float32(z*n)
	r[0], r[1], r[2] = x, u, float32(y*w)-float32(z*v)
	r[3], r[4], r[5] = y, v, float32(z*u)-float32(x*w)
	r[6], r[7], r[8] = z, w, float32(x*v)-float32(y*u)
	return true
}

// writeScaledDual takes m apart. scaled and frame are F and R of ScaledDualQuaternions.
func writeScaledDual(dst *[ScaledDualValues]float32, m, scaled, frame *affine) {
	var posed, g affine
	multiplyAffine(&posed, m, scaled)
	var r [9]float32
	if !orthonormal(&r, posed[0], posed[4], posed[8], posed[1], posed[5], posed[9]) {
		r = [9]float32{frame[0], frame[1], frame[2], frame[4], frame[5], frame[6], frame[8], frame[9], frame[10]}
	}
	// The rotation r times the inverse of the frame: its transpose, as it is rigid.
	multiplyTransposed(&g, r[0], r[1], r[2], frame, 0)
	multiplyTransposed(&g, r[3], r[4], r[5], frame, 4)
	multiplyTransposed(&g, r[6], r[7], r[8], frame, 8)
	x, y, z := frame[3], frame[7], frame[11]
	g[3] = posed[3] - (float32(g[0]*x) + float32(g[1]*y) + float32(g[2]*z))
	g[7] = posed[7] - (float32(g[4]*x) + float32(g[5]*y) + float32(g[6]*z))
	g[11] = posed[11] - (float32(g[8]*x) + float32(g[9]*y) + float32(g[10]*z))
	writeDual((*[DualValues]float32)(dst[:]), &g)
	s := (*affine)(dst[DualValues:])
	undo(s, &g, m[0], m[4], m[8], 0)
	undo(s, &g, m[1], m[5], m[9], 1)
	undo(s, &g, m[2], m[6], m[10], 2)
	undo(s, &g, m[3]-g[3], m[7]-g[7], m[11]-g[11], 3)
}

// multiplyTransposed writes a row of a rotation times the transpose of a frame's.
func multiplyTransposed(dst *affine, x, y, z float32, frame *affine, at int) {
	dst[at] = float32(x*frame[0]) + float32(y*frame[1]) + float32(z*frame[2])
	dst[at+1] = float32(x*frame[4]) + float32(y*frame[5]) + float32(z*frame[6])
	dst[at+2] = float32(x*frame[8]) + float32(y*frame[9]) + float32(z*frame[10])
}

// undo writes a column turned back by the rotation of g.
func undo(dst, g *affine, x, y, z float32, column int) {
	dst[column] = float32(g[0]*x) + float32(g[4]*y) + float32(g[8]*z)
	dst[4+column] = float32(g[1]*x) + float32(g[5]*y) + float32(g[9]*z)
	dst[8+column] = float32(g[2]*x) + float32(g[6]*y) + float32(g[10]*z)
}

// writeDual writes the dual quaternion of a rigid matrix. The component that is divided
// by is at least a half.
func writeDual(dst *[DualValues]float32, m *affine) {
	var x, y, z, w, t float32
	switch a, b, c := m[0], m[5], m[10]; {
	case c < 0 && a > b:
		t = (1 + a) - (b + c)
		x, y, z, w = t, m[4]+m[1], m[2]+m[8], m[9]-m[6]
	case c < 0:
		t = (1 + b) - (a + c)
		x, y, z, w = m[4]+m[1], t, m[9]+m[6], m[2]-m[8]
	case a < -b:
		t = (1 + c) - (a + b)
		x, y, z, w = m[2]+m[8], m[9]+m[6], t, m[4]-m[1]
	default:
		t = (1 + c) + (a + b)
		x, y, z, w = m[9]-m[6], m[2]-m[8], m[4]-m[1], t
	}
	f := 0.5 / sqrt32(t)
	x, y, z, w = float32(x*f), float32(y*f), float32(z*f), float32(w*f)
	p, q, r := float32(0.5*m[3]), float32(0.5*m[7]), float32(0.5*m[11])
	dst[0], dst[1], dst[2], dst[3] = x, y, z, w
	dst[4] = float32(p*w) + (float32(q*z) - float32(r*y))
	dst[5] = float32(q*w) + (float32(r*x) - float32(p*z))
	dst[6] = float32(r*w) + (float32(p*y) - float32(q*x))
	dst[7] = -(float32(p*x) + float32(q*y) + float32(r*z))
}
