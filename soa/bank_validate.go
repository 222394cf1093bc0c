package soa

import (
	"cmp"
	"fmt"
	"math"
)

// Validate checks all assumptions of playback: lengths, ranges, order and
// finiteness. The error wraps ErrInvalid.
func (b *Bank) Validate() error {
	if err := checkNames("a bank", b.Name); err != nil {
		return err
	}
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
	return cmp.Or(checkBounded("Rows", b.Rows), b.validateRotations(), b.validateScales())
}

// validateScales is Skeleton.validateScales for slots, each with its greatest scale in any
// row.
func (b *Bank) validateScales() error {
	if b.Form != General {
		return nil
	}
	product := make([]float64, b.Rotations())
	for s, column := range b.ScaleColumn {
		product[s] = stretch(b.Scale[s][:])
		if column == None {
			continue
		}
		product[s] = 0
		at := 4 * (b.Rotations() + int(column))
		for row := 0; row < len(b.Rows); row += b.Stride() {
			product[s] = max(product[s], stretch(b.Rows[row+at:][:3]))
		}
	}
	for i := range b.Static {
		product[b.Static[i].Joint] = b.Static[i].scale()
	}
	if s := multiplyScales(product, b.Parent); s >= 0 {
		return fmt.Errorf("%w: slot %d is scaled by up to %v", ErrInvalid, s, product[s])
	}
	return nil
}

// stretch returns the greatest factor of a scale.
func stretch(scale []float32) float64 {
	return float64(max(abs(scale[0]), abs(scale[1]), abs(scale[2])))
}

// validateRotations checks that no blend of the rows of a clip has a rotation without a
// direction: neither are quaternions near 0, nor opposite in two rows of a cell. Rows that
// follow each other without a cell between them, where values jump, are held to it too.
func (b *Bank) validateRotations() error {
	stride, n := b.Stride(), 4*b.Rotations()
	for row := 0; row < len(b.Rows); row += stride {
		if !rotations(b.Rows[row : row+n]) {
			return fmt.Errorf("%w: row %d has a quaternion near zero", ErrInvalid, row/stride)
		}
	}
	for i := range b.Clips {
		c := &b.Clips[i]
		first, end := int64(c.Row), int64(c.Row)+int64(c.Rows)
		if end > int64(len(b.Rows)/stride) {
			continue // an error of the clip
		}
		for row := first + 1; row < end; row++ {
			if at := int(row) * stride; anyOpposite(b.Rows[at-stride:][:n], b.Rows[at:][:n]) {
				return fmt.Errorf("%w: rows %d and %d have opposite quaternions", ErrInvalid, row-1, row)
			}
		}
	}
	return nil
}

// rotations reports whether all quaternions can be normalized.
func rotations(q []float32) bool {
	const least = 1.0 / (1 << 40)
	for ; len(q) >= 4; q = q[4:] {
		if !(float32(q[0]*q[0])+float32(q[1]*q[1])+float32(q[2]*q[2])+float32(q[3]*q[3]) > least) {
			return false
		}
	}
	return true
}

// anyOpposite reports whether a blend of one of the pairs of quaternions passes through zero.
func anyOpposite(p, q []float32) bool {
	for ; len(p) >= 4 && len(q) >= 4; p, q = p[4:], q[4:] {
		dot := float32(p[0]*q[0]) + float32(p[1]*q[1]) + float32(p[2]*q[2]) + float32(p[3]*q[3])
		if dot < 0 && nearlyOpposite(p, q) {
			return true
		}
	}
	return false
}

// nearlyOpposite reports whether the angle of two quaternions with a negative product is nearly π.
func nearlyOpposite(p, q []float32) bool {
	var pp, qq, pq float64
	for i := range 4 {
		a, b := float64(p[i]), float64(q[i])
		pp, qq, pq = pp+float64(a*a), qq+float64(b*b), pq+float64(a*b)
	}
	const near = 1 - 1.0/(1<<16)
	return float64(pq*pq) > near*float64(pp*qq)
}

func (b *Bank) validateClips() error {
	rows := b.RowCount()
	for i := range b.Clips {
		c := &b.Clips[i]
		if err := checkNames("a clip", c.Name); err != nil {
			return err
		}
		wrong := func(what string, args ...any) error {
			return fmt.Errorf("%w: clip %q: %s", ErrInvalid, c.Name, fmt.Sprintf(what, args...))
		}
		switch {
		case !(c.Seconds >= 0) || !bounded(c.Seconds) || !bounded(c.Start):
			return wrong("it starts at %v s and lasts %v s", c.Start, c.Seconds)
		case !(c.Rate > 0) || !bounded(c.Rate):
			return wrong("it has %v frames a second", c.Rate)
		case c.Frames < 1 || c.Rows < 2 || c.Row < RestRows || int64(c.Row)+int64(c.Rows) > int64(rows):
			return wrong("%d frames in the rows %d to %d of %d", c.Frames, c.Row, int64(c.Row)+int64(c.Rows), rows)
		case c.FirstCell == None && c.Frames >= c.Rows:
			return wrong("%d frames in %d rows", c.Frames, c.Rows)
		case c.FirstCell < None || c.FirstCell != None && int64(c.FirstCell)+int64(c.Frames) > int64(len(b.Cells)):
			return wrong("cells from %d of %d", c.FirstCell, len(b.Cells))
		}
		if err := cmp.Or(checkLen("LevelError", len(c.LevelError), len(b.Levels)-1, false), c.validateTicks(len(b.Slot))); err != nil {
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
	if !(c.TicksPerSecond > 1.0/MaxMagnitude) || !bounded(c.TicksPerSecond) {
		return fmt.Errorf("%w: clip %q has %v ticks per second", ErrInvalid, c.Name, c.TicksPerSecond)
	}
	// Not less than the ticks that Seconds was rounded from.
	ticks := c.Seconds * c.TicksPerSecond * (1 + 1./(1<<50))
	return cmp.Or(validateEvents(c.Name, c.Events, ticks), c.Motion.validate(c.Name, joints, ticks))
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
