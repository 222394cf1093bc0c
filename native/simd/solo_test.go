package simd

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"
)

// soloCase is a skeleton in both forms, and two rows.
type soloCase struct {
	columns    Columns
	bind       []RigJoint
	root       float32
	general    []GeneralJoint
	a, b       []float32
	alpha      float32
	solo, full *Solo
}

func drawSolo(tb testing.TB, s shape, r *rand.Rand) *soloCase {
	c := &soloCase{root: s.value(r), alpha: r.Float32()}
	others := 0
	column := func() int {
		if r.Float64() >= s.columns {
			return -1
		}
		others++
		return others - 1
	}
	for j := range s.joints {
		p := s.parent(r, j)
		rig := RigJoint{Parent: p, Bind: s.point(r), Column: column(), Scale: c.root}
		if r.IntN(8) == 0 {
			rig.Scale = s.value(r)
		}
		g := GeneralJoint{Parent: p, Translation: s.point(r), Scale: [3]float32{1, 1, 1}, TranslationColumn: column(), ScaleColumn: -1}
		switch r.IntN(40) {
		case 0:
			g.Scale = s.point(r)
		case 1:
			g.Local = s.affine(r)
		case 2, 3:
			g.ScaleColumn = column()
		}
		if r.IntN(8) != 0 {
			g.InverseBind = s.affine(r)
		}
		c.bind, c.general = append(c.bind, rig), append(c.general, g)
	}
	c.columns = Columns{padGroup(s.joints), padGroup(others)}
	for range c.columns.RowValues() {
		c.a, c.b = append(c.a, s.value(r)), append(c.b, s.value(r))
	}
	var err error
	if c.solo, err = NewSolo(c.bind, c.root); err != nil {
		tb.Fatal(err)
	}
	if c.full, err = NewGeneralSolo(c.general); err != nil {
		tb.Fatal(err)
	}
	return c
}

// check holds the current level against plain Go.
func (c *soloCase) check(tb testing.TB, what string, offset int) {
	tb.Helper()
	for name, solo := range map[string]*Solo{"bind": c.solo, "general": c.full} {
		n := affineFloats * solo.Joints()
		whole, dst := guarded(n, offset)
		scratch, inner := guarded(solo.ScratchValues(), offset/2)
		for i := range inner {
			inner[i] = 1e30
		}
		if err := SoloPalette(dst, c.a, c.b, c.alpha, c.columns, solo, inner); err != nil {
			tb.Fatal(err)
		}
		untouched(tb, what, whole, dst)
		untouched(tb, what, scratch, inner)
		want := make([]float32, n)
		soloPaletteGo(want, c.a, c.b, c.alpha, solo, make([]float32, solo.ScratchValues()))
		for i, v := range want {
			if math.Float32bits(v) != math.Float32bits(dst[i]) && (v == v || dst[i] == dst[i]) {
				tb.Fatalf("%s %s: value %d of joint %d is %v, want %v", what, name, i%12, i/12, dst[i], v)
			}
		}
	}
}

func TestSoloPaletteBits(t *testing.T) {
	var counts []int
	for n := range 34 {
		counts = append(counts, n)
	}
	counts = append(counts, 47, 48, 49, 63, 64, 65, 67, 129, 255, 333, 777, 999, 1000)
	for _, level := range Levels() {
		restore, err := Use(level)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range counts {
			for _, tree := range []string{"chain", "star", "random", "bushy"} {
				for _, columns := range []float64{0, 0.2, 1} {
					for i, values := range []string{"unit", "wild"} {
						s := shape{joints: n, tree: tree, columns: columns, values: values}
						r := rand.New(rand.NewPCG(uint64(n), uint64(100*columns)))
						drawSolo(t, s, r).check(t, fmt.Sprintf("%v %v", level, s), i*(n%16))
					}
				}
			}
		}
		restore()
	}
}

// A character alone has the bits that it has in a block.
func TestSoloPaletteIsABlocksLane(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for _, n := range []int{0, 1, 3, 4, 5, 16, 17, 67, 200} {
		for _, values := range []string{"unit", "wild"} {
			c := drawSolo(t, shape{joints: n, tree: "bushy", columns: 0.5, values: values}, r)
			rig, err := NewGeneralRig(c.general)
			if err != nil {
				t.Fatal(err)
			}
			rows := Rows{Columns: c.columns, Values: append(slices.Clone(c.a), c.b...), Stride: len(c.a)}
			var at Frames
			for l := range at.Alpha {
				at.Alpha[l] = c.alpha
			}
			pose := make([]float32, c.columns.PoseValues())
			out := Palettes{Values: make([]float32, Lanes*affineFloats*rig.Joints()), Stride: affineFloats * rig.Joints()}
			if n > 0 {
				if err := SampleRows16(pose, &rows, &at); err != nil {
					t.Fatal(err)
				}
			}
			if err := GeneralPalette16(&out, pose, c.columns, rig, make([]float32, rig.ScratchValues(c.columns))); err != nil {
				t.Fatal(err)
			}
			dst := make([]float32, affineFloats*c.full.Joints())
			if err := SoloPalette(dst, c.a, c.b, c.alpha, c.columns, c.full, make([]float32, c.full.ScratchValues())); err != nil {
				t.Fatal(err)
			}
			for i, v := range dst {
				if w := out.Values[i]; math.Float32bits(v) != math.Float32bits(w) && (v == v || w == w) {
					t.Fatalf("%d joints: value %d of joint %d is %v, in a block %v", n, i%12, i/12, v, w)
				}
			}
		}
	}
}

// In bind space the two orders of the mathematics agree to rounding.
func TestSoloPaletteAgreesWithRig(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	for _, n := range []int{1, 5, 30, 67} {
		c := drawSolo(t, shape{joints: n, tree: "bushy", columns: 0.3, values: "unit"}, r)
		c.root = 0.5
		for j := range c.bind {
			c.bind[j].Scale = []float32{0.5, 0.5, -0.5, 1}[r.IntN(4)]
			if c.bind[j].Scale != 0.5 {
				c.bind[j].Parent = -1
			}
		}
		for q := 0; q < 4*c.columns.Rotations; q += 4 {
			u := unitQuad([4]float32(c.a[q:]))
			copy(c.a[q:], u[:])
			for k := range u {
				u[k] += (r.Float32() - 0.5) * 0.2
			}
			copy(c.b[q:], u[:])
		}
		solo, err := NewSolo(c.bind, c.root)
		if err != nil {
			t.Fatal(err)
		}
		rig, err := NewRig(c.bind, c.root)
		if err != nil {
			t.Fatal(err)
		}
		rows := Rows{Columns: c.columns, Values: append(slices.Clone(c.a), c.b...), Stride: len(c.a)}
		var at Frames
		at.Alpha[0] = c.alpha
		out := Palettes{Values: make([]float32, Lanes*affineFloats*rig.Joints()), Stride: affineFloats * rig.Joints()}
		if err := RigRows16(&out, &rows, []Frames{at}, rig, make([]float32, rig.ScratchValues(c.columns))); err != nil {
			t.Fatal(err)
		}
		dst := make([]float32, affineFloats*solo.Joints())
		if err := SoloPalette(dst, c.a, c.b, c.alpha, c.columns, solo, make([]float32, solo.ScratchValues())); err != nil {
			t.Fatal(err)
		}
		for i, v := range dst[:affineFloats*n] {
			if d := math.Abs(float64(v - out.Values[i])); !(d < 1e-4) {
				t.Fatalf("%d joints: value %d of joint %d is %v, in a block %v", n, i%12, i/12, v, out.Values[i])
			}
		}
	}
}

func TestSoloRefusesLengths(t *testing.T) {
	c := drawSolo(t, shape{joints: 19, tree: "bushy", columns: 0.6, values: "unit"}, rand.New(rand.NewPCG(1, 1)))
	for _, solo := range []*Solo{c.solo, c.full} {
		n, w, s := c.columns.RowValues(), affineFloats*solo.Joints(), solo.ScratchValues()
		for name, x := range map[string]struct {
			dst, a, b, scratch int
			columns            Columns
		}{
			"dst":       {w - 1, n, n, s, c.columns},
			"a":         {w, n - 1, n, s, c.columns},
			"b":         {w, n, n - 1, s, c.columns},
			"scratch":   {w, n, n, s - 1, c.columns},
			"rotations": {w, n, n, s, Columns{c.columns.Rotations + 4, c.columns.Others}},
			"others":    {w, n, n, s, Columns{c.columns.Rotations, 0}},
			"odd":       {w, n, n, s, Columns{c.columns.Rotations - 1, 0}},
		} {
			whole, dst := guarded(x.dst, 0)
			before := slices.Clone(whole)
			err := SoloPalette(dst, make([]float32, x.a), make([]float32, x.b), 0.5, x.columns, solo, make([]float32, x.scratch))
			if !errors.Is(err, ErrLength) {
				t.Errorf("%s: %v, want ErrLength", name, err)
			}
			for i := range whole {
				if math.Float32bits(whole[i]) != math.Float32bits(before[i]) {
					t.Fatalf("%s: wrote value %d", name, i)
				}
			}
		}
	}
	for name, j := range map[string]int{"parent after child": 1, "parent below -1": -2} {
		_, err := NewSolo([]RigJoint{{Parent: j, Column: -1, Scale: 1}}, 1)
		_, err2 := NewGeneralSolo([]GeneralJoint{{Parent: j, TranslationColumn: -1, ScaleColumn: -1}})
		if !errors.Is(err, ErrSkeleton) || !errors.Is(err2, ErrSkeleton) {
			t.Errorf("%s: %v, %v", name, err, err2)
		}
	}
	if _, err := NewSolo([]RigJoint{{Parent: -1, Column: -2}}, 1); !errors.Is(err, ErrSkeleton) {
		t.Errorf("column: %v", err)
	}
	if _, err := NewGeneralSolo([]GeneralJoint{{Parent: -1, ScaleColumn: -2}}); !errors.Is(err, ErrSkeleton) {
		t.Errorf("column: %v", err)
	}
}

// What the assembly knows of the structures.
func TestKernelLayouts(t *testing.T) {
	if unsafe.Sizeof(soloGroup{}) != 576 || unsafe.Sizeof(soloStep{}) != 12 || unsafe.Sizeof(keyLine{}) != 64 {
		t.Fatal(unsafe.Sizeof(soloGroup{}), unsafe.Sizeof(soloStep{}), unsafe.Sizeof(keyLine{}))
	}
	var g soloGroup
	var l keyLine
	got := []uintptr{
		unsafe.Offsetof(g.translation), unsafe.Offsetof(g.scale), unsafe.Offsetof(g.lines), unsafe.Offsetof(g.translated),
		unsafe.Offsetof(g.scaled), unsafe.Offsetof(g.flags),
		unsafe.Offsetof(l.records), unsafe.Offsetof(l.rows), unsafe.Offsetof(l.stride), unsafe.Offsetof(l.next), unsafe.Offsetof(l.cell),
		unsafe.Offsetof(l.cells), unsafe.Offsetof(l.scale), unsafe.Offsetof(l.intervals), unsafe.Offsetof(l.packs), unsafe.Offsetof(l.otherPacks),
		unsafe.Offsetof(l.walks),
	}
	want := []uintptr{384, 448, 512, 520, 522, 524, 8, 16, 24, 28, 32, 36, 40, 44, 48, 52, 56}
	if !slices.Equal(got, want) {
		t.Errorf("offsets %v, want %v", got, want)
	}
}

func FuzzSoloPalette(f *testing.F) {
	f.Add(uint64(1), uint16(67), uint8(20), uint8(3))
	f.Add(uint64(2), uint16(5), uint8(100), uint8(0))
	f.Fuzz(func(t *testing.T, seed uint64, joints uint16, columns, offset uint8) {
		trees := []string{"chain", "star", "random", "bushy"}
		s := shape{joints: int(joints % 400), tree: trees[seed%4], columns: float64(columns) / 100, values: "wild"}
		for _, level := range Levels() {
			restore, err := Use(level)
			if err != nil {
				t.Fatal(err)
			}
			drawSolo(t, s, rand.New(rand.NewPCG(seed, 3))).check(t, level.String(), int(offset%16))
			restore()
		}
	})
}

// humanParents are the parents of 67 joints: hips, spine, head, legs, and arms
// with five fingers of four joints.
func humanParents() []int {
	parent := []int{-1}
	chain := func(from, n int) int {
		for range n {
			parent = append(parent, from)
			from = len(parent) - 1
		}
		return from
	}
	chest := chain(0, 3)
	head := chain(chest, 2)
	for range 5 {
		chain(head, 1)
	}
	for range 2 {
		chain(0, 4)
		hand := chain(chest, 4)
		for range 5 {
			chain(hand, 4)
		}
	}
	return parent
}

func BenchmarkSoloPalette(b *testing.B) {
	const joints = 67
	for _, tracks := range []string{"few", "all"} {
		share := map[string]float64{"few": 0.04, "all": 1}[tracks]
		c := drawSolo(b, shape{joints: joints, tree: "bushy", columns: share, values: "unit"}, rand.New(rand.NewPCG(3, 3)))
		for j, p := range humanParents() {
			c.bind[j].Parent, c.general[j].Parent = p, p
			c.bind[j].Scale, c.general[j].Scale = c.root, [3]float32{1, 1, 1}
		}
		a, next := AlignedFloat32(len(c.a)), AlignedFloat32(len(c.b))
		copy(a, c.a)
		copy(next, c.b)
		solos := map[string]*Solo{}
		var err error
		if solos["bind"], err = NewSolo(c.bind, c.root); err != nil {
			b.Fatal(err)
		}
		if solos["general"], err = NewGeneralSolo(c.general); err != nil {
			b.Fatal(err)
		}
		for _, form := range []string{"bind", "general"} {
			for _, level := range Levels() {
				b.Run(fmt.Sprintf("form=%s/translations=%s/simd=%v", form, tracks, level), func(b *testing.B) {
					restore, err := Use(level)
					if err != nil {
						b.Fatal(err)
					}
					defer restore()
					solo := solos[form]
					dst, scratch := AlignedFloat32(affineFloats*solo.Joints()), AlignedFloat32(solo.ScratchValues())
					n := 0
					for b.Loop() {
						_ = SoloPalette(dst, a, next, c.alpha, c.columns, solo, scratch)
						n++
					}
					b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(n*joints), "ns/joint")
				})
			}
		}
	}
}
