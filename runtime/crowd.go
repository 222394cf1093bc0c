package runtime

import (
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/soa"
)

// Crowd is n instances that play the clips of one bank.
//
//	Palettes()   [instance][slot][12]   Stride() values from one instance to the next
//
// Sixteen instances are a block, which kernels evaluate together whatever clips
// they play and wherever they stand. The palettes are the same bits on every
// processor and for any number of workers; see soa.Bank for which slot is what.
//
// Update is for one goroutine at a time, and so are the methods that change
// instances; between updates different goroutines may change different
// instances. Apart from NewCrowd nothing here allocates, except for errors.
type Crowd struct {
	bank *soa.Bank
	n    int

	// Per instance, padded to whole blocks.
	phase []float64 // seconds after the clip's start, see phase
	speed []float64
	clip  []int32
	mode  []LoopMode

	stride  int
	values  []float32
	rows    simd.Rows
	short   simd.ShortRows
	rig     *simd.Rig
	general *simd.GeneralRig
	pool    *pool
	scratch []*CrowdScratch // per worker
}

// CrowdOptions says how a crowd works. The zero value works on the calling
// goroutine alone.
type CrowdOptions struct {
	// Workers is how many goroutines share an Update, the caller's included; 0
	// means 1. More than one wait for the next Update, spinning first, until
	// Close.
	Workers int
}

// crowdBlocks is how many blocks one call of a kernel works through.
const crowdBlocks = 8

// CrowdScratch is the memory in which one goroutine runs blocks.
type CrowdScratch struct {
	at            [crowdBlocks]simd.Frames
	pose, kernels []float32
}

// NewCrowd returns n instances that stand at the start of the bank's first
// clip. The bank must pass Validate and have a clip: the error wraps
// soa.ErrInvalid, or ErrRange for a negative n or number of workers.
func NewCrowd(bank *soa.Bank, n int, o CrowdOptions) (*Crowd, error) {
	if bank == nil || len(bank.Clips) == 0 {
		return nil, fmt.Errorf("new crowd: %w: no bank, or one without clips", soa.ErrInvalid)
	}
	if n < 0 || o.Workers < 0 {
		return nil, fmt.Errorf("new crowd of %q: %w: %d instances, %d workers", bank.Name, ErrRange, n, o.Workers)
	}
	if err := bank.Validate(); err != nil {
		return nil, fmt.Errorf("new crowd: %w", err)
	}
	c := &Crowd{bank: bank, n: n}
	padded := roundUp(n, simd.Lanes)
	c.phase, c.speed = make([]float64, padded), make([]float64, padded)
	c.clip, c.mode = make([]int32, padded), make([]LoopMode, padded)
	// An odd number of cache lines apart, instances do not share cache sets.
	c.stride = (roundUp(affineFloats*bank.Rotations(), 16)/16 | 1) * 16
	c.values = simd.AlignedFloat32(padded * c.stride)
	if err := c.prepare(); err != nil {
		return nil, fmt.Errorf("new crowd of %q: %w", bank.Name, err)
	}
	for range max(1, o.Workers) {
		c.scratch = append(c.scratch, c.NewScratch())
	}
	c.pool = newPool(max(1, o.Workers))
	c.Update(0)
	return c, nil
}

// prepare makes the kernels' descriptions of the bank.
func (c *Crowd) prepare() (err error) {
	b := c.bank
	columns := simd.Columns{Rotations: b.Rotations(), Others: b.Others}
	c.rows = simd.Rows{Columns: columns, Values: b.Rows, Stride: b.Stride()}
	c.short = simd.ShortRows{Columns: columns, Values: b.Rows16, Stride: b.Stride(), Scale: b.Scale16}
	if b.Form.Rigid() {
		joints := make([]simd.RigJoint, b.Rotations())
		for s := range joints {
			joints[s] = simd.RigJoint{Parent: int(b.Parent[s]), Bind: b.Pivot[s], Column: int(b.TranslationColumn[s]), Scale: b.K}
		}
		c.rig, err = simd.NewRig(joints, b.K)
		return err
	}
	joints := make([]simd.GeneralJoint, b.Rotations())
	static := b.Static
	for s := range joints {
		joints[s] = simd.GeneralJoint{
			Parent: int(b.Parent[s]), Translation: b.Pivot[s], TranslationColumn: int(b.TranslationColumn[s]),
			Scale: b.Scale[s], ScaleColumn: int(b.ScaleColumn[s]),
		}
		if len(static) > 0 && int(static[0].Joint) == s {
			joints[s].Local, static = (*[12]float32)(&static[0].Local), static[1:]
		}
		if b.InverseBind[s] != soa.IdentityAffine() {
			joints[s].InverseBind = (*[12]float32)(&b.InverseBind[s])
		}
	}
	c.general, err = simd.NewGeneralRig(joints)
	return err
}

// NewScratch returns what a goroutine of the caller's needs for RunBlocks.
func (c *Crowd) NewScratch() *CrowdScratch {
	s := &CrowdScratch{}
	if c.rig != nil {
		s.kernels = simd.AlignedFloat32(c.rig.ScratchValues(c.rows.Columns))
		return s
	}
	s.kernels = simd.AlignedFloat32(c.general.ScratchValues(c.rows.Columns))
	s.pose = simd.AlignedFloat32(c.rows.PoseValues())
	return s
}

// Close ends the workers. The crowd is not to be updated afterwards.
func (c *Crowd) Close() { c.pool.close() }

// Len returns the number of instances, Blocks that of blocks.
func (c *Crowd) Len() int { return c.n }

// Blocks returns the number of blocks of 16 instances.
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

// Joint computes where a joint of the skeleton is in model space, for what is
// attached to it. The error wraps ErrRange for an instance or a joint that
// there is not in the bank.
func (c *Crowd) Joint(i, joint int, m *soa.Affine) error {
	if err := c.check(i); err != nil {
		return fmt.Errorf("joint: %w", err)
	}
	if joint < 0 || joint >= len(c.bank.Slot) || c.bank.Slot[joint] < 0 {
		return fmt.Errorf("joint: %w: joint %d is not in the bank", ErrRange, joint)
	}
	s := int(c.bank.Slot[joint])
	*m = product((*soa.Affine)(c.Palette(i)[affineFloats*s:]), &c.bank.Bind[s])
	return nil
}

// Play makes instance i play a clip of the bank from now on. The palette is
// there after the next Update. The error wraps ErrRange or ErrTime; the
// instance goes on as before then.
func (c *Crowd) Play(i, clip int, options PlayOptions) error {
	if err := c.check(i); err != nil {
		return fmt.Errorf("play: %w", err)
	}
	if clip < 0 || clip >= len(c.bank.Clips) || options.Mode > PingPong {
		return fmt.Errorf("play: %w: clip %d of %d, %v", ErrRange, clip, len(c.bank.Clips), options.Mode)
	}
	if !finite64(options.Speed) || !finite64(options.Offset) {
		return fmt.Errorf("play: %w: speed %v, offset %v", ErrTime, options.Speed, options.Offset)
	}
	length := c.bank.Clips[clip].Seconds
	at := options.Offset
	if options.Speed < 0 {
		at = length - options.Offset
	}
	if options.Speed == 0 {
		options.Speed = 1
	}
	c.clip[i], c.mode[i], c.speed[i] = int32(clip), options.Mode, options.Speed
	c.phase[i] = phase(at, length, options.Mode)
	return nil
}

// Seek puts instance i to a time on the clip file's own time line. The error
// wraps ErrRange or ErrTime.
func (c *Crowd) Seek(i int, seconds float64) error {
	if err := c.check(i); err != nil {
		return fmt.Errorf("seek: %w", err)
	}
	if !finite64(seconds) {
		return fmt.Errorf("seek: %w: %v", ErrTime, seconds)
	}
	clip := &c.bank.Clips[c.clip[i]]
	c.phase[i] = phase(seconds-clip.Start, clip.Seconds, c.mode[i])
	return nil
}

// SetSpeed changes the speed of instance i, a factor; 0 stops it where it
// stands. The error wraps ErrRange or ErrTime.
func (c *Crowd) SetSpeed(i int, speed float64) error {
	if err := c.check(i); err != nil {
		return fmt.Errorf("set speed: %w", err)
	}
	if !finite64(speed) {
		return fmt.Errorf("set speed: %w: %v", ErrTime, speed)
	}
	c.speed[i] = speed
	return nil
}

// Time returns where instance i stands, in seconds on the clip file's own time
// line.
func (c *Crowd) Time(i int) float64 {
	clip := &c.bank.Clips[c.clip[i]]
	return clip.Start + position(c.phase[i], clip.Seconds, c.mode[i])
}

func (c *Crowd) check(i int) error {
	if i < 0 || i >= c.n {
		return fmt.Errorf("%w: instance %d of %d", ErrRange, i, c.n)
	}
	return nil
}

func finite64(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// Update moves all instances on by dt seconds and computes their palettes. It
// does nothing where dt is not a finite number.
func (c *Crowd) Update(dt float64) {
	if !finite64(dt) {
		return
	}
	if c.pool.workers == 1 {
		c.run(c.scratch[0], 0, c.Blocks(), dt)
		return
	}
	c.pool.run(c, c.Blocks(), dt)
}

// RunBlocks does what Update does for the blocks from:to on the calling
// goroutine, for a job system of the caller's own. Ranges that do not overlap
// may run at the same time, each with its own scratch. The error wraps
// ErrRange or ErrTime.
func (c *Crowd) RunBlocks(s *CrowdScratch, from, to int, dt float64) error {
	if s == nil || from < 0 || to < from || to > c.Blocks() {
		return fmt.Errorf("run blocks: %w: %d to %d of %d", ErrRange, from, to, c.Blocks())
	}
	if !finite64(dt) {
		return fmt.Errorf("run blocks: %w: %v", ErrTime, dt)
	}
	c.run(s, from, to, dt)
	return nil
}

// run ignores the errors of kernels: they are about lengths, which NewCrowd
// fixed.
func (c *Crowd) run(s *CrowdScratch, from, to int, dt float64) {
	for ; from < to; from += crowdBlocks {
		n := min(crowdBlocks, to-from)
		for b := range n {
			c.advance(&s.at[b], (from+b)*simd.Lanes, dt)
		}
		out := simd.Palettes{Values: c.values[from*simd.Lanes*c.stride:], Stride: c.stride}
		switch {
		case c.bank.Form == soa.Absolute && c.bank.Rows16 != nil:
			_ = simd.AbsoluteShortRows16(&out, &c.short, s.at[:n], c.rig, s.kernels)
		case c.bank.Form == soa.Absolute:
			_ = simd.AbsoluteRows16(&out, &c.rows, s.at[:n], c.rig, s.kernels)
		case c.rig != nil && c.bank.Rows16 != nil:
			_ = simd.RigShortRows16(&out, &c.short, s.at[:n], c.rig, s.kernels)
		case c.rig != nil:
			_ = simd.RigRows16(&out, &c.rows, s.at[:n], c.rig, s.kernels)
		default:
			c.runGeneral(&out, s, n)
		}
	}
}

func (c *Crowd) runGeneral(out *simd.Palettes, s *CrowdScratch, blocks int) {
	for b := range blocks {
		if c.bank.Rows16 != nil {
			_ = simd.SampleShortRows16(s.pose, &c.short, &s.at[b])
		} else {
			_ = simd.SampleRows16(s.pose, &c.rows, &s.at[b])
		}
		_ = simd.GeneralPalette16(out, s.pose, c.rows.Columns, c.general, s.kernels)
		out.Values = out.Values[simd.Lanes*c.stride:]
	}
}

// advance moves a block's instances on and finds their rows.
func (c *Crowd) advance(at *simd.Frames, first int, dt float64) {
	for l := range simd.Lanes {
		i := first + l
		clip := &c.bank.Clips[c.clip[i]]
		c.phase[i] = phase(c.phase[i]+float64(c.speed[i]*dt), clip.Seconds, c.mode[i])
		u := float64(position(c.phase[i], clip.Seconds, c.mode[i]) * clip.Rate)
		f := min(int(u), int(clip.Frames)-1)
		x := u - float64(f)
		row, alpha := clip.Row+uint32(f), float32(x)
		if clip.FirstCell != soa.None {
			row, alpha = cellRow(c.bank.Cells[int(clip.FirstCell)+f], c.bank.Cells, x)
		}
		at.Row[l], at.Alpha[l] = int64(row)*int64(c.rows.Stride), min(alpha, 1)
	}
}
