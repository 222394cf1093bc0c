package kernel

import (
	"errors"
	"github.com/sinew-anim/sinew/native/simd"
	"math"
	"math/rand/v2"
	"testing"
)

// Every kernel must notice wrong lengths before it reads or writes anything.
func TestBlockKernelsRefuseWrongLengths(t *testing.T) {
	s := shape{joints: 9, tree: "random", columns: 0.5, values: "unit", blocks: 1}
	b := s.draw(t, rand.New(rand.NewPCG(1, 1)))
	c := b.columns
	width := affineFloats * c.Rotations
	pose := make([]float32, PoseValues(c))
	scratch := make([]float32, max(b.rig.ScratchValues(), b.general.ScratchValues()))
	palettes := func() *simd.Palettes {
		return &simd.Palettes{Values: make([]float32, (simd.Lanes-1)*b.stride+width), Stride: b.stride}
	}
	if c.Others == 0 || b.rig.others == 0 || b.general.others == 0 {
		t.Fatal("the case has no other columns")
	}
	run := func(out *simd.Palettes, rows simd.Rows, at simd.Frames, pose, scratch []float32) []error {
		return []error{
			SampleRows16(pose, &rows, &at),
			RigPalette16(out, pose, rows.Columns, b.rig, scratch),
			GeneralPalette16(out, pose, rows.Columns, b.general, scratch),
		}
	}
	for _, err := range run(palettes(), b.rows, b.at[0], pose, scratch) {
		if err != nil {
			t.Fatalf("nothing is wrong: %v", err)
		}
	}
	const sampling, fromPose = 0b001, 0b110
	for _, wrong := range []struct {
		name    string
		kernels int // bit set: which of run have to refuse
		do      func(out *simd.Palettes, rows *simd.Rows, at *simd.Frames, pose, scratch *[]float32)
	}{
		{"bank one short", sampling, func(_ *simd.Palettes, r *simd.Rows, at *simd.Frames, _, _ *[]float32) {
			r.Values = r.Values[:len(r.Values)-1]
			at.Row[3] = int64(len(b.rows.Values) - r.Stride - r.RowValues())
		}},
		{"row below 0", sampling, func(_ *simd.Palettes, _ *simd.Rows, at *simd.Frames, _, _ *[]float32) { at.Row[15] = -1 }},
		{"row far out", sampling, func(_ *simd.Palettes, _ *simd.Rows, at *simd.Frames, _, _ *[]float32) {
			at.Row[0] = math.MaxInt64
		}},
		{"row stride", sampling, func(_ *simd.Palettes, r *simd.Rows, _ *simd.Frames, _, _ *[]float32) {
			r.Stride = r.RowValues() - 1
		}},
		{"negative row stride", sampling, func(_ *simd.Palettes, r *simd.Rows, _ *simd.Frames, _, _ *[]float32) {
			r.Stride = -r.Stride
		}},
		{"absurd row stride", sampling, func(_ *simd.Palettes, r *simd.Rows, _ *simd.Frames, _, _ *[]float32) {
			r.Stride = math.MaxInt
		}},
		{"odd rotations", sampling | fromPose, func(_ *simd.Palettes, r *simd.Rows, _ *simd.Frames, _, _ *[]float32) {
			r.Rotations = r.Rotations - 1
		}},
		{"too few rotations", fromPose, func(_ *simd.Palettes, r *simd.Rows, _ *simd.Frames, _, _ *[]float32) {
			r.Rotations = r.Rotations - 4
		}},
		{"odd others", sampling | fromPose, func(_ *simd.Palettes, r *simd.Rows, _ *simd.Frames, _, _ *[]float32) {
			r.Others = r.Others - 2
		}},
		{"no others", fromPose, func(_ *simd.Palettes, r *simd.Rows, _ *simd.Frames, _, _ *[]float32) {
			r.Others = 0
		}},
		{"negative others", sampling | fromPose, func(_ *simd.Palettes, r *simd.Rows, _ *simd.Frames, _, _ *[]float32) {
			r.Others = -4
		}},
		{"pose", sampling | fromPose, func(_ *simd.Palettes, _ *simd.Rows, _ *simd.Frames, p, _ *[]float32) { *p = (*p)[:len(*p)-1] }},
		{"scratch", fromPose, func(_ *simd.Palettes, _ *simd.Rows, _ *simd.Frames, _, s *[]float32) { *s = (*s)[:1] }},
		{"palettes", fromPose, func(o *simd.Palettes, _ *simd.Rows, _ *simd.Frames, _, _ *[]float32) {
			o.Values = o.Values[:len(o.Values)-1]
		}},
		{"palette stride", fromPose, func(o *simd.Palettes, _ *simd.Rows, _ *simd.Frames, _, _ *[]float32) { o.Stride = width - 1 }},
		{"absurd palette stride", fromPose, func(o *simd.Palettes, _ *simd.Rows, _ *simd.Frames, _, _ *[]float32) {
			o.Stride = math.MaxInt/8 + 1
		}},
		{"a lane beyond the palettes", fromPose, func(o *simd.Palettes, _ *simd.Rows, _ *simd.Frames, _, _ *[]float32) {
			o.Lane = &[simd.Lanes]int32{3: simd.Lanes}
		}},
		{"a lane before the palettes", fromPose, func(o *simd.Palettes, _ *simd.Rows, _ *simd.Frames, _, _ *[]float32) {
			o.Lane = &[simd.Lanes]int32{7: -1}
		}},
		{"streams to a stride off lines", fromPose, func(o *simd.Palettes, _ *simd.Rows, _ *simd.Frames, _, _ *[]float32) {
			*o = simd.Palettes{Values: simd.AlignedFloat32(simd.Lanes * (width + 4)), Stride: width + 4, Stream: true}
		}},
		{"streams off lines", fromPose, func(o *simd.Palettes, _ *simd.Rows, _ *simd.Frames, _, _ *[]float32) {
			*o = simd.Palettes{Values: simd.AlignedFloat32(simd.Lanes * (width + 16))[1:], Stride: (width + 15) / 16 * 16, Stream: true}
		}},
	} {
		t.Run(wrong.name, func(t *testing.T) {
			eachISA(t, func(t *testing.T) {
				out, rows, at, p, s := palettes(), b.rows, b.at[0], pose, scratch
				wrong.do(out, &rows, &at, &p, &s)
				for k, err := range run(out, rows, at, p, s) {
					if noticed := errors.Is(err, simd.ErrLength); noticed != (wrong.kernels>>k&1 == 1) {
						t.Errorf("kernel %d: %v", k, err)
					}
				}
			})
		})
	}
}

func TestRigsRefuseWrongSkeletons(t *testing.T) {
	for _, parent := range []int{0, 1, -2} {
		if _, err := NewRig([]RigJoint{{Parent: parent, Column: -1}}, 1); !errors.Is(err, ErrSkeleton) {
			t.Errorf("parent %d: %v", parent, err)
		}
		if _, err := NewGeneralRig([]GeneralJoint{{Parent: parent}}); !errors.Is(err, ErrSkeleton) {
			t.Errorf("parent %d: %v", parent, err)
		}
	}
	for _, column := range []int{-2, maxColumns} {
		if _, err := NewRig([]RigJoint{{Parent: -1, Column: column}}, 1); !errors.Is(err, ErrSkeleton) {
			t.Errorf("column %d: %v", column, err)
		}
		if _, err := NewGeneralRig([]GeneralJoint{{Parent: -1, TranslationColumn: column}}); !errors.Is(err, ErrSkeleton) {
			t.Errorf("translation column %d: %v", column, err)
		}
		if _, err := NewGeneralRig([]GeneralJoint{{Parent: -1, ScaleColumn: column}}); !errors.Is(err, ErrSkeleton) {
			t.Errorf("scale column %d: %v", column, err)
		}
	}
	if _, err := NewRig(make([]RigJoint, maxJoints+1), 1); !errors.Is(err, ErrSkeleton) {
		t.Errorf("too many joints: %v", err)
	}
}

// A place for a joint's state must stay its own until the joint's children are
// computed and its own group is written out.
func TestSlotsOutliveTheirReaders(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	for _, tree := range []string{"chain", "star", "random", "bushy"} {
		s := shape{tree: tree}
		for n := range 70 {
			parent := make([]int, n)
			for j := range parent {
				parent[j] = s.parent(r, j)
			}
			slot, slots, err := assignSlots(parent)
			if err != nil {
				t.Fatal(err)
			}
			owner := make([]int, slots)
			for i := range owner {
				owner[i] = -1
			}
			busy := make([]int, slots) // until which joint
			for j, own := range slot {
				if own <= 0 || own >= slots {
					t.Fatalf("%s %d: joint %d has place %d of %d", tree, n, j, own, slots)
				}
				if j < busy[own] {
					t.Fatalf("%s %d: joint %d takes the place of %d too soon", tree, n, j, owner[own])
				}
				busy[own] = j/4*4 + 4
				if j < n && parent[j] >= 0 {
					if p := parent[j]; owner[slot[p]] != p || slot[p] == own {
						t.Fatalf("%s %d: joint %d finds its parent %d gone", tree, n, j, p)
					} else {
						busy[slot[p]] = max(busy[slot[p]], j+1)
					}
				}
				owner[own] = j
			}
		}
	}
}
