package kernel

import (
	"github.com/sinew-anim/sinew/native/simd"
	"math"
	"math/rand/v2"
	"testing"
)

// The kernels' mathematics, written the obvious way in float64: local matrices,
// model-space matrices by recursion over parents, inverse bind matrices by
// inversion.

type mat [12]float64

func (a mat) mul(b mat) (m mat) {
	for r := 0; r < 12; r += 4 {
		for c := range 4 {
			m[r+c] = a[r]*b[c] + a[r+1]*b[4+c] + a[r+2]*b[8+c]
		}
		m[r+3] += a[r+3]
	}
	return m
}

func trs(t [3]float64, q quat, s [3]float64) mat {
	x, y, z, w := q[0], q[1], q[2], q[3]
	return mat{
		(1 - 2*(y*y+z*z)) * s[0], 2 * (x*y - w*z) * s[1], 2 * (x*z + w*y) * s[2], t[0],
		2 * (x*y + w*z) * s[0], (1 - 2*(x*x+z*z)) * s[1], 2 * (y*z - w*x) * s[2], t[1],
		2 * (x*z - w*y) * s[0], 2 * (y*z + w*x) * s[1], (1 - 2*(x*x+y*y)) * s[2], t[2],
	}
}

type quat [4]float64 // x, y, z, w

func (a quat) mul(b quat) quat {
	return quat{
		a[3]*b[0] + a[0]*b[3] + a[1]*b[2] - a[2]*b[1],
		a[3]*b[1] - a[0]*b[2] + a[1]*b[3] + a[2]*b[0],
		a[3]*b[2] + a[0]*b[1] - a[1]*b[0] + a[2]*b[3],
		a[3]*b[3] - a[0]*b[0] - a[1]*b[1] - a[2]*b[2],
	}
}

func (a quat) conjugate() quat { return quat{-a[0], -a[1], -a[2], a[3]} }

func randomQuat(r *rand.Rand) quat {
	q := quat{r.NormFloat64(), r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}
	n := math.Sqrt(q[0]*q[0] + q[1]*q[1] + q[2]*q[2] + q[3]*q[3])
	for i := range q {
		q[i] /= n
	}
	return q
}

func randomPoint(r *rand.Rand) [3]float64 {
	return [3]float64{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}
}

func inverseRigid(t [3]float64, q quat) mat {
	i := trs([3]float64{}, q.conjugate(), [3]float64{1, 1, 1})
	for r := range 3 {
		i[4*r+3] = -(i[4*r]*t[0] + i[4*r+1]*t[1] + i[4*r+2]*t[2])
	}
	return i
}

func nearAffine(t *testing.T, what string, got []float32, want mat, tolerance float64) {
	t.Helper()
	for i, w := range want {
		if !(math.Abs(float64(got[i])-w) <= tolerance*math.Max(1, math.Abs(w))) {
			t.Fatalf("%s: entry %d is %g, want %g", what, i, got[i], w)
		}
	}
}

// sameRows makes a bank with one frame, twice, and lanes in the middle.
func sameRows(c simd.Columns) (*simd.Rows, *simd.Frames) {
	rows := &simd.Rows{Columns: c, Values: make([]float32, 2*c.RowValues()), Stride: c.RowValues()}
	at := &simd.Frames{}
	for l := range at.Alpha {
		at.Alpha[l] = float32(l) / simd.Lanes
	}
	return rows, at
}

// bindSpace is a random rigid skeleton in a random pose: its joints as a Rig
// takes them, their rotations in bind space, relative to the parent, what columns
// add to bind translations, and the palette matrices of the matrix hierarchy.
type bindSpace struct {
	joints    []RigJoint
	rotations []quat
	offsets   [][3]float64
	want      []mat
}

func drawBindSpace(r *rand.Rand, n int, k float64) *bindSpace {
	b := &bindSpace{make([]RigJoint, n), make([]quat, n), make([][3]float64, n), make([]mat, n)}
	bindQ, bindT, model := make([]quat, n), make([][3]float64, n), make([]mat, n)
	for j := range n {
		p := r.IntN(j+1) - 1
		q, moved, bind := randomQuat(r), j%3 == 1, randomPoint(r)
		bindQ[j], bindT[j] = randomQuat(r), [3]float64{k * bind[0], k * bind[1], k * bind[2]}

		// The local translation of the bind pose, and some more where it is animated.
		parentT, parentQ, above := [3]float64{}, quat{3: 1}, mat{0: 1, 5: 1, 10: 1}
		if p >= 0 {
			parentT, parentQ, above = bindT[p], bindQ[p], model[p]
		}
		away := bindT[j]
		if moved {
			b.offsets[j] = randomPoint(r)
			for i := range away {
				away[i] += k * b.offsets[j][i]
			}
		}
		toParent := inverseRigid(parentT, parentQ)
		var local [3]float64
		for i := range local {
			local[i] = toParent[4*i]*away[0] + toParent[4*i+1]*away[1] + toParent[4*i+2]*away[2] + toParent[4*i+3]
		}
		model[j] = above.mul(trs(local, q, [3]float64{1, 1, 1}))
		b.want[j] = model[j].mul(inverseRigid(bindT[j], bindQ[j])).mul(mat{0: k, 5: k, 10: k})

		b.rotations[j] = parentQ.mul(q).mul(bindQ[j].conjugate())
		b.joints[j] = RigJoint{Parent: p, Column: -1,
			Bind: [3]float32{float32(bind[0]), float32(bind[1]), float32(bind[2])}}
		if moved {
			b.joints[j].Column = j / 3
		}
	}
	return b
}

// rows makes a bank of the pose, with quaternions of the length that the
// function says.
func (b *bindSpace) rows(rig *Rig, length func() float64) (*simd.Rows, *simd.Frames) {
	rows, at := sameRows(simd.Columns{Rotations: rig.Joints(), Others: 8})
	for j := range rig.Joints() {
		for f := range 2 {
			v := rows.Values[f*rows.Stride:]
			v[4*j+3] = 1
			if j >= len(b.joints) {
				continue
			}
			l := length()
			for i, x := range b.rotations[j] {
				v[4*j+i] = float32(l * x)
			}
			if c := b.joints[j].Column; c >= 0 {
				for i, x := range b.offsets[j] {
					v[4*(rig.Joints()+c)+i] = float32(x)
				}
			}
		}
	}
	return rows, at
}

func TestRigsAreTheBindSpaceFormOfAHierarchy(t *testing.T) {
	const n = 21
	r := rand.New(rand.NewPCG(3, 4))
	for _, k := range []float64{1, 0.01, -1} {
		b := drawBindSpace(r, n, k)
		rig, err := NewRig(b.joints, float32(k))
		if err != nil {
			t.Fatal(err)
		}
		out := &simd.Palettes{Values: simd.AlignedFloat32(simd.Lanes * 12 * rig.Joints()), Stride: 12 * rig.Joints()}
		// Kernels divide by the quaternions' length.
		rows, at := b.rows(rig, func() float64 { return 0.5 + r.Float64() })
		pose := make([]float32, PoseValues(rows.Columns))
		if err := SampleRows16(pose, rows, at); err != nil {
			t.Fatal(err)
		}
		if err := RigPalette16(out, pose, rows.Columns, rig, simd.AlignedFloat32(rig.ScratchValues())); err != nil {
			t.Fatal(err)
		}
		for l := range simd.Lanes {
			for j := range b.joints {
				nearAffine(t, "palette", out.Values[l*out.Stride+12*j:], b.want[j], 2e-5)
			}
		}
	}
}

func TestGeneralRigIsTheProductOfMatrices(t *testing.T) {
	const n = 30
	r := rand.New(rand.NewPCG(5, 6))
	joints := make([]GeneralJoint, n)
	columns := simd.Columns{Rotations: padGroup(n), Others: padGroup(2 * n)}
	rows, at := sameRows(columns)
	put := func(column int, v ...float64) {
		for f := range 2 {
			for i, x := range v {
				rows.Values[f*rows.Stride+4*column+i] = float32(x)
			}
		}
	}
	model, want := make([]mat, n), make([]mat, n)
	for j := range joints {
		g := &joints[j]
		*g = GeneralJoint{Parent: r.IntN(j+1) - 1, TranslationColumn: -1, ScaleColumn: -1, Scale: [3]float32{1, 1, 1}}
		q, move, scale := randomQuat(r), randomPoint(r), [3]float64{1, 1, 1}
		put(j, q[0], q[1], q[2], q[3])
		if j%2 == 0 {
			g.TranslationColumn = j
			put(columns.Rotations+j, move[0], move[1], move[2], 7)
		} else {
			g.Translation = [3]float32{float32(move[0]), float32(move[1]), float32(move[2])}
		}
		switch j % 3 {
		case 0:
			scale = [3]float64{1.5, 0.5, -1}
			g.ScaleColumn = n + j
			put(columns.Rotations+n+j, scale[0], scale[1], scale[2], 9)
		case 1:
			scale = [3]float64{0.75, 1.25, 2}
			g.Scale = [3]float32{0.75, 1.25, 2}
		}
		local := trs(move, q, scale)
		if j%7 == 6 {
			g.Local = new([12]float32)
			for i := range local {
				local[i] = r.Float64()*2 - 1
				g.Local[i] = float32(local[i])
			}
		}
		model[j] = local
		if g.Parent >= 0 {
			model[j] = model[g.Parent].mul(local)
		}
		want[j] = model[j]
		if j%5 != 0 {
			g.InverseBind = new([12]float32)
			var inverse mat
			for i := range inverse {
				inverse[i] = r.Float64()*2 - 1
				g.InverseBind[i] = float32(inverse[i])
			}
			want[j] = model[j].mul(inverse)
		}
	}
	rig, err := NewGeneralRig(joints)
	if err != nil {
		t.Fatal(err)
	}
	pose := simd.AlignedFloat32(PoseValues(columns))
	if err := SampleRows16(pose, rows, at); err != nil {
		t.Fatal(err)
	}
	out := &simd.Palettes{Values: simd.AlignedFloat32(simd.Lanes * 12 * rig.Joints()), Stride: 12 * rig.Joints()}
	if err := GeneralPalette16(out, pose, columns, rig, simd.AlignedFloat32(rig.ScratchValues())); err != nil {
		t.Fatal(err)
	}
	for l := range simd.Lanes {
		for j := range joints {
			nearAffine(t, "palette", out.Values[l*out.Stride+12*j:], want[j], 1e-4)
		}
	}
}

func TestRowsAreSampledBetweenTwoFrames(t *testing.T) {
	c := simd.Columns{Rotations: 4, Others: 4}
	rows := &simd.Rows{Columns: c, Values: make([]float32, 3*c.RowValues()), Stride: c.RowValues()}
	const step, offset = 1e-4, 0.25
	r := rand.New(rand.NewPCG(7, 8))
	for i := range rows.Values {
		v := int16(r.IntN(20000) - 10000)
		rows.Values[i] = float32(v) / 32767
		if i%c.RowValues() >= 4*c.Rotations {
			rows.Values[i] = float32(v)*step + offset
		}
	}
	var at simd.Frames
	for l := range simd.Lanes {
		at.Row[l] = int64(l % 2 * rows.Stride)
		at.Alpha[l] = float32(l) / (simd.Lanes - 1)
	}
	pose := simd.AlignedFloat32(PoseValues(c))
	if err := SampleRows16(pose, rows, &at); err != nil {
		t.Fatal(err)
	}
	for l := range simd.Lanes {
		for column := range c.Rotations + c.Others {
			a := rows.Values[int(at.Row[l])+4*column:]
			square := 0.0
			for k := range 4 {
				want := float64(a[k]) + (float64(a[k+rows.Stride])-float64(a[k]))*float64(at.Alpha[l])
				i := column*80 + k*simd.Lanes + l
				if column >= c.Rotations {
					i = c.Rotations*80 + (column-c.Rotations)*64 + k*simd.Lanes + l
				}
				square += want * want
				if math.Abs(float64(pose[i])-want) > 1e-6 {
					t.Fatalf("lane %d, column %d: %g, want %g", l, column, pose[i], want)
				}
			}
			if column < c.Rotations {
				if got := float64(pose[column*80+4*simd.Lanes+l]); math.Abs(got*square-1) > 1e-5 {
					t.Fatalf("lane %d, column %d: 1/|q|² is %g, want %g", l, column, got, 1/square)
				}
			}
		}
	}
}
