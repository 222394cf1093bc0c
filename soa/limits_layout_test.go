package soa

import (
	"fmt"
	"math"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/limits"
)

// below is the greatest magnitude of a number.
var below = math.Nextafter32(MaxMagnitude, 0)

// slots returns a layout of n slots in a row, in either form.
func slots(n int, form Form) *Layout {
	l := &Layout{
		Form: form, K: 1, Joint: make([]int16, n), Parent: make([]int16, n), Pivot: make([][3]float32, n), TranslationColumn: make([]int16, n),
		InverseBind: make([]Affine, n), Bind: make([]Affine, n), Slot: []int16{0}, Rest: make([]float32, 4*n), Reference: make([]float32, 4*n),
		Levels: []LayoutLevel{{Slots: n, StandIn: make([]uint16, n)}},
	}
	for s := range n {
		l.Joint[s], l.Parent[s], l.TranslationColumn[s], l.Rest[4*s+3], l.Levels[0].StandIn[s] = NoJoint, NoJoint, None, 1, uint16(s)
	}
	if form == General {
		l.Scale, l.ScaleColumn = make([][3]float32, n), make([]int16, n)
		for s := range n {
			l.ScaleColumn[s] = None
		}
	}
	return l
}

// In both forms a layout has from 4 to MaxSlots slots, a multiple of 4.
func TestSlotLimits(t *testing.T) {
	for _, form := range []Form{Rig, General} {
		x := limits.NewTable(t, func() *Layout { return slots(8, form) }, (*Layout).Validate, ErrInvalid)
		for n, is := range map[int]bool{0: false, 1: false, 2: false, 3: false, 4: true, 5: false, 6: false, 7: false, 8: true, MaxSlots: true, MaxSlots + 4: false} {
			set := func(l *Layout) { *l = *slots(n, form) }
			if is {
				x.Takes(fmt.Sprint(n), set)
			} else {
				x.Refuses(fmt.Sprint(n), fmt.Sprintf("%d slots", n), set)
			}
		}
		limits.Range(x, "form", Rig, General, func(l *Layout, f Form) {
			if *l = *slots(8, min(f, General)); f > General {
				l.Form = f
			}
		})
		chain := func(n int) func(l *Layout) {
			return func(l *Layout) {
				*l = *slots((n+3)/4*4, form)
				for s := 1; s < n; s++ {
					l.Parent[s] = int16(s - 1)
				}
			}
		}
		if x.Takes("a long chain", chain(MaxRigDepth)); form == Rig {
			x.Refuses("a longer chain", "chain of 37", chain(MaxRigDepth+1))
		} else {
			x.Takes("a longer chain", chain(MaxRigDepth+1))
			x.Takes("no K", func(l *Layout) { l.K = float32(math.NaN()) })
		}
	}
	x := limits.NewTable(t, func() *Layout { return slots(4, Rig) }, (*Layout).Validate, ErrInvalid)
	limits.Range(x, "K is", math.Nextafter32(1.0/MaxMagnitude, 1), below, func(l *Layout, k float32) { l.K = k })
	limits.Range(x, "K is", -below, math.Nextafter32(-1.0/MaxMagnitude, -1), func(l *Layout, k float32) { l.K = k })
}

// layoutTable is of both forms of the layout of twoSlots, with a level, a second skin and static joints.
func layoutTable(t *testing.T, form Form) *limits.Table[Layout] {
	t.Helper()
	return limits.NewTable(t, func() *Layout {
		b := twoSlots()
		if b.Slot[0] = NoJoint; form == General {
			general(b)
		}
		b.Expressions = []Expression{{Name: "smile", Binds: []ExpressionBind{{Weight: 1}}}}
		more := slots(8, form)
		l := &b.Layout
		l.Joint, l.Parent, l.Pivot, l.TranslationColumn = append(l.Joint, more.Joint[4:]...), append(l.Parent, more.Parent[4:]...), make([][3]float32, 8), append(l.TranslationColumn, more.TranslationColumn[4:]...)
		l.InverseBind, l.Bind, l.Reference = make([]Affine, 8), make([]Affine, 8), make([]float32, 32)
		l.Rest = append(more.Rest[:32:32], make([]float32, 4*l.Others)...)
		if form == General {
			l.Scale, l.ScaleColumn = make([][3]float32, 8), append(l.ScaleColumn, more.ScaleColumn[4:]...)
		}
		l.Meshes = append(l.Meshes, LayoutMesh{Slot: 7})
		l.Levels = []LayoutLevel{more.Levels[0], {Slots: 4, StandIn: []uint16{0, 1, 2, 3, 0, 3, 1, 2}}}
		return l
	}, (*Layout).Validate, ErrInvalid)
}

func TestLayoutLimits(t *testing.T) {
	for _, form := range []Form{Rig, General} {
		x := layoutTable(t, form)
		limits.Length(x, "Parent", func(l *Layout) *[]int16 { return &l.Parent })
		limits.Length(x, "Pivot", func(l *Layout) *[][3]float32 { return &l.Pivot })
		limits.Length(x, "Scale has", func(l *Layout) *[][3]float32 { return &l.Scale })
		limits.Length(x, "ScaleColumn", func(l *Layout) *[]int16 { return &l.ScaleColumn })
		limits.Length(x, "TranslationColumn", func(l *Layout) *[]int16 { return &l.TranslationColumn })
		limits.Length(x, "InverseBind", func(l *Layout) *[]Affine { return &l.InverseBind })
		limits.Length(x, "Bind", func(l *Layout) *[]Affine { return &l.Bind })
		limits.Length(x, "WeightRest", func(l *Layout) *[]float32 { return &l.WeightRest })
		limits.Length(x, "Rest has", func(l *Layout) *[]float32 { return &l.Rest })
		limits.Length(x, "Reference", func(l *Layout) *[]float32 { return &l.Reference })
		limits.Length(x, "StandIn", func(l *Layout) *[]uint16 { return &l.Levels[1].StandIn })

		for s := range 8 {
			limits.Range(x, fmt.Sprintf("slot %d has the parent", s), NoJoint, int16(s-1), func(l *Layout, p int16) { l.Parent[s] = p })
			limits.Range(x, fmt.Sprintf("slot %d is joint", s), NoJoint, 1, func(l *Layout, j int16) { l.Joint[s] = j })
			limits.Range(x, fmt.Sprintf("slot %d has the column", s), None, 3, func(l *Layout, c int16) { l.TranslationColumn[s] = c })
			limits.Range(x, fmt.Sprintf("Pivot[%d][2]", s), -below, below, func(l *Layout, v float32) { l.Pivot[s][2] = v })
			limits.Range(x, fmt.Sprintf("InverseBind[%d][0]", s), -below, below, func(l *Layout, v float32) { l.InverseBind[s][0] = v })
			limits.Range(x, fmt.Sprintf("Bind[%d][11]", s), -below, below, func(l *Layout, v float32) { l.Bind[s][11] = v })
		}
		limits.Range(x, "joint 1 is slot", NoJoint, 7, func(l *Layout, s int16) { l.Slot[1] = s })
		limits.Range(x, "entry 1 of skin 0", 0, 7, func(l *Layout, s uint16) { l.Skins[0].Slot[1] = s })
		limits.Range(x, "mesh 1 is slot", NoJoint, 7, func(l *Layout, s int16) { l.Meshes[1].Slot = s })
		limits.Range(x, "weight 1 has the column", None, 3, func(l *Layout, c int16) { l.WeightColumn[1] = c })
		limits.Range(x, "Skins.Offset[3]", -below, below, func(l *Layout, v float32) { l.Skins[0].Offset[3] = v })
		limits.Range(x, "Meshes.Offset[3]", -below, below, func(l *Layout, v float32) { l.Meshes[1].Offset[3] = v })
		limits.Range(x, "WeightRest[1]", -below, below, func(l *Layout, v float32) { l.WeightRest[1] = v })
		limits.Range(x, "FloatRest[0]", -below, below, func(l *Layout, v float32) { l.FloatRest[0] = v })
		limits.Range(x, "Rest[34]", -below, below, func(l *Layout, v float32) { l.Rest[34] = v })
		limits.Range(x, "Reference[31]", -below, below, func(l *Layout, v float32) { l.Reference[31] = v })
		limits.Range(x, "is float", 0, 0, func(l *Layout, f int) { l.Expressions[0].Float = f })
		limits.Range(x, "moves weight", 0, 1, func(l *Layout, w int) { l.Expressions[0].Binds[0].Weight = w })
		layoutColumns(x)
		layoutLevels(x)
	}
	x := layoutTable(t, General)
	limits.Range(x, "Static[1] is for slot", 1, 7, func(l *Layout, s int16) { l.Static[1].Joint = s })
	limits.Range(x, "] is for slot", 0, 0, func(l *Layout, s int16) { l.Static[0].Joint = s })
	limits.Range(x, "Static[1][11]", -below, below, func(l *Layout, v float32) { l.Static[1].Local[11] = v })
	limits.Range(x, "Scale[7][2]", -below, below, func(l *Layout, v float32) { l.Scale[7][2] = v })
	limits.Range(x, "slot 7 has the column", None, 3, func(l *Layout, c int16) { l.ScaleColumn[7] = c })
	x = layoutTable(t, Rig)
	x.Refuses("a static matrix", "form rig", func(l *Layout) { l.Static = make([]StaticLocal, 1) })
	x.Takes("scales of a rig", func(l *Layout) { l.Scale, l.ScaleColumn = make([][3]float32, 8), slots(8, General).ScaleColumn })
}

// layoutColumns tries numbers of other columns and lengths of rotations.
func layoutColumns(x *limits.Table[Layout]) {
	for n, is := range map[int]bool{-4: false, 0: true, 1: false, 2: false, 3: false, 4: true, 1 << 16: true, 1<<16 + 4: false} {
		set := func(l *Layout) {
			if l.Others = n; n == 0 {
				for s := range l.TranslationColumn {
					l.TranslationColumn[s] = None
				}
				for s := range l.ScaleColumn {
					l.ScaleColumn[s] = None
				}
				l.WeightColumn[0] = None
			}
			l.Rest = append(l.Rest[:32:32], make([]float32, max(0, 4*n))...)
		}
		if is {
			x.Takes(fmt.Sprint(n, " columns"), set)
		} else {
			x.Refuses(fmt.Sprint(n, " columns"), fmt.Sprintf("%d other columns", n), set)
		}
	}
	for k := range 4 { // the square of a quaternion's length is more than 2⁻⁴⁰
		alone := func(v float32) func(l *Layout) {
			return func(l *Layout) { copy(l.Rest[28:32], []float32{0, 0, 0, 0}); l.Rest[28+k] = v }
		}
		const least = 1.0 / (1 << 20)
		x.Refuses("a short quaternion", "near zero", alone(-least))
		x.Takes("a longer quaternion", alone(-math.Nextafter32(least, 1)))
	}
}

// layoutLevels tries levels of detail.
func layoutLevels(x *limits.Table[Layout]) {
	x.Refuses("no level", "first level", func(l *Layout) { l.Levels = nil })
	x.Refuses("no whole level", "first level", func(l *Layout) { l.Levels = l.Levels[1:] })
	x.Takes("one level", func(l *Layout) { l.Levels = l.Levels[:1] })
	for n, is := range map[int]bool{-4: false, 0: false, 1: false, 2: false, 3: false, 4: true, 5: false, 8: true, 12: false} {
		set := func(l *Layout) {
			if l.Levels[1].Slots = n; n > 4 {
				l.Levels[1].StandIn = l.Levels[0].StandIn
			}
		}
		if is {
			x.Takes(fmt.Sprintf("a level of %d", n), set)
		} else {
			x.Refuses(fmt.Sprintf("a level of %d", n), fmt.Sprintf("level 1 has %d slots", n), set)
		}
	}
	x.Refuses("a level that grows again", "level 2 has 8", func(l *Layout) { l.Levels = append(l.Levels, l.Levels[0]) })
	x.Takes("a level of as many", func(l *Layout) { l.Levels = append(l.Levels, l.Levels[1]) })
	limits.Range(x, "slot 4 of level 1", 0, 3, func(l *Layout, s uint16) { l.Levels[1].StandIn[4] = s })
	limits.Range(x, "slot 3 of level 1", 3, 3, func(l *Layout, s uint16) { l.Levels[1].StandIn[3] = s })
	limits.Range(x, "slot 7 of level 0", 7, 7, func(l *Layout, s uint16) { l.Levels[0].StandIn[7] = s })
}
