package simd

import (
	"math/rand/v2"
	"testing"
)

// pose returns the block's pose as plain Go samples it, with guards around.
func (b *block) pose(sample func(pose []float32)) (whole, inner []float32) {
	whole, inner = guarded(b.columns.PoseValues(), 0)
	sample(inner)
	return whole, inner
}

// palettes runs a palette kernel into guarded memory, offset values off the
// cache lines.
func (b *block) palettes(tb testing.TB, what string, blocks, offset int, stream bool, kernel func(*Palettes) error) []float32 {
	tb.Helper()
	width := affineFloats * b.columns.Rotations
	whole, inner := guarded((blocks*Lanes-1)*b.stride+width, offset)
	if err := kernel(&Palettes{Values: inner, Stride: b.stride, Stream: stream}); err != nil {
		tb.Fatalf("%s: %v", what, err)
	}
	untouched(tb, what, whole, inner)
	return inner
}

// check runs every block kernel at the current level against plain Go.
func (b *block) check(tb testing.TB, offset int) {
	tb.Helper()
	scratch := func(n int) []float32 {
		s := AlignedFloat32(n)
		for i := range s {
			s[i] = 1e30 // whatever an earlier call left
		}
		return s
	}
	c := b.columns
	at := &b.at[0]
	_, want := b.pose(func(p []float32) { sampleRows16Go(p, &b.rows, at) })
	b.checkPose(tb, "SampleRows16", want, func(p []float32) error { return SampleRows16(p, &b.rows, at) })
	rs := b.rig.ScratchValues(c)
	gs := b.general.ScratchValues(c)
	type kernel struct {
		name string
		run  func(*Palettes) error
	}
	for _, k := range []struct {
		blocks  int
		plain   func(*Palettes)
		kernels []kernel
	}{
		{1, func(p *Palettes) { rigPalette16Go(p, want, b.columns.Rotations, b.rig) }, []kernel{
			{"RigPalette16", func(p *Palettes) error { return RigPalette16(p, want, c, b.rig, scratch(rs)) }},
			{"RigRows16 of one block", func(p *Palettes) error { return RigRows16(p, &b.rows, b.at[:1], b.rig, scratch(rs)) }},
		}},
		{len(b.at), func(p *Palettes) { rigRows16Go(p, &b.rows, b.at, b.rig) }, []kernel{
			{"RigRows16", func(p *Palettes) error { return RigRows16(p, &b.rows, b.at, b.rig, scratch(rs)) }},
			{"RigRow", func(p *Palettes) error { return b.oneByOne(p, scratch(rs)) }},
		}},
		{1, func(p *Palettes) { generalPalette16Go(p, want, b.columns.Rotations, b.general, scratch(gs)) }, []kernel{
			{"GeneralPalette16", func(p *Palettes) error { return GeneralPalette16(p, want, c, b.general, scratch(gs)) }},
		}},
	} {
		plain := b.palettes(tb, "plain Go", k.blocks, 0, false, func(p *Palettes) error {
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

// oneByOne is RigRows16 by RigRow.
func (b *block) oneByOne(out *Palettes, scratch []float32) error {
	width := affineFloats * b.columns.Rotations
	for i := range Lanes * len(b.at) {
		a := b.rows.Values[b.at[i/Lanes].Row[i%Lanes]:]
		next := a[b.rows.Stride:][:b.columns.RowValues()]
		if err := RigRow(out.Values[i*out.Stride:][:width], a, next, b.at[i/Lanes].Alpha[i%Lanes], b.columns, b.rig, scratch); err != nil {
			return err
		}
	}
	return nil
}

func (b *block) checkPose(tb testing.TB, what string, want []float32, kernel func([]float32) error) {
	tb.Helper()
	whole, inner := guarded(b.columns.PoseValues(), 0)
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
	eachLevel(t, func(t *testing.T) {
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
		for _, l := range Levels() {
			restore, err := Use(l)
			if err != nil {
				t.Fatal(err)
			}
			s.draw(t, r).check(t, int(offset))
			restore()
		}
	})
}

func TestBlockKernelsAllocateNothing(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		b := shape{joints: 13, tree: "bushy", columns: 0.5, values: "unit", blocks: 2}.draw(t, rand.New(rand.NewPCG(5, 5)))
		c := b.columns
		out := &Palettes{Values: AlignedFloat32(2 * Lanes * b.stride), Stride: b.stride}
		pose, scratch := make([]float32, c.PoseValues()), make([]float32, max(b.rig.ScratchValues(c), b.general.ScratchValues(c)))
		for i, kernel := range []func() error{
			func() error { return SampleRows16(pose, &b.rows, &b.at[0]) },
			func() error { return RigPalette16(out, pose, c, b.rig, scratch) },
			func() error { return RigRows16(out, &b.rows, b.at, b.rig, scratch) },
			func() error { return GeneralPalette16(out, pose, c, b.general, scratch) },
		} {
			var err error
			if n := testing.AllocsPerRun(10, func() { err = kernel() }); n != 0 || err != nil {
				t.Errorf("kernel %d: %g allocations, error %v", i, n, err)
			}
		}
	})
}
