package runtime

import (
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/soa"
)

// bankLevel is the kernels' description of the slots of a bank that a level of
// detail evaluates, and of their rows.
type bankLevel struct {
	slots   int
	standIn []uint16 // of all slots; nil where all are evaluated
	whole   int      // values from one row of the bank to the next

	rows    simd.Rows
	rig     *simd.Rig        // soa.Rig
	general *simd.GeneralRig // soa.General
	solo    *simd.Solo       // the same for one instance
}

// prepare describes level k of a bank that is valid. Levels but the first have
// rows of their own, for the kernels want the columns of a row side by side.
func (l *bankLevel) prepare(b *soa.Bank, k int) error {
	slots, others, place := b.Levels[k].Slots, b.Others, func(c int16) int { return int(c) }
	l.whole = b.Stride()
	l.rows.Values = b.Rows
	if slots < b.Rotations() {
		l.standIn = b.Levels[k].StandIn
		others, place = l.cut(b, slots)
	}
	return l.describe(b, slots, others, place)
}

// describe prepares the first slots for rows with some other columns, those of
// the bank being where place says.
func (l *bankLevel) describe(b *soa.Bank, slots, others int, place func(int16) int) (err error) {
	l.slots, l.rows.Columns = slots, simd.Columns{Rotations: slots, Others: others}
	l.rows.Stride = l.rows.RowValues()
	if b.Form == soa.Rig {
		l.rig, err = simd.NewRig(l.rigJoints(b, place), b.K)
		return err
	}
	joints := l.generalJoints(b, place)
	if l.general, err = simd.NewGeneralRig(joints); err != nil {
		return err
	}
	l.solo, err = simd.NewGeneralSolo(joints)
	return err
}

// cut makes rows of the columns that the slots need, and returns how many other
// columns they have and where those of the bank have gone.
func (l *bankLevel) cut(b *soa.Bank, slots int) (others int, place func(int16) int) {
	at := map[int16]int{soa.None: soa.None}
	quads := make([]int, slots)
	for s := range quads {
		quads[s] = s
	}
	for _, columns := range [...][]int16{b.TranslationColumn, b.ScaleColumn} {
		for _, c := range columns[:min(slots, len(columns))] {
			if _, ok := at[c]; !ok {
				at[c] = len(quads) - slots
				quads = append(quads, b.Rotations()+int(c))
			}
		}
	}
	others = roundUp(len(quads)-slots, 4)
	stride := 4 * (slots + others)
	l.rows.Values = simd.AlignedFloat32(b.RowCount() * stride)
	for r := range b.RowCount() {
		dst, src := l.rows.Values[r*stride:], b.Rows[r*b.Stride():]
		for i, q := range quads {
			copy(dst[4*i:4*i+4], src[4*q:4*q+4])
		}
	}
	return others, func(c int16) int { return at[c] }
}

func (l *bankLevel) rigJoints(b *soa.Bank, place func(int16) int) []simd.RigJoint {
	joints := make([]simd.RigJoint, l.slots)
	for s := range joints {
		joints[s] = simd.RigJoint{Parent: int(b.Parent[s]), Bind: b.Pivot[s], Column: place(b.TranslationColumn[s]), Scale: b.K}
	}
	return joints
}

func (l *bankLevel) generalJoints(b *soa.Bank, place func(int16) int) []simd.GeneralJoint {
	joints := make([]simd.GeneralJoint, l.slots)
	static := b.Static
	for s := range joints {
		joints[s] = simd.GeneralJoint{
			Parent: int(b.Parent[s]), Translation: b.Pivot[s], TranslationColumn: place(b.TranslationColumn[s]),
			Scale: b.Scale[s], ScaleColumn: place(b.ScaleColumn[s]),
		}
		if len(static) > 0 && int(static[0].Joint) == s {
			joints[s].Local, static = (*[12]float32)(&static[0].Local), static[1:]
		}
		if b.InverseBind[s] != soa.IdentityAffine() {
			joints[s].InverseBind = (*[12]float32)(&b.InverseBind[s])
		}
	}
	return joints
}

func (l *bankLevel) scratchValues() int {
	if l.rig != nil {
		return l.rig.ScratchValues(l.rows.Columns)
	}
	return max(l.general.ScratchValues(l.rows.Columns), l.solo.ScratchValues())
}

// row is where the level has a row of the bank.
func (l *bankLevel) row(at int64) int64 {
	if l.standIn == nil {
		return at
	}
	return int64(uint32(at)/uint32(l.whole)) * int64(l.rows.Stride)
}

func (l *bankLevel) palettes(out *simd.Palettes, pose, scratch []float32) error {
	if l.rig != nil {
		return simd.RigPalette16(out, pose, l.rows.Columns, l.rig, scratch)
	}
	return simd.GeneralPalette16(out, pose, l.rows.Columns, l.general, scratch)
}

func (l *bankLevel) evaluate(out *simd.Palettes, at []simd.Frames, pose, scratch []float32) error {
	if l.rig != nil {
		return simd.RigRows16(out, &l.rows, at, l.rig, scratch)
	}
	block := *out
	for b := range at {
		if err := simd.SampleRows16(pose, &l.rows, &at[b]); err != nil {
			return err
		}
		if err := l.palettes(&block, pose, scratch); err != nil {
			return err
		}
		block.Values = block.Values[min(simd.Lanes*out.Stride, len(block.Values)):]
	}
	return nil
}

// maxSoloLanes is the most active lanes for which per-instance evaluation beats
// a 16-lane block.
func maxSoloLanes() int {
	if simd.Current() == simd.Generic {
		return simd.Lanes - 1
	}
	return 1
}

// alone reports whether so many instances are better not made a block of.
func (l *bankLevel) alone(lanes int) bool { return lanes <= maxSoloLanes() }

// evaluateOne computes the palette of one instance, with the bits of evaluate
// and of spread.
func (l *bankLevel) evaluateOne(palette []float32, row int64, alpha float32, scratch []float32) {
	a := l.rows.Values[row:]
	l.one(palette, a, a[l.rows.Stride:], alpha, scratch)
	l.spread(palette)
}

// one computes the matrices of the evaluated slots between two rows. It ignores
// errors, which are about lengths.
func (l *bankLevel) one(palette, a, b []float32, alpha float32, scratch []float32) {
	if l.rig != nil {
		_ = simd.RigRow(palette, a, b, alpha, l.rows.Columns, l.rig, scratch)
	} else {
		_ = simd.SoloPalette(palette, a, b, alpha, l.rows.Columns, l.solo, scratch)
	}
}

// spread writes the slots that the level leaves out: each moves with the one
// that stands in for it.
func (l *bankLevel) spread(palette []float32) {
	if l.standIn == nil {
		return
	}
	m := matrices(palette)
	for s := l.slots; s < len(l.standIn); s++ {
		m[s] = m[l.standIn[s]]
	}
}

// copyTo writes a palette of the evaluated slots, and of those left out, to
// another place.
func (l *bankLevel) copyTo(palette, evaluated []float32) {
	copy(palette[:affineFloats*l.slots], evaluated)
	l.spread(palette)
}
