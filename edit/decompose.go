package edit

import (
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// Decompose writes the local transforms of matrices in model space to dst.Local, such as those that
// runtime.Crowd.Joints gives of all joints:
//
//	matrices[j]   of joint j of the skeleton, as many as it has
//
// Each transform is relative to the place that the parent has in the recorded clip, so that errors do
// not add up along a chain. The gap is the largest distance of a joint from its matrix: large where
// joints below others that scale unevenly shear, which no translation, rotation and scale describes.
// dst then has all joints; its weights, floats and root stay. Nothing is allocated where dst.Local has as
// many transforms. The error wraps soa.ErrInvalid.
func (r *Recorder) Decompose(dst *soa.Pose, matrices []soa.Affine) (Gap, error) {
	k := r.m.Skeleton
	if len(matrices) != k.Len() {
		return Gap{}, fmt.Errorf("decompose: %w: %d matrices of %d joints", soa.ErrInvalid, len(matrices), k.Len())
	}
	for j := range matrices {
		for _, v := range matrices[j] {
			if !(math.Abs(float64(v)) < soa.MaxMagnitude) {
				return Gap{}, fmt.Errorf("decompose: %w: joint %d %q has %v in its matrix", soa.ErrInvalid, j, k.Name[j], v)
			}
		}
	}
	if dst.Has = nil; !sized(&dst.Local, k.Len()) {
		dst.Local = soa.MakeTransforms(k.Len())
	}
	dst.Local.CopyFrom(&k.Rest)
	worst := Gap{}
	for j := range matrices {
		want, above := exact.FromFloat32(matrices[j]), exact.Identity()
		if up := k.Parent[j]; up >= 0 {
			above = r.global[up]
		}
		r.global[j] = above.Mul(r.local(&dst.Local, j, &above, &want))
		if off := want.Distance(&r.global[j], exact.Distance); off > worst.Metres {
			worst = Gap{off, k.Name[j]}
		}
	}
	return worst, nil
}

// sized reports whether there are n transforms.
func sized(l *soa.Transforms, n int) bool {
	for _, c := range [...][]float32{l.TX, l.TY, l.TZ, l.RX, l.RY, l.RZ, l.RW, l.SX, l.SY, l.SZ} {
		if len(c) != n {
			return false
		}
	}
	return true
}

// local writes the local transform of joint j, which is wanted in a place below its parent's, and
// returns it as a matrix. Where its parent is flattened, or its matrix static, it stays at rest.
func (r *Recorder) local(dst *soa.Transforms, j int, above, want *exact.Matrix) exact.Matrix {
	back, ok := above.Inverse()
	if r.skeleton.Static[j] != nil || !ok {
		return r.skeleton.Local(j, &r.skeleton.Rest)
	}
	t, q, s, _ := back.Mul(*want).Decompose()
	dst.TX[j], dst.TY[j], dst.TZ[j] = float32(t[0]), float32(t[1]), float32(t[2])
	dst.RX[j], dst.RY[j], dst.RZ[j], dst.RW[j] = float32(q[0]), float32(q[1]), float32(q[2]), float32(q[3])
	dst.SX[j], dst.SY[j], dst.SZ[j] = float32(s[0]), float32(s[1]), float32(s[2])
	return exact.Compose(widen(dst, j))
}
