package benchmarks

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// rowCrowd is a crowd without clocks: instances at random positions of a bank, in blocks of
// sixteen, for the stages of package pose.
type rowCrowd struct {
	poses    *pose.Layout
	rows     simd.Rows
	at       []simd.Frames
	blocks   []float32 // the poses of all blocks
	scratch  []float32
	palettes []float32
	stride   int
}

func newRowCrowd(bank *soa.Bank, blocks int) (*rowCrowd, error) {
	poses, err := pose.New(&bank.Layout)
	if err != nil {
		return nil, err
	}
	c := &rowCrowd{
		poses:  poses,
		rows:   simd.Rows{Columns: simd.Columns{Rotations: bank.Rotations(), Others: bank.Others}, Values: bank.Rows, Stride: bank.Stride()},
		at:     make([]simd.Frames, blocks),
		stride: poses.PaletteStride(),
	}
	c.blocks = simd.AlignedFloat32(blocks * poses.BlockValues())
	c.scratch = simd.AlignedFloat32(poses.ScratchValues())
	c.palettes = simd.AlignedFloat32(blocks * simd.Lanes * c.stride)
	r, clip := rand.New(rand.NewPCG(67, 16)), &bank.Clips[0]
	for b := range c.at {
		for lane := range simd.Lanes {
			row := int(clip.Row) + r.IntN(int(clip.Rows)-1)
			c.at[b].Row[lane], c.at[b].Alpha[lane] = int64(row*c.rows.Stride), r.Float32()
		}
	}
	return c, nil
}

func (c *rowCrowd) block(b int) []float32 {
	n := c.poses.BlockValues()
	return c.blocks[b*n : (b+1)*n]
}

func (c *rowCrowd) sample() error {
	for b := range c.at {
		if err := c.poses.SampleRows(c.block(b), &c.rows, &c.at[b]); err != nil {
			return err
		}
	}
	return nil
}

// toPalettes computes the palettes of all poses.
func (c *rowCrowd) toPalettes() error {
	for b := range c.at {
		if err := c.poses.ToPalettes(simd.Palettes{Values: c.palettes[b*simd.Lanes*c.stride:], Stride: c.stride}, c.block(b), c.scratch); err != nil {
			return err
		}
	}
	return nil
}

// together samples and computes palettes block by block, in one pose, as a crowd does.
func (c *rowCrowd) together() error {
	for b := range c.at {
		if err := c.poses.SampleRows(c.block(0), &c.rows, &c.at[b]); err != nil {
			return err
		}
		if err := c.poses.ToPalettes(simd.Palettes{Values: c.palettes[b*simd.Lanes*c.stride:], Stride: c.stride}, c.block(0), c.scratch); err != nil {
			return err
		}
	}
	return nil
}

// alone does the same for single instances, the first n.
func (c *rowCrowd) alone(n int) error {
	for i := range n {
		at, l := &c.at[i/simd.Lanes], i%simd.Lanes
		row := at.Row[l]
		if err := c.poses.SamplePalette(c.palettes[i*c.stride:], c.rows.Values[row:], c.rows.Values[row+int64(c.rows.Stride):], at.Alpha[l], c.scratch); err != nil {
			return err
		}
	}
	return nil
}

// rowStages measures separate stages. The time of sample and palettes over all blocks, minus that
// of both fused, is the cost of a job placed between sampling and the hierarchy, beside its own
// work.
func rowStages(b *testing.B, n int) {
	character, err := subjects()[0].load()
	if err != nil {
		b.Fatal(err)
	}
	for _, form := range []pose.FormChoice{pose.FormRig, pose.FormGeneral} {
		bank, err := character.Bank(1, form)
		if err != nil {
			b.Fatal(err)
		}
		c, err := newRowCrowd(bank, max(1, n/simd.Lanes))
		if err != nil {
			b.Fatal(err)
		}
		run := func(name string, job func() error) {
			stage(b, name, "rows", bank.Form.String(), n, character.Joints(), repeat(b, job))
		}
		run("alone", func() error { return c.alone(n) })
		if n < simd.Lanes {
			continue
		}
		run("sample", c.sample)
		run("palettes", c.toPalettes)
		run("together", c.together)
	}
}

// TestRowStages checks that separate stages, fused blocks and single instances give equal
// palettes.
func TestRowStages(t *testing.T) {
	short := madeSubject("short", figure.Motion{Name: "short", Seconds: 0.5, Drive: figure.Captured})
	character, err := short.load()
	if err != nil {
		t.Fatal(err)
	}
	for _, form := range []pose.FormChoice{pose.FormRig, pose.FormGeneral} {
		bank, err := character.Bank(1, form)
		if err != nil {
			t.Fatal(err)
		}
		c, err := newRowCrowd(bank, 3)
		if err != nil {
			t.Fatal(err)
		}
		palettes := func(jobs ...func() error) (all []float32) {
			clear(c.palettes)
			for _, job := range jobs {
				if err := job(); err != nil {
					t.Fatal(err)
				}
			}
			for i := range len(c.at) * simd.Lanes {
				all = append(all, c.palettes[i*c.stride:][:12*c.poses.Rotations()]...)
			}
			return all
		}
		want := palettes(c.sample, c.toPalettes)
		if !slices.Equal(palettes(c.together), want) {
			t.Errorf("form %v: block by block the palettes are others", bank.Form)
		}
		if !slices.Equal(palettes(func() error { return c.alone(len(c.at) * simd.Lanes) }), want) {
			t.Errorf("form %v: instances alone have other palettes", bank.Form)
		}
	}
}
