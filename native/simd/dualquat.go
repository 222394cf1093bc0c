package simd

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

// DualQuaternions writes the dual quaternion of every matrix of a palette, DualValues
// for its 12. The matrices have to be rigid.
func DualQuaternions(dst, palette []float32) error {
	const kernel = "DualQuaternions"
	n := len(palette) / affineFloats
	if len(palette)%affineFloats != 0 {
		return lengthError(kernel, "palette", len(palette), n*affineFloats)
	}
	if len(dst) != n*DualValues {
		return lengthError(kernel, "dst", len(dst), n*DualValues)
	}
	dualQuaternions(dst, palette)
	return nil
}

func dualQuaternions(dst, palette []float32) {
	for i, m := range affines(palette) {
		writeDual((*[DualValues]float32)(dst[i*DualValues:]), &m)
	}
}

// ScaledDualQuaternions takes every matrix of a palette apart, M = G·S, and writes
// ScaledDualValues for its 12. frames has a matrix for each of them, see RestFrame, and
// with F for it and R for F with rows of unit length, which is rigid,
//
//	M·F  = x │ y │ z │ p      y and x without what it has of y, at unit length, and x×y
//	G·R  = the rotation of these three columns, the translation p
//
// so that a joint keeps its place, and its y axis the direction. Where the matrix flattens
// x or y to nothing, or one into the other, G·R has R's rotation.
func ScaledDualQuaternions(dst, palette, frames []float32) error {
	const kernel = "ScaledDualQuaternions"
	n := len(palette) / affineFloats
	if len(palette)%affineFloats != 0 {
		return lengthError(kernel, "palette", len(palette), n*affineFloats)
	}
	if len(frames) < len(palette) {
		return lengthError(kernel, "frames", len(frames), len(palette))
	}
	if len(dst) != n*ScaledDualValues {
		return lengthError(kernel, "dst", len(dst), n*ScaledDualValues)
	}
	of := affines(frames)
	for i, m := range affines(palette) {
		writeScaledDual((*[ScaledDualValues]float32)(dst[i*ScaledDualValues:]), &m, &of[i])
	}
	return nil
}

// RestFrame returns a joint's place at rest in the space of a mesh: K⁻¹·R, where K scales
// the mesh along its axes as inverseBind does, by the lengths of its columns, and R is the
// rigid place of the joint, without its scale, among vertices that K has scaled. Where
// inverseBind, which takes the space of the mesh to the joint's, has no inverse, the frame
// is the identity.
func RestFrame(inverseBind *[affineFloats]float32) (frame [affineFloats]float32) {
	frame = affine{0: 1, 5: 1, 10: 1}
	rigid := *inverseBind // without K
	var k [3]float32
	for c := range k {
		x, y, z := rigid[c], rigid[4+c], rigid[8+c]
		if k[c] = sqrt32(float32(x*x) + float32(y*y) + float32(z*z)); k[c] == 0 || k[c]-k[c] != 0 {
			return frame
		}
		rigid[c], rigid[4+c], rigid[8+c] = x/k[c], y/k[c], z/k[c]
	}
	var n [9]float32
	if d := cofactors(&n, &rigid); d == 0 || d-d != 0 {
		return frame
	} else {
		for i := range n {
			n[i] /= d
		}
	}
	// The inverse is the transpose of n.
	var r [9]float32
	if !orthonormal(&r, [3]float32{n[0], n[1], n[2]}, [3]float32{n[3], n[4], n[5]}) {
		return frame
	}
	x, y, z := rigid[3], rigid[7], rigid[11]
	for row := range 3 {
		for c := range 3 {
			frame[4*row+c] = r[3*row+c] / k[row]
		}
		frame[4*row+3] = -(float32(n[row]*x) + float32(n[3+row]*y) + float32(n[6+row]*z)) / k[row]
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

// orthonormal makes rows of a rotation whose columns are x without its part along y, y
// and their product, at unit length. It returns false where they have no direction.
func orthonormal(r *[9]float32, x, y [3]float32) bool {
	if !unit3(&y) || !unit3(&x) {
		return false
	}
	d := float32(x[0]*y[0]) + float32(x[1]*y[1]) + float32(x[2]*y[2])
	for k := range x {
		x[k] -= float32(d * y[k])
	}
	if !unit3(&x) {
		return false
	}
	*r = [9]float32{
		x[0], y[0], float32(x[1]*y[2]) - float32(x[2]*y[1]),
		x[1], y[1], float32(x[2]*y[0]) - float32(x[0]*y[2]),
		x[2], y[2], float32(x[0]*y[1]) - float32(x[1]*y[0]),
	}
	return true
}

// unit3 gives a vector unit length. It returns false where it is too short to have a
// direction.
func unit3(v *[3]float32) bool {
	const shortest = 1e-6
	d := float32(v[0]*v[0]) + float32(v[1]*v[1]) + float32(v[2]*v[2])
	if !(d > shortest*shortest) {
		return false
	}
	n := 1 / sqrt32(d)
	for k := range v {
		v[k] = float32(v[k] * n)
	}
	return true
}

// unitRows gives the rows of a frame unit length: then it is rigid.
func unitRows(frame *affine) {
	for row := range 3 {
		r := (*[4]float32)(frame[4*row:])
		n := 1 / sqrt32(float32(r[0]*r[0])+float32(r[1]*r[1])+float32(r[2]*r[2]))
		for c := range r {
			r[c] = float32(r[c] * n)
		}
	}
}

// writeScaledDual takes m apart in a frame.
func writeScaledDual(dst *[ScaledDualValues]float32, m, frame *affine) {
	var posed affine
	multiplyAffine(&posed, m, frame)
	rest := *frame
	unitRows(&rest)
	frame = &rest
	var r, g [9]float32
	if !orthonormal(&r, [3]float32{posed[0], posed[4], posed[8]}, [3]float32{posed[1], posed[5], posed[9]}) {
		r = [9]float32{frame[0], frame[1], frame[2], frame[4], frame[5], frame[6], frame[8], frame[9], frame[10]}
	}
	for i := range 3 {
		for j := range 3 { // r times the transposed rotation of the frame
			g[3*i+j] = float32(r[3*i]*frame[4*j]) + float32(r[3*i+1]*frame[4*j+1]) + float32(r[3*i+2]*frame[4*j+2])
		}
	}
	x, y, z := frame[3], frame[7], frame[11]
	t := [3]float32{posed[3], posed[7], posed[11]}
	rigid := affine{g[0], g[1], g[2], 0, g[3], g[4], g[5], 0, g[6], g[7], g[8], 0}
	for i := range t {
		t[i] -= float32(g[3*i]*x) + float32(g[3*i+1]*y) + float32(g[3*i+2]*z)
		rigid[4*i+3] = t[i]
	}
	writeDual((*[DualValues]float32)(dst[:]), &rigid)
	s := (*affine)(dst[DualValues:])
	for i := range 3 { // the transpose of g times m, less the translation of g
		for j := range 4 {
			a, b, c := m[j], m[4+j], m[8+j]
			if j == 3 {
				a, b, c = a-t[0], b-t[1], c-t[2]
			}
			s[4*i+j] = float32(g[i]*a) + float32(g[3+i]*b) + float32(g[6+i]*c)
		}
	}
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
