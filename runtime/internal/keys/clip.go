package keys

import (
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/kernel"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/internal/layout"
	"github.com/sinew-anim/sinew/soa"
)

// exactTrack is a track that is evaluated from the clip's own keys in float64, lane by lane: slow, but
// without extra memory, for what float32 kernels cannot hold or where their keys would be too large.
type exactTrack struct {
	clip    *soa.Clip
	track   int
	column  int
	convert *layout.Conversion
}

// at is the column's value.
func (t *exactTrack) at(tick, rest float32) [4]float32 {
	v := exact.Sample(t.clip, t.track, float64(tick)+float64(rest))
	return t.convert.Value(t.clip.Tracks[t.track].Property, v, false).Float32()
}

// Clip is what kernels sample of a clip, and the other tracks.
type Clip struct {
	*kernel.KeyClip
	Ticks
	exact []exactTrack
}

// Sample16 writes the columns that the clip moves, in the lanes whose bit is set.
func (p *Clip) Sample16(block []float32, at *kernel.Ticks, lanes uint16, curves *kernel.KeyScratch) {
	_ = kernel.SampleKeys16(block, p.KeyClip, at, lanes, curves)
	for i := range p.exact {
		t := &p.exact[i]
		column := block[kernel.ColumnStart(p.Columns(), t.column):]
		rotation := t.column < p.Columns().Rotations
		for l := range simd.Lanes {
			if lanes>>l&1 == 0 {
				continue
			}
			q := t.at(at.Tick[l], at.Rest[l])
			for e, v := range q {
				column[e*simd.Lanes+l] = v
			}
			if rotation {
				column[len(q)*simd.Lanes+l] = 1 / ((float32(q[0]*q[0]) + float32(q[1]*q[1])) + (float32(q[2]*q[2]) + float32(q[3]*q[3])))
			}
		}
	}
}

// Sample is Sample16 of one instance.
func (p *Clip) Sample(row []float32, tick, rest float32, curves *kernel.KeyScratch) {
	_ = kernel.SampleKeys(row, p.KeyClip, tick, rest, curves)
	for i := range p.exact {
		t := &p.exact[i]
		q := t.at(tick, rest)
		copy(row[4*t.column:], q[:])
	}
}
