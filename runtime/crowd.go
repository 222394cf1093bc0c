package runtime

import (
	"fmt"
	"runtime"

	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/soa"
)

// Crowd is n instances that play the clips of one bank.
//
//	           clock (41 bytes)   level, turn
//	instance   phase speed …      0     0      ┐
//	0 … 15     phase speed …      0     0      ├ a block: its clocks move on together,
//	           …                               ┘ its palettes are computed together
//	16 … 31    …
//
//	Palettes()   [instance][slot][12]   Stride() values from one instance to the next
//	AllWeights() [instance][weight]     WeightStride() values
//	Float(i, f)                         computed when it is asked for
//
// Sixteen instances are a block, which kernels evaluate together whatever clips
// they play and wherever they stand. The palettes are the same bits on every
// processor and for any number of workers; see soa.Bank for which slot is what.
// Instances with a level of detail of their own, and chosen ones (UpdateSome),
// are gathered into blocks wherever they are; their state stays where it is.
//
// Update, UpdateSome and Advance are for one goroutine at a time, and so are the
// methods that change all or many instances; between updates different
// goroutines may change different instances. Apart from NewCrowd and NewScratch
// nothing here allocates, except for errors.
type Crowd struct {
	bank   *soa.Bank
	n      int
	clocks *simd.Clocks
	clip   []int32
	levels crowdLevels

	stride  int
	values  []float32 // palettes, of whole blocks
	weights crowdWeights
	floats  floatCurves
	stream  bool

	pool    *pool
	scratch []*CrowdScratch // per worker
	some    []int           // what UpdateSome works on
}

// CrowdOptions says how a crowd works. The zero value works on the calling
// goroutine alone, and every instance stands at the start of the first clip.
type CrowdOptions struct {
	// Workers is how many goroutines share an Update, the caller's included; 0
	// means 1. More than one wait for the next Update, spinning first, until
	// Close.
	Workers int
	// Clip and Play are what instances play until they are told otherwise:
	// where Play is nil they stand still.
	Clip int
	Play *PlayOptions
	// Levels are the levels of detail that SetLevel chooses from; instances
	// begin with the first. Without any there is one: everything, always.
	Levels []CrowdLevel
}

// streamFrom is from how many bytes on palettes are written around the caches
// (simd.Palettes.Stream): more than the last cache level of most processors. On a
// Zen 5 with 32 MB of it, 51 MB took 55 % of the time so. On an Emerald Rapids with
// 260 MB, which others used too, 22 MB and more took 15 % less, 14 MB 15 % more.
const streamFrom = 32 << 20

// crowdBlocks is how many blocks one call of a kernel works through.
const crowdBlocks = 8

// NewCrowd returns n instances. The bank must pass Validate and have a clip: the
// error wraps soa.ErrInvalid, ErrTime for what the options play, or ErrRange for
// anything else in them and for n.
func NewCrowd(bank *soa.Bank, n int, o CrowdOptions) (*Crowd, error) {
	if bank == nil || len(bank.Clips) == 0 {
		return nil, fmt.Errorf("new crowd: %w: no bank, or one without clips", soa.ErrInvalid)
	}
	if err := bank.Validate(); err != nil {
		return nil, fmt.Errorf("new crowd: %w", err)
	}
	c := &Crowd{bank: bank, n: n, stride: paletteStride(bank.Rotations())}
	if most := maxSlab/(c.stride+len(bank.WeightColumn)) - simd.Lanes; n < 0 || n > most || o.Workers < 0 {
		return nil, fmt.Errorf("new crowd of %q: %w: %d instances, at most %d are possible, %d workers",
			bank.Name, ErrRange, n, most, o.Workers)
	}
	if err := c.prepare(o); err != nil {
		return nil, fmt.Errorf("new crowd of %q: %w", bank.Name, err)
	}
	for range max(1, o.Workers) {
		c.scratch = append(c.scratch, c.NewScratch())
	}
	c.pool = newPool(max(1, o.Workers))
	if len(c.pool.helpers) > 0 {
		runtime.AddCleanup(c, (*pool).close, c.pool) // where Close is forgotten
	}
	c.evaluateAll()
	return c, nil
}

// prepare makes the state.
func (c *Crowd) prepare(o CrowdOptions) (err error) {
	blocks := (c.n + simd.Lanes - 1) / simd.Lanes
	padded := blocks * simd.Lanes
	if c.clocks, err = simd.NewClocks(blocks, clockCells(c.bank.Cells), c.bank.Stride()); err != nil {
		return err
	}
	c.clip = make([]int32, padded)
	if err := c.levels.prepare(c.bank, o.Levels, padded); err != nil {
		return err
	}
	c.values = simd.AlignedFloat32(padded * c.stride)
	c.stream = 4*len(c.values) >= streamFrom
	c.weights.prepare(c.bank, padded)
	c.floats.rest = c.bank.FloatRest
	for i := range c.bank.Clips {
		c.floats.add(c.bank.Clips[i].Floats)
	}
	play := PlayOptions{}
	if o.Play != nil {
		play = *o.Play
	}
	if err := c.checkPlay(o.Clip, play); err != nil {
		return err
	}
	for i := range padded {
		c.play(i, o.Clip, play)
		if o.Play == nil {
			c.clocks.SetSpeed(i, 0)
		}
	}
	return nil
}

// clockCells are a bank's cells as clocks read them.
func clockCells(cells []soa.BankCell) []simd.Cell {
	out := make([]simd.Cell, len(cells))
	for i, c := range cells {
		out[i] = simd.Cell{Row: int32(c.Row), Parts: int32(c.Parts), Split: c.Split}
	}
	return out
}

// Close ends the workers; what is done afterwards the calling goroutine does
// alone. It may be called again.
func (c *Crowd) Close() { c.pool.close() }

// Len returns the number of instances.
func (c *Crowd) Len() int { return c.n }

// Blocks returns the number of blocks of 16 instances, the last of which may be
// incomplete.
func (c *Crowd) Blocks() int { return len(c.clip) / simd.Lanes }

// Bank returns the bank that is played.
func (c *Crowd) Bank() *soa.Bank { return c.bank }

// Stride returns how many values apart the palettes of two instances are.
func (c *Crowd) Stride() int { return c.stride }

// Palettes returns the palettes of all instances. The next Update overwrites
// them.
func (c *Crowd) Palettes() []float32 { return c.values[:c.n*c.stride] }

// Palette returns the palette of instance i: 12 values per slot.
func (c *Crowd) Palette(i int) []float32 {
	return c.values[i*c.stride:][:affineFloats*c.bank.Rotations()]
}

func (c *Crowd) check(i int) error {
	if i < 0 || i >= c.n {
		return fmt.Errorf("%w: instance %d of %d", ErrRange, i, c.n)
	}
	return nil
}
