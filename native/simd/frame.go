package simd

import "github.com/sinew-anim/sinew/native/simd/formula"

// FrameValues is the length of the frames of a joint in 16 poses, see formula.FrameRows.
const FrameValues = formula.FrameRows * Lanes

// FrameRig16 is formula.FrameRig.
func FrameRig16(a *Lanewise) error {
	if err := a.check("FrameRig16", 4, formula.FrameRows, rotationRows, 3, formula.FrameRows); err != nil {
		return err
	}
	frameRig16(a)
	return nil
}

// FrameGeneral16 is formula.FrameGeneral.
func FrameGeneral16(a *Lanewise) error {
	if err := a.check("FrameGeneral16", 0, formula.FrameRows, rotationRows, 3, 3, formula.FrameRows); err != nil {
		return err
	}
	frameGeneral16(a)
	return nil
}

// FrameStatic16 is formula.FrameStatic.
func FrameStatic16(a *Lanewise) error {
	if err := a.check("FrameStatic16", 16, formula.FrameRows, formula.FrameRows); err != nil {
		return err
	}
	frameStatic16(a)
	return nil
}

// TurnBeside16 is formula.TurnBeside.
func TurnBeside16(a *Lanewise) error {
	if err := a.check("TurnBeside16", 0, formula.FrameRows, formula.FrameRows, 4, rotationRows, 1); err != nil {
		return err
	}
	turnBeside16(a)
	return nil
}
