package kernel

import (
	"errors"
	"github.com/sinew-anim/sinew/internal/packing"
	"github.com/sinew-anim/sinew/native/simd"
	"math"
	"math/rand/v2"
	"syscall"
	"testing"
	"unsafe"
)

// fenced copies values to the end of pages of their own, before one
// without access: a read or a write of one byte too many ends the process.
func fenced[T any](t *testing.T, values []T) []T {
	t.Helper()
	if len(values) == 0 {
		return nil
	}
	page := syscall.Getpagesize()
	size := len(values) * int(unsafe.Sizeof(values[0]))
	room := (size + page - 1) / page * page
	pages, err := syscall.Mmap(-1, 0, room+page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := syscall.Munmap(pages); err != nil {
			t.Error(err)
		}
	})
	if err := syscall.Mprotect(pages[room:], syscall.PROT_NONE); err != nil {
		t.Fatal(err)
	}
	inner := unsafe.Slice((*T)(unsafe.Pointer(&pages[room-size])), len(values))
	copy(inner, values)
	return inner
}

// No kernel may read beyond its slices either, which could end where the
// process's memory does.
func TestBlockKernelsStayInsideTheirMemory(t *testing.T) {
	eachISA(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(11, 12))
		for _, n := range []int{1, 4, 5, 8, 13, 67} {
			for _, columns := range []float64{0, 0.3, 1} {
				s := shape{joints: n, tree: "bushy", columns: columns, values: "unit", gap: r.IntN(2) * 5, blocks: 1}
				t.Run(s.String(), func(t *testing.T) {
					b := s.draw(t, r)
					b.rows.Values = fenced(t, b.rows.Values)
					b.runFenced(t)
				})
			}
		}
	})
}

// runFenced runs every block kernel with fenced output and scratch.
func (b *block) runFenced(t *testing.T) {
	c := b.columns
	floats := func(n int) []float32 { return fenced(t, make([]float32, n)) }
	pose := floats(PoseValues(c))
	out := &simd.Palettes{Values: floats((simd.Lanes-1)*b.stride + affineFloats*c.Rotations), Stride: b.stride}
	scratch, general := floats(b.rig.ScratchValues()), floats(b.general.ScratchValues())
	at := fenced(t, b.at)
	for i, err := range []error{
		SampleRows16(pose, &b.rows, &at[0]),
		RigPalette16(out, pose, c, b.rig, scratch),
		GeneralPalette16(out, pose, c, b.general, general),
	} {
		if err != nil {
			t.Errorf("kernel %d: %v", i, err)
		}
	}
}

func TestKernelsOfOneInstanceStayInsideTheirMemory(t *testing.T) {
	eachISA(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(11, 13))
		for _, n := range []int{1, 4, 5, 13, 16, 67} {
			for _, columns := range []float64{0, 0.3, 1} {
				b := shape{joints: n, tree: "bushy", columns: columns, values: "unit", blocks: 1}.draw(t, r)
				c := b.columns
				floats := func(n int) []float32 { return fenced(t, make([]float32, n)) }
				first, second := fenced(t, b.rows.Values[:c.RowValues()]), fenced(t, b.rows.Values[b.rows.Stride:][:c.RowValues()])
				dst, pose := floats(affineFloats*c.Rotations), floats(c.RowValues())
				if err := errors.Join(
					SampleRows1(pose, first, second, 0.3),
					RigPalette1(dst, pose, c, b.rig, floats(b.rig.ScratchValues())),
					GeneralPalette1(dst, pose, c, b.general, floats(b.general.ScratchValues())),
				); err != nil {
					t.Fatal(err)
				}
			}
		}
	})
}

func TestKeysStayInsideTheirMemory(t *testing.T) {
	eachISA(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(11, 16))
		for round := range 60 {
			n := 1 + round%20
			s := keyShape{simd.Columns{Rotations: padGroup(n), Others: padGroup(n / 2)}, 1 + round%9, 2 + round, "wild", round%2 == 0}
			clip, groups := s.draw(t, r)
			clip.values, clip.cells, clip.lines = fenced(t, clip.values), fenced(t, clip.cells), fenced(t, clip.lines)
			clip.out, clip.quad = fenced(t, clip.out), fenced(t, clip.quad)
			pose, row := fenced(t, make([]float32, PoseValues(s.columns))), fenced(t, make([]float32, s.columns.RowValues()))
			at := fenced(t, []Ticks{*drawTicks(r, groups)})
			for _, lanes := range []uint16{math.MaxUint16, uint16(r.Uint32())} {
				if err := errors.Join(SampleKeys16(pose, clip, &at[0], lanes, nil), SampleKeys(row, clip, at[0].Tick[0], at[0].Rest[0], nil)); err != nil {
					t.Fatal(err)
				}
			}
		}
	})
}

func TestBendsStayInsideTheirMemory(t *testing.T) {
	eachISA(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(11, 23))
		for range 30 {
			c := simd.Columns{Rotations: padGroup(1 + r.IntN(20)), Others: padGroup(1 + r.IntN(9))}
			clip, list := drawBends(t, r, c)
			scratch := NewKeyScratch(clip)
			for i := range clip.bends {
				k := &clip.bends[i].control
				k.values, k.cells, k.lines = fenced(t, k.values), fenced(t, k.cells), fenced(t, k.lines)
				k.out, k.quad = fenced(t, k.out), fenced(t, k.quad)
			}
			scratch.block, scratch.row = fenced(t, scratch.block), fenced(t, scratch.row)
			pose, row := fenced(t, make([]float32, PoseValues(c))), fenced(t, make([]float32, c.RowValues()))
			at := fenced(t, []Ticks{*drawBendTicks(r, list)})
			for _, lanes := range []uint16{math.MaxUint16, uint16(r.Uint32())} {
				if err := errors.Join(SampleKeys16(pose, clip, &at[0], lanes, scratch), SampleKeys(row, clip, at[0].Tick[0], at[0].Rest[0], scratch)); err != nil {
					t.Fatal(err)
				}
			}
		}
	})
}

func TestBlendStaysInsideItsMemory(t *testing.T) {
	eachISA(t, func(t *testing.T) {
		for _, size := range [][2]int{{4, 0}, {0, 4}, {4, 4}, {68, 12}} {
			b := newComposeCase(rand.New(rand.NewPCG(11, 15)), size[0], size[1], 2)
			sum, rowSum := fenced(t, make([]float32, PoseValues(b.c))), fenced(t, make([]float32, SumValues(b.c)))
			rest, still, reference := fenced(t, b.rest), fenced(t, b.still()), fenced(t, b.reference[:4*b.c.Rotations])
			for p := range b.blocks {
				mask := fenced(t, b.mask[p])
				if err := errors.Join(
					AccumulatePose16(sum, fenced(t, b.blocks[p]), b.c, &b.weight[p], mask, reference, p == 0),
					AccumulateRow(rowSum, fenced(t, b.rows[p][0]), b.c, 0.5, mask, reference, p == 0),
				); err != nil {
					t.Fatal(err)
				}
			}
			if err := errors.Join(FinishPose16(sum, b.c, still, 1), FinishRow(rowSum, b.c, still, 1)); err != nil {
				t.Fatal(err)
			}
			rows, parts := b.weightedRows(rand.New(rand.NewPCG(12, 15)))
			rows.Values = fenced(t, rows.Values)
			scratch, list := fenced(t, make([]float32, PoseValues(b.c))), []simd.WeightedRow{{Row: int64(len(rows.Values) - 2*rows.Stride), Alpha: 0.5, Weight: 0.5, Mask: fenced(t, b.mask[1])}}
			for k := range parts {
				parts[k].At.Row[3] = list[0].Row
				parts[k].Mask = list[0].Mask
			}
			if err := errors.Join(
				BlendRows16(sum, rows, parts, still, reference, 1, scratch),
				BlendRows1(rowSum, rows, list, still, reference, 1, scratch),
			); err != nil {
				t.Fatal(err)
			}
			offsets := b.offsets
			offsets.Values = fenced(t, offsets.Values)
			lower, row, mask := fenced(t, b.blocks[1]), fenced(t, b.rows[1][0]), fenced(t, b.mask[1])
			changed := fenced(t, b.rows[0][0])
			if err := errors.Join(
				OverPose16(sum, lower, b.c, reference, 1), OverRow(rowSum, row, b.c, reference, 1),
				AddPose16(sum, lower, b.c, &b.weight[1], mask, rest), OffsetPose16(sum, lower, b.c, offsets),
				AddRow(changed, row, b.c, 0.5, mask, rest), AddRow(changed, row, b.c, 0.5, nil, rest),
				OffsetRow(changed, row, b.c, 0.5, 0.5, 0.5),
			); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// fence gives a span's parts memory that ends where they do: Knots, Next and Codes
// after the packing.SpanPadding bytes that may be read beyond what is in use.
func (c *spanCase) fence(t *testing.T) {
	c.vectors, c.size, c.base = fenced(t, c.vectors), fenced(t, c.size), fenced(t, c.base)
	knots, codes := packing.SpanPadding, 0
	for i := range c.vectors {
		knots = packing.SpanPadding + int(c.vectors[i].Knot)
		codes += c.vectors[i].bytes()
	}
	codes += residualBytes(c.bits.Codes[:codes], c.bits.Keys) + packing.SpanPadding
	c.bits.Knots, c.bits.Next, c.bits.Codes = fenced(t, c.bits.Knots[:knots]), fenced(t, c.bits.Next[:knots]), fenced(t, c.bits.Codes[:codes])
}

func TestSpansStayInsideTheirMemory(t *testing.T) {
	eachISA(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(11, 14))
		for i := range 240 {
			c := newSpanCase(r, i%7, i%(SpanKeys+1))
			if i%2 == 1 { // some keys
				c.bits.First = min(1+i%3, c.bits.Keys+1)
				c.bits.Last = min(c.bits.First+1, c.bits.Keys)
			}
			c.fence(t)
			if err := c.unpack(fenced(t, make([]float32, SpanRows*c.stride))); err != nil {
				t.Fatal(err)
			}
		}
	})
}

func TestPlacedJointsStayInsideTheirMemory(t *testing.T) {
	eachISA(t, func(t *testing.T) {
		r := newRandom(29)
		for range 60 {
			c := drawJoints(r, 1+r.IntN(20), 1+r.IntN(9))
			c.palettes, c.instances, c.joints, c.slots = fenced(t, c.palettes), fenced(t, c.instances), fenced(t, c.joints), fenced(t, c.slots)
			c.bind, c.places = fenced(t, c.bind), fenced(t, c.places)
			c.into(t, fenced(t, make([]affine, len(c.instances)*len(c.joints))))
		}
	})
}
