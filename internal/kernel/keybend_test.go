package kernel

import (
	"errors"
	"github.com/sinew-anim/sinew/native/simd"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// drawBends makes a clip of curves, some of rotations, some of other columns, of several
// timelines, and of one straight column.
func drawBends(t testing.TB, r *rand.Rand, c simd.Columns) (*KeyClip, []BendGroup) {
	var list []BendGroup
	free := r.Perm(c.Rotations + c.Others)
	straight := free[len(free)-1]
	for free = free[:len(free)-1]; len(free) > 0; {
		n := 1 + r.IntN(min(9, len(free)))
		g := BendGroup{Column: free[:n]}
		free = free[n:]
		tick := r.Float32()
		for range 2 + r.IntN(70) {
			g.Time = append(g.Time, tick)
			tick += 0.01 + r.Float32()*[...]float32{0.1, 3}[r.IntN(2)]
		}
		for i := range 4 * n * (bendLines*(len(g.Time)-1) + 1) {
			v := (r.Float32() - 0.5)
			if i%4 == 3 {
				v += 1
			}
			g.Value = append(g.Value, v)
		}
		list = append(list, g)
	}
	groups := []KeyGroup{{Time: []float32{0, 1}, Column: []int{straight}, Value: []float32{0, 0, 0, 1, 0, 0, 0, 1}}}
	clip, err := NewKeyClip(c, groups, list, nil)
	if err != nil {
		t.Fatal(err)
	}
	return clip, list
}

// drawBendTicks draws where lanes are: anywhere in some group, or at its keys.
func drawBendTicks(r *rand.Rand, list []BendGroup) *Ticks {
	var at Ticks
	for l := range simd.Lanes {
		g := &list[r.IntN(len(list))]
		at.Tick[l] = r.Float32() * g.Time[len(g.Time)-1]
		if r.IntN(3) == 0 {
			at.Tick[l] = g.Time[r.IntN(len(g.Time))]
		}
		at.Rest[l] = at.Tick[l] * r.Float32() * 5e-8
	}
	return &at
}

// Curves have the same bits on every instruction set, of all lanes, some, and one instance
// alone, and lanes that are not sampled keep their values.
func TestBendsHaveTheSameBits(t *testing.T) {
	r := rand.New(rand.NewPCG(23, 4))
	for round := range 120 {
		c := simd.Columns{Rotations: padGroup(1 + r.IntN(40)), Others: padGroup(1 + r.IntN(20))}
		clip, list := drawBends(t, r, c)
		at, lanes := drawBendTicks(r, list), uint16(math.MaxUint16)
		if round%2 == 1 {
			lanes = uint16(r.Uint32())
		}
		sample := func(isa simd.ISA) (pose, rows []float32) {
			restore, err := simd.Use(isa)
			if err != nil {
				t.Fatal(err)
			}
			defer restore()
			pose = simd.AlignedFloat32(PoseValues(c))
			for i := range pose {
				pose[i] = float32(i)
			}
			scratch := NewKeyScratch(clip)
			err = SampleKeys16(pose, clip, at, lanes, scratch)
			for l := range simd.Lanes {
				row := simd.AlignedFloat32(c.RowValues())
				err = errors.Join(err, SampleKeys(row, clip, at.Tick[l], at.Rest[l], scratch))
				rows = append(rows, row...)
			}
			if err != nil {
				t.Fatal(err)
			}
			return pose, rows
		}
		want, wantRows := sample(simd.Generic)
		for _, isa := range simd.ISAs()[1:] {
			pose, rows := sample(isa)
			if i := differ(pose, want); i >= 0 {
				t.Fatalf("round %d, %v: value %d is %v, want %v", round, isa, i, pose[i], want[i])
			}
			if i := differ(rows, wantRows); i >= 0 {
				t.Fatalf("round %d, %v: row value %d is %v, want %v", round, isa, i, rows[i], wantRows[i])
			}
		}
		for l := range simd.Lanes {
			for column := range c.Rotations + c.Others {
				for e := range 4 {
					i := ColumnStart(c, column) + e*simd.Lanes + l
					got, alone := want[i], wantRows[l*c.RowValues()+4*column+e]
					if lanes>>l&1 == 0 {
						alone = float32(i)
					}
					if got != alone {
						t.Fatalf("round %d: column %d, lane %d of %016b: %v, want %v", round, column, l, lanes, got, alone)
					}
				}
			}
		}
	}
}

// Values are those of the curves by their definition, in float64.
func TestBendValues(t *testing.T) {
	r := rand.New(rand.NewPCG(23, 5))
	for range 60 {
		c := simd.Columns{Rotations: padGroup(1 + r.IntN(12)), Others: padGroup(1 + r.IntN(12))}
		clip, list := drawBends(t, r, c)
		at := drawBendTicks(r, list)
		pose := simd.AlignedFloat32(PoseValues(c))
		if err := SampleKeys16(pose, clip, at, math.MaxUint16, NewKeyScratch(clip)); err != nil {
			t.Fatal(err)
		}
		for l, tick := range at.Tick {
			for i := range list {
				g := &list[i]
				if tick < g.Time[0] || tick >= g.Time[len(g.Time)-1] {
					continue
				}
				k, n := 0, len(g.Column)
				for tick >= g.Time[k+1] {
					k++
				}
				u := (float64(tick) - float64(g.Time[k]) + float64(at.Rest[l])) / (float64(g.Time[k+1]) - float64(g.Time[k]))
				weight := [4]float64{(1 - u) * (1 - u) * (1 - u), 3 * u * (1 - u) * (1 - u), 3 * u * u * (1 - u), u * u * u}
				for at, column := range g.Column {
					var q [4]float64
					for p, w := range weight {
						for e := range q {
							q[e] += w * float64(g.Value[4*((bendLines*k+p)*n+at)+e])
						}
					}
					length := 1.0
					if column < c.Rotations {
						length = math.Sqrt(q[0]*q[0] + q[1]*q[1] + q[2]*q[2] + q[3]*q[3])
					}
					for e, want := range q {
						if got := float64(pose[ColumnStart(c, column)+e*simd.Lanes+l]); math.Abs(got-want/length) > 1e-6 {
							t.Fatalf("column %d at %v: component %d is %v, want %v", column, tick, e, got, want/length)
						}
					}
				}
			}
		}
	}
}

func TestBendsRefused(t *testing.T) {
	c, nan := simd.Columns{Rotations: 4, Others: 4}, float32(math.NaN())
	value := make([]float32, 16)
	for name, g := range map[string]BendGroup{
		"one tick":       {Time: []float32{0}, Column: []int{0}, Value: value[:4]},
		"no column":      {Time: []float32{0, 1}},
		"values":         {Time: []float32{0, 1}, Column: []int{0}, Value: value[:12]},
		"equal times":    {Time: []float32{1, 1}, Column: []int{0}, Value: value},
		"column":         {Time: []float32{0, 1}, Column: []int{8}, Value: value},
		"a value of NaN": {Time: []float32{0, 1}, Column: []int{4}, Value: append(slices.Clone(value[:15]), nan)},
	} {
		if _, err := NewKeyClip(c, nil, []BendGroup{g}, nil); !errors.Is(err, ErrKeys) {
			t.Errorf("%s: %v, want ErrKeys", name, err)
		}
	}
	clip, err := NewKeyClip(c, nil, []BendGroup{{Time: []float32{0, 1}, Column: []int{7}, Value: value}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []*KeyScratch{nil, NewKeyScratch()} {
		if err := SampleKeys16(make([]float32, PoseValues(c)), clip, &Ticks{}, 1, s); !errors.Is(err, simd.ErrLength) {
			t.Errorf("a block without scratch: %v", err)
		}
		if err := SampleKeys(make([]float32, c.RowValues()), clip, 0, 0, s); !errors.Is(err, simd.ErrLength) {
			t.Errorf("a row without scratch: %v", err)
		}
	}
}

// Curves of as many columns as a character of sparse keys has.
func BenchmarkBends(b *testing.B) {
	c := simd.Columns{Rotations: 68, Others: 4}
	g := BendGroup{}
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 67 {
		g.Column = append(g.Column, i)
	}
	for k := range 40 {
		g.Time = append(g.Time, float32(k))
	}
	for i := range 4 * 67 * (bendLines*39 + 1) {
		g.Value = append(g.Value, r.Float32()*0.1+float32(i%4/3))
	}
	clip, err := NewKeyClip(c, nil, []BendGroup{g}, nil)
	if err != nil {
		b.Fatal(err)
	}
	pose, scratch := simd.AlignedFloat32(PoseValues(c)), NewKeyScratch(clip)
	at := make([]Ticks, 64)
	for i := range at {
		at[i] = *drawBendTicks(r, []BendGroup{g})
	}
	n := 0
	for b.Loop() {
		_ = SampleKeys16(pose, clip, &at[n%len(at)], math.MaxUint16, scratch)
		n++
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(n*simd.Lanes*67), "ns/joint")
}
