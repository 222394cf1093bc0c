package kernel

import (
	"github.com/sinew-anim/sinew/native/simd"
	"math"
)

// Ticks is the time of each lane of a block on a clip's timeline: Tick + Rest, with Tick the
// nearest float32 at or below.
type Ticks struct {
	Tick, Rest [simd.Lanes]float32
}

// Set sets the tick of a lane, at least 0.
func (t *Ticks) Set(lane int, tick float64) {
	t.Tick[lane], t.Rest[lane] = SplitTick(tick)
}

// SplitTick splits a tick of at least 0 into the greatest float32 not above it and the rest.
func SplitTick(tick float64) (whole, rest float32) {
	whole = float32(tick)
	if float64(whole) > tick {
		whole = previousFloat(whole)
	}
	return whole, float32(tick - float64(whole))
}

// SampleKeys16 evaluates the lanes of a block whose bit is set, at their ticks, and writes the
// keyed columns into pose, laid out as PoseValues describes. With a and b the values
// at the ends of the interval that contains Tick:
//
//	alpha  = ((Tick - begin) + Rest) · (1/length)
//	v      = a + (b-a)·alpha
//	1/|q|² = 1 / ((xx+yy) + (zz+ww))      of rotation columns
//
// for linear columns; columns of curves are evaluated at alpha, rotations normalized.
//
// The search needs no cursors and takes the same time for random and consecutive ticks.
// scratch is one for the clip, see NewKeyScratch.
func SampleKeys16(pose []float32, clip *KeyClip, at *Ticks, lanes uint16, scratch *KeyScratch) error {
	err := checkLengths("SampleKeys16", poseLength(clip.columns, "pose", pose), scratch.length(clip))
	if err != nil || lanes == 0 {
		return err
	}
	if len(clip.lines) > 0 {
		sampleKeys16(pose, clip, at, lanes)
	}
	if len(clip.bends) > 0 {
		scratch.bend16(pose, clip, at, lanes)
	}
	return nil
}

// HoldKeys16 writes the columns that a clip holds, in the lanes whose bit is set: once, as
// SampleKeys16 does not change them.
func HoldKeys16(pose []float32, clip *KeyClip, lanes uint16) error {
	if err := checkLengths("HoldKeys16", poseLength(clip.columns, "pose", pose)); err != nil {
		return err
	}
	for i := range clip.held {
		h := &clip.held[i]
		for k, v := range h.value[:h.rows] {
			row := (*[simd.Lanes]float32)(pose[h.out+k*simd.Lanes:])
			for l := range row {
				if lanes>>l&1 != 0 {
					row[l] = v
				}
			}
		}
	}
	return nil
}

func sampleKeys16Go(pose []float32, clip *KeyClip, at *Ticks, lanes uint16) {
	out := clip.out
	for i := range clip.lines {
		line := &clip.lines[i]
		rotations, columns := int(4*line.packs), int(4*(line.packs+line.otherPacks))
		for l := range simd.Lanes {
			if lanes>>l&1 == 0 {
				continue
			}
			row, alpha := clip.find(line, at.Tick[l], at.Rest[l])
			a := clip.values[row:][:4*columns]
			b := clip.values[row+int(line.next/4):][:4*columns]
			for c, first := range out[:columns] {
				v := lerpQuad(a[4*c:], b[4*c:], alpha)
				p := pose[int(first)/4+l:]
				p[0], p[simd.Lanes], p[2*simd.Lanes], p[3*simd.Lanes] = v[0], v[1], v[2], v[3]
				if c < rotations {
					p[4*simd.Lanes] = inverseSquare(v[0], v[1], v[2], v[3])
				}
			}
		}
		out = out[columns:]
	}
}

// find returns the index in values of the first row of a tick's interval, and the fraction of
// the interval before the tick.
func (k *KeyClip) find(line *keyLine, tick, rest float32) (row int, alpha float32) {
	interval := int(k.cells[line.cell+line.cellOf(tick)])
	records := k.values[line.records/4:][:4*line.intervals]
	for tick >= records[4*interval+1] {
		interval++
	}
	begin, over := records[4*interval], records[4*interval+2]
	return int(line.rows/4) + interval*int(line.stride/4), float32(((tick - begin) + rest) * over)
}

// previousFloat returns the float32 before a positive one.
func previousFloat(x float32) float32 { return math.Float32frombits(math.Float32bits(x) - 1) }
