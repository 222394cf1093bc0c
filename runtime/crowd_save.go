package runtime

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/bits"

	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/motion"
	"github.com/sinew-anim/sinew/runtime/play"
)

// ErrState: bytes are not the saved state of an instance of such a crowd.
var ErrState = errors.New("not a saved state of this crowd")

// savedVersion begins a saved state.
const savedVersion = 1

// Save appends the playing state of the character to data: what its layers play and where,
// fades, queues, poses that die out, its place, and what its control remembers. One of a
// crowd of the same source and options goes on from there with the same bits and events, see
// Restore. The error wraps ErrStale.
//
//	version │ clips, columns, layers, masks of the crowd │ voices │ offset │ place │ pending events │ control │ graph
func (x Instance) Save(data []byte) ([]byte, error) {
	if err := x.check("save"); err != nil {
		return data, err
	}
	c, i := x.crowd, x.index
	v := &c.set.active.voices
	w := stateWriter{append(data, savedVersion)}
	for _, n := range c.set.active.signature() {
		w.int(n)
	}
	w.int(uint64(v.used[i]))
	for k := range v.each {
		if v.used[i]>>k&1 != 0 {
			c.set.active.saveVoice(&w, v.at(i, k))
		}
	}
	w.bool(!c.set.active.offsets.none(i))
	if !c.set.active.offsets.none(i) {
		w.float(float64(c.set.active.offsets.s[i]))
		w.float(float64(c.set.active.offsets.rate[i]))
		w.row(c.set.active.offsets.row(i))
	}
	p, along := c.set.active.savedRoot(i)
	w.bool(along)
	for _, v := range [...]float64{p.X, p.Y, p.Z, p.C, p.S} {
		w.float(v)
	}
	c.set.active.savePending(&w, i)
	c.set.active.saveControl(&w, i)
	if c.set.active.graph.of != nil {
		w.bool(c.set.active.clocks.Paused(i))
		w.data = c.set.active.graph.of.Save(w.data, i)
	}
	return w.data, nil
}

// saveControl writes what the control remembers of an instance, with its length.
func (c *table) saveControl(w *stateWriter, i int) {
	keeper, ok := c.control.of.(ControlMemory)
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
	keeper, ok := c.control.of.(ControlMemory)
	if ok != s.is {
		return nil, fmt.Errorf("%w: with and without a control", ErrState)
	}
	if !ok {
		return func() {}, nil
	}
	before, owed := keeper.Save(nil, i), c.control.owed[i]
	if err := keeper.Restore(i, s.data); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrState, err)
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
	if r.mode != RootApplied {
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
	if r.mode == RootIgnored {
		return
	}
	r.reset(i)
	if r.mode != RootApplied {
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

// stateWriter appends values to bytes.
type stateWriter struct{ data []byte }

func (w *stateWriter) int(v uint64)    { w.data = binary.LittleEndian.AppendUint64(w.data, v) }
func (w *stateWriter) float(v float64) { w.int(math.Float64bits(v)) }

func (w *stateWriter) bool(v bool) {
	if v {
		w.data = append(w.data, 1)
		return
	}
	w.data = append(w.data, 0)
}

func (w *stateWriter) row(row []float32) {
	for _, v := range row {
		w.data = binary.LittleEndian.AppendUint32(w.data, math.Float32bits(v))
	}
}

// savedVoice is a voice of a state that is read.
type savedVoice struct {
	clip, mode, cycle, more          uint64
	paused                           bool
	phase, speed, weight, fade, rate float64
	bytes                            [6]byte // mask, how, layer, rank, sync, seen
	row                              []float32
}

// Restore gives the character the state that Save has written, its own or another's, here
// or in a crowd of the same source and options. The palette follows with the next Update.
// The error wraps ErrStale, or ErrState, and nothing has changed then.
func (x Instance) Restore(data []byte) error {
	if err := x.check("restore"); err != nil {
		return err
	}
	c, i := x.crowd, x.index
	r := &stateReader{data: data}
	if r.byte() != savedVersion {
		return fmt.Errorf("restore: %w: another version", ErrState)
	}
	for k, want := range c.set.active.signature() {
		if got := r.int(); got != want {
			return fmt.Errorf("restore: %w: %d %s, the crowd has %d", ErrState, got, [...]string{"clips", "values in a pose", "layers", "masks"}[k], want)
		}
	}
	used := r.int()
	var list [play.MaxLayers]savedVoice
	n := bits.OnesCount64(used)
	if used == 0 && c.set.active.graph.of == nil || used >= 1<<c.set.active.voices.each {
		return fmt.Errorf("restore: %w: voices %#x", ErrState, used)
	}
	for k := range list[:n] {
		c.set.readVoice(r, &list[k])
	}
	var offset savedVoice
	dies := r.bool()
	if dies {
		offset.fade, offset.rate, offset.row = r.float(), r.float(), r.row(c.set.active.offsets.pool.each)
		r.failed = r.failed || !c.set.canDieOut(offset.row)
	}
	along := r.bool()
	p := motion.RootTransform{X: r.finite(), Y: r.finite(), Z: r.finite(), C: r.finite(), S: r.finite()}
	pending := c.set.active.readPending(r, i)
	control := r.control()
	paused := c.set.active.graph.of != nil && r.bool()
	if r.failed || (len(r.data) > 0) != (c.set.active.graph.of != nil) || !isPlace(&p) || dies && !(offset.fade >= 0 && offset.fade <= 1 && float32(offset.rate) > 0 && play.Finite(float64(float32(offset.rate)))) {
		return fmt.Errorf("restore: %w: its length or values", ErrState)
	}
	if err := c.set.active.checkVoices(list[:n]); err != nil {
		return fmt.Errorf("restore: %w", err)
	}
	takeBack, err := c.set.active.restoreControl(i, &control)
	if err != nil {
		return fmt.Errorf("restore: %w", err)
	}
	if c.set.active.graph.of != nil {
		if err := c.set.active.graph.of.Restore(i, r.data); err != nil {
			takeBack()
			return fmt.Errorf("restore: %w: %w", ErrState, err)
		}
	}
	c.set.mix.soloLock.Lock()
	defer c.set.mix.soloLock.Unlock()
	c.set.active.restoreAll(i, uint8(used), list[:n])
	c.set.active.watch.replacePending(i, pending)
	if c.set.active.graph.of != nil {
		c.set.active.clocks.Pause(i, paused)
	}
	if dies {
		place, row := c.set.active.offsets.pool.take()
		copy(row, offset.row)
		c.set.active.offsets.place[i], c.set.active.offsets.s[i], c.set.active.offsets.rate[i] = int32(place+1), float32(offset.fade), float32(offset.rate)
	}
	c.set.active.settle(i)
	c.set.active.restoreRoot(i, p, along)
	c.set.mix.levels.refresh(i)
	return nil
}

func (c *set) readVoice(r *stateReader, s *savedVoice) {
	s.clip, s.mode, s.paused, s.cycle = r.int(), r.int(), r.bool(), r.int()
	s.phase, s.speed, s.weight, s.fade, s.rate = r.finite(), r.finite(), r.finite(), r.finite(), r.finite()
	for k := range s.bytes {
		s.bytes[k] = r.byte()
	}
	if s.bytes[1]&voiceHeld != 0 {
		s.row = r.row(c.active.held.each)
		r.failed = r.failed || !c.canHold(s.row)
		return
	}
	s.more = r.int()
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
			return fmt.Errorf("%w: voice %d", ErrState, k)
		}
		if c.graph.of != nil {
			if how&^voiceKind != 0 || rank >= play.MaxLayers {
				return fmt.Errorf("%w: voice %d", ErrState, k)
			}
			continue
		}
		if int(layer) >= c.voices.each || rank >= play.MaxLayers {
			return fmt.Errorf("%w: voice %d", ErrState, k)
		}
		ranks |= 1 << rank
		main = main || layer == 0 && how&voiceQueued == 0
		if how&voiceQueued == 0 {
			if plays++; plays > 1 && s.paused != paused {
				return fmt.Errorf("%w: voice %d is paused alone", ErrState, k)
			}
			paused = s.paused
		}
		if y := youngest[layer]; how&voiceQueued == 0 && (y == nil || y.bytes[3] < rank) {
			youngest[layer] = s
		}
		if how&voiceHeld != 0 && how&voiceQueued != 0 {
			return fmt.Errorf("%w: voice %d is a pose that waits", ErrState, k)
		}
	}
	for layer, s := range youngest {
		if s != nil && s.bytes[1]&voiceHeld != 0 {
			return fmt.Errorf("%w: layer %d plays a pose", ErrState, layer)
		}
	}
	if c.graph.of == nil && (ranks != 1<<len(list)-1 || !main) {
		return fmt.Errorf("%w: the order of its voices", ErrState)
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

// stateReader takes values off bytes; failed is set where there are none left.
type stateReader struct {
	data   []byte
	failed bool
}

func (r *stateReader) take(n int) []byte {
	if r.failed || len(r.data) < n {
		r.failed = true
		return make([]byte, n)
	}
	b := r.data[:n]
	r.data = r.data[n:]
	return b
}

func (r *stateReader) byte() byte     { return r.take(1)[0] }
func (r *stateReader) int() uint64    { return binary.LittleEndian.Uint64(r.take(8)) }
func (r *stateReader) float() float64 { return math.Float64frombits(r.int()) }

func (r *stateReader) row(n int) []float32 {
	row := make([]float32, n)
	for k, data := 0, r.take(4*n); k < n; k++ {
		row[k] = math.Float32frombits(binary.LittleEndian.Uint32(data[4*k:]))
	}
	return row
}

func (r *stateReader) bool() bool {
	b := r.byte()
	r.failed = r.failed || b > 1
	return b == 1
}

// finite takes a number that is one.
func (r *stateReader) finite() float64 {
	v := r.float()
	r.failed = r.failed || !play.Finite(v)
	return v
}
