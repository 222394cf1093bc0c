package simd

import "github.com/sinew-anim/sinew/native/simd/formula"

// AimPose16 is formula.AimPose.
func AimPose16(a *Lanewise) error {
	if err := a.check("AimPose16", 9, formula.FrameRows, formula.FrameRows, rotationRows, formula.AimTargetRows, 1, 2); err != nil {
		return err
	}
	aimPose16(a)
	return nil
}
