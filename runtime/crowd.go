package runtime

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/sinew-anim/sinew/internal/fault"
	"github.com/sinew-anim/sinew/internal/kernel"
	"github.com/sinew-anim/sinew/internal/limit"
	"github.com/sinew-anim/sinew/internal/suggest"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/internal/active"
	"github.com/sinew-anim/sinew/runtime/internal/frame"
	"github.com/sinew-anim/sinew/runtime/internal/source"
	"github.com/sinew-anim/sinew/runtime/internal/workers"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// Crowd is n instances of a model that play the clips of a source: one character
// or a hundred thousand.
//
//	           clip, clock, level of detail
//	instance   walk  cycle 3, 0.42 s   0     ┐
//	0 … 15     run   cycle 0, 0.10 s   1     ├ a block: its clocks advance together,
//	           …                             ┘ its palettes are computed together
//	16 … 31    …
//
//	Palettes()   [instance][slot][12]   Stride() values from one instance to the next
//	AllWeights() [instance][weight]     len(Layout().WeightRest) values
//	Instance(i).Float(f)                a custom property, computed on demand
//
// An instance rests until Play. Its palette has a matrix per slot of the layout, see soa.Layout;
// pose.Layout.BindModel makes a model that a renderer draws with the palettes as they are. Palettes
// have the same bits on every processor, for any number of workers and for an instance alone or in
// a block. Instances with their own level of detail, those of UpdateSome and, with Keyframes, those
// of different clips are gathered into blocks from any place.
//
// Goroutines share a crowd so:
//
//	any time            Len, Layout, Stride, Clips, ClipName, ClipSeconds, ClipIndex, NewScratch, Close
//	one at a time       Update, UpdateSome, Advance, PlayAll, PlaySome, SetGraph, SetControl, Instance.Reuse
//	by blocks           RunBlocks, of different blocks, with others of its kind
//	between all these   the others: those of Instance and Layer one goroutine per instance,
//	                    those that read several instances while none changes
//
// A call of the second line is ErrBusy while another one or a RunBlocks runs, and RunBlocks is while such a
// call runs; nothing has changed then. Methods of the last line lock and check nothing, since they are called
// for each instance in each frame. To call one while an update runs, or for an instance that another
// goroutine changes, is a data race: the race detector finds it, the crowd does not.
//
// Only NewCrowd, NewScratch, errors, clips of archives that play for the first time and the growing
// cache of compressed clips (CrowdOptions.CacheBytes) allocate.
type Crowd struct {
	poses      *pose.Layout
	n          int
	generation []uint32 // of each instance, see Reuse
	set        frame.Set

	pool *workers.Pool
	work func(worker, from, to int, dt float64) // a worker's part of a frame

	busy     atomic.Int32
	ranges   blockRanges
	deciding sync.RWMutex // held while graph and control change

	mapped fault.Set   // the files that the source lies in
	parts  fault.Group // of an update that reads them

	unknown atomic.Pointer[string] // the last name for which ClipIndex found no clip
}

// NewCrowd returns n instances of a source. The error wraps soa.ErrInvalid for a model, bank or clip
// that its Validate refuses, play.ErrTime for an option that is not a finite number, ErrRange for an index
// and ErrOption for an option out of range, or is that of the source's layout. Source.Prepare can
// prepare the source before, under a context. Time and memory are proportional to the clips and their
// keys: 65,536 empty clips, an importer's default limit, take two seconds.
func NewCrowd(source Source, n int, o CrowdOptions) (*Crowd, error) {
	if o.Workers < 0 || o.Workers > maxWorkers {
		return nil, fmt.Errorf("new crowd: %w: %d workers, at most %d are possible", ErrOption, o.Workers, maxWorkers)
	}
	c := &Crowd{n: n}
	player, release, err := c.opened(context.Background(), source, &o, "new crowd")
	if err == nil {
		if failed := c.guard("new crowd", nil, 0, 0, func() { err = c.build(player, &o) }); failed != nil {
			err = failed
		}
	}
	if err != nil && c.pool != nil {
		c.pool.Close()
	}
	if err != nil {
		if release != nil {
			release()
		}
		return nil, err
	}
	if release != nil {
		runtime.AddCleanup(c, func(release func()) { release() }, release)
	}
	return c, nil
}

// build prepares the state and the workers.
func (c *Crowd) build(player source.Player, o *CrowdOptions) error {
	c.set.Mix.Player, c.poses = player, player.Layout()
	c.set.Len, c.set.Poses, c.set.Active.Len, c.set.Active.Poses = c.n, c.poses, c.n, c.poses
	c.set.Mix.Len, c.set.Mix.Poses, c.set.Mix.Active = c.n, c.poses, &c.set.Active
	c.set.Mix.Scales = limit.New(c.poses, player.Scales())
	c.set.Mix.Lengths = limit.OfPoses(c.poses, play.MaxLayers)
	c.set.Mix.Stride = c.poses.PaletteStride()
	if most := maxValues/(c.set.Mix.Stride+len(c.poses.WeightRest)+len(c.poses.Expressions)) - simd.Lanes; c.n < 0 || c.n > most {
		return fmt.Errorf("new crowd: %w: %d instances, at most %d are possible", ErrOption, c.n, most)
	}
	if err := c.prepare(o); err != nil {
		return fmt.Errorf("new crowd: %w", err)
	}
	c.set.Employ(max(1, o.Workers))
	if c.work = c.set.Work; len(c.mapped) > 0 {
		c.work = c.runMapped
	}
	c.pool = workers.New(max(1, o.Workers))
	if c.pool.Shares() {
		runtime.AddCleanup(c, (*workers.Pool).Close, c.pool) // where Close is forgotten
	}
	c.set.EvaluateAll(c.set.Workers[0])
	return nil
}

// prepare makes the state.
func (c *Crowd) prepare(o *CrowdOptions) (err error) {
	c.set.Active.Played = append(c.set.Mix.Player.Clips(), source.Clip{Clock: kernel.ClockClip{Rate: 1, Frames: 1}}) // rests in the first row
	blocks, layers := (c.n+simd.Lanes-1)/simd.Lanes, o.Layers
	if layers == 0 {
		layers = play.DefaultLayers
	}
	if layers < 1 || layers > play.MaxLayers || len(o.Masks) > math.MaxUint8 {
		return fmt.Errorf("%w: %d layers, at most %d are possible; %d masks, at most %d", ErrOption, o.Layers, play.MaxLayers, len(o.Masks), math.MaxUint8)
	}
	if len(c.mapped) > 0 {
		for k := range c.set.Active.Played {
			c.set.Active.Played[k].InMemory()
		}
	}
	cells, stride := c.set.Mix.Player.Cells()
	clips := make([]kernel.ClockClip, len(c.set.Active.Played))
	for k := range clips {
		clips[k] = c.set.Active.Played[k].Clock
	}
	if c.set.Active.Clocks, err = kernel.NewClocks(layers*blocks, append(clips, active.HeldPoseClip), cells, stride); err != nil {
		return err
	}
	padded := blocks * simd.Lanes
	c.set.Active.Clip, c.generation = make([]int32, layers*padded), make([]uint32, c.n)
	c.set.Active.Clips = active.NewClips(layers, padded)
	c.set.Active.HeldPoses.Each = 2 * c.poses.RowValues()
	c.set.Active.Offsets.Prepare(padded, c.poses.RowValues())
	for k, mask := range o.Masks {
		if err := c.addMask(mask); err != nil {
			return fmt.Errorf("mask %d: %w", k, err)
		}
	}
	for a := range c.set.Active.Clip {
		c.set.Active.Rest(a)
	}
	if o.MaxEvents < 0 || o.MaxEvents > play.MostEvents {
		return fmt.Errorf("%w: MaxEvents is %d, at most %d are possible", ErrOption, o.MaxEvents, play.MostEvents)
	}
	c.set.Active.Watch.Prepare(c.set.Active.Played, o.MaxEvents)
	if c.set.Active.Markers, err = active.FindMarkers(c.set.Active.Played, o.Markers); err != nil {
		return err
	}
	if err := c.set.Active.Roots.Prepare(o.RootMotion, &c.set.Active.Watch, c.set.Active.Played, padded); err != nil {
		return err
	}
	if err := c.set.Mix.LODs.Prepare(c.poses, o.LODs, padded); err != nil {
		return err
	}
	c.set.Mix.Values = simd.AlignedFloat32(padded * c.set.Mix.Stride)
	c.set.Mix.Weights.Prepare(c.poses, padded)
	c.set.Mix.Faces.Prepare(c.poses, padded)
	c.set.Mix.Floats.Rest = c.poses.FloatRest
	for i := range c.set.Active.Played {
		c.set.Mix.Floats.Add(c.set.Active.Played[i].Floats)
	}
	clip, options := play.Rest, play.Options{}
	if o.Play != nil {
		clip, options = o.Clip, *o.Play
	}
	if err := c.checkPlay(clip, options); err != nil {
		return err
	}
	for i := range padded {
		c.set.Play(i, clip, options)
	}
	return nil
}

// checkPlay checks what is to be played, and prepares a clip that comes for the first time.
func (c *Crowd) checkPlay(clip int, options play.Options) error {
	if err := c.set.Active.CheckPlay(clip, options); err != nil {
		if name := c.unknown.Load(); clip == soa.None && name != nil {
			return fmt.Errorf("%w: there is no clip %.60q%s", err, *name, suggest.Hint(c.clipNames(), *name))
		}
		return err
	}
	return c.set.Mix.Player.Ready(clip)
}

// addMask adds a mask that layers can have.
func (c *Crowd) addMask(mask pose.Mask) error {
	most, err := c.set.Active.AddMask(mask)
	if err == nil {
		c.set.Mix.Lengths.Mask = max(c.set.Mix.Lengths.Mask, most)
	}
	return err
}

// Close ends the workers; later updates run on the calling goroutine alone. It may be called again.
func (c *Crowd) Close() { c.pool.Close() }

// Len returns the number of instances.
func (c *Crowd) Len() int { return c.n }

// Layout returns the layout of the instances' poses and palettes.
func (c *Crowd) Layout() *pose.Layout { return c.poses }

// Clips returns the number of clips of the source.
func (c *Crowd) Clips() int { return c.set.Active.Sources() }

// ClipName returns the name of clip i of the source, or "" where there is none.
func (c *Crowd) ClipName(i int) string {
	if uint(i) >= uint(c.set.Active.Sources()) {
		return ""
	}
	return c.set.Active.Played[i].Name
}

// ClipSeconds returns the length of clip i of the source, or 0 where there is none.
func (c *Crowd) ClipSeconds(i int) float64 {
	if uint(i) >= uint(c.set.Active.Sources()) {
		return 0
	}
	return c.set.Active.Played[i].Clock.Seconds
}

// ClipIndex returns the index of the first clip of that name, or soa.None, which Play refuses with an
// error that has the name and those near it. Any number of goroutines may call it.
func (c *Crowd) ClipIndex(name string) int {
	for i := range c.set.Active.Sources() {
		if c.set.Active.Played[i].Name == name {
			return i
		}
	}
	unknown := name // which alone escapes
	c.unknown.Store(&unknown)
	return soa.None
}

func (c *Crowd) clipNames() []string {
	names := make([]string, c.set.Active.Sources())
	for i := range names {
		names[i] = c.set.Active.Played[i].Name
	}
	return names
}

// has reports whether there is an instance i.
func (c *Crowd) has(i int) bool { return uint(i) < uint(c.n) }

func (c *Crowd) check(i int) error {
	if !c.has(i) {
		return c.outOfRange(i)
	}
	return nil
}

// outOfRange is apart so that check is inlined.
func (c *Crowd) outOfRange(i int) error {
	return fmt.Errorf("%w: instance %d of %d", ErrRange, i, c.n)
}
