package kernel

import (
	"errors"
	"fmt"
	"github.com/sinew-anim/sinew/native/simd"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"
)

// keyShape is what a clip of keys is drawn from.
type keyShape struct {
	columns simd.Columns
	groups  int
	keys    int    // of a group at most
	values  string // unit or wild: what other columns hold
	span    bool   // all groups begin and end together
}

// draw makes a clip that keys or holds about nine columns of ten.
func (s keyShape) draw(t testing.TB, r *rand.Rand) (*KeyClip, []KeyGroup) {
	groups := make([]KeyGroup, s.groups)
	var held []HeldColumn
	for c := range s.columns.Rotations + s.columns.Others {
		switch pick := r.IntN(10); {
		case pick == 0:
		case pick == 1 || s.groups == 0:
			held = append(held, HeldColumn{c, s.value(r, c, [4]float32{1})})
		default:
			g := &groups[r.IntN(s.groups)]
			g.Column = append(g.Column, c)
		}
	}
	groups = slices.DeleteFunc(groups, func(g KeyGroup) bool { return len(g.Column) == 0 })
	for i := range groups {
		s.fill(&groups[i], r)
	}
	clip, err := NewKeyClip(s.columns, groups, nil, held)
	if err != nil {
		t.Fatal(err)
	}
	return clip, groups
}

func (s keyShape) fill(g *KeyGroup, r *rand.Rand) {
	g.Step = r.IntN(5) == 0
	n := 2 + r.IntN(s.keys-1)
	tick := float32(r.IntN(2)) * r.Float32() * -3
	for k := range n {
		g.Time = append(g.Time, tick)
		switch r.IntN(4) {
		case 0:
			tick = math.Nextafter32(tick+1e-30, math.MaxFloat32)
		default:
			tick += r.Float32()*2 + 0.01
		}
		for i, c := range g.Column {
			before := [4]float32{1}
			if k > 0 {
				before = [4]float32(g.Value[4*((k-1)*len(g.Column)+i):])
			}
			v := s.value(r, c, before)
			g.Value = append(g.Value, v[:]...)
		}
	}
	if s.span {
		g.Time[0] = -3
		g.Time[n-1] = 1000
	}
}

func (s keyShape) value(r *rand.Rand, column int, before [4]float32) (v [4]float32) {
	if column < s.columns.Rotations {
		for k := range v {
			v[k] = before[k] + (r.Float32()-0.5)*0.02
		}
		return unitQuad(v)
	}
	for k := range v {
		v[k] = r.Float32()*4 - 2
		if s.values == "wild" {
			for v[k] = math.Float32frombits(r.Uint32()); v[k]-v[k] != 0; {
				v[k] = math.Float32frombits(r.Uint32())
			}
			v[k] /= 4 // differences stay finite
		}
	}
	return v
}

// drawTicks draws where lanes are: anywhere, at keys, next to them, and far outside.
func drawTicks(r *rand.Rand, groups []KeyGroup) *Ticks {
	var at Ticks
	for l := range simd.Lanes {
		tick := r.Float32() * 40
		if len(groups) > 0 {
			g := &groups[r.IntN(len(groups))]
			k := r.IntN(len(g.Time))
			switch r.IntN(6) {
			case 0:
				tick = g.Time[k]
			case 1:
				tick = math.Nextafter32(g.Time[k], -math.MaxFloat32)
			case 2:
				tick = g.Time[len(g.Time)-1] * r.Float32()
			}
		}
		if r.IntN(50) == 0 {
			tick = [...]float32{0, -5, 1e30, float32(math.Inf(1)), float32(math.NaN()), 1e-44}[r.IntN(6)]
		}
		at.Tick[l], at.Rest[l] = tick, 0
		if ulp := math.Nextafter32(tick, math.MaxFloat32) - tick; r.IntN(2) == 0 && ulp < 1 {
			at.Rest[l] = r.Float32() * ulp
		}
	}
	return &at
}

func TestSampleKeysBits(t *testing.T) {
	counts := []int{0, 1, 2, 3, 4, 5, 7, 8, 15, 16, 17, 31, 32, 33, 67, 129, 333, 999, 1000}
	for _, isa := range simd.ISAs() {
		restore, err := simd.Use(isa)
		if err != nil {
			t.Fatal(err)
		}
		for i, n := range counts {
			for _, groups := range []int{0, 1, 2, 9, 40} {
				for _, keys := range []int{2, 5, 32, 33, 34, 35, 200} {
					s := keyShape{simd.Columns{Rotations: padGroup(n), Others: padGroup(n / 3)}, groups, keys, [...]string{"unit", "wild"}[keys%2], n%2 == 0}
					r := rand.New(rand.NewPCG(uint64(n), uint64(groups<<10+keys)))
					if n > 200 && (groups*keys)%3 == 0 {
						continue
					}
					compareKeys(t, isa, s, r, i%16)
				}
			}
		}
		restore()
	}
}

// compareKeys holds an instruction set against the Go body, all lanes and some.
func compareKeys(t *testing.T, isa simd.ISA, s keyShape, r *rand.Rand, offset int) {
	t.Helper()
	clip, groups := s.draw(t, r)
	n := PoseValues(s.columns)
	for round := range 3 {
		at := drawTicks(r, groups)
		lanes := uint16(math.MaxUint16)
		if round > 0 {
			lanes = uint16(r.Uint32())
		}
		got, pose := guarded(n, offset)
		want, ref := guarded(n, offset)
		if err := SampleKeys16(pose, clip, at, lanes, nil); err != nil {
			t.Fatal(err)
		}
		sampleKeys16Go(ref, clip, at, lanes)
		for i := range got {
			if math.Float32bits(got[i]) != math.Float32bits(want[i]) && (got[i] == got[i] || want[i] == want[i]) {
				t.Fatalf("%v: %+v, lanes %016b: value %d is %v, want %v (tick %v)", isa, s, lanes, i, got[i], want[i], at.Tick)
			}
		}
	}
}

// The definition against the plainest reading of what it says.
func TestSampleKeysValues(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for round := range 400 {
		s := keyShape{simd.Columns{Rotations: 16, Others: 8}, 5 + round%7, 80, "unit", round%2 == 0}
		clip, groups := s.draw(t, r)
		pose := make([]float32, PoseValues(s.columns))
		at := drawTicks(r, groups)
		if err := SampleKeys16(pose, clip, at, math.MaxUint16, nil); err != nil {
			t.Fatal(err)
		}
		for l, tick := range at.Tick {
			for i := range groups {
				g := &groups[i]
				if !(tick >= g.Time[0] && tick < g.Time[len(g.Time)-1]) {
					continue
				}
				k := 0
				for tick >= g.Time[k+1] {
					k++
				}
				u := (float64(tick) - float64(g.Time[k]) + float64(at.Rest[l])) / (float64(g.Time[k+1]) - float64(g.Time[k]))
				if g.Step {
					u = 0
				}
				for c, column := range g.Column {
					square := 0.0
					for e := range 4 {
						a, b := g.Value[4*(k*len(g.Column)+c)+e], g.Value[4*((k+1)*len(g.Column)+c)+e]
						want := float64(a) + (float64(b)-float64(a))*u
						got := float64(pose[ColumnStart(s.columns, column)+e*simd.Lanes+l])
						if math.Abs(got-want) > 1e-6*(1+math.Abs(u)) {
							t.Fatalf("column %d, lane %d at %v: component %d is %v, want %v", column, l, tick, e, got, want)
						}
						square += want * want
					}
					if column < s.columns.Rotations {
						if got := float64(pose[ColumnStart(s.columns, column)+4*simd.Lanes+l]); math.Abs(got*square-1) > 3e-7 {
							t.Fatalf("column %d: 1/|q|² is %v, want %v", column, got, 1/square)
						}
					}
				}
			}
		}
	}
}

// One instance has the bits of a lane.
func TestSampleKeysAlone(t *testing.T) {
	eachISA(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(2, 1))
		for round := range 60 {
			n := round % 40
			s := keyShape{simd.Columns{Rotations: padGroup(n), Others: padGroup(n / 2)}, 1 + round%9, 2 + round, "wild", round%2 == 0}
			clip, groups := s.draw(t, r)
			pose, row := make([]float32, PoseValues(s.columns)), make([]float32, s.columns.RowValues())
			at := drawTicks(r, groups)
			for _, err := range []error{HoldKeys16(pose, clip, math.MaxUint16), SampleKeys16(pose, clip, at, math.MaxUint16, nil), HoldKeys(row, clip)} {
				if err != nil {
					t.Fatal(err)
				}
			}
			for l := range simd.Lanes {
				if err := SampleKeys(row, clip, at.Tick[l], at.Rest[l], nil); err != nil {
					t.Fatal(err)
				}
				for c := range s.columns.Rotations + s.columns.Others {
					for e := range 4 {
						got, want := row[4*c+e], pose[ColumnStart(s.columns, c)+e*simd.Lanes+l]
						if math.Float32bits(got) != math.Float32bits(want) && (got == got || want == want) {
							t.Fatalf("column %d, lane %d at %v: %v, want %v", c, l, at.Tick[l], got, want)
						}
					}
				}
			}
			if n := len(row); n > 0 {
				if err := SampleKeys(row[:n-1], clip, 0, 0, nil); !errors.Is(err, simd.ErrLength) {
					t.Errorf("a short row: %v", err)
				}
				if err := HoldKeys(row[:n-1], clip); !errors.Is(err, simd.ErrLength) {
					t.Errorf("a short row to hold: %v", err)
				}
			}
		}
	})
}

func TestHoldKeys(t *testing.T) {
	c := simd.Columns{Rotations: 4, Others: 4}
	clip, err := NewKeyClip(c, nil, nil, []HeldColumn{{1, [4]float32{0, 0, 0, 2}}, {5, [4]float32{1, 2, 3, 4}}})
	if err != nil {
		t.Fatal(err)
	}
	pose := make([]float32, PoseValues(c))
	if err := HoldKeys16(pose, clip, 0b101); err != nil {
		t.Fatal(err)
	}
	want := make([]float32, len(pose))
	for _, l := range []int{0, 2} {
		want[ColumnStart(c, 1)+3*simd.Lanes+l], want[ColumnStart(c, 1)+4*simd.Lanes+l] = 2, 0.25
		for e := range 4 {
			want[ColumnStart(c, 5)+e*simd.Lanes+l] = float32(e + 1)
		}
	}
	if !slices.Equal(pose, want) {
		t.Errorf("%v, want %v", pose, want)
	}
}

func TestSplitTick(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 10000 {
		x := math.Exp(r.Float64()*60 - 40)
		whole, rest := SplitTick(x)
		if float64(whole) > x || rest < 0 || math.Abs(float64(whole)+float64(rest)-x) > 1e-13*x {
			t.Fatalf("%v is %v + %v", x, whole, rest)
		}
	}
	if whole, rest := SplitTick(0); whole != 0 || rest != 0 {
		t.Errorf("0 is %v + %v", whole, rest)
	}
}

func TestKeysRefused(t *testing.T) {
	c := simd.Columns{Rotations: 4, Others: 4}
	one := []float32{0, 0, 0, 1}
	two := append(slices.Clone(one), one...)
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for name, g := range map[string]KeyGroup{
		"one key":          {Time: []float32{0}, Column: []int{0}, Value: one},
		"no column":        {Time: []float32{0, 1}},
		"values":           {Time: []float32{0, 1}, Column: []int{0}, Value: one},
		"equal times":      {Time: []float32{1, 1}, Column: []int{0}, Value: two},
		"a time of NaN":    {Time: []float32{0, nan}, Column: []int{0}, Value: two},
		"an infinite time": {Time: []float32{0, inf}, Column: []int{0}, Value: two},
		"times too close":  {Time: []float32{0, 1e-44}, Column: []int{0}, Value: two},
		"column":           {Time: []float32{0, 1}, Column: []int{8}, Value: two},
		"negative column":  {Time: []float32{0, 1}, Column: []int{-1}, Value: two},
		"a column twice":   {Time: []float32{0, 1}, Column: []int{0, 0}, Value: append(slices.Clone(two), two...)},
		"a value of NaN":   {Time: []float32{0, 1}, Column: []int{4}, Value: append(slices.Clone(one), 0, 0, nan, 0)},
		"length":           {Time: []float32{0, 1}, Column: []int{0}, Value: append(slices.Clone(one), 0, 0, 0, 1.1)},
		"arc":              {Time: []float32{0, 1}, Column: []int{0}, Value: append(slices.Clone(one), 0.06, 0, 0, 0.998)},
		"another half":     {Time: []float32{0, 1}, Column: []int{0}, Value: append(slices.Clone(one), 0, 0, 0, -1)},
	} {
		if _, err := NewKeyClip(c, []KeyGroup{g}, nil, nil); !errors.Is(err, ErrKeys) {
			t.Errorf("%s: %v, want ErrKeys", name, err)
		}
	}
	if _, err := NewKeyClip(simd.Columns{Rotations: 3, Others: 0}, nil, nil, nil); !errors.Is(err, simd.ErrLength) {
		t.Errorf("3 columns: %v", err)
	}
	if _, err := NewKeyClip(c, nil, nil, []HeldColumn{{Column: 9}}); !errors.Is(err, ErrKeys) {
		t.Errorf("held column: %v", err)
	}
	clip, err := NewKeyClip(c, []KeyGroup{{Time: []float32{0, 1}, Column: []int{7}, Value: two}}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for n := range PoseValues(c) {
		if n%97 != 0 && n != PoseValues(c)-1 {
			continue
		}
		all, pose := guarded(n, 0)
		before := slices.Clone(all)
		for what, err := range map[string]error{
			"sample": SampleKeys16(pose, clip, &Ticks{}, 1, nil), "hold": HoldKeys16(pose, clip, 1),
		} {
			if !errors.Is(err, simd.ErrLength) {
				t.Errorf("%s into %d values: %v", what, n, err)
			}
		}
		for i := range all {
			if math.Float32bits(all[i]) != math.Float32bits(before[i]) {
				t.Fatalf("%d values: wrote value %d", n, i)
			}
		}
	}
}

// What the assembly knows of a line.
func TestKeyLineLayout(t *testing.T) {
	var l keyLine
	got := []uintptr{
		unsafe.Offsetof(l.records), unsafe.Offsetof(l.rows), unsafe.Offsetof(l.stride), unsafe.Offsetof(l.next), unsafe.Offsetof(l.cell),
		unsafe.Offsetof(l.cells), unsafe.Offsetof(l.scale), unsafe.Offsetof(l.intervals), unsafe.Offsetof(l.packs), unsafe.Offsetof(l.otherPacks),
		unsafe.Offsetof(l.walks), unsafe.Sizeof(l),
	}
	if want := []uintptr{8, 16, 24, 28, 32, 36, 40, 44, 48, 52, 56, 64}; !slices.Equal(got, want) {
		t.Errorf("offsets %v, want %v", got, want)
	}
}

func FuzzSampleKeys(f *testing.F) {
	f.Add(uint64(1), uint16(5), uint8(3), uint8(40), uint16(0xffff))
	f.Add(uint64(2), uint16(67), uint8(20), uint8(3), uint16(0x0f10))
	f.Fuzz(func(t *testing.T, seed uint64, columns uint16, groups, keys uint8, lanes uint16) {
		n := int(columns % 300)
		s := keyShape{simd.Columns{Rotations: padGroup(n), Others: padGroup(n / 2)}, int(groups % 50), 2 + int(keys), "wild", seed%2 == 0}
		for _, isa := range simd.ISAs() {
			restore, err := simd.Use(isa)
			if err != nil {
				t.Fatal(err)
			}
			compareKeys(t, isa, s, rand.New(rand.NewPCG(seed, uint64(lanes))), int(seed%16))
			restore()
		}
	})
}

// A character of 67 joints whose rotations are all keyed, three of whose
// translations are, for 1.3 and 15 seconds at 30 keys per second: at the same
// ticks, or each track at its own.
func BenchmarkSampleKeys(b *testing.B) {
	const joints = 67
	c := simd.Columns{Rotations: 68, Others: 4}
	for _, seconds := range []float64{0.1, 1, 1.3, 15} {
		for _, groups := range []int{1, 35, 70} {
			clip := benchmarkClip(b, c, joints, groups, int(seconds*30)+1)
			for _, isa := range simd.ISAs() {
				for _, order := range []string{"forward", "random"} {
					b.Run(fmt.Sprintf("seconds=%g/timelines=%d/times=%s/simd=%v", seconds, groups, order, isa), func(b *testing.B) {
						restore, err := simd.Use(isa)
						if err != nil {
							b.Fatal(err)
						}
						defer restore()
						benchmarkKeys(b, clip, seconds*30, order == "random")
					})
				}
			}
		}
	}
}

func benchmarkKeys(b *testing.B, clip *KeyClip, last float64, random bool) {
	const blocks, steps = 4000 / simd.Lanes, 8
	r := rand.New(rand.NewPCG(1, 1))
	pose := simd.AlignedFloat32(PoseValues(clip.Columns()))
	at := make([]Ticks, blocks*steps)
	for block := range blocks {
		for l := range simd.Lanes {
			tick := r.Float64() * last
			for step := range steps {
				at[step*blocks+block].Set(l, tick)
				if tick += 0.5; tick >= last || random {
					tick = r.Float64() * last
				}
			}
		}
	}
	n := 0
	for b.Loop() {
		_ = SampleKeys16(pose, clip, &at[n%len(at)], math.MaxUint16, nil)
		n++
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(n*simd.Lanes*67), "ns/joint")
}

// benchmarkClip keys the rotations of all joints and three translations.
func benchmarkClip(b *testing.B, c simd.Columns, joints, groups, keys int) *KeyClip {
	r := rand.New(rand.NewPCG(5, 5))
	s := keyShape{columns: c, values: "unit"}
	list := make([]KeyGroup, groups)
	for i := range joints + 3 {
		column := i
		if i >= joints {
			column = c.Rotations + i - joints
		}
		g := &list[i%groups]
		g.Column = append(g.Column, column)
	}
	for i := range list {
		g := &list[i]
		for k := range keys {
			t := float32(k)
			if groups > 1 && k > 0 && k < keys-1 {
				t += r.Float32() * 0.5
			}
			g.Time = append(g.Time, t)
			for j, column := range g.Column {
				before := [4]float32{1}
				if k > 0 {
					before = [4]float32(g.Value[4*((k-1)*len(g.Column)+j):])
				}
				v := s.value(r, column, before)
				g.Value = append(g.Value, v[:]...)
			}
		}
	}
	clip, err := NewKeyClip(c, list, nil, nil)
	if err != nil {
		b.Fatal(err)
	}
	return clip
}

// unitQuad is q at unit length.
func unitQuad(q [4]float32) [4]float32 {
	n := float32(1 / math.Sqrt(float64(squareOf(&q))))
	return [4]float32{q[0] * n, q[1] * n, q[2] * n, q[3] * n}
}
