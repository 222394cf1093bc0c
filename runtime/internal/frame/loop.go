package frame

import (
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/internal/active"
	"github.com/sinew-anim/sinew/runtime/internal/mix"
)

// chunk is blocks of instances that go through a frame together, where they lie.
type chunk struct {
	first       int           // block
	at          []simd.Frames // where the first clips of the instances stand
	flags       uint8         // of all of them together
	layered     bool          // some play more than one clip
	controlled  bool          // all play one clip, which a control changes
	whole       bool          // all are due, of one kind of level and one group, and not layered:
	kind, group int
}

// Begin begins a frame of the instances from:to: it lists interval events since the last frame, and
// asks the control which instances it changes.
func (c *Set) Begin(s *Scratch, from, to int, dt float64) {
	c.Active.TakeGone(&s.Step, from, to, dt)
	c.Active.MeetControl(from, to)
}

// Work runs a worker's part of a frame: the blocks from:to, of Some where that is not nil.
func (c *Set) Work(worker, from, to int, dt float64) {
	if c.Some != nil {
		c.RunSome(c.Workers[worker], c.Some[from*simd.Lanes:min(to*simd.Lanes, len(c.Some))], dt)
		return
	}
	c.Run(c.Workers[worker], from, to, dt)
}

// Collect merges the workers' events of a frame, by instance and time.
func (c *Set) Collect() {
	list := &c.Active.Watch.List
	if cap(list.List) == 0 {
		return
	}
	list.Clear()
	for _, s := range c.Workers {
		list.Take(&s.Step.Events.EventList)
	}
	list.Sort()
}

// TakeErr returns the first error of a driver in the frame, if there is any, and forgets it.
func (s *Scratch) TakeErr() error {
	err := s.err
	s.err = nil
	return err
}

// TakeErr is that of the workers.
func (c *Set) TakeErr() (err error) {
	for _, s := range c.Workers {
		if e := s.TakeErr(); err == nil {
			err = e
		}
	}
	return err
}

// Run runs a frame of dt seconds for the blocks from:to. Errors of kernels are ignored: they are
// about lengths, which NewCrowd has fixed.
func (c *Set) Run(s *Scratch, from, to int, dt float64) {
	if from < to && c.Len <= maxScalarClocks && c.Mix.LODs.Single {
		c.runFew(s, dt)
		return
	}
	dense := c.Mix.LODs.Single && c.Mix.Player.Groups() == 1
	for ; from < to; from += active.CrowdBlocks {
		k := c.chunk(s, from, min(active.CrowdBlocks, to-from))
		if dense && k.flags == active.InstanceControlled && c.Active.OnlyControlled(from, len(k.at)) {
			k.layered, k.controlled = false, true
		}
		k.whole = dense && !k.layered
		c.decide(s, &k, dt)
		c.advance(&k, dt)
		c.observe(s, &k, dt)
		c.evaluate(s, &k, dt)
	}
	c.flush(s)
}

// RunSome runs a frame for an ascending list of instances: whole blocks in place, others gathered.
func (c *Set) RunSome(s *Scratch, instances []int, dt float64) {
	for len(instances) > 0 {
		i, n := instances[0], 1
		switch kind, group, blocks := c.wholeBlocks(instances); {
		case blocks > 0:
			n = blocks * simd.Lanes
			k := c.chunk(s, i/simd.Lanes, blocks)
			k.whole, k.kind, k.group = true, kind, group
			c.decide(s, &k, dt)
			c.advance(&k, dt)
			c.observe(s, &k, dt)
			c.evaluate(s, &k, dt)
		case active.Layered(c.Active.Clips.Flags[i]):
			c.runOne(s, i, c.Mix.LODs.KindOf(i), dt)
		default:
			row, alpha := c.stepOne(s, i, dt)
			s.Mix.Gather.Add(&c.Mix, &s.Mix, c.Mix.LODs.KindOf(i), i, row, alpha)
		}
		instances = instances[n:]
	}
	c.flush(s)
}

// Advance steps all instances and evaluates none.
func (c *Set) Advance(s *Scratch, dt float64) {
	if c.Len <= maxScalarClocks {
		c.advanceFew(s, dt)
		return
	}
	for b, blocks := 0, c.Active.Clips.Padded/simd.Lanes; b < blocks; b += active.CrowdBlocks {
		k := c.chunk(s, b, min(active.CrowdBlocks, blocks-b))
		c.decide(s, &k, dt)
		_ = c.Active.Clocks.Advance16(k.at, k.first, c.Active.ClockStep(dt))
		c.observe(s, &k, dt)
		if k.layered {
			c.keepLayered(&s.Mix, k.first, k.at)
			c.endLayered(s, k.first, len(k.at), dt, false)
		}
	}
}

// advanceFew steps the instances of a small crowd one by one.
func (c *Set) advanceFew(s *Scratch, dt float64) {
	for i := range c.Len {
		if active.Layered(c.Active.Clips.Flags[i]) {
			c.runOne(s, i, notDue, dt)
			continue
		}
		c.stepOne(s, i, dt)
	}
}

func (c *Set) chunk(s *Scratch, first, blocks int) chunk {
	flags := c.Active.Clips.FlagsOf(first, blocks)
	return chunk{first: first, at: s.At[:blocks], flags: flags, layered: active.Layered(flags)}
}

// decide finds what the layers of instances do in the step: as Play has set them, or as a graph
// decides now.
func (c *Set) decide(s *Scratch, k *chunk, dt float64) {
	if c.Active.Watching() {
		c.Active.Note(&s.Step, k.first*simd.Lanes, len(k.at)*simd.Lanes)
	}
	if k.layered {
		c.beginLayered(s, k.first, len(k.at), dt)
	}
}

// advance advances the clocks of first clips, and finds their places in the source.
func (c *Set) advance(k *chunk, dt float64) {
	_ = c.Active.Clocks.Advance16(k.at, k.first, c.Active.ClockStep(dt))
	c.Mix.Player.Place(k.at, k.first, c.Active.Clip, c.Active.Clocks)
}

// observe lists the events and root motion of instances of one clip.
func (c *Set) observe(s *Scratch, k *chunk, dt float64) {
	if c.Active.Watching() {
		c.Active.ObservePlain(&s.Step, k.first*simd.Lanes, len(k.at)*simd.Lanes, dt)
	}
	if k.flags&active.InstanceOffset != 0 {
		c.Active.GrowOffsets(k.first, len(k.at), dt)
	}
}

// evaluate computes the palettes of those that are due.
func (c *Set) evaluate(s *Scratch, k *chunk, dt float64) {
	switch {
	case k.controlled:
		for i := range k.at {
			c.Active.Owe((k.first+i)*simd.Lanes, simd.Lanes, dt)
		}
		c.Mix.EvaluateControlled(&s.Mix, k.first, k.at)
	case k.whole:
		c.Mix.Evaluate(&s.Mix, k.kind, k.group, k.first, k.at)
	case k.layered:
		c.keepLayered(&s.Mix, k.first, k.at)
		c.evaluateMixed(s, k.first, k.at, true)
		c.endLayered(s, k.first, len(k.at), dt, true)
	default:
		c.evaluateMixed(s, k.first, k.at, false)
	}
}

// flush evaluates what has been gathered.
func (c *Set) flush(s *Scratch) {
	s.Mix.Gather.Flush(&c.Mix, &s.Mix)
	s.Mix.Mixer.Flush(&c.Mix, &s.Mix)
}

// maxScalarClocks is the largest crowd whose clocks are advanced one at a time;
// above it Advance16 is faster. inBlocks leaves as many instances alone.
const maxScalarClocks = 4

// runFew runs a frame for the instances of a small crowd, each alone.
func (c *Set) runFew(s *Scratch, dt float64) {
	one, watching := mix.Alone{Level: c.Mix.LODs.Kinds[0]}, c.Active.Watching()
	for one.Instance = range c.Len {
		flags := c.Active.Clips.Flags[one.Instance]
		changes := flags == active.InstanceControlled && !watching // the control alone makes it layered
		if active.Layered(flags) && !changes {
			c.runOne(s, one.Instance, c.Mix.LODs.KindOf(one.Instance), dt)
			continue
		}
		one.Row, one.Alpha = c.stepOne(s, one.Instance, dt)
		if changes {
			c.Active.Owe(one.Instance, 1, dt)
			c.Mix.EvaluateChanged(&s.Mix, one)
			continue
		}
		one.Group = c.Mix.Player.Group(c.Active.Clip[one.Instance])
		c.Mix.EvaluateAlone(&s.Mix, one)
	}
	s.Mix.Mixer.Flush(&c.Mix, &s.Mix)
}

// stepOne steps an instance of one clip, and returns its place in the source.
func (c *Set) stepOne(s *Scratch, i int, dt float64) (row int64, alpha float32) {
	watching := c.Active.Watching()
	if watching {
		c.Active.Note(&s.Step, i, 1)
	}
	row, alpha = c.Active.Clocks.Advance(i, dt)
	if watching {
		c.Active.ObservePlain(&s.Step, i, 1, dt)
	}
	c.Active.GrowPlain(i, dt)
	return c.Mix.Player.PlaceOne(i, c.Active.Clip, c.Active.Clocks, row, alpha)
}

// EvaluateAll computes all palettes without a step.
func (c *Set) EvaluateAll(s *Scratch) {
	for b, blocks := 0, c.Active.Clips.Padded/simd.Lanes; b < blocks; b += active.CrowdBlocks {
		chunk := c.chunk(s, b, min(active.CrowdBlocks, blocks-b))
		c.advance(&chunk, 0)
		for k, at := range chunk.at {
			for i := simd.Lanes * (b + k); i < min(simd.Lanes*(b+k+1), c.Len); i++ {
				kind := c.Mix.LODs.KindOf(i)
				if active.Layered(c.Active.Clips.Flags[i]) {
					c.Mix.PlacesAt(&s.Mix, i, 0)
					c.Mix.Add(&s.Mix, i, 0, kind)
					continue
				}
				s.Mix.Gather.Add(&c.Mix, &s.Mix, kind, i, at.Row[i%simd.Lanes], at.Alpha[i%simd.Lanes])
			}
		}
	}
	c.flush(s)
}
