package control

import (
	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/internal/kernel"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/soa"
)

// Frames of joints that reflect, by the formulas of reflection.go.

// reflect finds how the next frame, of a slot whose parent has one, reflects.
func (f *frames) reflect(k *soa.Skeleton, slot int) {
	l, at := f.layout, len(f.half)
	signs, above := geom.XYZ(1, 1, 1), float32(1)
	if l.Form == soa.Rig {
		if j := l.Joint[slot]; j >= 0 {
			signs = signsOf([3]float32{k.Rest.SX[j], k.Rest.SY[j], k.Rest.SZ[j]})
		}
	} else if m := f.static[at]; m != nil {
		_, scale := parts(m)
		signs = signsOf(scale.Array())
	} else if c := l.ScaleColumn[slot]; c != soa.None {
		signs = signsOf([3]float32(l.Rest[4*(l.Rotations()+int(c)):]))
	} else {
		signs = signsOf(l.Scale[slot])
	}
	sign, h := halfOf(signs)
	if l.Form == soa.Rig {
		above = float32(sign * mirrors(l.K, &l.Bind[slot]))
	} else if p := f.parent[at]; p >= 0 {
		above = f.whole[p]
	}
	f.half, f.signs, f.whole = append(f.half, h), append(f.signs, signs.Times(above)), append(f.whole, float32(sign*above))
	f.out = append(f.out, f.bind[at])
	if l.Form == soa.Rig && h != noHalf {
		f.bind[at] = f.bind[at].Mul(h.quat().Conjugate())
	}
	f.twin = append(f.twin, -1)
	if l.Form != soa.Rig && h != noHalf {
		f.twin[at], f.twins = f.twins, f.twins+1
	}
}

// beginsAbove is where the rows of a joint's parent begin, with B in place of T.
func (f *frames) beginsAbove(k int) int {
	p := f.parent[k]
	if p >= 0 && f.twin[p] >= 0 {
		return (len(f.slot) + 1 + f.twin[p]) * kernel.FrameValues
	}
	return f.begins(p)
}

func (f *frames) ofAbove(k int) []float32 { return f.values[f.beginsAbove(k):][:kernel.FrameValues] }

// turnedAbove is B of a joint's parent.
func (f *frames) turnedAbove(k int) geom.Quat {
	v := f.ofAbove(k)[f.lane:][:3*simd.Lanes+1]
	return geom.XYZW(v[0], v[simd.Lanes], v[2*simd.Lanes], v[3*simd.Lanes])
}

// readTwin computes the rows with B from those of a frame.
func (f *frames) readTwin(k int) {
	from, to := f.frame(k), f.values[(len(f.slot)+1+f.twin[k])*kernel.FrameValues:][:kernel.FrameValues]
	copy(to[4*simd.Lanes:], from[4*simd.Lanes:])
	// q·i = (w, z, −y, −x), and so on.
	row := [3][4]int{{3, 2, 1, 0}, {2, 3, 0, 1}, {1, 0, 3, 2}}[f.half[k]]
	sign := [3][4]float32{{1, 1, -1, -1}, {-1, 1, 1, -1}, {1, -1, 1, -1}}[f.half[k]]
	for r := range row {
		for lane, v := range from[row[r]*simd.Lanes:][:simd.Lanes] {
			to[r*simd.Lanes+lane] = float32(sign[r] * v)
		}
	}
}

// line is a direction or an offset in a joint's frame as its T takes it into the model.
func (f *frames) line(k int, v [3]float32) [3]float32 {
	return times(f.signs[k], geom.VecOf(v)).Array()
}

// aboveSign is the sign of O of a joint's parent.
func (f *frames) aboveSign(k int) float32 {
	if p := f.parent[k]; p >= 0 {
		return f.whole[p]
	}
	return 1
}

// partsOf is T and the scales of a joint's matrix, which keep the signs of those at rest.
func (f *frames) partsOf(k int, m *soa.Affine) (geom.Quat, geom.Vec) {
	signs := f.signs[k]
	if signs == (geom.Vec{X: 1, Y: 1, Z: 1}) {
		return parts(m)
	}
	own := *m
	stretch(&own, signs.Array())
	turn, scale := parts(&own)
	return turn, times(signs.Times(f.aboveSign(k)), scale)
}
