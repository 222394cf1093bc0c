package soa

import (
	"fmt"
	"math"
)

// MaxSlots is the largest number of slots, those that only fill included.
const MaxSlots = MaxJoints &^ 3

// Validate checks everything that playback relies on: lengths, ranges, order
// and finiteness. The error wraps ErrInvalid.
func (b *Bank) Validate() error {
	for _, check := range [...]func() error{b.validateSlots, b.validateColumns, b.validateRows, b.validateClips, b.validateFloats, b.validateLinks, b.validateLevels} {
		if err := check(); err != nil {
			return fmt.Errorf("bank %q: %w", b.Name, err)
		}
	}
	return nil
}

func (b *Bank) validateSlots() error {
	n := b.Rotations()
	if n == 0 || n%4 != 0 || n > MaxSlots {
		return fmt.Errorf("%w: %d slots, want a multiple of 4 from 4 to %d", ErrInvalid, n, MaxSlots)
	}
	if b.Form > General {
		return fmt.Errorf("%w: form %d", ErrInvalid, b.Form)
	}
	if b.Form == Rig && (b.K == 0 || !finite(b.K)) {
		return fmt.Errorf("%w: K is %v", ErrInvalid, b.K)
	}
	for _, a := range [...]struct {
		name     string
		got      int
		optional bool
	}{
		{"Parent", len(b.Parent), false}, {"Pivot", len(b.Pivot), false}, {"Scale", len(b.Scale), b.Form == Rig},
		{"TranslationColumn", len(b.TranslationColumn), false}, {"ScaleColumn", len(b.ScaleColumn), b.Form == Rig},
		{"InverseBind", len(b.InverseBind), false}, {"Bind", len(b.Bind), false},
	} {
		if err := checkLen(a.name, a.got, n, a.optional); err != nil {
			return err
		}
	}
	for s, p := range b.Parent {
		if p < NoJoint || int(p) >= s {
			return fmt.Errorf("%w: slot %d has the parent %d, which does not precede it", ErrInvalid, s, p)
		}
		if j := b.Joint[s]; j < NoJoint || int(j) >= len(b.Slot) {
			return fmt.Errorf("%w: slot %d is joint %d of %d", ErrInvalid, s, j, len(b.Slot))
		}
	}
	return b.validateMatrices()
}

func (b *Bank) validateMatrices() error {
	for s := range b.Joint {
		if err := checkFiniteAt("Pivot", s, b.Pivot[s][:]); err != nil {
			return err
		}
		if err := checkFiniteAt("InverseBind", s, b.InverseBind[s][:]); err != nil {
			return err
		}
		if err := checkFiniteAt("Bind", s, b.Bind[s][:]); err != nil {
			return err
		}
	}
	for s := range b.Scale {
		if err := checkFiniteAt("Scale", s, b.Scale[s][:]); err != nil {
			return err
		}
	}
	if b.Form == Rig && len(b.Static) > 0 {
		return fmt.Errorf("%w: static matrices in a bank of the form %v", ErrInvalid, b.Form)
	}
	last := -1
	for i := range b.Static {
		s := int(b.Static[i].Joint)
		if s <= last || s >= b.Rotations() {
			return fmt.Errorf("%w: Static[%d] is for slot %d: want ascending slots below %d", ErrInvalid, i, s, b.Rotations())
		}
		last = s
		if err := checkFiniteAt("Static", i, b.Static[i].Local[:]); err != nil {
			return err
		}
	}
	return nil
}

func (b *Bank) validateColumns() error {
	if b.Others < 0 || b.Others%4 != 0 || b.Others > 1<<16 {
		return fmt.Errorf("%w: %d other columns, want a multiple of 4", ErrInvalid, b.Others)
	}
	for _, columns := range [...][]int16{b.TranslationColumn, b.ScaleColumn} {
		for s, c := range columns {
			if c < None || int(c) >= b.Others {
				return fmt.Errorf("%w: slot %d has the column %d of %d", ErrInvalid, s, c, b.Others)
			}
		}
	}
	if err := checkLen("WeightRest", len(b.WeightRest), len(b.WeightColumn), false); err != nil {
		return err
	}
	for w, c := range b.WeightColumn {
		if c < None || int(c) >= 4*b.Others {
			return fmt.Errorf("%w: weight %d is the value %d of %d", ErrInvalid, w, c, 4*b.Others)
		}
	}
	return checkFinite("WeightRest", b.WeightRest)
}

func (b *Bank) validateRows() error {
	stride, n := b.Stride(), len(b.Rows)
	switch {
	case n%stride != 0 || n == 0 && len(b.Clips) > 0:
		return fmt.Errorf("%w: %d values are no whole rows of %d", ErrInvalid, n, stride)
	case n > math.MaxInt32:
		return fmt.Errorf("%w: %d values in rows, at most %d are possible", ErrInvalid, n, math.MaxInt32)
	}
	return checkFinite("Rows", b.Rows)
}

func (b *Bank) validateClips() error {
	rows := b.RowCount()
	for i := range b.Clips {
		c := &b.Clips[i]
		wrong := func(what string, args ...any) error {
			return fmt.Errorf("%w: clip %q: %s", ErrInvalid, c.Name, fmt.Sprintf(what, args...))
		}
		switch {
		case !(c.Seconds >= 0) || math.IsInf(c.Seconds, 0) || math.IsNaN(c.Start) || math.IsInf(c.Start, 0):
			return wrong("it starts at %v s and lasts %v s", c.Start, c.Seconds)
		case !(c.Rate > 0) || math.IsInf(c.Rate, 0):
			return wrong("it has %v frames a second", c.Rate)
		case c.Frames < 1 || c.Rows < 2 || int64(c.Row)+int64(c.Rows) > int64(rows):
			return wrong("%d frames in the rows %d to %d of %d", c.Frames, c.Row, int64(c.Row)+int64(c.Rows), rows)
		case c.FirstCell == None && c.Frames >= c.Rows:
			return wrong("%d frames in %d rows", c.Frames, c.Rows)
		case c.FirstCell < None || c.FirstCell != None && int64(c.FirstCell)+int64(c.Frames) > int64(len(b.Cells)):
			return wrong("cells from %d of %d", c.FirstCell, len(b.Cells))
		}
		if c.FirstCell == None {
			continue
		}
		for f := range c.Frames {
			if err := b.validateCell(c, int(c.FirstCell)+int(f)); err != nil {
				return wrong("cell %d: %v", f, err)
			}
		}
	}
	return nil
}

func (b *Bank) validateFloats() error {
	if err := checkFinite("FloatRest", b.FloatRest); err != nil {
		return err
	}
	for i := range b.Clips {
		if c := b.Clips[i].Floats; c != nil {
			if err := c.Validate(0, 0, len(b.FloatRest)); err != nil {
				return err
			}
		}
	}
	return nil
}

// validateCell checks a cell of a clip and those that divide it.
func (b *Bank) validateCell(c *BankClip, i int) error {
	cell := &b.Cells[i]
	if cell.Parts <= 1 {
		return c.validateRows(cell)
	}
	if int64(cell.Row)+int64(cell.Parts) > int64(len(b.Cells)) {
		return fmt.Errorf("it is %d cells from %d on of %d", cell.Parts, cell.Row, len(b.Cells))
	}
	for k := range b.Cells[cell.Row:][:cell.Parts] {
		part := &b.Cells[int(cell.Row)+k]
		if part.Parts > 1 {
			return fmt.Errorf("its part %d is divided again", k)
		}
		if err := c.validateRows(part); err != nil {
			return err
		}
	}
	return nil
}

// validateRows checks that a cell's rows are the clip's.
func (c *BankClip) validateRows(cell *BankCell) error {
	need := int64(4)
	if cell.Split > 1 {
		need = 2
	}
	if cell.Row < c.Row || int64(cell.Row)+need > int64(c.Row)+int64(c.Rows) || cell.Split != cell.Split {
		return fmt.Errorf("it is at row %d, split at %v", cell.Row, cell.Split)
	}
	return nil
}

func (b *Bank) validateLinks() error {
	slots := b.Rotations()
	for j, s := range b.Slot {
		if s < NoJoint || int(s) >= slots {
			return fmt.Errorf("%w: joint %d is slot %d of %d", ErrInvalid, j, s, slots)
		}
	}
	for i := range b.Skins {
		for k, s := range b.Skins[i].Slot {
			if int(s) >= slots {
				return fmt.Errorf("%w: entry %d of skin %d is slot %d of %d", ErrInvalid, k, i, s, slots)
			}
		}
		if err := checkFinite("Skins.Offset", b.Skins[i].Offset[:]); err != nil {
			return err
		}
	}
	for i := range b.Meshes {
		if s := b.Meshes[i].Slot; s < NoJoint || int(s) >= slots {
			return fmt.Errorf("%w: mesh %d is slot %d of %d", ErrInvalid, i, s, slots)
		}
		if err := checkFinite("Meshes.Offset", b.Meshes[i].Offset[:]); err != nil {
			return err
		}
	}
	return nil
}

func (b *Bank) validateLevels() error {
	last := b.Rotations()
	if len(b.Levels) == 0 || b.Levels[0].Slots != last {
		return fmt.Errorf("%w: the first level of detail has not all slots", ErrInvalid)
	}
	for i := range b.Levels {
		l := &b.Levels[i]
		if l.Slots < 4 || l.Slots%4 != 0 || l.Slots > last {
			return fmt.Errorf("%w: level %d has %d slots, want a multiple of 4 up to %d", ErrInvalid, i, l.Slots, last)
		}
		last = l.Slots
		if err := checkLen("StandIn", len(l.StandIn), b.Rotations(), false); err != nil {
			return err
		}
		if err := checkLen("Levels.Error", len(l.Error), len(b.Clips), false); err != nil {
			return err
		}
		for s, in := range l.StandIn {
			if int(in) >= l.Slots || s < l.Slots && int(in) != s {
				return fmt.Errorf("%w: slot %d of level %d is moved by %d", ErrInvalid, s, i, in)
			}
		}
	}
	return nil
}
