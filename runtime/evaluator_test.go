package runtime

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/soa"
)

// poseRotations is the number of values of a rotation column in a pose, and of
// another one.
const (
	poseRotation = 5 * simd.Lanes
	poseOther    = 4 * simd.Lanes
)

// blendPoses is a stage: pose goes some way to other.
func blendPoses(pose, other []float32, way float32) {
	other = other[:len(pose)]
	for i, v := range pose {
		pose[i] = v + float32((other[i]-v)*way)
	}
}

// renew finds the inverse squares of the lengths of a pose's rotations again,
// which a blend of them is not.
func renew(pose []float32, rotations int) {
	for c := range rotations {
		q := pose[c*poseRotation:][:poseRotation]
		for l := range simd.Lanes {
			q[4*simd.Lanes+l] = inverseSquare([]float32{q[l], q[simd.Lanes+l], q[2*simd.Lanes+l], q[3*simd.Lanes+l]})
		}
	}
}

// stage is an evaluator with its memory.
type stage struct {
	*Evaluator
	pose, other, scratch []float32
	out                  simd.Palettes
}

func newStage(t *testing.T, b *soa.Bank, blocks int) *stage {
	e, err := NewEvaluator(b)
	if err != nil {
		t.Fatal(err)
	}
	return &stage{
		Evaluator: e, pose: simd.AlignedFloat32(e.PoseValues()), other: simd.AlignedFloat32(e.PoseValues()),
		scratch: simd.AlignedFloat32(e.ScratchValues()),
		out:     simd.Palettes{Values: simd.AlignedFloat32(blocks * simd.Lanes * e.Stride()), Stride: e.Stride()},
	}
}

// someFrames are places between rows of a random bank.
func someFrames(b *soa.Bank, first int) (at simd.Frames) {
	for l := range simd.Lanes {
		at.Row[l] = int64((first + 7*l) % 33 * b.Stride())
		at.Alpha[l] = float32(l) / simd.Lanes
	}
	return at
}

// In stages or at once, the bits are the same, and those of the scalar
// evaluation.
func TestEvaluatorStagesAreEvaluation(t *testing.T) {
	everyLevel(t, func(level simd.Level) {
		for _, form := range bankForms {
			b := randomBank(t, form, 2)
			s := newStage(t, b, 3)
			at := []simd.Frames{someFrames(b, 0), someFrames(b, 5), someFrames(b, 9)}
			if err := s.Evaluate(&s.out, at, s.pose, s.scratch); err != nil {
				t.Fatal(err)
			}
			whole := append([]float32(nil), s.out.Values...)
			clear(s.out.Values)
			for k := range at {
				if err := s.Sample(s.pose, &at[k]); err != nil {
					t.Fatal(err)
				}
				out := s.out
				out.Values = out.Values[k*simd.Lanes*out.Stride:]
				if err := s.Palettes(&out, s.pose, s.scratch); err != nil {
					t.Fatal(err)
				}
			}
			slow, palette := newScalarBank(b), make([]float32, affineFloats*b.Rotations())
			for i := range 3 * simd.Lanes {
				frames, l := &at[i/simd.Lanes], i%simd.Lanes
				slow.evaluate(b.Rows, int(frames.Row[l]), frames.Alpha[l], palette)
				for k, want := range palette[:affineFloats*testSlots] {
					staged, once := s.out.Values[i*s.out.Stride+k], whole[i*s.out.Stride+k]
					if math.Float32bits(staged) != math.Float32bits(want) || math.Float32bits(once) != math.Float32bits(want) {
						t.Fatalf("%v, %v: lane %d, value %d is %v in stages and %v at once, want %v", level, form, i, k, staged, once, want)
					}
				}
			}
		}
	})
}

// A blend between the stages is a blend of the quads: the palettes are those of
// the scalar evaluation of the blended ones.
func TestEvaluatorStageBetween(t *testing.T) {
	everyLevel(t, func(level simd.Level) {
		for _, form := range bankForms {
			b := randomBank(t, form, 2)
			s := newStage(t, b, 1)
			from, to := someFrames(b, 0), someFrames(b, 1)
			if err := errors.Join(s.Sample(s.pose, &from), s.Sample(s.other, &to)); err != nil {
				t.Fatal(err)
			}
			blendPoses(s.pose, s.other, 0.25)
			renew(s.pose, b.Rotations())
			if err := s.Palettes(&s.out, s.pose, s.scratch); err != nil {
				t.Fatal(err)
			}
			slow, palette := newScalarBank(b), make([]float32, affineFloats*b.Rotations())
			for l := range simd.Lanes {
				for i := range slow.quad {
					row := i/4*poseRotation + i%4*simd.Lanes
					if c := i/4 - b.Rotations(); c >= 0 {
						row = b.Rotations()*poseRotation + c*poseOther + i%4*simd.Lanes
					}
					slow.quad[i] = s.pose[row+l]
				}
				slow.matrices(palette)
				for k, want := range palette[:affineFloats*testSlots] {
					if got := s.out.Values[l*s.out.Stride+k]; math.Float32bits(got) != math.Float32bits(want) {
						t.Fatalf("%v, %v: lane %d, value %d is %v, want %v", level, form, l, k, got, want)
					}
				}
			}
		}
	})
}

func TestEvaluatorErrors(t *testing.T) {
	b := randomBank(t, soa.Rig, 2)
	s := newStage(t, b, 1)
	outside := simd.Frames{}
	outside.Row[3] = int64(len(b.Rows) - b.Stride())
	_, none := NewEvaluator(nil)
	_, broken := NewEvaluator(&soa.Bank{})
	short := simd.Palettes{Values: s.out.Values[:100], Stride: s.out.Stride}
	for name, x := range map[string]struct{ err, want error }{
		"no bank":       {none, soa.ErrInvalid},
		"broken bank":   {broken, soa.ErrInvalid},
		"outside":       {s.Sample(s.pose, &outside), ErrLength},
		"short pose":    {s.Sample(s.pose[1:], &simd.Frames{}), ErrLength},
		"no pose":       {s.Palettes(&s.out, nil, s.scratch), ErrLength},
		"no scratch":    {s.Palettes(&s.out, s.pose, nil), ErrLength},
		"no room":       {s.Evaluate(&short, make([]simd.Frames, 1), nil, s.scratch), ErrLength},
		"too few of it": {s.Evaluate(&s.out, make([]simd.Frames, 2), nil, s.scratch), ErrLength},
	} {
		if !errors.Is(x.err, x.want) {
			t.Errorf("%s: %v, want %v", name, x.err, x.want)
		}
	}
	if got := fmt.Sprint(s.Bank().Name, s.Stride()%16, s.Stride()/16%2); got != "random0 1" {
		t.Errorf("bank, stride: %s", got)
	}
}
