package soa

import "slices"

// Bank holds the clips of one model compiled for speed: every clip sampled at its
// own frame rate, all frames in one array of rows. Instances read it in the same
// way, whatever clips they play.
//
//	rest    rows 0 and 1        the model at rest
//	clip 0  row 2 … Frames+2    between two rows r and r+1 of a clip lies a
//	clip 1  row Frames+3 …      cell; the last row closes the clip
//
// A row is a pose in the columns of the Layout. The state of an instance at a time is
// a row and a fraction alpha, and its values are those of rows r and r+1, blended.
//
// Playback only reads a Bank, so it can be shared.
type Bank struct {
	Name string // the model's
	Layout

	Rows  []float32 // Stride() values each, of any alignment
	Clips []BankClip
	Cells []BankCell // see BankClip.FirstCell
}

// RestRows is the number of rows of a bank that hold the rest pose, the first ones.
const RestRows = 2

// BankClip is one clip of a bank: Frames cells of 1/Rate seconds each. The last
// cell may extend beyond the clip's end. x seconds after its start a clip
// is in cell f = ⌊x·Rate⌋, at most Frames−1, at alpha = x·Rate − f.
type BankClip struct {
	Name    string
	Start   float64 // seconds on the file's own time line
	Seconds float64 // from start to end, ≥ 0
	Loop    bool    // the last pose equals the first
	// Additive, Events and Motion are those of the Clip, in ticks, TicksPerSecond to
	// a second.
	Additive       bool
	TicksPerSecond float64
	Events         []Event
	Motion         *Motion

	Rate   float64 // cells per second
	Frames uint32  // cells, ≥ 1
	Row    uint32  // the clip's first row
	Rows   uint32  // number of rows

	// FirstCell is None if cell f consists of the rows Row+f and Row+f+1.
	// Otherwise Bank.Cells[FirstCell+f] describes it: a clip with fast places, or
	// with jumps or sharp bends between frames, has such a table.
	FirstCell int32

	// OnFrames is true if the bounds hold on the frames of the compiled clip and, between
	// them, against the Catmull-Rom curve through them; false if they hold at any time
	// against its tracks.
	OnFrames bool
	// Bound is the largest distance in metres, at any time outside Gaps, between a
	// point ErrorDistance metres from a joint and its place with the model's
	// tracks. Error is the largest distance measured.
	Bound, Error, ErrorDistance float64
	// WeightError is the largest measured error of a morph weight.
	WeightError float64
	// LevelError is, per level of detail after the first, the largest error in metres of a
	// point near a joint, measured at frames.
	LevelError []float64
	// Gaps are the intervals in which values jump, or move too fast for any frame
	// rate.
	Gaps []BankGap

	// Floats holds the original tracks of the custom properties that the clip
	// drives, or is nil.
	Floats *Clip
}

// BankGap is an interval in which the bound does not hold, in seconds after the
// clip's start.
type BankGap struct{ From, To float64 }

// BankCell is an interval of a clip. If Parts is above 1 it is divided evenly
// into the cells Bank.Cells[Row:Row+Parts], not divided again: at alpha, cell n
// = ⌊alpha·Parts⌋ of them, at most Parts−1, holds at alpha·Parts − n.
//
// Otherwise the rows Row and Row+1 hold while alpha is below Split, and Row+2
// and Row+3 from there on, with the same alpha: each pair is the straight line
// through the values on its side, so that values may jump or bend at Split. A
// Split above 1 is never reached.
type BankCell struct {
	Row   uint32
	Parts uint32
	Split float32
}

// RowCount returns the number of rows of all clips.
func (b *Bank) RowCount() int {
	if b.Stride() == 0 {
		return 0
	}
	return len(b.Rows) / b.Stride()
}

// Clip returns the index of the first clip of that name, or None.
func (b *Bank) Clip(name string) int {
	return slices.IndexFunc(b.Clips, func(c BankClip) bool { return c.Name == name })
}

// RowAt returns the pose of a clip at a time in seconds after its start: alpha of the way from a
// row to the next one. A time outside the clip is clamped to it.
func (b *Bank) RowAt(clip int, seconds float64) (row int, alpha float32) {
	c := &b.Clips[clip]
	x := float64(max(0, min(seconds, c.Seconds)) * c.Rate)
	f := min(int(x), int(c.Frames)-1)
	x -= float64(f)
	if c.FirstCell == None {
		return int(c.Row) + f, min(float32(x), 1)
	}
	cell := b.Cells[int(c.FirstCell)+f]
	return cell.RowAt(x, b.Cells)
}

// RowAt returns the row and alpha at x in [0, 1] of a cell. parts are the bank's cells; a divided
// cell names a range of them.
func (cell BankCell) RowAt(x float64, parts []BankCell) (row int, alpha float32) {
	if cell.Parts > 1 {
		x = float64(x * float64(cell.Parts))
		n := max(0, min(int(x), int(cell.Parts)-1))
		x -= float64(n)
		cell = parts[int(cell.Row)+n]
	}
	if alpha = min(float32(x), 1); alpha >= cell.Split {
		return int(cell.Row) + 2, alpha
	}
	return int(cell.Row), alpha
}
