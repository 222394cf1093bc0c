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
	short   simd.ShortRows
	words   bool // the rows are short
	form    soa.BankForm
	rig     *simd.Rig
	general *simd.GeneralRig
}

// prepare describes level k of a bank that is valid. Levels but the first have
// rows of their own, for the kernels want the columns of a row side by side.
func (l *bankLevel) prepare(b *soa.Bank, k int) error {
	l.slots, l.whole, l.words, l.form = b.Levels[k].Slots, b.Stride(), b.Rows16 != nil, b.Form
	columns := simd.Columns{Rotations: l.slots, Others: b.Others}
	l.rows = simd.Rows{Columns: columns, Values: b.Rows, Stride: b.Stride()}
	l.short = simd.ShortRows{Columns: columns, Values: b.Rows16, Stride: b.Stride(), Scale: b.Scale16}
	place := func(c int16) int { return int(c) }
	if l.slots < b.Rotations() {
		l.standIn = b.Levels[k].StandIn
		place = l.cut(b)
	}
	var err error
	if b.Form.Rigid() {
		l.rig, err = simd.NewRig(l.rigJoints(b, place), b.K)
	} else {
		l.general, err = simd.NewGeneralRig(l.generalJoints(b, place))
	}
	return err
}

// cut makes rows of the columns that the level's slots need, and returns where
// other columns have gone.
func (l *bankLevel) cut(b *soa.Bank) (place func(int16) int) {
	at := map[int16]int{soa.None: soa.None}
	var kept []int
	for _, columns := range [...][]int16{b.TranslationColumn, b.ScaleColumn} {
		for _, c := range columns[:min(l.slots, len(columns))] {
			if _, ok := at[c]; !ok {
				at[c] = len(kept)
				kept = append(kept, int(c))
			}
		}
	}
	columns := simd.Columns{Rotations: l.slots, Others: roundUp(len(kept), 4)}
	stride := columns.RowValues()
	quads := make([]int, columns.Rotations, columns.Rotations+len(kept))
	for s := range quads {
		quads[s] = s
	}
	for _, c := range kept {
		quads = append(quads, b.Rotations()+c)
	}
	l.rows = simd.Rows{Columns: columns, Stride: stride}
	l.short = simd.ShortRows{Columns: columns, Stride: stride}
	if l.words {
		l.short.Values = simd.AlignedInt16(b.RowCount() * stride)
		cutRows(l.short.Values, b.Rows16, quads, stride, b.Stride())
		l.short.Scale = make([]float32, 8*columns.Others)
		for i, c := range kept {
			copy(l.short.Scale[8*i:], b.Scale16[8*c:8*c+8])
		}
	} else {
		l.rows.Values = simd.AlignedFloat32(b.RowCount() * stride)
		cutRows(l.rows.Values, b.Rows, quads, stride, b.Stride())
	}
	return func(c int16) int { return at[c] }
}

// cutRows copies some quads of all rows.
func cutRows[T int16 | float32](dst, src []T, quads []int, stride, whole int) {
	for ; len(src) > 0; dst, src = dst[stride:], src[whole:] {
		for i, q := range quads {
			copy(dst[4*i:4*i+4], src[4*q:4*q+4])
		}
	}
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
		return max(l.rig.ScratchValues(l.rows.Columns), l.rig.SoloValues())
	}
	return l.general.ScratchValues(l.rows.Columns)
}

// row is where the level has a row of the bank.
func (l *bankLevel) row(at int64) int64 {
	if l.standIn == nil {
		return at
	}
	return int64(uint32(at)/uint32(l.whole)) * int64(l.rows.Stride)
}

func (l *bankLevel) sample(pose []float32, at *simd.Frames) error {
	if l.words {
		return simd.SampleShortRows16(pose, &l.short, at)
	}
	return simd.SampleRows16(pose, &l.rows, at)
}

func (l *bankLevel) palettes(out *simd.Palettes, pose, scratch []float32) error {
	switch l.form {
	case soa.Absolute:
		return simd.AbsolutePalette16(out, pose, l.rows.Columns, l.rig, scratch)
	case soa.Rig:
		return simd.RigPalette16(out, pose, l.rows.Columns, l.rig, scratch)
	}
	return simd.GeneralPalette16(out, pose, l.rows.Columns, l.general, scratch)
}

func (l *bankLevel) evaluate(out *simd.Palettes, at []simd.Frames, pose, scratch []float32) error {
	switch {
	case l.form == soa.Absolute && l.words:
		return simd.AbsoluteShortRows16(out, &l.short, at, l.rig, scratch)
	case l.form == soa.Absolute:
		return simd.AbsoluteRows16(out, &l.rows, at, l.rig, scratch)
	case l.form == soa.Rig && l.words:
		return simd.RigShortRows16(out, &l.short, at, l.rig, scratch)
	case l.form == soa.Rig:
		return simd.RigRows16(out, &l.rows, at, l.rig, scratch)
	}
	block := *out
	for b := range at {
		if err := l.sample(pose, &at[b]); err != nil {
			return err
		}
		if err := l.palettes(&block, pose, scratch); err != nil {
			return err
		}
		block.Values = block.Values[min(simd.Lanes*out.Stride, len(block.Values)):]
	}
	return nil
}

// soloLanes is up to how many lanes of a block are faster computed one by one.
func soloLanes() int {
	switch simd.Current() {
	case simd.AVX512:
		return 9
	case simd.Generic:
		return simd.Lanes - 1 // a block of plain Go is one after the other too
	}
	return 3
}

// alone reports whether so many instances are better not made a block of.
func (l *bankLevel) alone(lanes int) bool { return l.form == soa.Absolute && lanes <= soloLanes() }

// solo computes the palette of one instance, with the bits of evaluate and of
// spread.
func (l *bankLevel) solo(palette []float32, row int64, alpha float32, scratch []float32) {
	if l.words {
		_ = simd.SoloShortRows(palette, &l.short, row, alpha, l.rig, scratch)
	} else {
		_ = simd.SoloRows(palette, &l.rows, row, alpha, l.rig, scratch)
	}
	l.spread(palette)
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
