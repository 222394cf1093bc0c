package soa

import (
	"fmt"
	"math"
)

// Validate checks everything that playback relies on: lengths, ranges, order
// and finiteness. The error wraps ErrInvalid.
func (b *Bank) Validate() error {
	for _, check := range [...]func() error{b.Layout.Validate, b.validateRows, b.validateClips, b.validateFloats} {
		if err := check(); err != nil {
			return fmt.Errorf("bank %q: %w", b.Name, err)
		}
	}
	return nil
}

func (b *Bank) validateRows() error {
	stride, n := b.Stride(), len(b.Rows)
	switch {
	case n%stride != 0 || n < RestRows*stride:
		return fmt.Errorf("%w: %d values are no whole rows of %d, two of them at rest", ErrInvalid, n, stride)
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
		case c.Frames < 1 || c.Rows < 2 || c.Row < RestRows || int64(c.Row)+int64(c.Rows) > int64(rows):
			return wrong("%d frames in the rows %d to %d of %d", c.Frames, c.Row, int64(c.Row)+int64(c.Rows), rows)
		case c.FirstCell == None && c.Frames >= c.Rows:
			return wrong("%d frames in %d rows", c.Frames, c.Rows)
		case c.FirstCell < None || c.FirstCell != None && int64(c.FirstCell)+int64(c.Frames) > int64(len(b.Cells)):
			return wrong("cells from %d of %d", c.FirstCell, len(b.Cells))
		}
		if err := checkLen("LevelError", len(c.LevelError), len(b.Levels)-1, false); err != nil {
			return err
		}
		if err := c.validateTicks(len(b.Slot)); err != nil {
			return err
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

// validateTicks checks what a clip has in ticks, on the joints of the model.
func (c *BankClip) validateTicks(joints int) error {
	if !(c.TicksPerSecond > 0) || math.IsInf(c.TicksPerSecond, 0) {
		return fmt.Errorf("%w: clip %q has %v ticks per second", ErrInvalid, c.Name, c.TicksPerSecond)
	}
	// Not less than the ticks that Seconds was rounded from.
	ticks := c.Seconds * c.TicksPerSecond * (1 + 1./(1<<50))
	if err := validateEvents(c.Name, c.Events, ticks); err != nil {
		return err
	}
	return c.Motion.validate(c.Name, joints, ticks)
}

func (b *Bank) validateFloats() error {
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
