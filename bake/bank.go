package bake

import (
	"fmt"
	"math"
	"sync/atomic"

	"github.com/sinew-anim/sinew/internal/fault"
	"github.com/sinew-anim/sinew/internal/layout"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// withColumns makes the bank of a layout.
func (c *compiler) withColumns(l *layout.Columns) (*soa.Bank, error) {
	bank := &soa.Bank{Name: c.Model.Name, Layout: *c.Layout(l)}
	poses, err := pose.New(&bank.Layout)
	if err != nil {
		return nil, err
	}
	built := make([]*clipRows, len(c.Clips))
	builders := make([]*clipBuilder, len(c.Clips))
	var rows atomic.Int64
	err = fault.ForEach(c.Ctx, c.Workers, len(c.Clips), func(i int) (err error) {
		builders[i] = c.newClipBuilder(l, poses, i)
		if built[i], err = builders[i].build(); err == nil && rows.Add(int64(built[i].rows)) > c.o.MaxBytes/c.rowBytes(l) {
			err = fmt.Errorf("%w: the rows of all clips take more than the %d bytes of Options.MaxBytes", soa.ErrTooLarge, c.o.MaxBytes)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return c.finish(l, bank, builders, built)
}

// rowBytes is what a row takes while it is computed, and as a bank holds it.
func (c *compiler) rowBytes(l *layout.Columns) int64 { return (8 + 4) * int64(l.Values()) }

// finish puts the rows of all clips into the bank.
func (c *compiler) finish(l *layout.Columns, bank *soa.Bank, builders []*clipBuilder, built []*clipRows) (*soa.Bank, error) {
	rows := soa.RestRows
	for i, r := range built {
		bank.Clips = append(bank.Clips, builders[i].entry(r, rows))
		bank.Clips[i].Floats, bank.Clips[i].OnFrames = c.Floats[i], c.onFrames[i]
		if !r.plain {
			bank.Clips[i].FirstCell = int32(len(bank.Cells))
			bank.Cells = r.appendCells(bank.Cells, rows)
		}
		rows += len(r.values) / l.Values()
	}
	if total := rows * l.Values(); total > math.MaxInt32 {
		return nil, fmt.Errorf("%w: %d rows of %d values, at most %d values are possible", ErrBound, rows, l.Values(), math.MaxInt32)
	}
	bank.Rows = append(append(make([]float32, 0, rows*l.Values()), bank.Rest...), bank.Rest...)
	for _, r := range built {
		bank.Rows = layout.AppendFloat32(bank.Rows, r.values)
	}
	if err := fault.ForEach(c.Ctx, c.Workers, len(c.Clips), func(i int) error {
		c.note(bank, i, builders[i], built[i])
		return nil
	}); err != nil {
		return nil, err
	}
	return bank, bank.Validate()
}

// appendCells appends the clip's table, for rows that start at a row of the
// bank: its cells, then those that divide them.
func (r *clipRows) appendCells(to []soa.BankCell, row int) []soa.BankCell {
	parts := uint32(len(to) + len(r.cells))
	for _, cell := range append(r.cells[:len(r.cells):len(r.cells)], r.parts...) {
		if cell.Parts > 1 {
			cell.Row += parts
		} else {
			cell.Row += uint32(row)
		}
		to = append(to, cell)
	}
	return to
}

// entry describes a sampled clip whose rows start at a row of the bank.
func (b *clipBuilder) entry(r *clipRows, row int) soa.BankClip {
	tps := b.clip.TicksPerSecond
	clip := soa.BankClip{
		Name: b.clip.Name, Start: b.clip.Start, Seconds: b.clip.Seconds(), Loop: b.clip.Loop,
		Additive: b.clip.Additive, TicksPerSecond: tps, Events: b.clip.Events, Motion: b.clip.Motion,
		Rate: float64(r.perTick * tps), Frames: uint32(r.frames),
		Row: uint32(row), Rows: uint32(r.rows), FirstCell: soa.None,
		Bound: b.bound, ErrorDistance: b.c.Distance,
	}
	for _, g := range r.gaps {
		clip.Gaps = append(clip.Gaps, soa.BankGap{From: g.before / tps, To: g.after / tps})
	}
	return clip
}

// note writes down what was measured of a clip, and measures levels of detail.
func (c *compiler) note(bank *soa.Bank, i int, b *clipBuilder, r *clipRows) {
	bank.Clips[i].Error, bank.Clips[i].WeightError = r.err.distance, r.err.weight
	b.probe.rows = layout.AppendFloat32(b.probe.rows[:0], r.values)
	c.measureLevels(bank, i, b, r)
}
