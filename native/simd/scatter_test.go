package simd

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
)

// checkScatter compares lanes that write anywhere with lanes that write one
// behind the other.
func (b *block) checkScatter(t *testing.T, r *rand.Rand, what string, offset, count int) {
	t.Helper()
	c := b.columns
	pose := AlignedFloat32(c.PoseValues())
	if err := SampleRows16(pose, &b.rows, &b.at[0]); err != nil {
		t.Fatal(err)
	}
	width := affineFloats * c.Rotations
	want := &Palettes{Values: make([]float32, (Lanes-1)*b.stride+width), Stride: b.stride}
	whole, values := guarded(Lanes*(width+3), offset)
	out := NewScatter(values, c.Rotations)
	out.Count = count
	for l, place := range r.Perm(Lanes) {
		out.At[l] = place * (width + 3)
	}
	scratch, general := AlignedFloat32(b.rig.ScratchValues(c)), AlignedFloat32(b.general.ScratchValues(c))
	for name, run := range map[string][2]func() error{
		"rig": {
			func() error { return RigPalette16(want, pose, c, b.rig, scratch) },
			func() error { return RigPaletteTo16(out, pose, c, b.rig, scratch) },
		},
		"general": {
			func() error { return GeneralPalette16(want, pose, c, b.general, general) },
			func() error { return GeneralPaletteTo16(out, pose, c, b.general, general) },
		},
	} {
		for _, f := range run {
			if err := f(); err != nil {
				t.Fatal(err)
			}
		}
		for l, at := range out.At {
			if count > 0 && l >= count {
				sameBits(t, what+", not "+name, values[at:at+width], slices.Repeat([]float32{whole[0]}, width))
				continue
			}
			sameBits(t, what+", "+name, values[at:at+width], want.Values[l*b.stride:][:width])
			gap := slices.Repeat([]float32{whole[0]}, 3)
			sameBits(t, what+", behind "+name, values[at+width:at+width+3], gap)
		}
		untouched(t, what+", "+name, whole, values)
	}
}

func TestScatter(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(7, 6))
		for _, tree := range []string{"chain", "star", "bushy"} {
			for _, n := range []int{0, 1, 3, 4, 5, 8, 9, 12, 13, 16, 31, 67, 200} {
				s := shape{joints: n, tree: tree, columns: []float64{0, 0.3, 1}[n%3], values: []string{"unit", "wild"}[n/3%2], blocks: 1}
				s.draw(t, r).checkScatter(t, r, s.String(), n%16, []int{0, 1, 7, 8, 9, 16}[r.IntN(6)])
			}
		}
	})
}

// Lanes of one instance write to one place.
func TestScatterToOnePlace(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(7, 7))
		b := shape{joints: 21, tree: "bushy", columns: 0.5, values: "unit", blocks: 1}.draw(t, r)
		for l := range Lanes {
			b.at[0].Row[l], b.at[0].Alpha[l] = b.at[0].Row[0], b.at[0].Alpha[0]
		}
		c := b.columns
		pose, scratch := AlignedFloat32(c.PoseValues()), AlignedFloat32(b.rig.ScratchValues(c))
		want := &Palettes{Values: make([]float32, (Lanes-1)*b.stride+affineFloats*c.Rotations), Stride: b.stride}
		out := NewScatter(make([]float32, affineFloats*c.Rotations), c.Rotations)
		for _, err := range []error{
			SampleRows16(pose, &b.rows, &b.at[0]), RigPalette16(want, pose, c, b.rig, scratch), RigPaletteTo16(out, pose, c, b.rig, scratch),
		} {
			if err != nil {
				t.Fatal(err)
			}
		}
		sameBits(t, "one place", out.Values, want.Values[:len(out.Values)])
	})
}

func TestScatterRefuses(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	b := shape{joints: 21, tree: "bushy", columns: 1, values: "unit", blocks: 1}.draw(t, r)
	c := b.columns
	width := affineFloats * c.Rotations
	for name, x := range map[string]struct {
		values, joints, at, pose, scratch, count int
	}{
		"place":   {width + 7, 24, 8, 0, 0, 6},
		"below":   {width + 7, 24, -1, 0, 0, 0},
		"values":  {width - 1, 24, 0, 0, 0, 0},
		"joints":  {width, 20, 0, 0, 0, 0},
		"pose":    {width, 24, 0, 1, 0, 0},
		"scratch": {width, 24, 0, 0, 1, 0},
		"count":   {width, 24, 0, 0, 0, 17},
		"less":    {width, 24, 0, 0, 0, -1},
	} {
		whole, values := guarded(x.values, 0)
		out := NewScatter(values, x.joints)
		out.At[5], out.Count = x.at, x.count
		pose := make([]float32, c.PoseValues()-x.pose)
		for _, err := range []error{
			RigPaletteTo16(out, pose, c, b.rig, make([]float32, b.rig.ScratchValues(c)-x.scratch)),
			GeneralPaletteTo16(out, pose, c, b.general, make([]float32, b.general.ScratchValues(c)-x.scratch)),
		} {
			if !errors.Is(err, ErrLength) {
				t.Errorf("%s: %v", name, err)
			}
		}
		sameBits(t, name, values, slices.Repeat([]float32{whole[0]}, x.values))
	}
}
