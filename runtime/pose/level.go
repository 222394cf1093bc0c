package pose

import (
	"fmt"

	"github.com/sinew-anim/sinew/internal/kernel"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/soa"
)

// Level is the slots of a layout that a level of detail evaluates, prepared for
// the kernels. The slots that it leaves out move with the slots that stand in for
// them. A Level is immutable and safe for concurrent use; each goroutine needs a
// scratch of its own, which holds nothing between calls.
type Level struct {
	data    *soa.Layout
	slots   int
	standIn []uint16 // per slot of the layout; nil where all slots are evaluated
	columns simd.Columns
	rig     *kernel.Rig        // soa.Rig
	general *kernel.GeneralRig // soa.General
}

// newLevel prepares level k of a layout, which is valid.
func newLevel(data *soa.Layout, k int) (*Level, error) {
	l := &Level{data: data, slots: data.Levels[k].Slots, columns: simd.Columns{Rotations: data.Rotations(), Others: data.Others}}
	if l.slots < data.Rotations() {
		l.standIn = data.Levels[k].StandIn
	}
	var err error
	if data.Form == soa.Rig {
		l.rig, err = kernel.NewRig(l.rigJoints(), data.K)
		return l, err
	}
	l.general, err = kernel.NewGeneralRig(l.generalJoints())
	return l, err
}

func (l *Level) rigJoints() []kernel.RigJoint {
	joints := make([]kernel.RigJoint, l.slots)
	for s := range joints {
		joints[s] = kernel.RigJoint{
			Parent: int(l.data.Parent[s]), Bind: l.data.Pivot[s], Column: int(l.data.TranslationColumn[s]),
		}
	}
	return joints
}

func (l *Level) generalJoints() []kernel.GeneralJoint {
	d, static := l.data, l.data.Static
	joints := make([]kernel.GeneralJoint, l.slots)
	for s := range joints {
		joints[s] = kernel.GeneralJoint{
			Parent: int(d.Parent[s]), Translation: d.Pivot[s], TranslationColumn: int(d.TranslationColumn[s]),
			Scale: d.Scale[s], ScaleColumn: int(d.ScaleColumn[s]),
		}
		if len(static) > 0 && int(static[0].Joint) == s {
			joints[s].Local, static = (*[12]float32)(&static[0].Local), static[1:]
		}
		if d.InverseBind[s] != soa.IdentityAffine() {
			joints[s].InverseBind = (*[12]float32)(&d.InverseBind[s])
		}
	}
	return joints
}

// Slots returns the number of slots that are evaluated, a multiple of four.
func (l *Level) Slots() int { return l.slots }

// ScratchValues returns the length of the scratch that the level's methods need.
func (l *Level) ScratchValues() int {
	values := 0
	if l.rig != nil {
		values = l.rig.ScratchValues()
	} else {
		values = l.general.ScratchValues()
	}
	return l.columns.RowValues() + values
}

// ToPalettes computes the palettes of a block of 16 instances from its pose, which Finish or a
// source has completed. The error wraps simd.ErrLength for a slice that is too short.
func (l *Level) ToPalettes(out simd.Palettes, block, scratch []float32) (err error) {
	out.Stream = out.Stream && l.standIn == nil // spread reads what it copies
	if l.rig != nil {
		err = kernel.RigPalette16(&out, block, l.columns, l.rig, scratch)
	} else {
		err = kernel.GeneralPalette16(&out, block, l.columns, l.general, scratch)
	}
	if err == nil {
		if out.Lane == nil {
			l.spread(out.Values, out.Stride, simd.Lanes)
			return nil
		}
		for _, lane := range out.Lane {
			l.spread(out.Values[int(lane)*out.Stride:], 0, 1)
		}
	}
	return err
}

// ToPalette computes the palette of one instance, 12 values per slot of the layout, from its pose
// in a row: what ToPalettes computes of a lane, with the same bits. The error wraps simd.ErrLength.
func (l *Level) ToPalette(palette, row, scratch []float32) (err error) {
	if l.rig != nil {
		err = kernel.RigPalette1(palette, row, l.columns, l.rig, scratch)
	} else {
		err = kernel.GeneralPalette1(palette, row, l.columns, l.general, scratch)
	}
	if err == nil {
		l.spread(palette, 0, 1)
	}
	return err
}

// SamplePalette computes the palette of one instance between two rows, a + (b−a)·alpha: what
// Layout.SampleRows and ToPalettes compute of a lane, with the same bits. The error
// wraps simd.ErrLength.
func (l *Level) SamplePalette(palette, a, b []float32, alpha float32, scratch []float32) error {
	n := l.columns.RowValues()
	if have := min(len(a), len(b), len(scratch)); have < n {
		return checkLen("Between", "a row", have, n)
	}
	row := scratch[:n]
	if err := kernel.SampleRows1(row, a[:n], b[:n], alpha); err != nil {
		return err
	}
	return l.ToPalette(palette, row, scratch[n:])
}

// spread writes the slots that the level leaves out of some palettes: each moves
// with the slot that stands in for it.
func (l *Level) spread(palettes []float32, stride, instances int) {
	if l.standIn != nil {
		kernel.CopyStandIns(palettes, stride, instances, l.slots, l.standIn[l.slots:])
	}
}

// PaletteStride returns the best distance between the palettes of two instances,
// in values: whole cache lines, and an odd number of them, so that the palettes of
// a block do not compete for the same sets of a cache.
func (l *Level) PaletteStride() int {
	const line = simd.CacheLine / 4
	return ((affineFloats*l.data.Rotations()+line-1)/line | 1) * line
}

// affineFloats is the number of float32 in one matrix.
const affineFloats = 12

// checkLen returns an error where a slice is shorter than a stage needs.
func checkLen(stage, slice string, have, want int) error {
	if have < want {
		return fmt.Errorf("%s: %w: %s has %d values, want %d", stage, simd.ErrLength, slice, have, want)
	}
	return nil
}
