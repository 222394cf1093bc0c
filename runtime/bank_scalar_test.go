package runtime

import "github.com/sinew-anim/sinew/soa"

// scalarBank evaluates a bank's rows one instance at a time: what kernels do,
// written again.
type scalarBank struct {
	b      *soa.Bank
	quad   []float32 // the blended row
	turn   [][5]float32
	matrix []soa.Affine // rigid forms: the palette; General: model space
}

// rootState is the state above a root: no rotation, of squared length 1.
var rootState = [5]float32{3: 1, 4: 2}

func newScalarBank(b *soa.Bank) *scalarBank {
	return &scalarBank{
		b: b, quad: make([]float32, b.Stride()),
		turn: make([][5]float32, b.Rotations()), matrix: make([]soa.Affine, b.Rotations()),
	}
}

// evaluate writes the palette between the row at values[at:] and the next one.
func (e *scalarBank) evaluate(values []float32, at int, alpha float32, palette []float32) {
	stride := e.b.Stride()
	a, b := values[at:at+stride], values[at+stride:at+2*stride]
	for i := range e.quad {
		e.quad[i] = float32((b[i]-a[i])*alpha) + a[i]
	}
	e.matrices(palette)
}

func (e *scalarBank) matrices(palette []float32) {
	if e.b.Form == soa.Rig {
		e.rig(palette)
	} else {
		e.general(palette)
	}
}

// rotation is the matrix of a quaternion that is not of unit length, times the
// scale one, with s2 twice the inverse square of its length times that scale.
func rotation(x, y, z, w, s2, one float32) (r [9]float32) {
	x2, y2, z2 := float32(x*s2), float32(y*s2), float32(z*s2)
	xx, yy, zz := float32(x*x2), float32(y*y2), float32(z*z2)
	wx, wy, wz := float32(w*x2), float32(w*y2), float32(w*z2)
	xy, xz, yz := float32(x*y2), float32(x*z2), float32(y*z2)
	return [9]float32{
		one - yy - zz, xy - wz, xz + wy,
		xy + wz, one - xx - zz, yz - wx,
		xz - wy, yz + wx, one - xx - yy,
	}
}

// inverseSquare is 1 over the squared length of a quaternion.
func inverseSquare(q []float32) float32 {
	return 1 / ((float32(q[0]*q[0]) + float32(q[1]*q[1])) + (float32(q[2]*q[2]) + float32(q[3]*q[3])))
}

func (e *scalarBank) rig(palette []float32) {
	b, k := e.b, e.b.K
	for s := range b.Rotations() {
		q := e.quad[4*s : 4*s+4]
		x, y, z, w := q[0], q[1], q[2], q[3]
		above, m := rootState, soa.Affine{0: k, 5: k, 10: k}
		if p := b.Parent[s]; p >= 0 {
			above, m = e.turn[p], e.matrix[p]
		}
		qx, qy, qz, qw := above[0], above[1], above[2], above[3]
		s2 := float32(above[4] * inverseSquare(q))
		nx := (float32(x*qw) + float32(qx*w)) + (float32(z*qy) - float32(qz*y))
		ny := (float32(y*qw) - float32(qx*z)) + (float32(w*qy) + float32(qz*x))
		nz := (float32(z*qw) + float32(qx*y)) + (float32(w*qz) - float32(qy*x))
		nw := (float32(w*qw) - float32(qx*x)) - (float32(y*qy) + float32(qz*z))
		e.turn[s] = [5]float32{nx, ny, nz, nw, s2}
		e.place(s, &m, rotation(nx, ny, nz, nw, float32(s2*k), k))
		copy(palette[affineFloats*s:], e.matrix[s][:])
	}
}

// place sets the matrix of slot s, of the rotation r, under its parent's m.
func (e *scalarBank) place(s int, m *soa.Affine, r [9]float32) {
	pivot := e.b.Pivot[s]
	var t [3]float32
	for i := range t {
		t[i] = m[4*i+3] + ((float32((m[4*i]-r[3*i])*pivot[0]) + float32((m[4*i+1]-r[3*i+1])*pivot[1])) + float32((m[4*i+2]-r[3*i+2])*pivot[2]))
	}
	if c := e.b.TranslationColumn[s]; c >= 0 {
		v := e.quad[4*(e.b.Rotations()+int(c)):][:3]
		for i := range t {
			t[i] += (float32(m[4*i]*v[0]) + float32(m[4*i+1]*v[1])) + float32(m[4*i+2]*v[2])
		}
	}
	e.matrix[s] = soa.Affine{
		r[0], r[1], r[2], t[0],
		r[3], r[4], r[5], t[1],
		r[6], r[7], r[8], t[2],
	}
}

func (e *scalarBank) general(palette []float32) {
	b := e.b
	others := e.quad[4*b.Rotations():]
	static := b.Static
	identity := soa.IdentityAffine()
	for s := range b.Rotations() {
		var local soa.Affine
		if len(static) > 0 && int(static[0].Joint) == s {
			local, static = static[0].Local, static[1:]
		} else {
			q := e.quad[4*s : 4*s+4]
			r := rotation(q[0], q[1], q[2], q[3], 2*inverseSquare(q), 1)
			t, scale := b.Pivot[s], b.Scale[s]
			if c := b.TranslationColumn[s]; c >= 0 {
				copy(t[:], others[4*c:])
			}
			if c := b.ScaleColumn[s]; c >= 0 {
				copy(scale[:], others[4*c:])
			}
			for i := range 3 {
				for j := range 3 {
					local[4*i+j] = float32(r[3*i+j] * scale[j])
				}
				local[4*i+3] = t[i]
			}
		}
		if p := b.Parent[s]; p >= 0 {
			local = e.matrix[p].Mul(&local)
		}
		e.matrix[s] = local
		if b.InverseBind[s] != identity {
			local = local.Mul(&b.InverseBind[s])
		}
		copy(palette[affineFloats*s:], local[:])
	}
}
