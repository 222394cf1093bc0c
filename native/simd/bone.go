package simd

import "github.com/sinew-anim/sinew/native/simd/formula"

// BoneTurn16 is formula.BoneTurn.
func BoneTurn16(a *Lanewise) error {
	if err := a.check("BoneTurn16", 0, formula.BoneRows, formula.WalkRows, formula.FrameMatrix, formula.FrameMatrix, rotationRows, 1); err != nil {
		return err
	}
	boneTurn16(a)
	return nil
}

// FixedRig16 is formula.FixedRig.
func FixedRig16(a *Lanewise) error {
	if err := a.check("FixedRig16", 4, formula.FrameMatrix, 3); err != nil {
		return err
	}
	fixedRig16(a)
	return nil
}

// FixedGeneral16 is formula.FixedGeneral.
func FixedGeneral16(a *Lanewise) error {
	if err := a.check("FixedGeneral16", 4, formula.FrameRows, 3); err != nil {
		return err
	}
	fixedGeneral16(a)
	return nil
}
