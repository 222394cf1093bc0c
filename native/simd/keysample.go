package simd

import "math"

// Ticks says where each lane of a block is on a clip's time line: at tick Tick
// plus Rest, with Tick the float32 at or below and Rest what is missing.
type Ticks struct {
	Tick, Rest [Lanes]float32
}

// Set puts a lane at a tick, which is not negative.
func (t *Ticks) Set(lane int, tick float64) {
	t.Tick[lane], t.Rest[lane] = SplitTick(tick)
}

// SplitTick divides a tick, which is not negative, into the greatest float32
// that is not above it and the remainder.
func SplitTick(tick float64) (whole, rest float32) {
	whole = float32(tick)
	if float64(whole) > tick {
		whole = below(whole)
	}
	return whole, float32(tick - float64(whole))
}

// SampleKeys16 evaluates those lanes of a block whose bit is set, at their
// ticks, and writes the columns that the clip keys into pose, which is laid out
// as Columns.PoseValues says. With a and b the values at the ends of the
// interval in which Tick lies:
//
//	alpha  = ((Tick - begin) + Rest) · (1/length)
//	v      = a + (b-a)·alpha
//	1/|q|² = 1 / ((xx+yy) + (zz+ww))      of rotation columns
//
// of straight columns; those of curves are on them at alpha, rotations of unit length.
//
// The search for the interval needs no cursors: it takes the same time at
// random ticks as at ticks that follow each other. The scratch is one for the clip,
// see NewKeyScratch.
func SampleKeys16(pose []float32, clip *KeyClip, at *Ticks, lanes uint16, scratch *KeyScratch) error {
	err := checkLengths("SampleKeys16", clip.columns.pose("pose", pose), scratch.length(clip))
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

// HoldKeys16 writes the columns that a clip holds, in the lanes whose bit is
// set. They need not be written again as long as nobody else writes the pose.
func HoldKeys16(pose []float32, clip *KeyClip, lanes uint16) error {
	if err := checkLengths("HoldKeys16", clip.columns.pose("pose", pose)); err != nil {
		return err
	}
	for i := range clip.held {
		h := &clip.held[i]
		for k, v := range h.value[:h.rows] {
			row := (*[Lanes]float32)(pose[h.out+k*Lanes:])
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
		for l := range Lanes {
			if lanes>>l&1 == 0 {
				continue
			}
			row, alpha := clip.find(line, at.Tick[l], at.Rest[l])
			a := clip.values[row:][:4*columns]
			b := clip.values[row+int(line.next/4):][:4*columns]
			for c, first := range out[:columns] {
				v := lerpQuad(a[4*c:], b[4*c:], alpha)
				p := pose[int(first)/4+l:]
				p[0], p[Lanes], p[2*Lanes], p[3*Lanes] = v[0], v[1], v[2], v[3]
				if c < rotations {
					p[4*Lanes] = inverseSquare(v[0], v[1], v[2], v[3])
				}
			}
		}
		out = out[columns:]
	}
}

// find returns the index in values of the row where the interval of a tick
// begins, and how far into the interval the tick is.
func (k *KeyClip) find(line *keyLine, tick, rest float32) (row int, alpha float32) {
	interval := int(k.cells[line.cell+line.cellOf(tick)])
	records := k.values[line.records/4:][:4*line.intervals]
	for tick >= records[4*interval+1] {
		interval++
	}
	begin, over := records[4*interval], records[4*interval+2]
	return int(line.rows/4) + interval*int(line.stride/4), float32(((tick - begin) + rest) * over)
}

// below returns the next float32 towards zero of a positive one.
func below(x float32) float32 { return math.Float32frombits(math.Float32bits(x) - 1) }
