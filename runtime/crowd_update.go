package runtime

import (
	"fmt"
	"math/bits"
	"sync/atomic"

	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/internal/source"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// crowdBlocks is the number of blocks that one call of a kernel works through.
const crowdBlocks = source.MaxBlocks

// Scratch is the memory in which one goroutine runs blocks of one crowd.
type Scratch struct {
	crowd   *Crowd
	busy    atomic.Bool
	graph   play.Graph // for which it was made
	control Control
	frame   frameScratch
}

// set is the instances of a crowd: what they play, and what makes poses of it.
type set struct {
	n      int
	poses  *pose.Layout
	active table
	mix    mixing
}

// frameScratch is what a goroutine needs for a frame.
type frameScratch struct {
	at     [crowdBlocks]simd.Frames
	due    due
	lanes  []uint16 // per kind of level of detail: the lanes of a block that are due
	layers busyScratch
	step   stepScratch
	mix    mixScratch
	driver play.Driver
}

// NewScratch returns the memory that a goroutine of the caller's needs for
// RunBlocks.
func (c *Crowd) NewScratch() *Scratch {
	s := &Scratch{crowd: c, graph: c.set.active.graph.of, control: c.set.active.control.of}
	c.set.prepareScratch(&s.frame)
	return s
}

// prepareScratch makes a goroutine's memory.
func (c *set) prepareScratch(s *frameScratch) {
	s.lanes = make([]uint16, len(c.mix.levels.kinds))
	c.mix.prepareScratch(&s.mix)
	if c.active.watching() || c.active.graph.of != nil {
		s.step.events.most = c.active.watch.list.most
		s.step.events.prepare()
	}
	if c.active.graph.of != nil {
		s.driver = c.active.graph.of.NewDriver(c.active.voices.each)
		s.step.substep.driver = s.driver
	}
}

// Update advances all instances by dt seconds, which may be negative, and computes
// the palettes and morph weights of those whose level of detail says so. The error
// wraps ErrTime where dt is not a finite number, or ErrBusy, and nothing has changed
// then; or archive.ErrTruncated, see Archived: all instances show the rest pose, and some
// have been advanced.
func (c *Crowd) Update(dt float64) error {
	if !play.Finite(dt) {
		return fmt.Errorf("update: %w: %v", play.ErrTime, dt)
	}
	if !c.busy.CompareAndSwap(0, exclusive) {
		return fmt.Errorf("update: %w", ErrBusy)
	}
	c.set.active.roots.moveAll()
	err := c.guard("update", nil, 0, c.n, func() {
		c.set.active.takeGone(&c.scratch[0].frame.step, 0, c.n, dt)
		c.set.active.meetControl(0, c.n)
		c.pool.Run(c.work, c.Blocks(), dt)
		c.collect()
	})
	c.busy.Store(0)
	return err
}

// exclusive is Crowd.busy while an update of all instances runs; otherwise it is
// the number of RunBlocks that run.
const exclusive = -1

// RunBlocks does what Update does for the blocks from:to on the calling goroutine,
// for a job system of the caller's own. Ranges that do not overlap may run at the
// same time, each with its own scratch. The error wraps ErrRange, ErrTime,
// ErrScratch for one of another crowd, or ErrBusy where an update of the crowd or
// another goroutine with the same scratch runs.
func (c *Crowd) RunBlocks(s *Scratch, from, to int, dt float64) error {
	switch {
	case s == nil || s.crowd != c || s.graph != c.set.active.graph.of || s.control != c.set.active.control.of:
		return fmt.Errorf("run blocks: %w", ErrScratch)
	case from < 0 || to < from || to > c.Blocks():
		return fmt.Errorf("run blocks: %w: %d to %d of %d", ErrRange, from, to, c.Blocks())
	case !play.Finite(dt):
		return fmt.Errorf("run blocks: %w: %v", play.ErrTime, dt)
	}
	if !s.busy.CompareAndSwap(false, true) {
		return fmt.Errorf("run blocks: %w: the scratch is in use", ErrBusy)
	}
	defer s.busy.Store(false)
	for {
		n := c.busy.Load()
		if n == exclusive {
			return fmt.Errorf("run blocks: %w", ErrBusy)
		}
		if c.busy.CompareAndSwap(n, n+1) {
			break
		}
	}
	c.set.active.roots.moveAll()
	err := c.guard("run blocks", s, from*simd.Lanes, to*simd.Lanes, func() {
		s.frame.step.events.clear()
		c.set.active.takeGone(&s.frame.step, from*simd.Lanes, to*simd.Lanes, dt)
		c.set.active.meetControl(from*simd.Lanes, to*simd.Lanes)
		c.set.run(&s.frame, from, to, dt)
		s.frame.step.events.sort()
	})
	c.busy.Add(-1)
	return err
}

// Advance advances all instances by dt seconds and computes nothing. The error
// wraps ErrTime or ErrBusy.
func (c *Crowd) Advance(dt float64) error {
	if !play.Finite(dt) {
		return fmt.Errorf("advance: %w: %v", play.ErrTime, dt)
	}
	if !c.busy.CompareAndSwap(0, exclusive) {
		return fmt.Errorf("advance: %w", ErrBusy)
	}
	c.set.active.roots.moveAll()
	err := c.guard("advance", nil, 0, c.n, func() { c.advance(dt) })
	c.busy.Store(0)
	return err
}

func (c *Crowd) advance(dt float64) {
	s := c.scratch[0]
	c.set.active.takeGone(&s.frame.step, 0, c.n, dt)
	c.set.active.meetControl(0, c.n)
	for b := 0; b < c.Blocks(); b += crowdBlocks {
		at := s.frame.at[:min(crowdBlocks, c.Blocks()-b)]
		flags := c.set.active.voices.flags(b, len(at))
		busy := mixes(flags)
		if c.set.active.watching() {
			c.set.active.note(&s.frame.step, b*simd.Lanes, len(at)*simd.Lanes)
		}
		if busy {
			c.set.beginBusy(&s.frame, b, len(at), dt)
		}
		_ = c.set.active.clocks.Advance16(at, b, c.set.active.clockStep(dt))
		if c.set.active.watching() {
			c.set.active.observePlain(&s.frame.step, b*simd.Lanes, len(at)*simd.Lanes, dt)
		}
		if flags&instanceOffset != 0 {
			c.set.active.growOffsets(b, len(at), dt)
		}
		if busy {
			c.set.keepBusy(&s.frame.mix, b, at)
			c.set.endBusy(&s.frame, b, len(at), dt, false)
		}
	}
	c.collect()
}

// UpdateSome advances chosen instances by dt seconds and computes their palettes
// and morph weights, whatever their level of detail; the others stay as they are.
// instances are in ascending order, each once. The error wraps ErrRange, ErrTime or
// ErrBusy, and nothing has changed then.
func (c *Crowd) UpdateSome(instances []int, dt float64) error {
	if !play.Finite(dt) {
		return fmt.Errorf("update some: %w: %v", play.ErrTime, dt)
	}
	last := -1
	for k, i := range instances {
		if i <= last || i >= c.n {
			return fmt.Errorf("update some: %w: entry %d is instance %d of %d, after %d", ErrRange, k, i, c.n, last)
		}
		last = i
	}
	if !c.busy.CompareAndSwap(0, exclusive) {
		return fmt.Errorf("update some: %w", ErrBusy)
	}
	c.set.active.roots.moveSome(instances)
	err := c.guard("update some", nil, 0, c.n, func() {
		c.set.active.takeGone(&c.scratch[0].frame.step, 0, c.n, dt)
		c.set.active.meetControl(0, c.n)
		if len(instances) > 0 {
			c.some = instances
			c.pool.Run(c.work, (len(instances)+simd.Lanes-1)/simd.Lanes, dt)
		}
		c.collect()
	})
	c.some = nil
	c.busy.Store(0)
	return err
}

// runBlocks is a worker's part of an update.
func (c *Crowd) runBlocks(worker, from, to int, dt float64) {
	if len(c.mapped) > 0 {
		c.runMapped(worker, from, to, dt)
		return
	}
	c.runPart(worker, from, to, dt)
}

func (c *Crowd) runPart(worker, from, to int, dt float64) {
	if c.some != nil {
		c.set.runSome(&c.scratch[worker].frame, c.some[from*simd.Lanes:min(to*simd.Lanes, len(c.some))], dt)
		return
	}
	c.set.run(&c.scratch[worker].frame, from, to, dt)
}

// run ignores the errors of kernels: they are about lengths, which NewCrowd fixed.
func (c *set) run(s *frameScratch, from, to int, dt float64) {
	if from < to && c.n <= maxScalarClocks && c.mix.levels.single {
		c.runFew(s, dt)
		return
	}
	dense := c.mix.levels.single && c.mix.player.Groups() == 1
	for ; from < to; from += crowdBlocks {
		at := s.at[:min(crowdBlocks, to-from)]
		flags := c.active.voices.flags(from, len(at))
		busy := mixes(flags)
		if dense && flags == instanceControlled && c.active.onlyControlled(from, len(at)) {
			c.mix.step(at, from, dt)
			c.mix.evaluateControlled(&s.mix, from, at, dt)
			continue
		}
		if c.active.watching() {
			c.active.note(&s.step, from*simd.Lanes, len(at)*simd.Lanes)
		}
		if busy {
			c.beginBusy(s, from, len(at), dt)
		}
		c.mix.step(at, from, dt)
		if c.active.watching() {
			c.active.observePlain(&s.step, from*simd.Lanes, len(at)*simd.Lanes, dt)
		}
		if flags&instanceOffset != 0 {
			c.active.growOffsets(from, len(at), dt)
		}
		if dense && !busy {
			c.mix.evaluate(&s.mix, 0, 0, from, at)
			continue
		}
		if busy {
			c.keepBusy(&s.mix, from, at)
		}
		c.runMixed(s, from, at, busy)
		if busy {
			c.endBusy(s, from, len(at), dt, true)
		}
	}
	s.mix.gather.flush(&c.mix, &s.mix)
	s.mix.mixer.flush(&c.mix, &s.mix)
}

// maxScalarClocks is the largest crowd whose clocks are advanced one at a time;
// above it Advance16 is faster. inBlocks leaves as many instances alone.
const maxScalarClocks = 4

// step advances the clocks of blocks from block first on.
func (c *mixing) step(at []simd.Frames, first int, dt float64) {
	_ = c.active.clocks.Advance16(at, first, c.active.clockStep(dt))
	c.player.Place(at, first, c.active.clip, c.active.clocks)
}

// runFew advances and evaluates the instances of a small crowd one by one.
func (c *set) runFew(s *frameScratch, dt float64) {
	one, watching := lone{level: c.mix.levels.kinds[0]}, c.active.watching()
	for one.instance = range c.n {
		if mixes(c.active.voices.busy[one.instance]) {
			c.runOne(s, one.instance, dt)
			continue
		}
		if watching {
			c.active.note(&s.step, one.instance, 1)
		}
		row, alpha := c.active.clocks.Advance(one.instance, dt)
		if watching {
			c.active.observePlain(&s.step, one.instance, 1, dt)
		}
		c.active.growPlain(one.instance, dt)
		one.row, one.alpha = c.mix.player.PlaceOne(one.instance, c.active.clip, c.active.clocks, row, alpha)
		one.group = c.mix.player.Group(c.active.clip[one.instance])
		c.mix.alone(&s.mix, one)
	}
	s.mix.mixer.flush(&c.mix, &s.mix)
}

// evaluateAll computes all palettes as they stand.
func (c *Crowd) evaluateAll() {
	s := c.scratch[0]
	for b := 0; b < c.Blocks(); b += crowdBlocks {
		at := s.frame.at[:min(crowdBlocks, c.Blocks()-b)]
		c.set.mix.step(at, b, 0)
		for k := range at {
			for i := simd.Lanes * (b + k); i < min(simd.Lanes*(b+k+1), c.n); i++ {
				if mixes(c.set.active.voices.busy[i]) {
					c.set.mix.placesAt(&s.frame.mix, i, 0)
					c.set.mix.mix(&s.frame.mix, i, 0, c.set.mix.levels.kindOf(i))
					continue
				}
				s.frame.mix.gather.add(&c.set.mix, &s.frame.mix, c.set.mix.levels.kindOf(i), i, at[k].Row[i%simd.Lanes], at[k].Alpha[i%simd.Lanes])
			}
		}
	}
	s.frame.mix.gather.flush(&c.set.mix, &s.frame.mix)
	s.frame.mix.mixer.flush(&c.set.mix, &s.frame.mix)
}

// runMixed evaluates the lanes that are due and not busy: blocks of one kind of level
// and one group where they lie, the others gathered.
func (c *set) runMixed(s *frameScratch, first int, at []simd.Frames, busy bool) {
	whole := 0 // blocks before b that are evaluated together
	kind, group := 0, 0
	for b := range at {
		clear(s.lanes)
		c.mix.levels.masks(&s.due, first+b, s.lanes)
		k, g, one := c.mix.oneKind(s, first+b)
		if busy {
			one = c.leaveBusy(s, first+b, b) <= maxBusyInBlock && one
		}
		if whole > 0 && (!one || k != kind || g != group) {
			c.mix.evaluate(&s.mix, kind, group, first+b-whole, at[b-whole:b])
			whole = 0
		}
		if one {
			kind, group = k, g
			whole++
			continue
		}
		for k, lanes := range s.lanes {
			for ; lanes != 0; lanes &= lanes - 1 {
				l := bits.TrailingZeros16(lanes)
				if i := simd.Lanes*(first+b) + l; i < c.n {
					s.mix.gather.add(&c.mix, &s.mix, k, i, at[b].Row[l], at[b].Alpha[l])
				}
			}
		}
	}
	if whole > 0 {
		c.mix.evaluate(&s.mix, kind, group, first+len(at)-whole, at[len(at)-whole:])
	}
}

// maxBusyInBlock is the greatest number of busy instances in a block that is evaluated
// as a whole all the same: they are evaluated again.
const maxBusyInBlock = 6

// leaveBusy takes the busy lanes of a block out of those that are due, notes them for
// endBusy and returns their number.
func (c *set) leaveBusy(s *frameScratch, block, n int) int {
	busy := uint16(0)
	for lane, x := range c.active.voices.busy[block*simd.Lanes:][:simd.Lanes] {
		if mixes(x) {
			busy |= 1 << lane
		}
	}
	s.layers.lanes[n] = 0
	for k := range s.lanes {
		due := s.lanes[k] & busy
		s.layers.lanes[n] |= due
		for ; due != 0; due &= due - 1 {
			s.layers.kind[n*simd.Lanes+bits.TrailingZeros16(due)] = uint8(k)
		}
		s.lanes[k] &^= busy
	}
	return bits.OnesCount16(busy)
}

// oneKind returns the kind of level and the group of which all lanes of a block are
// due. Lanes without an instance are of any kind.
func (c *mixing) oneKind(s *frameScratch, block int) (kind, group int, ok bool) {
	none := uint16(0)
	i := simd.Lanes * block
	if left := c.n - i; left < simd.Lanes {
		none = ^uint16(0) << left
	}
	for k, lanes := range s.lanes {
		if lanes|none == 1<<simd.Lanes-1 {
			group, ok = c.oneGroup(i, min(i+simd.Lanes, c.n))
			return k, group, ok
		}
	}
	return 0, 0, false
}

// oneGroup returns the group of the instances from:to, if they are of one.
func (c *mixing) oneGroup(from, to int) (group int, ok bool) {
	if c.player.Groups() == 1 {
		return 0, true
	}
	clip := c.active.clip[from]
	group = c.player.Group(clip)
	for _, other := range c.active.clip[from+1 : to] {
		if other != clip && c.player.Group(other) != group {
			return 0, false
		}
	}
	return group, true
}

// inBlocks returns the number of n lanes that are evaluated in blocks of 16. The
// remaining ones are evaluated one by one, which is faster where a block has few
// lanes, and always in plain Go. For NEON that is not measured but counted: a block
// takes the instructions of nine instances.
func inBlocks(n int) int {
	most := 7
	switch simd.Current() {
	case simd.AVX512:
		most = 4
	case simd.Generic:
		return 0
	}
	if over := n % simd.Lanes; over <= most {
		return n - over
	}
	return n
}

// palettesOf is where the palettes of instance i and those after it are written, beside so
// many values of instances that are read.
func (c *mixing) palettesOf(i, beside int) pose.Palettes {
	n := len(c.values)
	stream := 4*n >= streamBytes || beside > n/8 && 4*(n+beside) >= besideStreamBytes
	return pose.Palettes{Values: c.values[i*c.stride:], Stride: c.stride, Stream: stream}
}

// evaluate computes the palettes and morph weights of whole blocks where they lie.
func (c *mixing) evaluate(s *mixScratch, kind, group, first int, at []simd.Frames) {
	offsets, beside := false, 0
	if c.active.voices.flags(first, len(at))&instanceOffset != 0 {
		offsets, beside = true, len(c.active.offsets.pool.all())
	}
	b := batch{
		level: c.levels.kinds[kind], group: group, at: at,
		out: c.palettesOf(first*simd.Lanes, beside), first: first * simd.Lanes, offsets: offsets,
	}
	if c.weights.moving() {
		b.instance = s.instance[:simd.Lanes*len(at)]
		for l := range b.instance {
			if b.instance[l] = int32(simd.Lanes*first + l); int(b.instance[l]) >= c.n {
				b.instance[l] = -1
			}
		}
	}
	n := min(simd.Lanes*len(at), c.n-simd.Lanes*first)
	whole := inBlocks(n)
	for l := whole; l < n; l++ {
		place := &at[l/simd.Lanes]
		c.alone(s, lone{b.level, group, simd.Lanes*first + l, place.Row[l%simd.Lanes], place.Alpha[l%simd.Lanes]})
	}
	if whole > 0 {
		b.at = at[:(whole+simd.Lanes-1)/simd.Lanes]
		c.toPalettes(s, &b)
	}
}
