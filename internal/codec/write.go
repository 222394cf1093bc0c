package codec

import (
	"cmp"
	"slices"

	"github.com/sinew-anim/sinew/internal/packing"
	"github.com/sinew-anim/sinew/soa"
)

// write makes a packed clip of the quantized tracks.
func (e *encoder) write() *soa.Packed {
	p := lossless(e.model, e.clip)
	if !e.o.Small {
		p.Coding, p.Floats, p.FloatBound = soa.PackedSpans, len(e.model.Floats), e.o.FloatBound
		p.Kind = make([]uint8, (p.Places()+3)/4)
	}
	p.Exact = e.kept()
	p.Bound, p.ErrorDistance, p.WeightBound = e.o.Bound, e.o.Distance, e.o.WeightBound
	sorted := make([]*sourceTrack, p.Places()) // by place, as the decoder has them
	for _, t := range e.tracks {
		place := p.Place(t.Property, t.Target)
		p.Kind[place/4] |= uint8(t.kind) << (place % 4 * 2)
		sorted[place] = t
	}
	var grids []gridKey
	for _, t := range sorted {
		if t != nil && t.kind == soa.PackedCoded && !slices.Contains(grids, t.grid()) {
			grids = append(grids, t.grid())
		}
	}
	slices.SortFunc(grids, func(a, b gridKey) int { return cmp.Or(a.stride-b.stride, int(a.curve)-int(b.curve)) })
	w := &bitWriter{}
	for _, t := range sorted {
		if t == nil || t.kind == soa.PackedNone || t.kind == soa.PackedRest {
			continue
		}
		p.Step = append(p.Step, t.packed.step)
		if t.kind == soa.PackedCoded && t.Property == soa.Rotation && !e.o.Small {
			p.Left = append(p.Left, t.packed.left())
		}
		if t.kind == soa.PackedConstant {
			w.writeHead(t.packedAs(), &t.packed.heads[0])
		} else if len(grids) > 1 {
			p.Grid = append(p.Grid, uint8(slices.Index(grids, t.grid())))
		}
	}
	for _, grid := range grids {
		var tracks []*sourceTrack
		for _, t := range sorted {
			if t != nil && t.kind == soa.PackedCoded && t.grid() == grid {
				tracks = append(tracks, t)
			}
		}
		if e.o.Small {
			e.writeGrid(p, w, tracks, e.keys(tracks[0]))
		} else {
			e.writeSpans(p, w, tracks, e.keys(tracks[0]))
		}
		p.Grids[len(p.Grids)-1].Curve = grid.curve
	}
	w.align()
	p.Data = append(w.data, make([]byte, packing.Padding(p.Coding == soa.PackedSpans))...)
	return p
}

// gridKey identifies a grid.
type gridKey struct {
	stride int
	curve  uint32
}

func (t *sourceTrack) grid() gridKey {
	if t.curved {
		return gridKey{t.stride, soa.PackedCatmullRom}
	}
	return gridKey{t.stride, soa.PackedLines}
}

// writeGrid appends the segments of the tracks of a grid.
func (e *encoder) writeGrid(p *soa.Packed, w *bitWriter, tracks []*sourceTrack, keys int) {
	g := soa.PackedGrid{Intervals: uint32(keys - 1), PerSegment: uint32(e.perSegment(keys))}
	p.Grids = append(p.Grids, g)
	for s, from := 0, 0; from < keys; s++ {
		to := e.segmentEnd(from, keys)
		w.align()
		p.Segment = append(p.Segment, uint32(len(w.data)))
		for _, t := range tracks {
			w.writeHead(t.packedAs(), &t.packed.heads[s])
		}
		for _, t := range tracks {
			for c := range t.components(s) {
				e.u = w.writeBody(t.packed.v[c][from:to], e.u)
			}
		}
		from = to
	}
}

// kept returns the clip of the exact tracks.
func (e *encoder) kept() soa.Clip {
	var places []unpacked
	for i, t := range e.tracks {
		if t.kind == soa.PackedNone {
			places = append(places, exactTrack(e.clip, i))
		}
	}
	return *join(e.clip, places)
}

// lossless returns a packed clip with all tracks exact.
func lossless(model *soa.Model, clip *soa.Clip) *soa.Packed {
	joints, weights := model.Skeleton.Len(), len(model.Weights)
	return &soa.Packed{
		Exact: *clip, Joints: joints, Weights: weights,
		Kind: make([]uint8, (3*joints+weights+3)/4), Data: make([]byte, packing.RicePadding),
	}
}
