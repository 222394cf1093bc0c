package runtime

import (
	"context"
	"fmt"
	"math/bits"

	"github.com/sinew-anim/sinew/internal/fault"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// Rows plays the clips of a bank. NewCrowd checks it with Validate, and that no rotation
// has a length that is not between 1/2 and 2, which soa.ErrInvalid is for too; it must not change then. The bank has a layout of its own: CrowdOptions.Layout must be zero.
func Rows(bank *soa.Bank) Source {
	mapped := func() fault.Set {
		if bank == nil {
			return nil
		}
		return fault.Under(fault.Under(nil, bank.Rows), bank.Joint)
	}
	return Source{keep: func() (backing, error) { return backing{mapped: mapped()}, nil }, open: func(_ context.Context, o *CrowdOptions) (player, error) {
		if bank == nil || len(bank.Clips) == 0 {
			return nil, fmt.Errorf("%w: no bank, or one without clips", soa.ErrInvalid)
		}
		if err := bank.Validate(); err != nil {
			return nil, err
		}
		if err := checkLengths(bank); err != nil {
			return nil, err
		}
		if !o.Layout.isZero() {
			return nil, fmt.Errorf("%w: a bank has its own layout", ErrOption)
		}
		data := &bank.Layout
		if len(mapped()) > 0 {
			data = fault.Copy(data) // only rows are read where they lie
		}
		layout, err := pose.New(data)
		if err != nil {
			return nil, err
		}
		return &rowsPlayer{bank: bank, poses: layout, rows: layout.BankRows(bank), scaled: scalesOfRows(bank)}, nil
	}}
}

// checkLengths checks that the lengths of rotations are near enough to 1 for blends: a mean
// multiplies rotations by their squared length, and lengths multiply along a chain of joints.
func checkLengths(b *soa.Bank) error {
	n := 4 * b.Rotations()
	near := func(row []float32) bool {
		for ; len(row) >= 4; row = row[4:] {
			square := float32(row[0]*row[0]) + float32(row[1]*row[1]) + float32(row[2]*row[2]) + float32(row[3]*row[3])
			if !(square > 1./4 && square < 4) {
				return false
			}
		}
		return true
	}
	if !near(b.Rest[:n]) {
		return fmt.Errorf("%w: bank %q: the length of a rotation at rest is not between 1/2 and 2", soa.ErrInvalid, b.Name)
	}
	for row, stride := 0, b.Stride(); row < len(b.Rows); row += stride {
		if !near(b.Rows[row:][:n]) {
			return fmt.Errorf("%w: bank %q: the length of a rotation of row %d is not between 1/2 and 2", soa.ErrInvalid, b.Name, row/stride)
		}
	}
	return nil
}

// rowsPlayer plays rows: the clocks find them.
type rowsPlayer struct {
	bank  *soa.Bank
	poses *pose.Layout
	rows  *pose.Rows

	scaled []float64
}

func (p *rowsPlayer) layout() *pose.Layout { return p.poses }

func (p *rowsPlayer) clips() []playedClip {
	list := make([]playedClip, len(p.bank.Clips))
	for i := range list {
		b := &p.bank.Clips[i]
		list[i] = playedClip{name: b.Name, start: b.Start, floats: b.Floats, events: b.Events, motion: b.Motion, perSecond: b.TicksPerSecond,
			clock: simd.ClockClip{Seconds: b.Seconds, Rate: b.Rate, Base: int32(b.Row), Frames: int32(b.Frames)}}
		if b.FirstCell >= 0 {
			list[i].clock.Base, list[i].clock.Cells = b.FirstCell, true
		}
	}
	return list
}

func (p *rowsPlayer) cells() ([]simd.Cell, int) {
	cells := make([]simd.Cell, len(p.bank.Cells))
	for i, c := range p.bank.Cells {
		cells[i] = simd.Cell{Row: int32(c.Row), Parts: int32(c.Parts), Split: c.Split}
	}
	return cells, p.bank.Stride()
}

func (p *rowsPlayer) prepare(*Scratch) {}

func (p *rowsPlayer) group(int32) int { return 0 }
func (p *rowsPlayer) groups() int     { return 1 }

func (p *rowsPlayer) scales() []float64 { return p.scaled }

func (p *rowsPlayer) place(*Crowd, []simd.Frames, int) {}

func (p *rowsPlayer) placeOne(_ *Crowd, _ int, row int64, alpha float32) (int64, float32) {
	return row, alpha
}

func (p *rowsPlayer) evaluate(s *Scratch, b *batch) {
	if b.weights.moving() {
		b.weights.ofRows(b, p.rows)
	}
	b.rows(s, p.poses, p.rows)
}

func (p *rowsPlayer) alone(c *Crowd, s *Scratch, one lone) { one.between(c, s, p.rows) }

func (p *rowsPlayer) sample(s *Scratch, block []float32, f *partFrames, lanes uint16) {
	at := f.at
	for ; lanes != 1<<simd.Lanes-1; lanes |= lanes + 1 { // others stand in the first row
		at.Row[bits.TrailingZeros16(^lanes)] = 0
	}
	_ = p.poses.SampleRows(block, p.rows, &at)
}

func (p *rowsPlayer) rowsOf(*Scratch, []partFrames, int, int) *simd.Rows { return p.rows }

func (p *rowsPlayer) sampleRow(_ *Scratch, row []float32, _ int32, at int64, alpha float32) {
	sampleBetween(row, p.rows, at, alpha)
}
