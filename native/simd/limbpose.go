package simd

import "github.com/sinew-anim/sinew/native/simd/formula"

// LimbPose16 is formula.LimbPose.
func LimbPose16(a *Lanewise) error {
	const frame = formula.FrameRows
	if err := a.check("LimbPose16", 12, frame, frame, frame, frame, frame, frame,
		rotationRows, rotationRows, rotationRows, formula.LimbTargetRows, 1, 3); err != nil {
		return err
	}
	limbPose16(a)
	return nil
}
