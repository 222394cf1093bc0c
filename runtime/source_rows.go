package runtime

import (
	"context"
	"fmt"
	"math"
	"math/bits"

	"github.com/sinew-anim/sinew/internal/fault"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// Baked plays the clips of a bank. NewCrowd checks it with Validate, and that the lengths of
// rotations along a chain of joints multiply to less than 2²⁰ and more than 2⁻²⁰; otherwise the
// error wraps soa.ErrInvalid. It must not change then. The bank has a layout of its own:
// CrowdOptions.Layout must be zero.
func Baked(bank *soa.Bank) Source {
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
		if !o.Layout.IsZero() {
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

// longestChain is the greatest product of the lengths of rotations along a chain of joints, and
// its inverse the least: a mean multiplies a rotation by its squared length, and palettes
// multiply squares of what comes out. Compiled rotations are of a length near 1.
const longestChain = 1 << 4

// checkLengths checks that the lengths of rotations are near enough to 1, along each chain.
func checkLengths(b *soa.Bank) error {
	n := b.Rotations()
	most, least := make([]float64, n), make([]float64, n) // squares, of all rows, then along the chain
	for s := range n {
		most[s], least[s] = squareOf(b.Rest[4*s:]), squareOf(b.Rest[4*s:])
	}
	for row, stride := 0, b.Stride(); row < len(b.Rows); row += stride {
		for s := range n {
			square := squareOf(b.Rows[row+4*s:])
			most[s], least[s] = max(most[s], square), min(least[s], square)
		}
	}
	for s := range n {
		if p := b.Parent[s]; p >= 0 {
			most[s], least[s] = most[s]*max(1, most[p]), least[s]*min(1, least[p])
		}
		if !(most[s] < longestChain*longestChain && least[s] > 1./(longestChain*longestChain)) {
			return fmt.Errorf("%w: bank %q: the lengths of rotations multiply to %v to %v along the chain of slot %d", soa.ErrInvalid, b.Name, math.Sqrt(least[s]), math.Sqrt(most[s]), s)
		}
	}
	return nil
}

// squareOf is the squared length of a rotation.
func squareOf(q []float32) (sum float64) {
	for _, v := range q[:4] {
		sum += float64(float64(v) * float64(v))
	}
	return sum
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
