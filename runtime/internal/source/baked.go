package source

import (
	"context"
	"fmt"
	"math/bits"
	"reflect"

	"github.com/sinew-anim/sinew/internal/fault"
	"github.com/sinew-anim/sinew/internal/kernel"
	"github.com/sinew-anim/sinew/internal/limit"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// Baked plays the clips of a bank, see runtime.Baked.
func Baked(bank *soa.Bank) Source {
	mapped := func() fault.Set {
		if bank == nil {
			return nil
		}
		return fault.AddMapping(fault.AddMapping(nil, bank.Rows), bank.Joint)
	}
	var crowds prepared[*baked]
	return Source{Keep: func() (Backing, error) { return Backing{Mapped: mapped()}, nil }, Open: func(_ context.Context, o *Options) (Player, error) {
		if !reflect.ValueOf(o.Layout).IsZero() {
			return nil, fmt.Errorf("%w: a bank has its own layout", soa.ErrOption)
		}
		p, err := crowds.get(o.Layout, mapped(), func() (*baked, error) { return newBaked(bank, len(mapped()) > 0) })
		if err != nil {
			return nil, err
		}
		return p, nil
	}}
}

// newBaked checks a bank. If it is mapped, only its rows are read from the file.
func newBaked(bank *soa.Bank, mapped bool) (*baked, error) {
	if bank == nil || len(bank.Clips) == 0 {
		return nil, fmt.Errorf("%w: no bank, or one without clips", soa.ErrInvalid)
	}
	if err := bank.Validate(); err != nil {
		return nil, err
	}
	if err := limit.CheckLengths(bank); err != nil {
		return nil, err
	}
	data := &bank.Layout
	if mapped {
		data = fault.Copy(data)
	}
	layout, err := pose.New(data)
	if err != nil {
		return nil, err
	}
	return &baked{bank: bank, poses: layout, rows: layout.BankRows(bank), scaled: limit.OfBank(bank)}, nil
}

// baked plays rows: the clocks find them.
type baked struct {
	bank  *soa.Bank
	poses *pose.Layout
	rows  *simd.Rows

	scaled []float64
}

func (p *baked) Layout() *pose.Layout { return p.poses }
func (p *baked) Scales() []float64    { return p.scaled }
func (p *baked) Ready(int) error      { return nil }
func (p *baked) Group(int32) int      { return 0 }
func (p *baked) Groups() int          { return 1 }
func (p *baked) Prepare(s *Scratch)   { s.parts.prepare(p.poses) }

// BankOf returns the bank that a player plays, or nil.
func BankOf(p Player) *soa.Bank {
	if b, ok := p.(*baked); ok {
		return b.bank
	}
	return nil
}

func (p *baked) Clips() []Clip {
	list := make([]Clip, len(p.bank.Clips))
	for i := range list {
		b := &p.bank.Clips[i]
		list[i] = Clip{Name: b.Name, Start: b.Start, Floats: b.Floats, Events: b.Events, Motion: b.Motion, PerSecond: b.TicksPerSecond,
			Clock: kernel.ClockClip{Seconds: b.Seconds, Rate: b.Rate, Base: int32(b.Row), Frames: int32(b.Frames)}}
		if b.FirstCell >= 0 {
			list[i].Clock.Base, list[i].Clock.Cells = b.FirstCell, true
		}
	}
	return list
}

func (p *baked) Cells() ([]kernel.Cell, int) {
	cells := make([]kernel.Cell, len(p.bank.Cells))
	for i, c := range p.bank.Cells {
		cells[i] = kernel.Cell{Row: int32(c.Row), Parts: int32(c.Parts), Split: c.Split}
	}
	return cells, p.bank.Stride()
}

func (p *baked) Place([]simd.Frames, int, []int32, *kernel.Clocks) {}

func (p *baked) PlaceOne(_ int, _ []int32, _ *kernel.Clocks, row int64, alpha float32) (int64, float32) {
	return row, alpha
}

func (p *baked) Rows(*Scratch, int, []simd.Frames) *simd.Rows { return p.rows }

func (p *baked) Row(_ *Scratch, _ int, row int64, alpha float32) (*simd.Rows, int64, float32) {
	return p.rows, row, alpha
}

func (p *baked) RowsOf(*Scratch, []Part, int, int) *simd.Rows { return p.rows }
func (p *baked) Block(*Scratch, []float32, int, *simd.Frames) {}

func (p *baked) Sample(s *Scratch, block []float32, f *Part, lanes uint16) {
	at := f.At
	for ; lanes != 1<<simd.Lanes-1; lanes |= lanes + 1 { // others stand in the first row
		at.Row[bits.TrailingZeros16(^lanes)] = 0
	}
	_ = p.poses.SampleRows(block, p.rows, &at)
}

func (p *baked) Pose(s *Scratch, k int, _ int32, row int64, alpha float32) []float32 {
	return s.parts.sampleRow(k, p.rows.Values[row:], p.rows.Values[row+int64(p.rows.Stride):], alpha)
}
