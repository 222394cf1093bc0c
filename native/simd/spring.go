package simd

import "github.com/sinew-anim/sinew/native/simd/formula"

// SpringAdvance16 is formula.SpringAdvance.
func SpringAdvance16(a *Lanewise) error {
	if err := a.check("SpringAdvance16", 3, formula.FrameMatrix, 3, formula.SpringRows, formula.WorldRows, formula.StepRows, 2, formula.WalkRows, formula.BoneRows, 1); err != nil {
		return err
	}
	springAdvance16(a)
	return nil
}

// SpringHit16 is formula.SpringHit.
func SpringHit16(a *Lanewise) error {
	if err := a.check("SpringHit16", 2, formula.BoneRows, formula.WalkRows, formula.ColliderRows, 1); err != nil {
		return err
	}
	springHit16(a)
	return nil
}

// SpringHitPlane16 is formula.SpringHitPlane.
func SpringHitPlane16(a *Lanewise) error {
	if err := a.check("SpringHitPlane16", 1, formula.BoneRows, formula.WalkRows, formula.ColliderRows, 1); err != nil {
		return err
	}
	springHitPlane16(a)
	return nil
}

// SpringPush16 is formula.SpringPush.
func SpringPush16(a *Lanewise) error {
	if err := a.check("SpringPush16", 2, formula.BoneRows, formula.WalkRows, formula.ColliderRows, 1); err != nil {
		return err
	}
	springPush16(a)
	return nil
}

// SpringPushPlane16 is formula.SpringPushPlane.
func SpringPushPlane16(a *Lanewise) error {
	if err := a.check("SpringPushPlane16", 1, formula.BoneRows, formula.WalkRows, formula.ColliderRows, 1); err != nil {
		return err
	}
	springPushPlane16(a)
	return nil
}

// SpringWorld16 is formula.SpringWorld.
func SpringWorld16(a *Lanewise) error {
	if err := a.check("SpringWorld16", 4, formula.WorldRows, 3); err != nil {
		return err
	}
	springWorld16(a)
	return nil
}
