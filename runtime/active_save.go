package runtime

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/bits"

	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/motion"
	"github.com/sinew-anim/sinew/runtime/play"
)

// savedVersion begins a saved state.
const savedVersion = 1

// saveControl writes what the control remembers of an instance, with its length.
func (c *table) saveControl(w *stateWriter, i int) {
	keeper, ok := c.control.of.(play.ControlMemory)
	w.bool(ok)
	if !ok {
		return
	}
	w.float(float64(c.control.owed[i]))
	at := len(w.data)
	w.int(0)
	w.data = keeper.Save(w.data, i)
	binary.LittleEndian.PutUint64(w.data[at:], uint64(len(w.data)-at-8))
}

// savedControl is what a state holds of a control.
type savedControl struct {
	is   bool
	owed float64
	data []byte
}

func (r *stateReader) control() (s savedControl) {
	if s.is = r.bool(); s.is {
		s.owed = r.finite()
		n := r.int()
		if r.failed = r.failed || n > uint64(len(r.data)); !r.failed {
			s.data = r.take(int(n))
		}
	}
	return s
}

// savePending writes the events that the next step of instance i reports at its start.
func (c *table) savePending(w *stateWriter, i int) {
	c.watch.mu.Lock()
	defer c.watch.mu.Unlock()
	at, n := len(w.data), uint64(0)
	w.int(0)
	for k := range c.watch.gone {
		e := &c.watch.gone[k]
		if e.Instance != i {
			continue
		}
		n++
		for _, x := range [...]int{int(e.Kind), e.Layer, e.Clip, e.Index, int(e.Cycle)} {
			w.int(uint64(x))
		}
		w.float(float64(e.Weight))
		w.bool(e.Backward)
	}
	binary.LittleEndian.PutUint64(w.data[at:], n)
}

// readPending reads what savePending writes, for instance i.
func (c *table) readPending(r *stateReader, i int) (list []play.Event) {
	const size = 6*8 + 1
	n := r.int()
	if r.failed = r.failed || n > uint64(len(r.data)/size); r.failed {
		return nil
	}
	for range n {
		kind, layer, clip, index, cycle, weight, back := r.int(), r.int(), r.int(), r.int(), r.int(), r.finite(), r.bool()
		if kind > uint64(play.EventEnd) || layer >= play.MaxLayers || clip >= uint64(len(c.watch.events)) || index >= uint64(len(c.watch.events[clip].events)) {
			r.failed = true
			return nil
		}
		list = append(list, play.Event{
			Instance: i, Name: c.watch.events[clip].events[index].Name, Kind: play.EventKind(kind), Layer: int(layer), Clip: int(clip), Index: int(index),
			Cycle: int64(cycle), Weight: float32(weight), Backward: back,
		})
	}
	return list
}

// restoreControl gives the control what it has remembered, and returns how to take that
// back.
func (c *table) restoreControl(i int, s *savedControl) (back func(), err error) {
	keeper, ok := c.control.of.(play.ControlMemory)
	if ok != s.is {
		return nil, fmt.Errorf("%w: with and without a control", play.ErrState)
	}
	if !ok {
		return func() {}, nil
	}
	before, owed := keeper.Save(nil, i), c.control.owed[i]
	if err := keeper.Restore(i, s.data); err != nil {
		return nil, fmt.Errorf("%w: %w", play.ErrState, err)
	}
	c.control.owed[i] = float32(s.owed)
	return func() {
		_ = keeper.Restore(i, before)
		c.control.owed[i] = owed
	}, nil
}

// savedRoot is what Save writes of the root of instance i: where it is or, of an
// instance that goes on along its track, the base of that.
func (c *table) savedRoot(i int) (p motion.RootTransform, along bool) {
	r := &c.roots
	if r.mode != play.RootApplied {
		return motion.Identity(), false
	}
	_, phase := c.clocks.Time(i)
	if a := &r.along[i]; !mixes(c.voices.busy[i]) && a.track == c.watch.of(c.clip[i], c.clocks.Mode(i)).track && a.to == phase {
		return r.base[i], true
	}
	r.place(&p, i)
	return p, false
}

// restoreRoot is the reverse of savedRoot. The last step of the instance is none.
func (c *table) restoreRoot(i int, p motion.RootTransform, along bool) {
	r := &c.roots
	if r.mode == play.RootIgnored {
		return
	}
	r.reset(i)
	if r.mode != play.RootApplied {
		return
	}
	r.base[i] = p
	if along && !mixes(c.voices.busy[i]) {
		_, phase := c.clocks.Time(i)
		r.along[i] = alongTrack{track: c.watch.of(c.clip[i], c.clocks.Mode(i)).track, from: phase, to: phase}
	}
}

// signature is what two crowds have in common that exchange states.
func (c *table) signature() [4]uint64 {
	return [...]uint64{uint64(c.clips()), uint64(c.poses.RowValues()), uint64(c.voices.each), uint64(len(c.masks))}
}

func (c *table) saveVoice(w *stateWriter, a int) {
	v := &c.voices
	cycle, phase := c.clocks.Time(a)
	w.int(uint64(c.clip[a]))
	w.int(uint64(c.clocks.Mode(a)))
	w.bool(c.clocks.Paused(a))
	w.int(uint64(cycle))
	for _, x := range [...]float64{phase, c.clocks.Speed(a), float64(v.weight[a]), v.fade[a], float64(v.rate[a])} {
		w.float(x)
	}
	w.data = append(w.data, v.mask[a], v.how[a], v.layer[a], v.rank[a], v.sync[a], v.seen[a])
	if v.held(a) {
		w.row(c.held.row(int(v.more[a])))
		return
	}
	w.int(v.more[a])
}

// savedVoice is a voice of a state that is read.
type savedVoice struct {
	clip, mode, cycle, more          uint64
	paused                           bool
	phase, speed, weight, fade, rate float64
	bytes                            [6]byte // mask, how, layer, rank, sync, seen
	row                              []float32
}

// checkVoices makes sure that no voice asks for what the crowd does not have.
func (c *table) checkVoices(list []savedVoice) error {
	ranks, main, paused, plays := 0, false, false, 0
	var youngest [play.MaxLayers]*savedVoice // of the voices of a layer that play
	for k := range list {
		s := &list[k]
		mask, how, layer, rank := s.bytes[0], s.bytes[1], s.bytes[2], s.bytes[3]
		good := s.clip <= uint64(c.clips()) && s.mode <= uint64(simd.ClockClamp) &&
			int(mask) <= len(c.masks) && play.Kind(how&voiceKind) <= play.Subtract && s.bytes[5]&^(seenFresh|seenHeard|seenShadow|seenStopped) == 0 &&
			play.IsWeight(s.weight) && s.fade >= 0 && s.fade <= 1 && s.rate >= 0 && s.rate <= math.MaxFloat32 && s.phase >= 0
		if good && how&voiceHeld == 0 {
			good = s.phase <= 2*c.played[s.clip].Clock.Seconds && play.Finite(math.Float64frombits(s.more))
		}
		if !good {
			return fmt.Errorf("%w: voice %d", play.ErrState, k)
		}
		if c.graph.of != nil {
			if how&^voiceKind != 0 || rank >= play.MaxLayers {
				return fmt.Errorf("%w: voice %d", play.ErrState, k)
			}
			continue
		}
		if int(layer) >= c.voices.each || rank >= play.MaxLayers {
			return fmt.Errorf("%w: voice %d", play.ErrState, k)
		}
		ranks |= 1 << rank
		main = main || layer == 0 && how&voiceQueued == 0
		if how&voiceQueued == 0 {
			if plays++; plays > 1 && s.paused != paused {
				return fmt.Errorf("%w: voice %d is paused alone", play.ErrState, k)
			}
			paused = s.paused
		}
		if y := youngest[layer]; how&voiceQueued == 0 && (y == nil || y.bytes[3] < rank) {
			youngest[layer] = s
		}
		if how&voiceHeld != 0 && how&voiceQueued != 0 {
			return fmt.Errorf("%w: voice %d is a pose that waits", play.ErrState, k)
		}
	}
	for layer, s := range youngest {
		if s != nil && s.bytes[1]&voiceHeld != 0 {
			return fmt.Errorf("%w: layer %d plays a pose", play.ErrState, layer)
		}
	}
	if c.graph.of == nil && (ranks != 1<<len(list)-1 || !main) {
		return fmt.Errorf("%w: the order of its voices", play.ErrState)
	}
	return nil
}

// restoreAll replaces the voices of an instance; list has passed checkVoices.
func (c *table) restoreAll(i int, used uint8, list []savedVoice) {
	v := &c.voices
	for u := v.used[i]; u != 0; u &= u - 1 {
		a := v.at(i, bits.TrailingZeros8(u))
		v.seen[a] = 0
		c.free(nil, i, bits.TrailingZeros8(u))
	}
	c.offsets.drop(i)
	v.used[i] = used
	for k, u := 0, used; u != 0; k, u = k+1, u&(u-1) {
		s, a := &list[k], v.at(i, bits.TrailingZeros8(u))
		clock := int(s.clip)
		v.more[a] = s.more
		if s.bytes[1]&voiceHeld != 0 {
			place, row := c.held.take()
			copy(row, s.row)
			c.held.seal(place)
			v.more[a], clock = uint64(place), c.heldClock()
		}
		c.clip[a] = int32(s.clip)
		_ = c.clocks.SetClip(a, clock, simd.ClockMode(s.mode))
		c.clocks.SetTime(a, int64(s.cycle), min(s.phase, c.clocks.Period(a)))
		c.clocks.SetSpeed(a, s.speed)
		c.clocks.Pause(a, s.paused)
		v.weight[a], v.fade[a], v.rate[a] = float32(s.weight), s.fade, float32(s.rate)
		v.mask[a], v.how[a], v.layer[a], v.rank[a], v.sync[a], v.seen[a] = s.bytes[0], s.bytes[1], s.bytes[2], s.bytes[3], s.bytes[4], s.bytes[5]
	}
}
