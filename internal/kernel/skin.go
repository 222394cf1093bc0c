package kernel

// Vertices is the input and output of skinning: positions and, unless empty, normals, three
// values per vertex. Outputs must not overlap inputs.
type Vertices struct {
	Position, Normal       []float32 // in the space the mesh is stored in
	OutPosition, OutNormal []float32 // in model space; normals of unit length
}

func (v *Vertices) check(kernel string, f *influences) error {
	n := len(v.Position)
	err := checkExact(kernel, length{"Position", n, n / 3 * 3}, length{"OutPosition", len(v.OutPosition), n}, length{"OutNormal", len(v.OutNormal), len(v.Normal)})
	if err == nil && len(v.Normal) != 0 {
		err = checkExact(kernel, length{"Normal", len(v.Normal), n})
	}
	if err == nil && f != nil {
		err = f.check(kernel, n/3)
	}
	return err
}

// influences are the bones of vertices and their weights: rows, of vertex i from start[i] to start[i+1], or each for
// every vertex.
type influences struct {
	rows   bool
	start  []uint32
	each   int
	bone   []uint16
	weight []float32
}

func (f *influences) check(kernel string, vertices int) error {
	if f.rows {
		return checkExact(kernel, length{"start", len(f.start), vertices + 1}, length{"weight", len(f.weight), len(f.bone)})
	}
	want := vertices * f.each
	return checkExact(kernel, length{"bone", len(f.bone), want}, length{"weight", len(f.weight), want})
}

func (f *influences) vertexWeights(i int) (bone []uint16, weight []float32) {
	if f.rows {
		return f.bone[f.start[i]:f.start[i+1]], f.weight[f.start[i]:f.start[i+1]]
	}
	return f.bone[i*f.each:][:f.each], f.weight[i*f.each:][:f.each]
}

// LinearBlend skins vertices with n influences each: vertex v is taken to model space by
//
//	Σ weight[v·n+i] · palette[bone[v·n+i]]
//
// with palette holding 12 values per bone. Normals go by the inverse transpose
// of the blended 3x3 matrix and are renormalized.
func LinearBlend(v *Vertices, palette []float32, bone []uint16, weight []float32, n int) error {
	return v.linear("LinearBlend", affines(palette), &influences{each: n, bone: bone, weight: weight})
}

// LinearBlendRows is LinearBlend for any number of influences: vertex v has start[v] to
// start[v+1].
func LinearBlendRows(v *Vertices, palette []float32, start []uint32, bone []uint16, weight []float32) error {
	return v.linear("LinearBlendRows", affines(palette), &influences{rows: true, start: start, bone: bone, weight: weight})
}

func (v *Vertices) linear(kernel string, palette []affine, f *influences) error {
	if err := v.check(kernel, f); err != nil {
		return err
	}
	var m affine
	for i := range len(v.Position) / 3 {
		bone, weight := f.vertexWeights(i)
		blend(&m, palette, bone, weight)
		v.move(i, &m)
	}
	return nil
}

// TransformVertices transforms all vertices by one matrix.
func TransformVertices(v *Vertices, m *[12]float32) error {
	if err := v.check("TransformVertices", nil); err != nil {
		return err
	}
	if len(v.Normal) == 0 {
		for i := range len(v.Position) / 3 {
			v.movePosition(i, m)
		}
		return nil
	}
	var n [9]float32
	normalMatrix(&n, m)
	for i := range len(v.Position) / 3 {
		v.movePosition(i, m)
		v.moveNormal(i, &n)
	}
	return nil
}

// blend computes m = Σ weight[i] · palette[bone[i]], summed in the order of i
// from zero on.
func blend(m *affine, palette []affine, bone []uint16, weight []float32) {
	*m = affine{}
	weight = weight[:len(bone)]
	for len(bone) >= 4 && len(weight) >= 4 {
		p, q, r, s := &palette[bone[0]], &palette[bone[1]], &palette[bone[2]], &palette[bone[3]]
		a, b, c, d := weight[0], weight[1], weight[2], weight[3]
		for i := range m {
			m[i] = (((m[i] + float32(a*p[i])) + float32(b*q[i])) + float32(c*r[i])) + float32(d*s[i])
		}
		bone, weight = bone[4:], weight[4:]
	}
	for k, b := range bone {
		p, w := &palette[b], weight[k]
		for i := range m {
			m[i] += float32(w * p[i])
		}
	}
}

// move transforms vertex i by m.
func (v *Vertices) move(i int, m *affine) {
	v.movePosition(i, m)
	if len(v.Normal) != 0 {
		var n [9]float32
		normalMatrix(&n, m)
		v.moveNormal(i, &n)
	}
}

func (v *Vertices) movePosition(i int, m *affine) {
	in, out := (*[3]float32)(v.Position[3*i:]), (*[3]float32)(v.OutPosition[3*i:])
	x, y, z := in[0], in[1], in[2]
	out[0] = (float32(m[0]*x) + float32(m[1]*y) + float32(m[2]*z)) + m[3]
	out[1] = (float32(m[4]*x) + float32(m[5]*y) + float32(m[6]*z)) + m[7]
	out[2] = (float32(m[8]*x) + float32(m[9]*y) + float32(m[10]*z)) + m[11]
}

// normalMatrix computes the inverse transpose of m's 3x3 part up to a positive factor: the
// cofactors, with the sign of the determinant.
func normalMatrix(n *[9]float32, m *affine) {
	if cofactors(n, m) < 0 {
		for i := range n {
			n[i] = -n[i]
		}
	}
}

// moveNormal writes normal i, normalized. A normal that the matrix maps to zero stays.
func (v *Vertices) moveNormal(i int, m *[9]float32) {
	in, out := (*[3]float32)(v.Normal[3*i:]), (*[3]float32)(v.OutNormal[3*i:])
	x, y, z := in[0], in[1], in[2]
	nx := float32(m[0]*x) + float32(m[1]*y) + float32(m[2]*z)
	ny := float32(m[3]*x) + float32(m[4]*y) + float32(m[5]*z)
	nz := float32(m[6]*x) + float32(m[7]*y) + float32(m[8]*z)
	d := float32(nx*nx) + float32(ny*ny) + float32(nz*nz)
	if !(d > 0) {
		*out = [3]float32{x, y, z}
		return
	}
	n := 1 / sqrt32(d)
	*out = [3]float32{float32(nx * n), float32(ny * n), float32(nz * n)}
}
