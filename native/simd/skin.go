package simd

// Vertices is where a skinning kernel reads and writes: positions and normals,
// three values per vertex. Normals may be empty; then only positions are
// computed. The outputs must not overlap the inputs.
type Vertices struct {
	Position, Normal       []float32 // in the space the mesh is stored in
	OutPosition, OutNormal []float32 // in model space; normals of unit length
}

func (v *Vertices) check(kernel string) error {
	n := len(v.Position)
	switch {
	case n%3 != 0:
		return lengthError(kernel, "Position", n, n-n%3)
	case len(v.OutPosition) != n:
		return lengthError(kernel, "OutPosition", len(v.OutPosition), n)
	case len(v.Normal) != 0 && len(v.Normal) != n:
		return lengthError(kernel, "Normal", len(v.Normal), n)
	case len(v.OutNormal) != len(v.Normal):
		return lengthError(kernel, "OutNormal", len(v.OutNormal), len(v.Normal))
	}
	return nil
}

// LinearBlend skins vertices that have the same number of influences each:
// vertex v is taken to model space by
//
//	Σ weight[v·influences+i] · palette[bone[v·influences+i]]
//
// with palette holding 12 values per bone. Normals go by the inverse transpose
// of the blended 3x3 matrix and are renormalised.
func LinearBlend(v *Vertices, palette []float32, bone []uint16, weight []float32, influences int) error {
	if err := v.check("LinearBlend"); err != nil {
		return err
	}
	want := len(v.Position) / 3 * influences
	if influences < 0 || len(bone) != want {
		return lengthError("LinearBlend", "bone", len(bone), want)
	}
	if len(weight) != want {
		return lengthError("LinearBlend", "weight", len(weight), want)
	}
	linearBlend(v, palette, bone, weight, influences)
	return nil
}

func linearBlend(v *Vertices, palette []float32, bone []uint16, weight []float32, influences int) {
	var m [affineFloats]float32
	for i := range len(v.Position) / 3 {
		blend(&m, palette, bone[i*influences:(i+1)*influences], weight[i*influences:(i+1)*influences])
		v.transform(i, &m)
	}
}

// LinearBlendRows skins vertices with any number of influences each, in
// compressed rows: vertex v has the influences start[v]:start[v+1].
func LinearBlendRows(v *Vertices, palette []float32, start []uint32, bone []uint16, weight []float32) error {
	if err := v.check("LinearBlendRows"); err != nil {
		return err
	}
	if len(start) != len(v.Position)/3+1 {
		return lengthError("LinearBlendRows", "start", len(start), len(v.Position)/3+1)
	}
	if len(weight) != len(bone) {
		return lengthError("LinearBlendRows", "weight", len(weight), len(bone))
	}
	linearBlendRows(v, palette, start, bone, weight)
	return nil
}

func linearBlendRows(v *Vertices, palette []float32, start []uint32, bone []uint16, weight []float32) {
	var m [affineFloats]float32
	for i := range len(v.Position) / 3 {
		blend(&m, palette, bone[start[i]:start[i+1]], weight[start[i]:start[i+1]])
		v.transform(i, &m)
	}
}

// TransformVertices takes all vertices to model space by one matrix.
func TransformVertices(v *Vertices, m *[12]float32) error {
	if err := v.check("TransformVertices"); err != nil {
		return err
	}
	for i := range len(v.Position) / 3 {
		v.transform(i, m)
	}
	return nil
}

// blend computes m = Σ weight[i] · palette[bone[i]].
func blend(m *[affineFloats]float32, palette []float32, bone []uint16, weight []float32) {
	*m = [affineFloats]float32{}
	for i, b := range bone {
		w := weight[i]
		p := (*[affineFloats]float32)(palette[int(b)*affineFloats:])
		for c := range m {
			m[c] += float32(w * p[c])
		}
	}
}

// transform writes vertex i as m takes it there. The normal's matrix is the
// inverse transpose of m's 3x3 part up to a positive factor: the cofactors,
// with the sign of the determinant, which is negative where m mirrors. A matrix
// that flattens the normal to nothing leaves it as it was.
func (v *Vertices) transform(i int, m *[affineFloats]float32) {
	in, out := v.Position[3*i:3*i+3:3*i+3], v.OutPosition[3*i:3*i+3:3*i+3]
	x, y, z := in[0], in[1], in[2]
	out[0] = (float32(m[0]*x) + float32(m[1]*y) + float32(m[2]*z)) + m[3]
	out[1] = (float32(m[4]*x) + float32(m[5]*y) + float32(m[6]*z)) + m[7]
	out[2] = (float32(m[8]*x) + float32(m[9]*y) + float32(m[10]*z)) + m[11]
	if len(v.Normal) == 0 {
		return
	}
	in, out = v.Normal[3*i:3*i+3:3*i+3], v.OutNormal[3*i:3*i+3:3*i+3]
	x, y, z = in[0], in[1], in[2]
	c00 := float32(m[5]*m[10]) - float32(m[6]*m[9])
	c01 := float32(m[6]*m[8]) - float32(m[4]*m[10])
	c02 := float32(m[4]*m[9]) - float32(m[5]*m[8])
	nx := float32(c00*x) + float32(c01*y) + float32(c02*z)
	ny := float32((float32(m[2]*m[9])-float32(m[1]*m[10]))*x) + float32((float32(m[0]*m[10])-float32(m[2]*m[8]))*y) + float32((float32(m[1]*m[8])-float32(m[0]*m[9]))*z)
	nz := float32((float32(m[1]*m[6])-float32(m[2]*m[5]))*x) + float32((float32(m[2]*m[4])-float32(m[0]*m[6]))*y) + float32((float32(m[0]*m[5])-float32(m[1]*m[4]))*z)
	d := float32(nx*nx) + float32(ny*ny) + float32(nz*nz)
	if !(d > 0) {
		out[0], out[1], out[2] = x, y, z
		return
	}
	n := 1 / sqrt32(d)
	if float32(m[0]*c00)+float32(m[1]*c01)+float32(m[2]*c02) < 0 {
		n = -n
	}
	out[0], out[1], out[2] = nx*n, ny*n, nz*n
}
