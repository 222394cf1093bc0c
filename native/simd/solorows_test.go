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

// checkSolo compares the palette of one instance with each lane of a block.
func (b *block) checkSolo(t *testing.T, what string, offset int) {
	t.Helper()
	want := &Palettes{Values: make([]float32, (Lanes-1)*b.stride+affineFloats*b.columns.Rotations), Stride: b.stride}
	scratch := AlignedFloat32(b.whole.ScratchValues(b.columns))
	n := affineFloats * b.columns.Rotations
	whole, dst := guarded(n, offset)
	wholeScratch, solo := guarded(b.whole.SoloValues(), offset)
	for short, block := range map[bool]func() error{
		false: func() error { return AbsoluteRows16(want, &b.rows, b.at[:1], b.whole, scratch) },
		true:  func() error { return AbsoluteShortRows16(want, &b.short, b.at[:1], b.whole, scratch) },
	} {
		if err := block(); err != nil {
			t.Fatal(err)
		}
		for l := range Lanes {
			row, alpha := b.at[0].Row[l], b.at[0].Alpha[l]
			err := SoloRows(dst, &b.rows, row, alpha, b.whole, solo)
			if short {
				err = SoloShortRows(dst, &b.short, row, alpha, b.whole, solo)
			}
			if err != nil {
				t.Fatal(err)
			}
			name := fmt.Sprintf("%s, short=%v, lane %d", what, short, l)
			sameBits(t, name, dst, want.Values[l*b.stride:][:n])
			untouched(t, name, whole, dst)
			untouched(t, name+", scratch", wholeScratch, solo)
		}
	}
}

// A crowd of one shows what it shows in a crowd of sixteen.
func TestSoloRowsIsALaneOfABlock(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(5, 6))
		for _, tree := range []string{"chain", "star", "random", "bushy"} {
			for n := range 34 {
				s := shape{joints: n, tree: tree, columns: []float64{0, 0.3, 1}[n%3], values: []string{"unit", "wild"}[n/3%2], gap: n % 5, blocks: 1}
				s.draw(t, r).checkSolo(t, s.String(), n%16)
			}
		}
		for _, n := range []int{47, 48, 49, 67, 199, 1000} {
			s := shape{joints: n, tree: "bushy", columns: 0.3, values: "wild", blocks: 1}
			s.draw(t, r).checkSolo(t, s.String(), 3)
		}
	})
}

// Two joints may be moved by one column, though that is nothing for kernels.
func TestSoloRowsSharedColumn(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(1, 6))
		b := shape{joints: 20, tree: "bushy", columns: 1, values: "unit", blocks: 1}.draw(t, r)
		joints := make([]RigJoint, 20)
		for j := range joints {
			joints[j] = RigJoint{Parent: j - 1 - r.IntN(j+1), Bind: [3]float32{1, 2, 3}, Column: j % 7, Scale: 2}
		}
		var err error
		if b.whole, err = NewRig(joints, 2); err != nil {
			t.Fatal(err)
		}
		b.checkSolo(t, "shared", 0)
	})
}

func TestSoloRowsRefuses(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 6))
	b := shape{joints: 21, tree: "bushy", columns: 1, values: "unit", blocks: 1}.draw(t, r)
	scaled := make([]RigJoint, 21)
	for j := range scaled {
		scaled[j] = RigJoint{Parent: j - 1, Column: -1, Scale: 1}
	}
	scaled[3].Scale = 2
	bent, err := NewRig(scaled, 1)
	if err != nil {
		t.Fatal(err)
	}
	n, m := affineFloats*b.columns.Rotations, b.whole.SoloValues()
	last := int64(len(b.rows.Values) - b.rows.Stride - b.rows.RowValues())
	for name, c := range map[string]struct {
		dst, scratch int
		row          int64
		rig          *Rig
		rows         func(*Rows, *ShortRows)
		want         error
	}{
		"dst":       {n - 1, m, 0, b.whole, nil, ErrLength},
		"scratch":   {n, m - 1, 0, b.whole, nil, ErrLength},
		"row":       {n, m, last + 1, b.whole, nil, ErrLength},
		"below":     {n, m, -1, b.whole, nil, ErrLength},
		"far":       {n, m, math.MaxInt64, b.whole, nil, ErrLength},
		"scale":     {n, m, 0, bent, nil, ErrSkeleton},
		"rotations": {n, m, 0, b.whole, func(r *Rows, s *ShortRows) { r.Rotations, s.Rotations = 20, 20 }, ErrLength},
		"others":    {n, m, 0, b.whole, func(r *Rows, s *ShortRows) { r.Others, s.Others = 0, 0 }, ErrLength},
		"stride":    {n, m, 0, b.whole, func(r *Rows, s *ShortRows) { r.Stride, s.Stride = 8, 8 }, ErrLength},
	} {
		rows, short := b.rows, b.short
		if c.rows != nil {
			c.rows(&rows, &short)
		}
		whole, dst := guarded(c.dst, 0)
		before := slices.Clone(whole)
		scratch := AlignedFloat32(c.scratch)
		for _, err := range []error{
			SoloRows(dst, &rows, c.row, 0.5, c.rig, scratch), SoloShortRows(dst, &short, c.row, 0.5, c.rig, scratch),
		} {
			if !errors.Is(err, c.want) {
				t.Errorf("%s: %v, want %v", name, err, c.want)
			}
		}
		sameBits(t, name, whole, before)
	}
	b.short.Scale = b.short.Scale[:len(b.short.Scale)-1]
	if err := SoloShortRows(make([]float32, n), &b.short, 0, 0, b.whole, make([]float32, m)); !errors.Is(err, ErrLength) {
		t.Errorf("Scale: %v", err)
	}
}

// What the assembly knows of the structures.
func TestSoloRowsLayout(t *testing.T) {
	var b soloBlock
	var s soloSource
	got := []uintptr{
		unsafe.Sizeof(b), unsafe.Offsetof(b.lane), unsafe.Offsetof(b.lines), unsafe.Offsetof(b.from), unsafe.Offsetof(b.sources),
		unsafe.Sizeof(s), unsafe.Offsetof(s.mask), unsafe.Offsetof(s.from), unsafe.Sizeof(soloTurn{}),
	}
	if want := []uintptr{280, 192, 256, 264, 272, 80, 64, 68, 8}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func FuzzSoloRows(f *testing.F) {
	f.Add(uint64(1), uint16(67), uint8(20), uint8(3))
	f.Add(uint64(2), uint16(5), uint8(100), uint8(0))
	f.Fuzz(func(t *testing.T, seed uint64, joints uint16, columns, offset uint8) {
		trees := []string{"chain", "star", "random", "bushy"}
		s := shape{joints: int(joints % 400), tree: trees[seed%4], columns: float64(columns) / 100, values: "wild", gap: int(seed % 7), blocks: 1}
		for _, level := range Levels() {
			restore, err := Use(level)
			if err != nil {
				t.Fatal(err)
			}
			s.draw(t, rand.New(rand.NewPCG(seed, 3))).checkSolo(t, level.String(), int(offset%16))
			restore()
		}
	})
}

// One character of 67 joints, of which the hips move or all do, at frames of a
// clip of four seconds; and, to find from how many on a block is faster, a
// block of sixteen.
func BenchmarkSoloRows(b *testing.B) {
	for _, tracks := range []string{"few", "all"} {
		rig, c := wholeCharacter(b, tracks == "all")
		crowd := newBenchCrowd(c, Lanes)
		solo, scratch := AlignedFloat32(rig.SoloValues()), AlignedFloat32(rig.ScratchValues(c))
		for _, level := range Levels() {
			for _, k := range []struct {
				name  string
				count int
				run   func(i int) error
			}{
				{"one", 1, func(i int) error {
					return SoloRows(crowd.out.Values, &crowd.rows, crowd.at[0].Row[i], crowd.at[0].Alpha[i], rig, solo)
				}},
				{"one, 16 bits", 1, func(i int) error {
					return SoloShortRows(crowd.out.Values, &crowd.short, crowd.at[0].Row[i], crowd.at[0].Alpha[i], rig, solo)
				}},
				{"block", Lanes, func(int) error { return AbsoluteRows16(&crowd.out, &crowd.rows, crowd.at, rig, scratch) }},
			} {
				b.Run(fmt.Sprintf("%s/translations=%s/simd=%v", k.name, tracks, level), func(b *testing.B) {
					restore, err := Use(level)
					if err != nil {
						b.Fatal(err)
					}
					defer restore()
					n := 0
					for b.Loop() {
						if err := k.run(n % Lanes); err != nil {
							b.Fatal(err)
						}
						n++
					}
					b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(n*67*k.count), "ns/joint")
				})
			}
		}
	}
}

// wholeCharacter is the skeleton of the benchmarks for whole rotations.
func wholeCharacter(tb testing.TB, allMove bool) (*Rig, Columns) {
	joints := make([]RigJoint, 0, 67)
	for j, p := range humanParents()[:67] {
		c := -1
		if allMove {
			c = j
		} else if j == 1 {
			c = 0
		}
		joints = append(joints, RigJoint{Parent: p, Bind: [3]float32{0.1, 1, 0.2}, Column: c, Scale: 1})
	}
	rig, err := NewRig(joints, 1)
	if err != nil {
		tb.Fatal(err)
	}
	return rig, Columns{Rotations: rig.Joints(), Others: padGroup(rig.others)}
}
