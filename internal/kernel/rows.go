package kernel

import "github.com/sinew-anim/sinew/native/simd"

// SampleRows16 writes the pose of a block at its frames:
//
//	v = a + (b-a)·alpha       a, b: the quads of the two rows
//
// for every column, and 1/|q|² = 1 / ((xx+yy) + (zz+ww)) for rotations, which are not
// normalized. PoseValues describes the layout of pose. Neighbouring rows must have
// each quaternion in the same hemisphere.
func SampleRows16(pose []float32, rows *simd.Rows, at *simd.Frames) error {
	err := checkFrames(at, "SampleRows16", rows, poseLength(rows.Columns, "pose", pose))
	if err == nil && rows.RowValues() > 0 {
		sampleRows16(pose, rows, at)
	}
	return err
}

func sampleRows16Go(pose []float32, rows *simd.Rows, at *simd.Frames) {
	others := pose[rotationRows*simd.Lanes*rows.Rotations:]
	for l := range simd.Lanes {
		a := rows.Values[at.Row[l]:][:rows.RowValues()]
		b := rows.Values[at.Row[l]+int64(rows.Stride):][:rows.RowValues()]
		alpha := at.Alpha[l]
		for c := range rows.Rotations {
			out := pose[c*rotationRows*simd.Lanes+l:][:4*simd.Lanes+1]
			q := lerpQuad(a[4*c:], b[4*c:], alpha)
			out[0], out[simd.Lanes], out[2*simd.Lanes], out[3*simd.Lanes] = q[0], q[1], q[2], q[3]
			out[4*simd.Lanes] = inverseSquare(q[0], q[1], q[2], q[3])
		}
		for c := range rows.Others {
			i := 4 * (rows.Rotations + c)
			v := lerpQuad(a[i:], b[i:], alpha)
			out := others[c*otherRows*simd.Lanes+l:][:3*simd.Lanes+1]
			out[0], out[simd.Lanes], out[2*simd.Lanes], out[3*simd.Lanes] = v[0], v[1], v[2], v[3]
		}
	}
}

func lerpQuad(a, b []float32, alpha float32) [4]float32 {
	x, y, z, w := lerp4((*[4]float32)(a), (*[4]float32)(b), alpha)
	return [4]float32{x, y, z, w}
}

func lerp4(a, b *[4]float32, alpha float32) (x, y, z, w float32) {
	return float32((b[0]-a[0])*alpha) + a[0], float32((b[1]-a[1])*alpha) + a[1],
		float32((b[2]-a[2])*alpha) + a[2], float32((b[3]-a[3])*alpha) + a[3]
}

func inverseSquare(x, y, z, w float32) float32 {
	return 1 / square(x, y, z, w)
}

func square(x, y, z, w float32) float32 {
	return (float32(x*x) + float32(y*y)) + (float32(z*z) + float32(w*w))
}
