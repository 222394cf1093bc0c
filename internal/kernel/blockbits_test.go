package kernel

import (
	"github.com/sinew-anim/sinew/native/simd"
	"math/rand/v2"
	"testing"
)

// pose returns the block's pose as plain Go samples it, with guards around.
func (b *block) pose(sample func(pose []float32)) (whole, inner []float32) {
	whole, inner = guarded(PoseValues(b.columns), 0)
	sample(inner)
	return whole, inner
}

// palettes runs a palette kernel into guarded memory, offset values off the
// cache lines.
func (b *block) palettes(tb testing.TB, what string, blocks, offset int, stream bool, kernel func(*simd.Palettes) error) []float32 {
	tb.Helper()
	width := affineFloats * b.columns.Rotations
	whole, inner := guarded((blocks*simd.Lanes-1)*b.stride+width, offset)
	if err := kernel(&simd.Palettes{Values: inner, Stride: b.stride, Stream: stream}); err != nil {
		tb.Fatalf("%s: %v", what, err)
	}
	untouched(tb, what, whole, inner)
	return inner
}

// check runs every block kernel of the current instruction set against plain Go.
func (b *block) check(tb testing.TB, offset int) {
	tb.Helper()
	scratch := func(n int) []float32 {
		s := simd.AlignedFloat32(n)
		for i := range s {
			s[i] = 1e30 // whatever an earlier call left
		}
		return s
	}
	c := b.columns
	at := &b.at[0]
	_, want := b.pose(func(p []float32) { sampleRows16Go(p, &b.rows, at) })
	b.checkPose(tb, "SampleRows16", want, func(p []float32) error { return SampleRows16(p, &b.rows, at) })
	rs := b.rig.ScratchValues()
	gs := b.general.ScratchValues()
	type kernel struct {
		name string
		run  func(*simd.Palettes) error
	}
	for _, k := range []struct {
		blocks  int
		plain   func(*simd.Palettes)
		kernels []kernel
	}{
		{1, func(p *simd.Palettes) { rigPalette16Go(p, want, b.columns.Rotations, b.rig, scratch(rs)) }, []kernel{
			{"RigPalette16", func(p *simd.Palettes) error { return RigPalette16(p, want, c, b.rig, scratch(rs)) }},
			{"RigPalette16 of lanes apart", func(p *simd.Palettes) error {
				return apart(p, want, func(p *simd.Palettes, pose []float32) error { return RigPalette16(p, pose, c, b.rig, scratch(rs)) })
			}},
		}},
		{len(b.at), func(p *simd.Palettes) {
			b.eachBlock(p, func(out *simd.Palettes, pose []float32) { rigPalette16Go(out, pose, c.Rotations, b.rig, scratch(rs)) })
		}, []kernel{
			{"RigPalette1", func(p *simd.Palettes) error {
				return b.alone(tb, p, offset, b.rig.ScratchValues(), func(dst, pose, scratch []float32) error {
					return RigPalette1(dst, pose, c, b.rig, scratch)
				})
			}},
		}},
		{1, func(p *simd.Palettes) { generalPalette16Go(p, want, b.columns.Rotations, b.general) }, []kernel{
			{"GeneralPalette16", func(p *simd.Palettes) error { return GeneralPalette16(p, want, c, b.general, scratch(gs)) }},
			{"GeneralPalette16 of lanes apart", func(p *simd.Palettes) error {
				return apart(p, want, func(p *simd.Palettes, pose []float32) error {
					return GeneralPalette16(p, pose, c, b.general, scratch(gs))
				})
			}},
		}},
		{len(b.at), func(p *simd.Palettes) {
			b.eachBlock(p, func(out *simd.Palettes, pose []float32) {
				generalPalette16Go(out, pose, c.Rotations, b.general)
			})
		}, []kernel{
			{"GeneralPalette1", func(p *simd.Palettes) error {
				return b.alone(tb, p, offset, b.general.ScratchValues(), func(dst, pose, scratch []float32) error {
					return GeneralPalette1(dst, pose, c, b.general, scratch)
				})
			}},
		}},
	} {
		plain := b.palettes(tb, "plain Go", k.blocks, 0, false, func(p *simd.Palettes) error {
			if c.Rotations > 0 {
				k.plain(p)
			}
			return nil
		})
		for _, kernel := range k.kernels {
			sameBits(tb, kernel.name, b.palettes(tb, kernel.name, k.blocks, offset, false, kernel.run), plain)
			if offset%16 == 0 && b.stride%16 == 0 {
				sameBits(tb, kernel.name+" streamed", b.palettes(tb, kernel.name, k.blocks, offset, true, kernel.run), plain)
			}
		}
	}
}

// apart computes the palettes of a pose with its lanes in another order, each where it
// belongs.
func apart(out *simd.Palettes, pose []float32, kernel func(*simd.Palettes, []float32) error) error {
	order, to := [simd.Lanes]int32{5, 3, 15, 0, 9, 12, 1, 7, 14, 2, 8, 11, 4, 13, 6, 10}, *out
	mixed := make([]float32, len(pose))
	for i := range mixed {
		mixed[i] = pose[i/simd.Lanes*simd.Lanes+int(order[i%simd.Lanes])]
	}
	to.Lane = &order
	return kernel(&to, mixed)
}

// eachBlock samples blocks in plain Go and computes their palettes.
func (b *block) eachBlock(out *simd.Palettes, palette func(out *simd.Palettes, pose []float32)) {
	pose, one := make([]float32, PoseValues(b.columns)), *out
	for i := range b.at {
		sampleRows16Go(pose, &b.rows, &b.at[i])
		one.Values = out.Values[i*simd.Lanes*out.Stride:]
		palette(&one, pose)
	}
}

// alone computes the lanes of all blocks one by one, with guards around what a
// kernel may write.
func (b *block) alone(tb testing.TB, out *simd.Palettes, offset, values int, palette func(dst, pose, scratch []float32) error) error {
	width := affineFloats * b.columns.Rotations
	wholePose, pose := guarded(b.columns.RowValues(), offset)
	wholeScratch, scratch := guarded(values, offset)
	for i := range simd.Lanes * len(b.at) {
		at, l := &b.at[i/simd.Lanes], i%simd.Lanes
		row := b.rows.Values[at.Row[l]:]
		if err := SampleRows1(pose, row[:len(pose)], row[b.rows.Stride:][:len(pose)], at.Alpha[l]); err != nil {
			return err
		}
		if err := palette(out.Values[i*out.Stride:][:width], pose, scratch); err != nil {
			return err
		}
	}
	untouched(tb, "the pose of one instance", wholePose, pose)
	untouched(tb, "scratch of one instance", wholeScratch, scratch)
	return nil
}

func (b *block) checkPose(tb testing.TB, what string, want []float32, kernel func([]float32) error) {
	tb.Helper()
	whole, inner := guarded(PoseValues(b.columns), 0)
	if err := kernel(inner); err != nil {
		tb.Fatalf("%s: %v", what, err)
	}
	untouched(tb, what, whole, inner)
	sameBits(tb, what, inner, want)
}

func TestBlockKernelsGiveTheBitsOfPlainGo(t *testing.T) {
	joints := []int{47, 64, 67, 101, 255, 333, 1000}
	for n := range 34 {
		joints = append(joints, n)
	}
	eachISA(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(1, 2))
		for _, n := range joints {
			for _, tree := range []string{"chain", "star", "random", "bushy"} {
				for _, values := range []string{"unit", "wild"} {
					s := shape{
						joints: n, tree: tree, values: values,
						columns: []float64{0, 0.1, 1}[r.IntN(3)],
						gap:     []int{0, 16, 4, 7}[r.IntN(4)],
						stride:  []int{0, 16, 4, 5, 112}[r.IntN(5)],
						blocks:  []int{1, 2, 3, 17}[r.IntN(4)],
					}
					if n > 101 {
						s.blocks = min(s.blocks, 3)
					}
					if testing.Short() && n > 101 {
						continue
					}
					offset := []int{0, 16, 4, 1, 3}[r.IntN(5)]
					t.Run(s.String(), func(t *testing.T) { s.draw(t, r).check(t, offset) })
				}
			}
		}
	})
}

func FuzzBlockKernels(f *testing.F) {
	f.Add(uint64(1), uint16(67), uint8(0), uint8(3), uint8(7), uint8(9), uint8(1), uint8(2))
	f.Add(uint64(2), uint16(5), uint8(2), uint8(0), uint8(0), uint8(16), uint8(16), uint8(0))
	f.Fuzz(func(t *testing.T, seed uint64, joints uint16, tree, columns, gap, stride, offset, blocks uint8) {
		s := shape{
			joints: int(joints % 80), tree: []string{"chain", "star", "random", "bushy"}[tree%4],
			columns: float64(columns%4) / 3, gap: int(gap), stride: int(stride), values: []string{"unit", "wild"}[tree/4%2],
			blocks: 1 + int(blocks%20),
		}
		r := rand.New(rand.NewPCG(seed, 0))
		for _, l := range simd.ISAs() {
			restore, err := simd.Use(l)
			if err != nil {
				t.Fatal(err)
			}
			s.draw(t, r).check(t, int(offset))
			restore()
		}
	})
}

func TestBlockKernelsAllocateNothing(t *testing.T) {
	eachISA(t, func(t *testing.T) {
		b := shape{joints: 13, tree: "bushy", columns: 0.5, values: "unit", blocks: 2}.draw(t, rand.New(rand.NewPCG(5, 5)))
		c := b.columns
		out := &simd.Palettes{Values: simd.AlignedFloat32(2 * simd.Lanes * b.stride), Stride: b.stride}
		lanes := &simd.Palettes{Values: out.Values, Stride: out.Stride, Lane: new([simd.Lanes]int32)}
		pose, scratch := make([]float32, PoseValues(c)), make([]float32, max(b.rig.ScratchValues(), b.general.ScratchValues()))
		for i, kernel := range []func() error{
			func() error { return SampleRows16(pose, &b.rows, &b.at[0]) },
			func() error { return RigPalette16(out, pose, c, b.rig, scratch) },
			func() error { return RigPalette16(lanes, pose, c, b.rig, scratch) },
			func() error { return GeneralPalette16(lanes, pose, c, b.general, scratch) },
			func() error {
				return SampleRows1(pose[:c.RowValues()], b.rows.Values[:c.RowValues()], b.rows.Values[:c.RowValues()], 0.5)
			},
			func() error { return RigPalette1(out.Values, pose, c, b.rig, scratch) },
			func() error { return GeneralPalette1(out.Values, pose, c, b.general, scratch) },
			func() error { return GeneralPalette16(out, pose, c, b.general, scratch) },
		} {
			var err error
			if n := testing.AllocsPerRun(10, func() { err = kernel() }); n != 0 || err != nil {
				t.Errorf("kernel %d: %g allocations, error %v", i, n, err)
			}
		}
	})
}
