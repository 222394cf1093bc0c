// Package extent states when a clip starts and ends by the keys of its tracks: where files do not say
// it, importers read it from the keys, and exporters write keys by which it is read again.
//
// A clip starts with the first key of the tracks that have several keys, and ends with the last key of
// all tracks. A lone key is a constant, which file formats have at any time, often at 0 s: it does not
// say when a clip starts, but a clip that has one later than the others lasts until then, as glTF
// players take it. A clip of lone keys alone starts with the first of them.
package extent

// Extent is the time that tracks cover, in any unit. The zero value covers none.
type Extent struct {
	seen, moves      bool // it has tracks, with several keys
	begin            float64
	earliest, latest float64
}

// See extends the time by a track with keys between a first and a last one.
func (e *Extent) See(first, last float64, keys int) {
	if keys == 0 {
		return
	}
	if keys > 1 {
		if !e.moves || first < e.begin {
			e.begin = first
		}
		e.moves = true
	}
	if !e.seen || first < e.earliest {
		e.earliest = first
	}
	if !e.seen || last > e.latest {
		e.latest = last
	}
	e.seen = true
}

// Empty reports whether no track has keys.
func (e *Extent) Empty() bool { return !e.seen }

// Span returns when the clip starts and ends, 0 for no tracks.
func (e *Extent) Span() (first, last float64) {
	if e.moves {
		return e.begin, e.latest
	}
	return e.earliest, e.latest
}
