package active

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/bits"

	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/motion"
	"github.com/sinew-anim/sinew/runtime/play"
)

// SavedVersion begins a saved state.
const SavedVersion = 1

// Save appends the state of instance i to data:
//
//	version │ clips, columns, layers, masks of the crowd │ clips │ offset │ place │ pending events │ control │ graph
func (c *Table) Save(data []byte, i int) []byte {
	v := &c.Clips
	w := StateWriter{append(data, SavedVersion)}
	for _, n := range c.Signature() {
		w.Int(n)
	}
	w.Int(uint64(v.Used[i]))
	for _, a := range v.All(i) {
		c.SaveClip(&w, a)
	}
	w.Bool(!c.Offsets.None(i))
	if !c.Offsets.None(i) {
		w.Float(float64(c.Offsets.Progress[i]))
		w.Float(float64(c.Offsets.Rate[i]))
		w.Row(c.Offsets.Row(i))
	}
	p, along := c.SavedRoot(i)
	w.Bool(along)
	for _, v := range [...]float64{p.X, p.Y, p.Z, p.C, p.S} {
		w.Float(v)
	}
	c.SavePending(&w, i)
	c.SaveControl(&w, i)
	if c.Graph.Of != nil {
		w.Bool(c.Clocks.Paused(i))
		w.Data = c.Graph.Of.Save(w.Data, i)
	}
	return w.Data
}

// SaveControl writes what the control remembers of an instance, with its length.
func (c *Table) SaveControl(w *StateWriter, i int) {
	keeper, ok := c.Control.Of.(play.ControlMemory)
	w.Bool(ok)
	if !ok {
		return
	}
	w.Float(float64(c.Control.Owed[i]))
	at := len(w.Data)
	w.Int(0)
	w.Data = keeper.Save(w.Data, i)
	binary.LittleEndian.PutUint64(w.Data[at:], uint64(len(w.Data)-at-8))
}

// savedControl is what a state holds of a control.
type savedControl struct {
	is   bool
	owed float64
	data []byte
}

func (r *StateReader) Control() (s savedControl) {
	if s.is = r.Bool(); s.is {
		s.owed = r.Finite()
		n := r.Int()
		if r.Failed = r.Failed || n > uint64(len(r.Data)); !r.Failed {
			s.data = r.take(int(n))
		}
	}
	return s
}

// SavePending writes the events that the next step of instance i reports at its start.
func (c *Table) SavePending(w *StateWriter, i int) {
	c.Watch.mu.Lock()
	defer c.Watch.mu.Unlock()
	at, n := len(w.Data), uint64(0)
	w.Int(0)
	for k := range c.Watch.gone {
		e := &c.Watch.gone[k]
		if e.Instance != i {
			continue
		}
		n++
		for _, x := range [...]int{int(e.Kind), e.Layer, e.Clip, e.Index, int(e.Cycle)} {
			w.Int(uint64(x))
		}
		w.Float(float64(e.Weight))
		w.Bool(e.Backward)
	}
	binary.LittleEndian.PutUint64(w.Data[at:], n)
}

// ReadPending reads what SavePending writes, for instance i.
func (c *Table) ReadPending(r *StateReader, i int) (list []play.Event) {
	const size = 6*8 + 1
	n := r.Int()
	if r.Failed = r.Failed || n > uint64(len(r.Data)/size); r.Failed {
		return nil
	}
	for range n {
		kind, layer, clip, index, cycle, weight, back := r.Int(), r.Int(), r.Int(), r.Int(), r.Int(), r.Finite(), r.Bool()
		if kind > uint64(play.EventEnd) || layer >= play.MaxLayers || clip >= uint64(len(c.Watch.events)) || index >= uint64(len(c.Watch.events[clip].events)) {
			r.Failed = true
			return nil
		}
		list = append(list, play.Event{
			Instance: i, Name: c.Watch.events[clip].events[index].Name, Kind: play.EventKind(kind), Layer: int(layer), Clip: int(clip), Index: int(index),
			Cycle: int64(cycle), Weight: float32(weight), Backward: back,
		})
	}
	return list
}

// RestoreControl gives the control what it has remembered, and returns how to take that back.
func (c *Table) RestoreControl(i int, s *savedControl) (back func(), err error) {
	keeper, ok := c.Control.Of.(play.ControlMemory)
	if ok != s.is {
		return nil, fmt.Errorf("%w: with and without a control", play.ErrState)
	}
	if !ok {
		return func() {}, nil
	}
	before, owed := keeper.Save(nil, i), c.Control.Owed[i]
	if err := keeper.Restore(i, s.data); err != nil {
		return nil, fmt.Errorf("%w: %w", play.ErrState, err)
	}
	c.Control.Owed[i] = float32(s.owed)
	return func() {
		_ = keeper.Restore(i, before)
		c.Control.Owed[i] = owed
	}, nil
}

// SavedRoot is what Save writes of the root of instance i: where it is or, of an
// instance that goes on along its track, the base of that.
func (c *Table) SavedRoot(i int) (p motion.RootTransform, along bool) {
	r := &c.Roots
	if r.Mode != play.RootApplied {
		return motion.Identity(), false
	}
	_, phase := c.Clocks.Time(i)
	if a := &r.along[i]; !Layered(c.Clips.Flags[i]) && a.track == c.Watch.of(c.Clip[i], c.Clocks.Mode(i)).track && a.to == phase {
		return r.base[i], true
	}
	r.Transform(&p, i)
	return p, false
}

// RestoreRoot is the reverse of SavedRoot. The last step of the instance is none.
func (c *Table) RestoreRoot(i int, p motion.RootTransform, along bool) {
	r := &c.Roots
	if r.Mode == play.RootIgnored {
		return
	}
	r.Reset(i)
	if r.Mode != play.RootApplied {
		return
	}
	r.base[i] = p
	if along && !Layered(c.Clips.Flags[i]) {
		_, phase := c.Clocks.Time(i)
		r.along[i] = alongTrack{track: c.Watch.of(c.Clip[i], c.Clocks.Mode(i)).track, from: phase, to: phase}
	}
}

// Signature is what two crowds have in common that exchange states.
func (c *Table) Signature() [4]uint64 {
	return [...]uint64{uint64(c.Sources()), uint64(c.Poses.RowValues()), uint64(c.Clips.Each), uint64(len(c.Masks))}
}

func (c *Table) SaveClip(w *StateWriter, a int) {
	v := &c.Clips
	cycle, phase := c.Clocks.Time(a)
	w.Int(uint64(c.Clip[a]))
	w.Int(uint64(c.Clocks.Mode(a)))
	w.Bool(c.Clocks.Paused(a))
	w.Int(uint64(cycle))
	for _, x := range [...]float64{phase, c.Clocks.Speed(a), float64(v.Weight[a]), v.Fade[a], float64(v.Rate[a])} {
		w.Float(x)
	}
	w.Data = append(w.Data, v.Mask[a], v.How[a], v.Layer[a], v.Rank[a], v.Sync[a], v.Seen[a])
	if v.HoldsPose(a) {
		w.Row(c.HeldPoses.Row(int(v.More[a])))
		return
	}
	w.Int(v.More[a])
}

// SavedClip is an active clip of a state that is read.
type SavedClip struct {
	Clip, Mode, Cycle, More          uint64
	Paused                           bool
	Phase, Speed, Weight, Fade, Rate float64
	Bytes                            [6]byte // mask, how, layer, rank, sync, seen
	Row                              []float32
}

// CheckClips makes sure that no active clip asks for what the crowd does not have.
func (c *Table) CheckClips(list []SavedClip) error {
	ranks, main, paused, plays := 0, false, false, 0
	var youngest [play.MaxLayers]*SavedClip // of the active clips of a layer that play
	for k := range list {
		s := &list[k]
		mask, how, layer, rank := s.Bytes[0], s.Bytes[1], s.Bytes[2], s.Bytes[3]
		good := s.Clip <= uint64(c.Sources()) && s.Mode <= uint64(simd.ClockClamp) &&
			int(mask) <= len(c.Masks) && play.Kind(how&ClipKind) <= play.Subtract && s.Bytes[5]&^(seenFresh|seenHeard|seenShadow|seenStopped) == 0 &&
			play.IsWeight(s.Weight) && s.Fade >= 0 && s.Fade <= 1 && s.Rate >= 0 && s.Rate <= math.MaxFloat32 && s.Phase >= 0
		if good && how&ClipHeld == 0 {
			good = s.Phase <= 2*c.Played[s.Clip].Clock.Seconds && play.Finite(math.Float64frombits(s.More))
		}
		driven := c.Graph.Of != nil
		if !good || rank >= play.MaxLayers || driven && how&^ClipKind != 0 || !driven && int(layer) >= c.Clips.Each {
			return fmt.Errorf("%w: active clip %d", play.ErrState, k)
		}
		if driven {
			continue
		}
		ranks |= 1 << rank
		main = main || layer == 0 && how&ClipQueued == 0
		if how&ClipQueued == 0 {
			if plays++; plays > 1 && s.Paused != paused {
				return fmt.Errorf("%w: active clip %d is paused alone", play.ErrState, k)
			}
			paused = s.Paused
		}
		if y := youngest[layer]; how&ClipQueued == 0 && (y == nil || y.Bytes[3] < rank) {
			youngest[layer] = s
		}
		if how&ClipHeld != 0 && how&ClipQueued != 0 {
			return fmt.Errorf("%w: active clip %d is a pose that waits", play.ErrState, k)
		}
	}
	for layer, s := range youngest {
		if s != nil && s.Bytes[1]&ClipHeld != 0 {
			return fmt.Errorf("%w: layer %d plays a pose", play.ErrState, layer)
		}
	}
	if c.Graph.Of == nil && (ranks != 1<<len(list)-1 || !main) {
		return fmt.Errorf("%w: the order of its active clips", play.ErrState)
	}
	return nil
}

// RestoreAll replaces the active clips of an instance; list has passed CheckClips.
func (c *Table) RestoreAll(i int, used uint8, list []SavedClip) {
	v := &c.Clips
	for k, a := range v.All(i) {
		v.Seen[a] = 0
		c.Free(nil, i, k)
	}
	c.Offsets.Drop(i)
	v.Used[i] = used
	for k, u := 0, used; u != 0; k, u = k+1, u&(u-1) {
		s, a := &list[k], v.At(i, bits.TrailingZeros8(u))
		clock := int(s.Clip)
		v.More[a] = s.More
		if s.Bytes[1]&ClipHeld != 0 {
			place, row := c.HeldPoses.Take()
			copy(row, s.Row)
			c.HeldPoses.Seal(place)
			v.More[a], clock = uint64(place), c.HeldClock()
		}
		c.Clip[a] = int32(s.Clip)
		_ = c.Clocks.SetClip(a, clock, simd.ClockMode(s.Mode))
		c.Clocks.SetTime(a, int64(s.Cycle), min(s.Phase, c.Clocks.Period(a)))
		c.Clocks.SetSpeed(a, s.Speed)
		c.Clocks.Pause(a, s.Paused)
		v.Weight[a], v.Fade[a], v.Rate[a] = float32(s.Weight), s.Fade, float32(s.Rate)
		v.Mask[a], v.How[a], v.Layer[a], v.Rank[a], v.Sync[a], v.Seen[a] = s.Bytes[0], s.Bytes[1], s.Bytes[2], s.Bytes[3], s.Bytes[4], s.Bytes[5]
	}
}
