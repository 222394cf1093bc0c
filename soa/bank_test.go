package soa

import (
	"errors"
	"math"
	"testing"
)

// twoSlots is a valid bank: two slots and two that fill, a translation column and
// one of a weight, a clip of two plain frames and one of a split cell.
func twoSlots() *Bank {
	b := &Bank{
		Name: "two",
		Layout: Layout{
			Form: Rig, K: 1, Others: 4,
			Joint: []int16{0, 1, NoJoint, NoJoint}, Parent: []int16{NoJoint, 0, NoJoint, NoJoint},
			Pivot: make([][3]float32, 4), TranslationColumn: []int16{0, None, None, None},
			InverseBind: make([]Affine, 4), Bind: make([]Affine, 4),
			Slot: []int16{0, 1}, WeightColumn: []int16{1, None}, WeightRest: []float32{0, 1}, FloatRest: []float32{3},
			Rest: make([]float32, 32), Reference: make([]float32, 16),
			Skins:  []LayoutSkin{{Slot: []uint16{1, 0}, Offset: IdentityAffine()}},
			Meshes: []LayoutMesh{{Slot: NoJoint, Offset: IdentityAffine()}},
			Levels: []LayoutLevel{{Slots: 4, StandIn: []uint16{0, 1, 2, 3}}},
		},
		Clips: []BankClip{
			{Name: "a", Seconds: 1, TicksPerSecond: 30, Rate: 2, Frames: 2, Row: 2, Rows: 3, FirstCell: None},
			{Name: "b", Seconds: 1, TicksPerSecond: 24, Rate: 1, Frames: 1, Row: 5, Rows: 4},
		},
		Cells: []BankCell{{Row: 5, Split: 0.5}},
	}
	b.Rows = make([]float32, 9*b.Stride())
	for i := range b.Rows {
		if at := i % b.Stride(); at < 16 && at%4 == 3 { // the w of each rotation
			b.Rows[i], b.Rest[at] = 1, 1
		}
	}
	return b
}

// general gives a layout the other form.
func general(b *Bank) {
	b.Form, b.Scale, b.ScaleColumn = General, make([][3]float32, 4), []int16{None, 2, None, None}
	b.Static = []StaticLocal{{Joint: 0, Local: IdentityAffine()}, {Joint: 1, Local: IdentityAffine()}}
}

func TestBankLayout(t *testing.T) {
	b := twoSlots()
	if err := b.Validate(); err != nil {
		t.Fatal(err)
	}
	if b.Rotations() != 4 || b.Columns() != 8 || b.Stride() != 32 || b.RowCount() != 9 || b.Clip("b") != 1 || b.Clip("c") != None {
		t.Errorf("%d columns, stride %d, %d rows, clips %d and %d", b.Columns(), b.Stride(), b.RowCount(), b.Clip("b"), b.Clip("c"))
	}
	if b.Form.String() != "rig" || General.String() != "general" || Form(2).String() != "form(2)" {
		t.Errorf("forms %v and %v", b.Form, General)
	}
	general(b)
	if err := b.Validate(); err != nil {
		t.Error(err)
	}
	if err := new(Bank).Validate(); !errors.Is(err, ErrInvalid) || new(Bank).RowCount() != 0 {
		t.Errorf("an empty bank: %v", err)
	}
}

func TestBankDividedCell(t *testing.T) {
	b := twoSlots()
	b.Cells = append(b.Cells, b.Cells[0], BankCell{Row: 5, Split: 2}, BankCell{Row: 7, Split: 2})
	b.Cells[0] = BankCell{Row: 1, Parts: 3}
	if err := b.Validate(); err != nil {
		t.Fatal(err)
	}
}

func TestBankValidateRefuses(t *testing.T) {
	nan := float32(math.NaN())
	for name, spoil := range map[string]func(b *Bank){
		"no slots":             func(b *Bank) { b.Joint = nil },
		"unpadded slots":       func(b *Bank) { b.Joint = b.Joint[:3] },
		"unknown form":         func(b *Bank) { b.Form = 2 },
		"no K":                 func(b *Bank) { b.K = 0 },
		"short Parent":         func(b *Bank) { b.Parent = b.Parent[:3] },
		"short Pivot":          func(b *Bank) { b.Pivot = b.Pivot[:3] },
		"no Scale":             func(b *Bank) { general(b); b.Scale = nil },
		"no ScaleColumn":       func(b *Bank) { general(b); b.ScaleColumn = nil },
		"scale's column":       func(b *Bank) { general(b); b.ScaleColumn[1] = 4 },
		"NaN scale":            func(b *Bank) { general(b); b.Scale[3][2] = nan },
		"unsorted static":      func(b *Bank) { general(b); b.Static[1].Joint = 0 },
		"static out of range":  func(b *Bank) { general(b); b.Static[1].Joint = 4 },
		"NaN static":           func(b *Bank) { general(b); b.Static[1].Local[3] = nan },
		"too many slots":       func(b *Bank) { b.Joint = make([]int16, MaxSlots+4) },
		"endless K":            func(b *Bank) { b.K = float32(math.Inf(-1)) },
		"NaN bind":             func(b *Bank) { b.Bind[3][11] = nan },
		"NaN rest of a weight": func(b *Bank) { b.WeightRest[1] = nan },
		"NaN rest of a float":  func(b *Bank) { b.FloatRest[0] = nan },
		"no rotation":          func(b *Bank) { b.Rows[3*b.Stride()+7] = 0 },
		"opposite rotations":   func(b *Bank) { b.Rows[3*b.Stride()+7] = -1 },
		"no rotation at rest":  func(b *Bank) { b.Rest[3] = 0 },
		"far":                  func(b *Bank) { b.Rows[3*b.Stride()+17] = MaxMagnitude },
		"scaled beyond bounds": func(b *Bank) {
			general(b)
			b.Static = nil
			b.Scale[0], b.Rows[4*b.Stride()+4*6] = [3]float32{1 << 30, 1, 1}, 1<<12
		},
		"endless":          func(b *Bank) { b.Clips[0].Seconds = MaxMagnitude },
		"short Rest":       func(b *Bank) { b.Rest = b.Rest[:31] },
		"short Reference":  func(b *Bank) { b.Reference = nil },
		"NaN in Reference": func(b *Bank) { b.Reference[15] = nan },
		"NaN in Rest":      func(b *Bank) { b.Rest[31] = nan },
		"floats of another": func(b *Bank) {
			b.Clips[0].Floats = &Clip{TicksPerSecond: 1, Tracks: []Track{{Target: 1, Property: Float}}, Time: []float32{0}, X: []float32{0}, Y: []float32{0}, Z: []float32{0}, W: []float32{0}}
		},
		"too many columns":     func(b *Bank) { b.Others = 1<<16 + 4 },
		"parent after child":   func(b *Bank) { b.Parent[1] = 1 },
		"joint out of range":   func(b *Bank) { b.Joint[1] = 2 },
		"NaN pivot":            func(b *Bank) { b.Pivot[1][2] = nan },
		"NaN inverse bind":     func(b *Bank) { b.InverseBind[0][3] = nan },
		"static in a rig":      func(b *Bank) { b.Static = make([]StaticLocal, 1) },
		"unpadded columns":     func(b *Bank) { b.Others = 3 },
		"column out of range":  func(b *Bank) { b.TranslationColumn[1] = 4 },
		"weight out of range":  func(b *Bank) { b.WeightColumn[1] = 4 },
		"short WeightRest":     func(b *Bank) { b.WeightRest = nil },
		"half a row":           func(b *Bank) { b.Rows = b.Rows[:9*32-16] },
		"no rows":              func(b *Bank) { b.Rows = nil },
		"rest alone once":      func(b *Bank) { b.Rows, b.Clips = b.Rows[:32], nil },
		"clip in the rest":     func(b *Bank) { b.Clips[0].Row = 1 },
		"NaN in a row":         func(b *Bank) { b.Rows[9] = nan },
		"endless clip":         func(b *Bank) { b.Clips[0].Seconds = math.Inf(1) },
		"no rate":              func(b *Bank) { b.Clips[0].Rate = 0 },
		"no frames":            func(b *Bank) { b.Clips[0].Frames = 0 },
		"no closing frame":     func(b *Bank) { b.Clips[0].Frames = 3 },
		"clip beyond the rows": func(b *Bank) { b.Clips[1].Row = 6 },
		"cells out of range":   func(b *Bank) { b.Clips[1].FirstCell = 1 },
		"negative cells":       func(b *Bank) { b.Clips[1].FirstCell = -2 },
		"cell before its clip": func(b *Bank) { b.Cells[0].Row = 4 },
		"cell beyond its clip": func(b *Bank) { b.Cells[0].Row = 6 },
		"NaN split":            func(b *Bank) { b.Cells[0].Split = nan },
		"parts out of range":   func(b *Bank) { b.Cells[0].Parts = 2 },
		"parts of parts": func(b *Bank) {
			b.Cells = append(b.Cells, b.Cells[0], BankCell{Row: 1, Parts: 2})
			b.Cells[0] = BankCell{Row: 1, Parts: 2}
		},
		"part beyond its clip": func(b *Bank) {
			b.Cells = append(b.Cells, b.Cells[0], BankCell{Row: 6, Split: 0.5})
			b.Cells[0] = BankCell{Row: 1, Parts: 2}
		},
		"joint's slot":          func(b *Bank) { b.Slot[0] = 4 },
		"skin's slot":           func(b *Bank) { b.Skins[0].Slot[0] = 4 },
		"skin's offset":         func(b *Bank) { b.Skins[0].Offset[0] = nan },
		"mesh's slot":           func(b *Bank) { b.Meshes[0].Slot = 4 },
		"mesh's offset":         func(b *Bank) { b.Meshes[0].Offset[0] = nan },
		"no level":              func(b *Bank) { b.Levels = nil },
		"first level not whole": func(b *Bank) { b.Levels[0].Slots = 0 },
		"stand-in of its own":   func(b *Bank) { b.Levels[0].StandIn[1] = 0 },
		"level without errors":  func(b *Bank) { b.Clips[0].LevelError = make([]float64, 1) },
		"short StandIn":         func(b *Bank) { b.Levels[0].StandIn = nil },
		"unpadded level":        func(b *Bank) { b.Levels = append(b.Levels, LayoutLevel{Slots: 2, StandIn: make([]uint16, 4)}) },
		"level that grows":      func(b *Bank) { b.Levels = append(b.Levels, LayoutLevel{Slots: 8, StandIn: make([]uint16, 4)}) },
		"stand-in left out": func(b *Bank) {
			b.Levels = append(b.Levels, LayoutLevel{Slots: 4, StandIn: []uint16{0, 1, 2, 4}})
		},
	} {
		b := twoSlots()
		spoil(b)
		if err := b.Validate(); !errors.Is(err, ErrInvalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
