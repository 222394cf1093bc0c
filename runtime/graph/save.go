package graph

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/runtime/internal/saved"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/soa"
)

// ErrState: bytes are not the saved state of an instance of such a graph.
var ErrState = errors.New("not a saved state of this graph")

// Save appends the parameters and the playing state of instance i to data. Restored, the same
// input gives the same bits.
//
//	hash │ started, snaps │ parameters, smoothed ones │ clocks │ machines │ cooldowns │ active clips
func (g *Instances) Save(data []byte, i int) []byte {
	if i < 0 || i >= g.n {
		return data
	}
	m := saved.Memory{Data: data}
	g.recall(&m, i)
	return m.Data
}

// Restore gives instance i the state that is data. The error wraps ErrState, and nothing
// has changed then.
func (g *Instances) Restore(i int, data []byte) error {
	p, m := g.p, saved.Memory{Data: data, Reads: true}
	if i < 0 || i >= g.n {
		return fmt.Errorf("%w: instance %d of %d", soa.ErrRange, i, g.n)
	}
	if hash := m.Bits(0, 8); hash != p.hash {
		return fmt.Errorf("%w: another graph", ErrState)
	}
	m.Data = data
	one := p.Start(1)
	if one.recall(&m, 0); m.Failed || len(m.Data) > 0 {
		return fmt.Errorf("%w: its length or values", ErrState)
	}
	copy(g.raw[i*p.values:], one.raw)
	copy(g.smooth[i*p.values:], one.smooth)
	copy(g.clocks[i*len(p.clocks):], one.clocks)
	copy(g.machines[i*len(p.machines):], one.machines)
	copy(g.cooldowns[i*p.cooldowns:], one.cooldowns)
	g.active[i], g.used[i], g.started[i], g.snaps[i] = one.active[0], 0, one.started[0], one.snaps[0]
	for k, leaf := range g.active[i] {
		if leaf != 0 {
			g.used[i] |= 1 << k
		}
	}
	return nil
}

// recall takes the values of instance i, and checks those that are read.
func (g *Instances) recall(m *saved.Memory, i int) {
	p := g.p
	m.Bits(p.hash, 8)
	g.recallBegun(m, i)
	raw, smooth := g.raw[i*p.values:][:p.values], g.smooth[i*p.values:][:p.values]
	if m.Reads && p.smooth == nil {
		smooth = slices.Clone(raw)
	}
	for _, list := range [...][]float32{raw, smooth} {
		for k := range list { // a trigger may wait for ever
			if x := m.Bits(uint64(math.Float32bits(list[k])), 4); m.Reads {
				list[k] = math.Float32frombits(uint32(x))
			}
		}
	}
	if m.Reads {
		for k := range p.parameters {
			m.Failed = m.Failed || !p.parameters[k].has(raw) || !p.parameters[k].has(smooth)
		}
		m.Failed = m.Failed || p.smooth == nil && !slices.Equal(raw, smooth)
	}
	for k := range p.clocks {
		c := &g.clocks[i*len(p.clocks)+k]
		saved.Int(m, &c.cycle, 8)
		m.Float64(&c.phase)
		m.Float64(&c.rate)
		m.Failed = m.Failed || c.phase < 0 || c.phase > float64(p.clocks[k].count) || c.cycle > mostCycles || c.cycle < -mostCycles
	}
	for k := range p.machines {
		g.machines[i*len(p.machines)+k].recall(m, &p.machines[k], g.started[i])
	}
	for k := range p.cooldowns {
		left := &g.cooldowns[i*p.cooldowns+k]
		m.Float64(left)
		m.Failed = m.Failed || *left < leastCooldown
	}
	active := &g.active[i]
	for k := range active {
		saved.Int(m, &active[k], 2)
		m.Failed = m.Failed || int(active[k]) > len(p.leaves) || active[k] != 0 && slices.Contains(active[:k], active[k])
	}
}

// recallBegun takes whether the instance has started, and whether it settles, as bits.
func (g *Instances) recallBegun(m *saved.Memory, i int) {
	bits := uint8(0)
	for k, is := range [...]bool{g.started[i], g.snaps[i]} {
		if is {
			bits |= 1 << k
		}
	}
	saved.Int(m, &bits, 1)
	if m.Reads {
		g.started[i], g.snaps[i], m.Failed = bits&1 != 0, bits&2 != 0, m.Failed || bits > 3
	}
}

func (st *machineState) recall(m *saved.Memory, of *machine, started bool) {
	saved.Int(m, &st.n, 1)
	saved.Int(m, &st.interrupt, 1)
	saved.Int(m, &st.source, 2)
	saved.Int(m, &st.priority, 4)
	saved.Int(m, &st.held, 4)
	if m.Failed = m.Failed || st.n > maxEntries || started && st.n == 0 || st.interrupt > InterruptBoth; m.Failed && m.Reads {
		return
	}
	for k := range st.n {
		e := &st.entry[k]
		saved.Int(m, &e.state, 2)
		saved.Int(m, &e.curve, 1)
		for _, v := range [...]*float64{&e.from, &e.s, &e.rate, &e.time, &e.progress} {
			m.Float64(v)
		}
		m.Failed = m.Failed || int(e.state) >= len(of.states) || e.curve > play.EaseOut || !(e.from >= 0 && e.from <= 1 && e.s >= 0 && e.rate >= 0) || k > 0 && e.rate == 0
		for _, other := range st.entry[:k] {
			m.Failed = m.Failed || other.state == e.state
		}
	}
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
