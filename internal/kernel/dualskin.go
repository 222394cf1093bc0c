package kernel

// DualPalette is the palette of DualBlend.
type DualPalette struct {
	Values []float32
	Scaled bool // ScaledDualValues per bone, not DualValues
	// Blend has a weight per vertex, from 0, linear blending, to 1, dual quaternions (nil: 1).
	Blend []float32
}

// boneValues is the number of values of a bone.
func (p *DualPalette) boneValues() int {
	if p.Scaled {
		return ScaledDualValues
	}
	return DualValues
}

// entry returns the values of a bone.
func (p *DualPalette) entry(bone uint16) (dual *[DualValues]float32, scale *affine) {
	if p.Scaled {
		at := p.Values[ScaledDualValues*int(bone):]
		return (*[DualValues]float32)(at), (*affine)(at[DualValues:])
	}
	return (*[DualValues]float32)(p.Values[DualValues*int(bone):]), nil
}

// DualBlend is LinearBlend by dual quaternions. With q, d, S and w of a vertex's influences, it is
// transformed by
//
//	M = G·Σ wᵢ·Sᵢ      G of real Σ ±wᵢ·qᵢ and dual Σ ±wᵢ·dᵢ, over the length of the real one
//
// where the sign is − if the product of qᵢ and the sum of those before it is negative.
func DualBlend(v *Vertices, palette *DualPalette, bone []uint16, weight []float32, n int) error {
	return v.dual("DualBlend", palette, &influences{each: n, bone: bone, weight: weight})
}

// DualBlendRows is LinearBlendRows by dual quaternions.
func DualBlendRows(v *Vertices, palette *DualPalette, start []uint32, bone []uint16, weight []float32) error {
	return v.dual("DualBlendRows", palette, &influences{rows: true, start: start, bone: bone, weight: weight})
}

func (v *Vertices) dual(kernel string, palette *DualPalette, f *influences) error {
	err := v.check(kernel, f)
	if n := len(palette.Blend); err == nil && n != 0 {
		err = checkExact(kernel, length{"Blend", n, len(v.Position) / 3})
	}
	if err != nil {
		return err
	}
	var m affine
	for i := range len(v.Position) / 3 {
		bone, weight := f.vertexWeights(i)
		palette.matrix(&m, i, bone, weight)
		v.move(i, &m)
	}
	return nil
}

// matrix computes the matrix of vertex i.
func (p *DualPalette) matrix(m *affine, i int, bone []uint16, weight []float32) {
	b := float32(1)
	if len(p.Blend) != 0 {
		b = p.Blend[i]
	}
	if b != 0 {
		p.dual(m, bone, weight)
	}
	if b == 1 {
		return
	}
	var l affine
	p.linear(&l, bone, weight)
	if b == 0 {
		*m = l
		return
	}
	for k := range m {
		m[k] = l[k] + float32(b*(m[k]-l[k]))
	}
}

// dual computes M of DualBlend: 0 if all weights are.
func (p *DualPalette) dual(m *affine, bone []uint16, weight []float32) {
	var sum [DualValues]float32
	var stretch affine
	for k, b := range bone {
		q, s := p.entry(b)
		w := weight[k]
		if s != nil {
			for c := range stretch {
				stretch[c] += float32(w * s[c])
			}
		}
		if float32(sum[0]*q[0])+float32(sum[1]*q[1])+float32(sum[2]*q[2])+float32(sum[3]*q[3]) < 0 {
			w = -w
		}
		for c := range sum {
			sum[c] += float32(w * q[c])
		}
	}
	rigid(m, &sum)
	if p.Scaled {
		multiplyAffine(m, m, &stretch)
	}
}

// linear computes the weighted sum of the bones' matrices.
func (p *DualPalette) linear(m *affine, bone []uint16, weight []float32) {
	*m = affine{}
	for k, b := range bone {
		var g affine
		DualMatrix(&g, p.Values[p.boneValues()*int(b):][:p.boneValues()])
		w := weight[k]
		for c := range m {
			m[c] += float32(w * g[c])
		}
	}
}

// rigid computes the matrix of a dual quaternion of any length.
func rigid(m *affine, q *[DualValues]float32) {
	x, y, z, w := q[0], q[1], q[2], q[3]
	n := (float32(x*x) + float32(y*y)) + (float32(z*z) + float32(w*w))
	if !(n > 0) {
		*m = affine{}
		return
	}
	s := 2 / n
	xs, ys, zs := float32(x*s), float32(y*s), float32(z*s)
	xx, yy, zz := float32(x*xs), float32(y*ys), float32(z*zs)
	xy, xz, yz := float32(x*ys), float32(x*zs), float32(y*zs)
	wx, wy, wz := float32(w*xs), float32(w*ys), float32(w*zs)
	a, b, c, d := q[4], q[5], q[6], q[7]
	*m = affine{
		1 - (yy + zz), xy - wz, xz + wy, float32(s * ((float32(w*a) - float32(d*x)) + (float32(y*c) - float32(z*b)))),
		xy + wz, 1 - (xx + zz), yz - wx, float32(s * ((float32(w*b) - float32(d*y)) + (float32(z*a) - float32(x*c)))),
		xz - wy, yz + wx, 1 - (xx + yy), float32(s * ((float32(w*c) - float32(d*z)) + (float32(x*b) - float32(y*a)))),
	}
}

// DualMatrix computes the matrix of a palette entry of DualValues or ScaledDualValues.
func DualMatrix(m *[affineFloats]float32, entry []float32) {
	rigid(m, (*[DualValues]float32)(entry))
	if len(entry) >= ScaledDualValues {
		multiplyAffine(m, m, (*affine)(entry[DualValues:]))
	}
}
