package active

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/bits"

	"github.com/sinew-anim/sinew/runtime/internal/saved"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/soa"
)

// savedVersion begins a saved state.
const savedVersion = 2

// Saved is the state of an instance on its way to bytes or from them:
//
//	version │ clips, columns, layers, masks, floats of the crowd │ clips │ offset │ place │ pending events │ floats │ control │ graph
type Saved struct {
	used    uint64 // a bit per active clip in use
	clips   [play.MaxLayers]SavedClip
	dies    bool // it has an offset:
	offset  SavedClip
	along   bool
	root    soa.RootTransform
	pending []play.Event // that the next step reports at its start
	control struct {
		is   bool
		owed float64
		data []byte
	}
	// Floats are the custom properties that an expression follows: what a program has set, NaN where
	// nothing. Who reads a state gives their number.
	Floats []float32
	paused bool
	Graph  []byte // what is left: the state of a graph's instance
}

// Clips are the active clips in use.
func (s *Saved) Clips() []SavedClip { return s.clips[:bits.OnesCount64(s.used)] }

// Offset is the row of the offset, or nil.
func (s *Saved) Offset() []float32 { return s.offset.Row }

// SavedClip is an active clip of a state.
type SavedClip struct {
	Clip, Mode, Cycle, More          uint64
	Paused                           bool
	Phase, Speed, Weight, Fade, Rate float64
	Bytes                            [6]byte // mask, how, layer, rank, sync, seen
	Row                              []float32
}

// Holds reports whether the active clip holds a pose, in Row.
func (s *SavedClip) Holds() bool { return s.Bytes[1]&ClipHeld != 0 }

func (s *SavedClip) walk(m *saved.Memory, values int) {
	s.Clip, s.Mode = m.Bits(s.Clip, 8), m.Bits(s.Mode, 8)
	m.Bool(&s.Paused, 1)
	s.Cycle = m.Bits(s.Cycle, 8)
	for _, v := range [...]*float64{&s.Phase, &s.Speed, &s.Weight, &s.Fade, &s.Rate} {
		m.Float64(v)
	}
	for k := range s.Bytes {
		saved.Int(m, &s.Bytes[k], 1)
	}
	if s.Holds() {
		s.walkRow(m, values)
		return
	}
	s.More = m.Bits(s.More, 8)
}

func (s *SavedClip) walkRow(m *saved.Memory, values int) {
	if m.Reads {
		s.Row = make([]float32, values)
	}
	for k := range s.Row {
		m.Float(&s.Row[k])
	}
}

// walk writes what follows the crowd's signature in a state of instance i, or reads it.
func (s *Saved) walk(m *saved.Memory, c *Table, i int) {
	if s.used = m.Bits(s.used, 8); s.used >= 1<<c.Clips.Each {
		m.Failed = true
		return
	}
	for k := range s.Clips() {
		s.clips[k].walk(m, c.HeldPoses.Each)
	}
	if m.Bool(&s.dies, 1); s.dies {
		m.Float64(&s.offset.Fade)
		m.Float64(&s.offset.Rate)
		s.offset.walkRow(m, c.Offsets.Pool.Each)
	}
	m.Bool(&s.along, 1)
	for _, v := range [...]*float64{&s.root.X, &s.root.Y, &s.root.Z, &s.root.C, &s.root.S} {
		m.Float64(v)
	}
	s.walkPending(m, c, i)
	s.walkFloats(m)
	s.walkControl(m, c, i)
	if c.Graph.Of != nil {
		m.Bool(&s.paused, 1)
	}
}

func (s *Saved) walkPending(m *saved.Memory, c *Table, i int) {
	const size = 6*8 + 1
	n := m.Bits(uint64(len(s.pending)), 8)
	if m.Reads {
		if m.Failed = m.Failed || n > uint64(len(m.Data)/size); m.Failed {
			return
		}
		s.pending = make([]play.Event, n)
	}
	for k := range s.pending {
		e := &s.pending[k]
		kind, weight := uint64(e.Kind), float64(e.Weight)
		kind = m.Bits(kind, 8)
		for _, v := range [...]*int{&e.Layer, &e.Clip, &e.Index} {
			*v = int(m.Bits(uint64(*v), 8))
		}
		e.Cycle = int64(m.Bits(uint64(e.Cycle), 8))
		m.Float64(&weight)
		m.Bool(&e.Backward, 1)
		if !m.Reads {
			continue
		}
		if kind > uint64(play.EventEnd) || uint(e.Layer) >= play.MaxLayers || uint(e.Clip) >= uint(len(c.Watch.events)) || uint(e.Index) >= uint(len(c.Watch.events[e.Clip].events)) {
			m.Failed = true
			return
		}
		e.Instance, e.Name = i, c.Watch.events[e.Clip].events[e.Index].Name
		e.Kind, e.Weight = play.EventKind(kind), float32(weight)
	}
}

// walkFloats takes which custom properties are set, and to what.
func (s *Saved) walkFloats(m *saved.Memory) {
	for k := range s.Floats {
		set := s.Floats[k] == s.Floats[k]
		if m.Bool(&set, 1); set {
			m.Float(&s.Floats[k])
		} else if m.Reads {
			s.Floats[k] = float32(math.NaN())
		}
	}
}

// walkControl takes what the control remembers, after its length.
func (s *Saved) walkControl(m *saved.Memory, c *Table, i int) {
	x := &s.control
	if m.Bool(&x.is, 1); !x.is {
		return
	}
	m.Float64(&x.owed)
	at := len(m.Data)
	n := m.Bits(0, 8)
	if !m.Reads {
		m.Data = c.Control.Of.(play.ControlMemory).Save(m.Data, i)
		binary.LittleEndian.PutUint64(m.Data[at:], uint64(len(m.Data)-at-8))
		return
	}
	if m.Failed = m.Failed || n > uint64(len(m.Data)); !m.Failed {
		x.data, m.Data = m.Data[:n], m.Data[n:]
	}
}

// Save appends the state of instance i, whose custom properties are set to floats, to data.
func (c *Table) Save(data []byte, i int, floats []float32) []byte {
	v := &c.Clips
	s := Saved{used: uint64(v.Used[i]), dies: !c.Offsets.None(i), pending: c.Watch.pending(i), paused: c.Clocks.Paused(i), Floats: floats}
	n := 0
	for _, a := range v.All(i) {
		s.clips[n] = c.savedClip(a)
		n++
	}
	if s.dies {
		s.offset = SavedClip{Fade: float64(c.Offsets.Progress[i]), Rate: float64(c.Offsets.Rate[i]), Row: c.Offsets.Row(i)}
	}
	s.root, s.along = c.savedRoot(i)
	if _, s.control.is = c.Control.Of.(play.ControlMemory); s.control.is {
		s.control.owed = float64(c.Control.Owed[i])
	}
	m := saved.Memory{Data: append(data, savedVersion)}
	for _, n := range c.signature(len(floats)) {
		m.Bits(n, 8)
	}
	if s.walk(&m, c, i); c.Graph.Of != nil {
		return c.Graph.Of.Save(m.Data, i)
	}
	return m.Data
}

func (c *Table) savedClip(a int) SavedClip {
	v := &c.Clips
	cycle, phase := c.Clocks.Time(a)
	s := SavedClip{
		Clip: uint64(c.Clip[a]), Mode: uint64(c.Clocks.Mode(a)), Cycle: uint64(cycle), More: v.More[a], Paused: c.Clocks.Paused(a),
		Phase: phase, Speed: c.Clocks.Speed(a), Weight: float64(v.Weight[a]), Fade: v.Fade[a], Rate: float64(v.Rate[a]),
		Bytes: [...]byte{v.Mask[a], v.How[a], v.Layer[a], v.Rank[a], v.Sync[a], v.Seen[a]},
	}
	if s.Holds() {
		s.Row = c.HeldPoses.Row(int(v.More[a]))
	}
	return s
}

// Read reads what Save has written, for instance i. The error wraps play.ErrState.
func (c *Table) Read(s *Saved, i int, data []byte) error {
	m := saved.Memory{Data: data, Reads: true}
	if m.Bits(0, 1) != savedVersion {
		return fmt.Errorf("%w: another version", play.ErrState)
	}
	for k, want := range c.signature(len(s.Floats)) {
		if got := m.Bits(0, 8); got != want {
			return fmt.Errorf("%w: %d %s, the crowd has %d", play.ErrState, got, [...]string{"clips", "values in a pose", "layers", "masks", "properties that are followed"}[k], want)
		}
	}
	s.walk(&m, c, i)
	s.Graph = m.Data
	driven := c.Graph.Of != nil
	if s.used == 0 && !driven || s.used >= 1<<c.Clips.Each {
		return fmt.Errorf("%w: active clips %#x", play.ErrState, s.used)
	}
	rate := float32(s.offset.Rate)
	if m.Failed || (len(m.Data) > 0) != driven || !isTransform(&s.root) || s.dies && !(s.offset.Fade >= 0 && s.offset.Fade <= 1 && rate > 0 && play.Finite(float64(rate))) {
		return fmt.Errorf("%w: its length or values", play.ErrState)
	}
	return c.checkClips(s.Clips())
}

// RestoreControl gives the control what it has remembered, and returns how to take that back.
func (c *Table) RestoreControl(i int, s *Saved) (back func(), err error) {
	keeper, ok := c.Control.Of.(play.ControlMemory)
	if ok != s.control.is {
		return nil, fmt.Errorf("%w: with and without a control", play.ErrState)
	}
	if !ok {
		return func() {}, nil
	}
	before, owed := keeper.Save(nil, i), c.Control.Owed[i]
	if err := keeper.Restore(i, s.control.data); err != nil {
		return nil, fmt.Errorf("%w: %w", play.ErrState, err)
	}
	c.Control.Owed[i] = float32(s.control.owed)
	return func() {
		_ = keeper.Restore(i, before)
		c.Control.Owed[i] = owed
	}, nil
}

// savedRoot is what Save writes of the root of instance i: where it is or, of an
// instance that goes on along its track, the base of that.
func (c *Table) savedRoot(i int) (p soa.RootTransform, along bool) {
	r := &c.Roots
	if r.Mode != play.RootApplied {
		return soa.IdentityRoot(), false
	}
	_, phase := c.Clocks.Time(i)
	if a := &r.along[i]; !Layered(c.Clips.Flags[i]) && a.track == c.Watch.entry(c.Clip[i], c.Clocks.Mode(i)).track && a.to == phase {
		return r.base[i], true
	}
	r.Transform(&p, i)
	return p, false
}

// restoreRoot is the reverse of savedRoot. The last step of the instance is none.
func (c *Table) restoreRoot(i int, p soa.RootTransform, along bool) {
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
		r.along[i] = alongTrack{track: c.Watch.entry(c.Clip[i], c.Clocks.Mode(i)).track, from: phase, to: phase}
	}
}

// signature is what two crowds have in common that exchange states.
func (c *Table) signature(floats int) [5]uint64 {
	return [...]uint64{uint64(c.Sources()), uint64(c.Poses.RowValues()), uint64(c.Clips.Each), uint64(len(c.Masks)), uint64(floats)}
}

// isTransform reports whether a root can be there: not too far to move on, and turned by a unit
// vector.
func isTransform(p *soa.RootTransform) bool {
	const far = 1 << 60
	length := float64(p.C*p.C) + float64(p.S*p.S)
	return math.Abs(p.X) < far && math.Abs(p.Y) < far && math.Abs(p.Z) < far && math.Abs(length-1) < 1e-3
}
