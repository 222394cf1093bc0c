// Package exact is float64 geometry and the float64 evaluation of clips, with the
// same bits on every processor: what is imported, compiled or compressed with it
// is one model, bank or archive wherever that was done.
//
//	m := exact.Compose(t, q, s)             // T·R·S
//	v := parent.Mul(m).Point(p)             // column vectors
//	t, q, s, residual := m.Decompose()      // residual > 0 where m shears
//	half := exact.Slerp(a, b, 0.5)          // on the shorter great arc
//
//	skeleton := exact.NewSkeleton(model, nil)
//	clip := skeleton.NewClip(model.Clips[0])
//	pose := skeleton.NewPose()
//	clip.At(tick, false, &pose)             // pose.Global[joint] is a Matrix
//
// Go fuses x*y + z into one rounding on processors that have such an instruction,
// across statements too; a conversion forbids it, so every product that feeds a
// sum is written float64(x*y). Nothing here calls a library sine.
//
// Matrices are 3x4, affine and row-major as in package soa, for column vectors;
// quaternions are x, y, z, w.
package exact
