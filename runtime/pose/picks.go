package pose

import (
	"fmt"

	"github.com/sinew-anim/sinew/internal/kernel"
	"github.com/sinew-anim/sinew/soa"
)

// Picks are columns that are copied between the pose of one instance, a row, and the first lane of a block. Picks are
// immutable and safe for concurrent use.
type Picks struct{ list *kernel.Picks }

// Pick prepares columns to copy between a row and the first lane of a block. SetLane and GetLane
// copy any lane. The error wraps soa.ErrRange.
func (l *Layout) Pick(columns []int) (*Picks, error) {
	for _, c := range columns {
		if c < 0 || c >= l.Columns() {
			return nil, fmt.Errorf("pick: %w: column %d of %d", soa.ErrRange, c, l.Columns())
		}
	}
	list, err := kernel.NewPicks(l.columns, columns)
	return &Picks{list}, err
}

// Set copies a row to a block. The error wraps simd.ErrLength.
func (p *Picks) Set(block, row []float32) error { return p.list.Set(block, row) }

// Get copies a block to a row. The error wraps simd.ErrLength.
func (p *Picks) Get(row, block []float32) error { return p.list.Get(row, block) }

// RescaleScratch is memory for Rescale, for one goroutine at a time; it holds nothing between calls.
type RescaleScratch struct{ lanes *kernel.Lanewise }

// NewRescaleScratch returns scratch for Rescale.
func (l *Layout) NewRescaleScratch() *RescaleScratch { return &RescaleScratch{kernel.NewLanewise()} }
