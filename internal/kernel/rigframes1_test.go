package kernel

import (
	"math"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/native/simd"
)

// Frames of one instance have the bits that FrameRig16 gives a lane of 16, whatever set is in use.
func TestRigFramesOfOneHaveTheBitsOfALane(t *testing.T) {
	for s := range seed.Cases(t, 2) {
		for _, isa := range simd.ISAs() {
			r := newRandom(s)
			for range 20 {
				rigFramesOfOne(t, isa, r)
			}
		}
	}
}

func rigFramesOfOne(t *testing.T, isa simd.ISA, r random) {
	t.Helper()
	const joints, rotations = 23, 24
	c := simd.Columns{Rotations: rotations, Others: 8}
	block := simd.AlignedFloat32(PoseValues(c))
	copy(block, r.values(len(block), -1, 1))
	list := make([]RigFrame, joints)
	for k := range list {
		j := &list[k]
		j.Frame, j.Above, j.Rotation, j.Translation = k, r.IntN(k+1)-1, ColumnStart(c, r.IntN(rotations)), -1
		if j.Above < 0 {
			j.Above = joints
		}
		if r.IntN(2) == 0 {
			j.Translation = ColumnStart(c, rotations+r.IntN(8))
		}
		j.From = [3]float32(r.values(3, -1, 1))
		s := block[j.Rotation+4*simd.Lanes:]
		s[0] = max(s[0], -s[0]) // 1/|q|²
	}
	scale := r.values(1, -2, 2)[0]
	want, got := simd.AlignedFloat32((joints+1)*FrameValues), simd.AlignedFloat32((joints+1)*FrameValues)
	for row := range 7 {
		want[joints*FrameValues+row*simd.Lanes] = r.values(1, -1, 1)[0]
	}
	copy(got, want)
	args := NewLanewise()
	for _, j := range list {
		args.Uniforms = append(j.From[:], scale)
		args.Rows[0], args.Rows[1], args.Rows[2], args.Rows[3] = want[j.Above*FrameValues:], block[j.Rotation:], make([]float32, 3*simd.Lanes), want[j.Frame*FrameValues:]
		if j.Translation >= 0 {
			args.Rows[2] = block[j.Translation:]
		}
		must.Do(t, FrameRig16(args))
	}
	restore, err := simd.Use(isa)
	must.Do(t, err)
	frames, half := NewRigFrames(list, scale), r.IntN(joints)
	must.Do(t, frames.Read1(got, block, 0, half, NewLanewise()))
	must.Do(t, frames.Read1(got, block, half, joints, NewLanewise()))
	restore()
	for i, v := range got {
		if w := want[i]; i%simd.Lanes == 0 && math.Float32bits(v) != math.Float32bits(w) && (v == v || w == w) {
			t.Fatalf("%v: frame %d, row %d is %v, want %v", isa, i/FrameValues, i%FrameValues/simd.Lanes, v, w)
		} else if i%simd.Lanes > 3 && v != 0 {
			t.Fatalf("%v: wrote lane %d", isa, i%simd.Lanes)
		}
	}
}

func TestRigFramesRefuseShortSlices(t *testing.T) {
	f := NewRigFrames([]RigFrame{{Frame: 0, Above: 1, Rotation: 0, Translation: 80}}, 1)
	frames, block := make([]float32, 2*FrameValues), make([]float32, 80+4*simd.Lanes)
	for name, err := range map[string]error{
		"frames": f.Read1(frames[1:], block, 0, 1, NewLanewise()),
		"block":  f.Read1(frames, block[1:], 0, 1, NewLanewise()),
		"first":  f.Read1(frames, block, -1, 1, NewLanewise()),
		"joints": f.Read1(frames, block, 0, 2, NewLanewise()),
	} {
		if err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	must.Do(t, f.Read1(frames, block, 0, 1, NewLanewise()))
}
