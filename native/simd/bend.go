package simd

// bendRows are the rows that bendRotation16 and bendOther16 need.
var (
	bendRotationRows = []int{4, 4, 4, 1, 1, rotationRows}
	bendOtherRows    = []int{4, 4, 4, 1, 1, otherRows}
)

// BendRotation16 is formula.BendRotation.
func BendRotation16(a *Lanewise) error {
	if err := a.check("BendRotation16", 0, bendRotationRows...); err != nil {
		return err
	}
	bendRotation16(a)
	return nil
}

// BendOther16 is formula.BendOther.
func BendOther16(a *Lanewise) error {
	if err := a.check("BendOther16", 0, bendOtherRows...); err != nil {
		return err
	}
	bendOther16(a)
	return nil
}
