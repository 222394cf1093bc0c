package codec

import "github.com/sinew-anim/sinew/soa"

// keepSmall keeps the tracks exact that coding would not make smaller.
func (e *encoder) keepSmall() {
	e.whole = true
	e.quantize(16)
	e.whole = false
	for _, t := range e.tracks {
		if t.kind != soa.PackedCoded {
			continue
		}
		if e.trackBits(t)/e.worked >= t.exactBits()/(e.master+1) {
			e.keep(t)
		}
	}
}

// keepWide keeps the tracks exact whose values have more bits than a knot holds, and reports
// whether there are any. A knot holds more bits than float32.
func (e *encoder) keepWide() (any bool) {
	for _, t := range e.tracks {
		if t.kind != soa.PackedCoded {
			continue
		}
		if _, ok := e.spanBits(t); !ok {
			e.keep(t)
			any = true
		}
	}
	return any
}

// keep keeps a track exact.
func (e *encoder) keep(t *sourceTrack) {
	t.kind = soa.PackedNone
	if t.Property >= soa.Weight {
		return
	}
	for i := range e.worked {
		v := e.truth[t.Target].get(t.Property, i)
		e.now[t.Target].set(t.Property, i, v)
		e.spare[t.Target].set(t.Property, i, v)
	}
}

// exactBits returns the number of bits of the exact track.
func (t *sourceTrack) exactBits() int {
	keys := t.Last - t.First + 1
	if t.Track.Interpolation == soa.Cubic {
		return 8 * (12 + 52*keys)
	}
	return 8 * (12 + 20*keys)
}

// trackBits returns the number of bits of a coded track.
func (e *encoder) trackBits(t *sourceTrack) int {
	if !e.o.Small {
		if bits, ok := e.spanBits(t); ok {
			return bits
		}
		return t.exactBits()
	}
	d := t.packedAs()
	n, keys := 0, e.keys(t)
	for s, from := 0, 0; from < keys; s++ {
		to := e.segmentEnd(from, keys)
		n += headBits(d, &t.packed.heads[s])
		for c := range t.components(s) {
			var plan bodyPlan
			plan, e.u = planBody(t.packed.v[c][from:to], e.u)
			n += plan.bits
		}
		from = to
	}
	return n
}

// bits returns the number of bits of all moving tracks.
func (e *encoder) bits() int {
	n := 0
	for _, t := range e.tracks {
		switch t.kind {
		case soa.PackedCoded:
			n += e.trackBits(t)
		case soa.PackedNone:
			n += t.exactBits()
		}
	}
	return n
}
