package simd

// ShortRows is a bank of frames in 16 bits a value: half the memory of Rows,
// at a step of 2⁻¹⁵ of each value's range.
//
// A quaternion's component is v/32767. Component k of other column c is
//
//	v · Scale[8c+k]·32767 + Scale[8c+4+k]
//
// that is, Scale holds for each of these columns four scales and four offsets,
// the scales divided by 32767. No v may be -32768.
type ShortRows struct {
	Columns
	Values []int16
	Stride int
	Scale  []float32
}

// shortOne is the greatest value of a component and of a blend weight.
const shortOne = 32767

// shortUnit turns the product of a quaternion's component and a weight into
// units. It is a power of two near 1/32767², for only the direction of a
// quaternion counts.
const shortUnit = 1. / (1 << 30)

// SampleShortRows16 is SampleRows16 from 16-bit rows. With the weight of the
// second row n = trunc(alpha·32767 + 0.5) it computes
//
//	i = a·(32767-n) + b·n      in exact integers
//	v = float32(i)·2⁻³⁰                                    rotations
//	v = float32(i)·Scale[8c+k] + Scale[8c+4+k]             others
func SampleShortRows16(pose []float32, rows *ShortRows, at *Frames) error {
	const kernel = "SampleShortRows16"
	if err := rows.check(kernel, at); err != nil {
		return err
	}
	if want := rows.PoseValues(); len(pose) < want {
		return lengthError(kernel, "pose", len(pose), want)
	}
	if rows.RowValues() == 0 {
		return nil
	}
	sampleShortRows16(pose, rows, at)
	return nil
}

func (r *ShortRows) check(kernel string, at *Frames) error {
	if err := at.check(kernel, len(r.Values), r.Stride, r.Columns); err != nil {
		return err
	}
	if want := 8 * r.Others; len(r.Scale) < want {
		return lengthError(kernel, "Scale", len(r.Scale), want)
	}
	return nil
}

// shortWeight is the weight of a lane's second row.
func shortWeight(alpha float32) int32 { return int32(float32(alpha*shortOne) + 0.5) }

func sampleShortRows16Go(pose []float32, rows *ShortRows, at *Frames) {
	others := pose[rotationRows*Lanes*rows.Rotations:]
	for l := range Lanes {
		a := rows.Values[at.Row[l]:][:rows.RowValues()]
		b := rows.Values[at.Row[l]+int64(rows.Stride):][:rows.RowValues()]
		n := shortWeight(at.Alpha[l])
		for c := range rows.Rotations {
			out := pose[c*rotationRows*Lanes+l:][:4*Lanes+1]
			q := blendRotation(a[4*c:], b[4*c:], n)
			out[0], out[Lanes], out[2*Lanes], out[3*Lanes] = q[0], q[1], q[2], q[3]
			out[4*Lanes] = inverseSquare(q[0], q[1], q[2], q[3])
		}
		for c := range rows.Others {
			i := 4 * (rows.Rotations + c)
			v := blendOther(a[i:], b[i:], n, rows.Scale[8*c:])
			out := others[c*otherRows*Lanes+l:][:3*Lanes+1]
			out[0], out[Lanes], out[2*Lanes], out[3*Lanes] = v[0], v[1], v[2], v[3]
		}
	}
}

func blendRotation(a, b []int16, n int32) [4]float32 {
	a, b = a[:4], b[:4]
	var v [4]float32
	for k := range v {
		v[k] = float32(float32(int32(a[k])*(shortOne-n)+int32(b[k])*n) * shortUnit)
	}
	return v
}

func blendOther(a, b []int16, n int32, scale []float32) [4]float32 {
	a, b, scale = a[:4], b[:4], scale[:8]
	var v [4]float32
	for k := range v {
		v[k] = float32(float32(int32(a[k])*(shortOne-n)+int32(b[k])*n)*scale[k]) + scale[4+k]
	}
	return v
}
