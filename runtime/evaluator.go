package runtime

import (
	"fmt"

	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/soa"
)

// Evaluator is a bank made ready for the kernels: the jobs beneath Crowd, for a
// loop of one's own. A block is 16 instances, each between two rows of the bank:
//
//	Frames (row and fraction per lane)
//	  ├─ Sample ─► pose ─ … ─► Palettes ─► palettes      in stages, one block
//	  └─ Evaluate ───────────────────────► palettes      at once, any number of them
//
// Both ways give the same bits. Between the stages a pose can be changed: it is
// [column][component][lane], see simd.Columns.PoseValues, with the quads of a
// row of the bank; what changes a rotation has to keep its fifth component, the
// inverse of its squared length.
//
// Lane l of block b gets its palette at Values[(16·b+l)·Stride] of a
// simd.Palettes, 12 values per slot of the bank. An Evaluator is immutable and
// safe for concurrent use. Only errors allocate.
type Evaluator struct {
	bank  *soa.Bank
	level bankLevel
}

// NewEvaluator prepares a bank. The error wraps soa.ErrInvalid where the bank
// does not pass Validate.
func NewEvaluator(bank *soa.Bank) (*Evaluator, error) {
	if bank == nil {
		return nil, fmt.Errorf("new evaluator: %w: no bank", soa.ErrInvalid)
	}
	if err := bank.Validate(); err != nil {
		return nil, fmt.Errorf("new evaluator: %w", err)
	}
	e := &Evaluator{bank: bank}
	if err := e.level.prepare(bank, 0); err != nil {
		return nil, fmt.Errorf("new evaluator of %q: %w", bank.Name, err)
	}
	return e, nil
}

// Bank returns the bank.
func (e *Evaluator) Bank() *soa.Bank { return e.bank }

// PoseValues returns the length of the pose of a block.
func (e *Evaluator) PoseValues() int { return e.level.rows.PoseValues() }

// ScratchValues returns the length of the scratch that one goroutine needs.
func (e *Evaluator) ScratchValues() int { return e.level.scratchValues() }

// Stride returns the best distance of palettes from one instance to the next:
// whole cache lines, and an odd number of them.
func (e *Evaluator) Stride() int { return paletteStride(e.bank.Rotations()) }

// Sample computes the pose of a block from the rows of the bank. The error wraps
// ErrLength for rows that are not in the bank or a pose that is too short.
func (e *Evaluator) Sample(pose []float32, at *simd.Frames) error {
	return simd.SampleRows16(pose, &e.level.rows, at)
}

// Palettes computes the palettes of a block from its pose. The error wraps
// ErrLength.
func (e *Evaluator) Palettes(out *simd.Palettes, pose, scratch []float32) error {
	return e.level.palettes(out, pose, scratch)
}

// Evaluate computes the palettes of blocks from the rows of the bank. Most banks
// do it in one kernel, which needs no pose; eight blocks and more a call are
// fastest. pose and scratch are working memory. The error wraps ErrLength.
func (e *Evaluator) Evaluate(out *simd.Palettes, at []simd.Frames, pose, scratch []float32) error {
	return e.level.evaluate(out, at, pose, scratch)
}
