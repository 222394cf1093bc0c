package graph

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/soa"
)

// ErrState: bytes are not the saved state of an instance of such a graph.
var ErrState = errors.New("not a saved state of this graph")

// Save appends the parameters and the playing state of instance i to data. Where it is
// restored, the same input gives the same bits.
//
//	hash │ started │ parameters, smoothed ones │ clocks │ machines │ cooldowns │ active clips
func (g *Instances) Save(data []byte, i int) []byte {
	p := g.p
	if i < 0 || i >= g.n {
		return data
	}
	data = binary.LittleEndian.AppendUint64(data, p.hash)
	started := byte(0)
	if g.started[i] {
		started = 1
	}
	data = append(data, started)
	data = appendFloats(data, g.raw[i*p.values:][:p.values])
	data = appendFloats(data, g.smooth[i*p.values:][:p.values])
	for k := range p.clocks {
		c := &g.clocks[i*len(p.clocks)+k]
		data = binary.LittleEndian.AppendUint64(data, uint64(c.cycle))
		data = appendDoubles(data, c.phase, c.rate)
	}
	for k := range p.machines {
		st := &g.machines[i*len(p.machines)+k]
		data = append(data, st.n, byte(st.interrupt))
		data = binary.LittleEndian.AppendUint16(data, st.source)
		data = binary.LittleEndian.AppendUint32(data, uint32(st.priority))
		for m := range st.n {
			e := &st.entry[m]
			data = binary.LittleEndian.AppendUint16(data, e.state)
			data = append(data, byte(e.curve))
			data = appendDoubles(data, e.from, e.s, e.rate, e.time, e.progress)
		}
	}
	data = appendDoubles(data, g.cooldowns[i*p.cooldowns:][:p.cooldowns]...)
	for _, v := range g.active[i] {
		data = binary.LittleEndian.AppendUint16(data, v)
	}
	return data
}

func appendFloats(data []byte, values []float32) []byte {
	for _, v := range values {
		data = binary.LittleEndian.AppendUint32(data, math.Float32bits(v))
	}
	return data
}

func appendDoubles(data []byte, values ...float64) []byte {
	for _, v := range values {
		data = binary.LittleEndian.AppendUint64(data, math.Float64bits(v))
	}
	return data
}

// Restore gives instance i the state that is data. The error wraps ErrState, and nothing
// has changed then.
func (g *Instances) Restore(i int, data []byte) error {
	p, r := g.p, &reader{data: data}
	if i < 0 || i >= g.n {
		return fmt.Errorf("%w: instance %d of %d", soa.ErrRange, i, g.n)
	}
	if binary.LittleEndian.Uint64(r.take(8)) != p.hash {
		return fmt.Errorf("%w: another graph", ErrState)
	}
	one := Instances{
		p: p, n: 1, raw: make([]float32, p.values), smooth: make([]float32, p.values), clocks: make([]clockState, len(p.clocks)),
		machines: make([]machineState, len(p.machines)), cooldowns: make([]float64, p.cooldowns), started: make([]bool, 1), active: make([][play.MaxLayers]uint16, 1),
	}
	started := r.take(1)[0]
	r.bad = r.bad || started > 1
	one.started[0] = started == 1
	r.floats(one.raw)
	r.floats(one.smooth)
	for k := range p.parameters {
		r.bad = r.bad || !p.parameters[k].has(one.raw) || !p.parameters[k].has(one.smooth)
	}
	if r.bad = r.bad || p.smooth == nil && !slices.Equal(one.raw, one.smooth); r.bad {
		return fmt.Errorf("%w: its length or values", ErrState)
	}
	for k := range one.clocks {
		c := &one.clocks[k]
		c.cycle = int64(binary.LittleEndian.Uint64(r.take(8)))
		c.phase, c.rate = r.double(), r.double()
		r.bad = r.bad || c.phase < 0 || c.phase > float64(p.clocks[k].count) || c.cycle > mostCycles || c.cycle < -mostCycles
	}
	for k := range one.machines {
		r.machine(&one.machines[k], &p.machines[k], one.started[0])
	}
	for k := range one.cooldowns {
		one.cooldowns[k] = r.double()
		r.bad = r.bad || one.cooldowns[k] < leastCooldown
	}
	r.active(&one.active[0], len(p.leaves))
	if r.bad || len(r.data) > 0 {
		return fmt.Errorf("%w: its length or values", ErrState)
	}
	copy(g.raw[i*p.values:], one.raw)
	copy(g.smooth[i*p.values:], one.smooth)
	copy(g.clocks[i*len(p.clocks):], one.clocks)
	copy(g.machines[i*len(p.machines):], one.machines)
	copy(g.cooldowns[i*p.cooldowns:], one.cooldowns)
	g.active[i], g.used[i], g.started[i] = one.active[0], 0, one.started[0]
	for k, leaf := range g.active[i] {
		if leaf != 0 {
			g.used[i] |= 1 << k
		}
	}
	return nil
}

// has reports whether some values of parameters can be its own.
func (x *parameter) has(values []float32) bool {
	v := values[x.at]
	switch {
	case x.Type == Trigger:
		return v >= 0 && v <= max(shortest, float32(x.Lifetime))
	case x.Type == Vec2 && !x.allows(values[x.at+1]):
		return false
	}
	return x.allows(v)
}

// allows reports whether a number lies within the parameter's limits.
func (x *parameter) allows(v float32) bool {
	if x.Min < x.Max && !(v >= float32(x.Min) && v <= float32(x.Max)) {
		return false
	}
	return v-v == 0
}

// reader takes values off bytes; bad is set where there are none left, or wrong ones.
type reader struct {
	data []byte
	bad  bool
}

func (r *reader) take(n int) []byte {
	if r.bad = r.bad || len(r.data) < n; r.bad {
		return make([]byte, n)
	}
	out := r.data[:n]
	r.data = r.data[n:]
	return out
}

func (r *reader) float() float32 {
	v := math.Float32frombits(binary.LittleEndian.Uint32(r.take(4)))
	r.bad = r.bad || v != v
	return v
}

func (r *reader) floats(to []float32) {
	for k := range to {
		to[k] = r.float()
	}
}

func (r *reader) double() float64 {
	v := math.Float64frombits(binary.LittleEndian.Uint64(r.take(8)))
	r.bad = r.bad || v-v != 0
	return v
}

func (r *reader) machine(st *machineState, of *machine, started bool) {
	head := r.take(2)
	st.n, st.interrupt, st.source = head[0], Interrupt(head[1]), binary.LittleEndian.Uint16(r.take(2))
	st.priority = int32(binary.LittleEndian.Uint32(r.take(4)))
	if r.bad = r.bad || st.n > maxEntries || started && st.n == 0 || st.interrupt > InterruptBoth; r.bad {
		return
	}
	for k := range st.n {
		e := &st.entry[k]
		e.state = binary.LittleEndian.Uint16(r.take(2))
		e.curve = play.Curve(r.take(1)[0])
		e.from, e.s, e.rate = r.double(), r.double(), r.double()
		e.time, e.progress = r.double(), r.double()
		r.bad = r.bad || int(e.state) >= len(of.states) || e.curve > play.EaseOut || !(e.from >= 0 && e.from <= 1 && e.s >= 0 && e.rate >= 0) || k > 0 && e.rate == 0
		for _, other := range st.entry[:k] {
			r.bad = r.bad || other.state == e.state
		}
	}
}

func (r *reader) active(to *[play.MaxLayers]uint16, leaves int) {
	for k := range to {
		to[k] = binary.LittleEndian.Uint16(r.take(2))
		r.bad = r.bad || int(to[k]) > leaves
		for _, other := range to[:k] {
			r.bad = r.bad || to[k] != 0 && other == to[k]
		}
	}
}
