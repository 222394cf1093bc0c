package soa

import (
	"errors"
	"math"
	"testing"
)

// twoSlots is a valid bank: two slots and two that fill, one translation
// column, one weight, a clip of two plain frames and one of a split cell.
func twoSlots() *Bank {
	b := &Bank{
		Name: "two", Form: Rig, K: 1, Others: 4,
		Joint: []int16{0, 1, NoJoint, NoJoint}, Parent: []int16{NoJoint, 0, NoJoint, NoJoint},
		Pivot: make([][3]float32, 4), TranslationColumn: []int16{0, None, None, None},
		InverseBind: make([]Affine, 4), Bind: make([]Affine, 4),
		Slot: []int16{0, 1}, WeightColumn: []int16{4, None}, WeightRest: []float32{0, 1},
		Clips: []BankClip{
			{Name: "a", Seconds: 1, Rate: 2, Frames: 2, Rows: 3, FirstCell: None},
			{Name: "b", Seconds: 1, Rate: 1, Frames: 1, Row: 3, Rows: 4},
		},
		Cells:  []BankCell{{Row: 3, Split: 0.5}},
		Skins:  []BankSkin{{Slot: []uint16{1, 0}, Offset: IdentityAffine()}},
		Meshes: []BankMesh{{Slot: NoJoint, Offset: IdentityAffine()}},
	}
	b.Levels = []BankLevel{{Slots: 4, StandIn: []uint16{0, 1, 2, 3}, Error: make([]float64, 2)}}
	b.Rows = make([]float32, 7*b.Stride())
	return b
}

func TestBankLayout(t *testing.T) {
	b := twoSlots()
	if err := b.Validate(); err != nil {
		t.Fatal(err)
	}
	if b.Columns() != 8 || b.Stride() != 32 || b.RowCount() != 7 || b.Clip("b") != 1 || b.Clip("c") != None {
		t.Errorf("%d columns, stride %d, %d rows, clips %d and %d", b.Columns(), b.Stride(), b.RowCount(), b.Clip("b"), b.Clip("c"))
	}
}

func TestBankDividedCell(t *testing.T) {
	b := twoSlots()
	b.Cells = append(b.Cells, b.Cells[0], BankCell{Row: 3, Split: 2}, BankCell{Row: 5, Split: 2})
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
		"no Scale":             func(b *Bank) { b.Form = General },
		"parent after child":   func(b *Bank) { b.Parent[1] = 1 },
		"joint out of range":   func(b *Bank) { b.Joint[1] = 2 },
		"NaN pivot":            func(b *Bank) { b.Pivot[1][2] = nan },
		"NaN inverse bind":     func(b *Bank) { b.InverseBind[0][3] = nan },
		"static in a rig":      func(b *Bank) { b.Static = make([]StaticLocal, 1) },
		"unpadded columns":     func(b *Bank) { b.Others = 3 },
		"column out of range":  func(b *Bank) { b.TranslationColumn[1] = 4 },
		"weight out of range":  func(b *Bank) { b.WeightColumn[1] = 16 },
		"short WeightRest":     func(b *Bank) { b.WeightRest = nil },
		"half a row":           func(b *Bank) { b.Rows = b.Rows[:7*32-16] },
		"no rows":              func(b *Bank) { b.Rows = nil },
		"NaN in a row":         func(b *Bank) { b.Rows[9] = nan },
		"endless clip":         func(b *Bank) { b.Clips[0].Seconds = math.Inf(1) },
		"no rate":              func(b *Bank) { b.Clips[0].Rate = 0 },
		"no frames":            func(b *Bank) { b.Clips[0].Frames = 0 },
		"no closing frame":     func(b *Bank) { b.Clips[0].Frames = 3 },
		"clip beyond the rows": func(b *Bank) { b.Clips[1].Row = 4 },
		"cells out of range":   func(b *Bank) { b.Clips[1].FirstCell = 1 },
		"negative cells":       func(b *Bank) { b.Clips[1].FirstCell = -2 },
		"cell before its clip": func(b *Bank) { b.Cells[0].Row = 2 },
		"cell beyond its clip": func(b *Bank) { b.Cells[0].Row = 4 },
		"NaN split":            func(b *Bank) { b.Cells[0].Split = nan },
		"parts out of range":   func(b *Bank) { b.Cells[0].Parts = 2 },
		"parts of parts": func(b *Bank) {
			b.Cells = append(b.Cells, b.Cells[0], BankCell{Row: 1, Parts: 2})
			b.Cells[0] = BankCell{Row: 1, Parts: 2}
		},
		"part beyond its clip": func(b *Bank) {
			b.Cells = append(b.Cells, b.Cells[0], BankCell{Row: 4, Split: 0.5})
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
		"level without errors":  func(b *Bank) { b.Levels[0].Error = nil },
		"stand-in left out": func(b *Bank) {
			b.Levels = append(b.Levels, BankLevel{Slots: 4, StandIn: []uint16{0, 1, 2, 4}, Error: make([]float64, 2)})
		},
	} {
		b := twoSlots()
		spoil(b)
		if err := b.Validate(); !errors.Is(err, ErrInvalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
