package kernel

import (
	"errors"
	"github.com/sinew-anim/sinew/native/simd"
	"math"
	"math/rand/v2"
	"testing"
)

// offsetCase is a case some lanes of which are not displaced.
func offsetCase(r *rand.Rand) (*blendCase, *simd.Rows, *simd.Frames) {
	b := newComposeCase(r, 4*r.IntN(6), 4*r.IntN(4), 2)
	for l := range simd.Lanes {
		if r.IntN(3) == 0 {
			b.offsets.F[l] = float32(math.Copysign(0, float64(r.IntN(2))-0.5))
		}
	}
	rows, parts := b.weightedRows(r)
	for i := range rows.Values {
		if r.IntN(5) == 0 { // −0, which is kept where nothing is displaced
			rows.Values[i] = float32(math.Copysign(0, -1))
		}
	}
	return b, rows, parts[0].At
}

// A pose that is displaced as it is sampled has the bits of the two kernels, and one
// that is displaced to another place those of one that is displaced where it is.
func TestOffsetRows16IsItsStages(t *testing.T) {
	eachISA(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(8, 9))
		for range 60 {
			b, rows, at := offsetCase(r)
			values := PoseValues(b.c)
			sampled, want := make([]float32, values), make([]float32, values)
			if values > 0 {
				sampleRows16Go(sampled, rows, at)
				offsetPose16Go(want, sampled, b.c, b.offsets)
				for l, f := range b.offsets.F {
					for i := l; f == 0 && i < values; i += simd.Lanes {
						if math.Float32bits(want[i]) != math.Float32bits(sampled[i]) {
							t.Fatalf("value %d of lane %d is %v, not displaced %v", i, l, want[i], sampled[i])
						}
					}
				}
			}
			rowsWhole, ofRows := guarded(values, 0)
			poseWhole, ofPose := guarded(values, 0)
			if err := errors.Join(OffsetRows16(ofRows, rows, at, b.offsets), OffsetPose16(ofPose, sampled, b.c, b.offsets)); err != nil {
				t.Fatal(err)
			}
			untouched(t, "OffsetRows16", rowsWhole, ofRows)
			untouched(t, "OffsetPose16", poseWhole, ofPose)
			sameBits(t, "OffsetRows16", ofRows, want)
			sameBits(t, "OffsetPose16", ofPose, want)
			if err := OffsetPose16(sampled, sampled, b.c, b.offsets); err != nil {
				t.Fatal(err)
			}
			sameBits(t, "OffsetPose16 in its place", sampled, want)
		}
	})
}

func TestOffsetRows16Refuses(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 8))
	b := newComposeCase(r, 8, 4, 2)
	rows, parts := b.weightedRows(r)
	pose := make([]float32, PoseValues(b.c))
	outside, short := *parts[0].At, *b.offsets
	outside.Row[3] = -1
	short.Values = short.Values[:b.c.RowValues()-1]
	for name, err := range map[string]error{
		"a short pose":      OffsetRows16(pose[1:], rows, parts[0].At, b.offsets),
		"a row outside":     OffsetRows16(pose, rows, &outside, b.offsets),
		"an offset outside": OffsetRows16(pose, rows, parts[0].At, &short),
	} {
		if !errors.Is(err, simd.ErrLength) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func BenchmarkOffsetRows(b *testing.B) {
	c := newComposeCase(rand.New(rand.NewPCG(7, 7)), 68, 4, 2)
	rows, parts := c.weightedRows(rand.New(rand.NewPCG(7, 7)))
	pose, at := simd.AlignedFloat32(PoseValues(c.c)), parts[0].At
	c.offsets.Values = append(simd.AlignedFloat32(len(c.offsets.Values))[:0], c.offsets.Values[1:]...)
	for l := range c.offsets.Row {
		c.offsets.Row[l]--
	}
	for _, k := range []struct {
		name string
		run  func()
	}{
		{"fused", func() { offsetRows16(pose, rows, at, c.offsets) }},
		{"staged", func() { offsetRowsStaged(pose, rows, at, c.offsets) }},
		{"sampled", func() { sampleRows16(pose, rows, at) }},
	} {
		for _, isa := range simd.ISAs() {
			b.Run(k.name+"/simd="+isa.String(), func(b *testing.B) {
				restore, err := simd.Use(isa)
				if err != nil {
					b.Fatal(err)
				}
				defer restore()
				for b.Loop() {
					k.run()
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*simd.Lanes*67), "ns/joint")
			})
		}
	}
}
