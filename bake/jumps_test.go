package bake

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/soa"
)

// hasty returns a model whose clip has steps, lines and splines with changes of many sizes, from a
// millionth to a tenth of a second apart, before, in and after the clip.
func hasty(r *rand.Rand) *soa.Model {
	m := &soa.Model{
		Skeleton: &soa.Skeleton{Name: []string{"a", "b"}, Parent: []int16{soa.NoJoint, 0}, Depth: []uint16{0, 1}, Unit: []float32{1, 1}, Rest: soa.MakeTransforms(2)},
		Weights:  []soa.MorphWeight{{Target: "w"}},
	}
	c := &soa.Clip{Name: "hasty", TicksPerSecond: []float64{1, 24, 30, 1000}[r.IntN(4)]}
	seconds, changes := []float64{2e-6, 4e-4, 0.9e-3, 1.1e-3, 0.01, 0.1}, []float64{0, 3e-6, 2e-5, 5e-4, 0.02, 0.05, 0.2, 1}
	for property := soa.Translation; property <= soa.Weight; property++ {
		tr := soa.Track{Target: int16(r.IntN(2)), Property: property, Interpolation: []soa.Interpolation{soa.Linear, soa.Linear, soa.Step, soa.Cubic}[r.IntN(4)], First: uint32(len(c.Time)), FirstTangent: uint32(len(c.In))}
		if property == soa.Weight {
			tr.Target = 0
		}
		at, value := -0.02*(1-r.Float64()), 0.
		for k := range 1 + r.IntN(40) {
			if k == 1 && r.IntN(3) == 0 { // at the clip's start
				at = 0
			}
			x, w := float32(value), float32(0)
			if property == soa.Rotation {
				sign := float64(1 - 2*r.IntN(2))
				x, w = float32(sign*math.Sin(value/2)), float32(sign*math.Cos(value/2))
			}
			tick := float32(at * c.TicksPerSecond)
			c.Time, c.X, c.Y, c.Z, c.W = append(c.Time, tick), append(c.X, x), append(c.Y, 0), append(c.Z, 0), append(c.W, w)
			if tr.Interpolation == soa.Cubic {
				c.In, c.Out = append(c.In, soa.Tangent{}), append(c.Out, soa.Tangent{})
			}
			at += seconds[r.IntN(len(seconds))]
			value += changes[r.IntN(len(changes))] * float64(1-2*r.IntN(2))
		}
		c.Tracks = append(c.Tracks, tr)
	}
	c.Duration = float64(c.Time[r.IntN(len(c.Time))])
	m.Clips = []*soa.Clip{c}
	return m
}

// jumpsOf is what findJumps says, from the clip's arrays: of all pairs of jumps that are near enough,
// directly or by others between them, the greatest extent.
func jumpsOf(c *soa.Clip, bound, near float64) (all []jump) {
	for t, tr := range c.Tracks {
		first, end := c.Keys(t)
		for k := first + 1; k < end; k++ {
			from, to := float64(c.Time[k-1]), float64(c.Time[k])
			change := math.Abs(float64(c.X[k]) - float64(c.X[k-1]))
			if tr.Property == soa.Rotation {
				change = angle(c, k-1, k)
			}
			seconds := (to - from) / c.TicksPerSecond
			switch {
			case tr.Interpolation == soa.Step && change > 0:
				from = to
			case tr.Interpolation == soa.Linear && change > bound/10 && change/seconds > 100 && seconds < 1./1000:
			default:
				continue
			}
			if to > 0 && from <= c.Duration {
				all = append(all, jump{max(0, from), min(c.Duration, to)})
			}
		}
	}
	for i := 0; i < len(all); i++ {
		for k := i + 1; k < len(all); k++ {
			if all[k].before <= all[i].after+near && all[i].before <= all[k].after+near {
				all[i] = jump{min(all[i].before, all[k].before), max(all[i].after, all[k].after)}
				all = slices.Delete(all, k, k+1)
				k = i // from the start again: it is longer
			}
		}
		for k := range i {
			if all[k].before <= all[i].after+near && all[i].before <= all[k].after+near {
				all[k] = jump{min(all[i].before, all[k].before), max(all[i].after, all[k].after)}
				all, i = slices.Delete(all, i, i+1), -1
				break
			}
		}
	}
	slices.SortFunc(all, func(a, b jump) int { return int(math.Copysign(1, a.before-b.before)) })
	return all
}

// angle is that between two rotations about X.
func angle(c *soa.Clip, i, k int) float64 {
	x, w, y, v := float64(c.X[i]), float64(c.W[i]), float64(c.X[k]), float64(c.W[k])
	from, to := math.Hypot(x, w), math.Hypot(y, v)
	return 4 * math.Asin(min(math.Hypot(x/from-y/to, w/from-v/to), math.Hypot(x/from+y/to, w/from+v/to))/2)
}

// Jumps are the keys of steps that change, and keys of lines that are too near and too different.
func TestJumps(t *testing.T) {
	found := 0
	for s := range seed.Cases(t, 300) {
		r := rand.New(rand.NewPCG(s, 51))
		m := hasty(r)
		c := m.Clips[0]
		if c.Duration <= 0 {
			continue
		}
		if err := m.Validate(); err != nil {
			t.Fatal(err)
		}
		rate, bound := []float64{30, 1000, 200000}[r.IntN(3)], 1e-4
		b := &clipBuilder{c: &compiler{o: BankOptions{MaxRate: rate}}, clip: c, exact: exact.NewSkeleton(m, nil).NewClip(c), bound: bound}
		got, want := b.findJumps(), jumpsOf(c, bound, 4*c.TicksPerSecond/rate)
		if !slices.Equal(got, want) {
			t.Fatalf("%v ticks a second, %v ticks, at most %v frames: jumps %v, want %v", c.TicksPerSecond, c.Duration, rate, got, want)
		}
		found += len(got)
	}
	if found < 300 {
		t.Errorf("only %d jumps", found)
	}
}
