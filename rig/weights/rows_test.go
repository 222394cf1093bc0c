package weights_test

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/rig/weights"
	"github.com/sinew-anim/sinew/soa"
)

// random returns groups of a chain with branches, with weights that sum to 1, 0 at some vertices,
// and with locks.
func random(r *rand.Rand, vertices, bones int) *weights.Groups {
	g := &weights.Groups{}
	for b := range bones {
		g.Name, g.Locked = append(g.Name, string(rune('a'+b%26))+string(rune('0'+b/26))), append(g.Locked, r.IntN(5) == 0)
		g.Parent = append(g.Parent, r.IntN(b+1)-1)
	}
	g.Start = make([]uint32, vertices+1)
	return g.Map(func(_ int, row weights.Row) weights.Row {
		if bones == 0 || r.IntN(10) == 0 {
			return row
		}
		for _, b := range r.Perm(bones)[:1+r.IntN(min(bones, 12))] {
			row = append(row, weights.Weight{Bone: uint16(b), Value: math.Pow(r.Float64(), 4) + 1e-9})
		}
		sum := row.Sum()
		for i := range row {
			row[i].Value /= sum
		}
		slices.SortFunc(row, func(a, b weights.Weight) int {
			if float32(a.Value) != float32(b.Value) {
				return int(math.Copysign(1, b.Value-a.Value))
			}
			return int(a.Bone) - int(b.Bone)
		})
		return row
	})
}

// ring returns the neighbours of vertices in a ring with chords.
func ring(n int) weights.Neighbours {
	return func(v int) (list []int32) {
		for _, step := range []int{1, n - 1, 3, n - 3} {
			if o := ((v+step)%n + n) % n; n > 0 && o != v && !slices.Contains(list, int32(o)) {
				list = append(list, int32(o))
			}
		}
		slices.Sort(list)
		return list
	}
}

// operations are all that need no model, by name.
func operations(r *rand.Rand, g *weights.Groups) map[string]func(*weights.Groups) *weights.Groups {
	n := g.Vertices()
	ops := map[string]func(*weights.Groups) *weights.Groups{
		"normalize":   func(g *weights.Groups) *weights.Groups { return g.Normalized() },
		"prune":       func(g *weights.Groups) *weights.Groups { return g.Pruned(0.05) },
		"limit 1":     func(g *weights.Groups) *weights.Groups { return g.Limited(1) },
		"limit 4":     func(g *weights.Groups) *weights.Groups { return g.Limited(4) },
		"quantize":    func(g *weights.Groups) *weights.Groups { return g.Quantized(255) },
		"quantize 16": func(g *weights.Groups) *weights.Groups { return g.Quantized(65535) },
		"smooth":      func(g *weights.Groups) *weights.Groups { return g.Smoothed(ring(n), 2, 0.7) },
		"hammer": func(g *weights.Groups) *weights.Groups {
			h, _, _ := g.Hammered(context.Background(), ring(n), g.Outliers(ring(n), 0.8))
			return h
		},
		"copy of self": func(g *weights.Groups) *weights.Groups { c, _, _, _ := g.Copied(g); return c },
	}
	if len(g.Name) > 0 {
		bone := uint16(r.IntN(len(g.Name)))
		ops["invert"] = func(g *weights.Groups) *weights.Groups { return g.Inverted(bone) }
		ops["levels"] = func(g *weights.Groups) *weights.Groups { return g.Levelled(bone, 1.5, -0.1) }
		mask := make([]float64, n)
		for v := range mask {
			mask[v] = r.Float64()*1.4 - 0.2
		}
		ops["masked smooth"] = func(g *weights.Groups) *weights.Groups { return g.Mixed(g.Smoothed(ring(n), 1, 1), mask) }
	}
	return ops
}

// sizes are numbers of vertices and bones.
var sizes = [][2]int{{0, 0}, {1, 1}, {15, 2}, {16, 3}, {17, 16}, {67, 17}, {200, 67}, {40, 1000}}

// TestOperationsKeepSumsAndLocks: the weights of a vertex sum to 1, or to 0 as before, none is
// negative, and locked ones are the same bits.
func TestOperationsKeepSumsAndLocks(t *testing.T) {
	for s := range seed.Cases(t, 12) {
		r := rand.New(rand.NewPCG(s, 1))
		for _, size := range sizes {
			g := random(r, size[0], size[1])
			for name, op := range operations(r, g) {
				out := op(g)
				if out.Vertices() != g.Vertices() {
					t.Fatalf("%s: %d vertices of %d", name, out.Vertices(), g.Vertices())
				}
				for v := range g.Vertices() {
					was, row := g.Row(v, nil), out.Row(v, nil)
					if sum := row.Sum(); math.Abs(sum-1) > 1e-6 && (len(row) > 0 || len(was) > 0) {
						t.Fatalf("%s: vertex %d sums to %v: %v, was %v", name, v, sum, row, was)
					}
					for i, w := range row {
						if !(w.Value > 0) || i > 0 && w.Value > row[i-1].Value {
							t.Fatalf("%s: vertex %d has %v", name, v, row)
						}
					}
					for b, locked := range g.Locked {
						if locked && name != "hammer" && was.At(uint16(b)) != row.At(uint16(b)) {
							t.Fatalf("%s: vertex %d, locked %d: %v became %v", name, v, b, was, row)
						}
					}
				}
			}
		}
	}
}

// TestOperationsAreIdempotent: the second time nothing changes, to the bit.
func TestOperationsAreIdempotent(t *testing.T) {
	for s := range seed.Cases(t, 12) {
		r := rand.New(rand.NewPCG(s, 2))
		for _, size := range sizes {
			g := random(r, size[0], size[1])
			ops := operations(r, g)
			for _, name := range []string{"normalize", "prune", "limit 1", "limit 4", "quantize", "quantize 16", "copy of self"} {
				once := ops[name](g)
				if twice := ops[name](once); !same(once, twice) {
					t.Fatalf("%s of %d vertices, %d joints: %v, then %v", name, size[0], size[1], once.Influences, twice.Influences)
				}
			}
		}
	}
}

func same(a, b *weights.Groups) bool {
	return slices.Equal(a.Start, b.Start) && slices.Equal(a.Bone, b.Bone) && slices.Equal(a.Weight, b.Weight)
}

// TestOperationsFollowPermutations: vertices in another order get the same weights.
func TestOperationsFollowPermutations(t *testing.T) {
	for s := range seed.Cases(t, 8) {
		r := rand.New(rand.NewPCG(s, 3))
		g := random(r, 67, 17)
		order := r.Perm(g.Vertices())
		place := make([]int, len(order))
		for i, v := range order {
			place[v] = i
		}
		shuffled := g.Map(func(i int, _ weights.Row) weights.Row { return g.Row(order[i], nil) })
		near := ring(g.Vertices())
		moved := func(i int) (list []int32) {
			for _, v := range near(order[i]) {
				list = append(list, int32(place[v]))
			}
			return list
		}
		for name, pair := range map[string][2]*weights.Groups{
			"prune":    {g.Pruned(0.03), shuffled.Pruned(0.03)},
			"limit":    {g.Limited(3), shuffled.Limited(3)},
			"quantize": {g.Quantized(255), shuffled.Quantized(255)},
			"smooth":   {g.Smoothed(near, 3, 0.5), shuffled.Smoothed(moved, 3, 0.5)},
			"levels":   {g.Levelled(4, 2, -0.2), shuffled.Levelled(4, 2, -0.2)},
		} {
			for i, v := range order {
				if a, b := pair[0].Row(v, nil), pair[1].Row(i, nil); !slices.Equal(a, b) {
					t.Fatalf("%s: vertex %d has %v, in another order %v", name, v, a, b)
				}
			}
		}
	}
}

// TestLimitAndPruneKeepTheLargest: against sorting by hand, without locks.
func TestLimitAndPruneKeepTheLargest(t *testing.T) {
	for s := range seed.Cases(t, 8) {
		r := rand.New(rand.NewPCG(s, 4))
		g, err := random(r, 100, 30).Lock()
		if err != nil {
			t.Fatal(err)
		}
		limited, pruned := g.Limited(3), g.Pruned(0.1)
		for v := range g.Vertices() {
			row := g.Row(v, nil)
			wantLimited, wantPruned := row[:min(3, len(row))], row[:0:0]
			for i, w := range row {
				if i == 0 || w.Value >= float64(float32(0.1)) {
					wantPruned = append(wantPruned, w)
				}
			}
			for name, pair := range map[string][2]weights.Row{"limit": {limited.Row(v, nil), wantLimited}, "prune": {pruned.Row(v, nil), wantPruned}} {
				got, want := pair[0], pair[1]
				if len(got) != len(want) {
					t.Fatalf("%s: vertex %d has %v, want the joints of %v", name, v, got, want)
				}
				for _, w := range want {
					if d := got.At(w.Bone) - w.Value/want.Sum(); math.Abs(d) > 1e-6 {
						t.Fatalf("%s: vertex %d has %v, want %v in proportion", name, v, got, want)
					}
				}
			}
		}
	}
}

// TestQuantizedWeights: 255 steps sum to 255, and none is farther than a step from its weight.
func TestQuantizedWeights(t *testing.T) {
	for s := range seed.Cases(t, 8) {
		r := rand.New(rand.NewPCG(s, 5))
		g, _ := random(r, 100, 30).Lock()
		q := g.Quantized(255)
		for v := range g.Vertices() {
			sum, row := 0., q.Row(v, nil)
			for _, w := range row {
				steps := math.Round(w.Value * 255)
				if float32(steps/255) != float32(w.Value) {
					t.Fatalf("vertex %d: %v is no step", v, w.Value)
				}
				sum += steps
			}
			if len(row) > 0 && sum != 255 {
				t.Fatalf("vertex %d sums to %v steps", v, sum)
			}
			for _, w := range g.Row(v, nil) {
				if math.Abs(row.At(w.Bone)-w.Value) > 1.0001/255 {
					t.Fatalf("vertex %d: joint %d had %v, has %v", v, w.Bone, w.Value, row.At(w.Bone))
				}
			}
		}
	}
}

// TestWith: one weight is set, the others make up for it.
func TestWith(t *testing.T) {
	g := &weights.Groups{Name: []string{"root", "a", "b", "c"}, Parent: []int{soa.None, 0, 1, 1}, Locked: make([]bool, 4)}
	g.Start = []uint32{0}
	row := func(w ...float64) (r weights.Row) {
		for b, v := range w {
			if v != 0 {
				r = append(r, weights.Weight{Bone: uint16(b), Value: v})
			}
		}
		return r
	}
	locked := *g
	locked.Locked = []bool{true, false, false, false}
	for name, c := range map[string]struct {
		g    *weights.Groups
		from weights.Row
		bone uint16
		to   float64
		want weights.Row
	}{
		"others in proportion":     {g, row(0, 0.5, 0.4, 0.1), 1, 0.75, row(0, 0.75, 0.2, 0.05)},
		"a new one":                {g, row(0, 0.5, 0.5), 3, 0.5, row(0, 0.25, 0.25, 0.5)},
		"none left: to the parent": {g, row(0, 0, 1), 2, 0.25, row(0, 0.75, 0.25)},
		"above 1":                  {g, row(0, 0.5, 0.5), 1, 7, row(0, 1)},
		"below 0":                  {g, row(0, 0.5, 0.5), 1, -7, row(0, 0, 1)},
		"the root keeps all":       {g, row(1), 0, 0.25, row(1)},
		"locked stay":              {&locked, row(0.5, 0.25, 0.25), 1, 0.4, row(0.5, 0.4, 0.1)},
		"as locked leave":          {&locked, row(0.5, 0.25, 0.25), 1, 0.9, row(0.5, 0.5)},
		"a locked one":             {&locked, row(0.5, 0.5), 0, 0.9, row(0.5, 0.5)},
		"parent locked":            {&locked, row(0.5, 0.5), 1, 0.1, row(0.5, 0.5)},
	} {
		got := c.g.With(slices.Clone(c.from), c.bone, c.to)
		for b := range g.Name {
			if math.Abs(got.At(uint16(b))-c.want.At(uint16(b))) > 1e-12 {
				t.Errorf("%s: %v, want %v", name, got, c.want)
				break
			}
		}
	}
}
