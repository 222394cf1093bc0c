package codec_test

import (
	"fmt"
	"math"
	"strconv"
	"testing"

	"github.com/sinew-anim/sinew/internal/codec"
	"github.com/sinew-anim/sinew/internal/testing/oracle"
	"github.com/sinew-anim/sinew/soa"
)

// codings are options for either coding.
var codings = map[string]codec.Options{"spans": {}, "Rice": {Small: true, SegmentKeys: 5}}

// tree returns a model of joints that each have two others, a decimetre away.
func tree(joints, weights, floats int) *soa.Model {
	s := &soa.Skeleton{Rest: soa.MakeTransforms(joints)}
	for j := range joints {
		parent := (j+1)/2 - 1
		s.Name, s.Parent, s.Unit = append(s.Name, strconv.Itoa(j)), append(s.Parent, int16(parent)), append(s.Unit, 1)
		s.Rest.TX[j], s.Rest.TY[j] = 0.1, 0.05*float32(j%3-1)
	}
	s.ComputeDepth()
	m := &soa.Model{Name: "tree", Skeleton: s}
	for w := range weights {
		m.Weights = append(m.Weights, soa.MorphWeight{Mesh: "face", Target: strconv.Itoa(w), Rest: 0.25})
	}
	for f := range floats {
		m.Floats = append(m.Floats, soa.NamedFloat{Name: strconv.Itoa(f), Joint: soa.NoJoint, Rest: -3})
	}
	return m
}

// curve is a track's value at a key.
type curve func(key int) [4]float32

// addTrack appends a track with keys on the grid of one a tick.
func addTrack(c *soa.Clip, property soa.Property, target, keys int, at curve) {
	c.Tracks = append(c.Tracks, soa.Track{Target: int16(target), Property: property, First: uint32(len(c.Time))})
	for k := range keys {
		v := at(k)
		c.Time = append(c.Time, float32(k))
		c.X, c.Y, c.Z, c.W = append(c.X, v[0]), append(c.Y, v[1]), append(c.Z, v[2]), append(c.W, v[3])
	}
}

// turn is a rotation about an axis of length one, in radians.
func turn(x, y, z, angle float64) [4]float32 {
	sin, cos := math.Sincos(angle / 2)
	return [4]float32{float32(x * sin), float32(y * sin), float32(z * sin), float32(cos)}
}

// lively drives everything that a model has, on one grid: most joints sway, some
// spin several times, so that no component of their rotations can be left out,
// some move, some grow; the same at every call.
func lively(m *soa.Model, keys int) *soa.Clip {
	c := &soa.Clip{Name: fmt.Sprintf("%d keys of %d joints", keys, m.Skeleton.Len()), TicksPerSecond: 30, Duration: float64(keys - 1)}
	wave := func(k, seed int) float64 { return math.Sin(float64(k)*(0.2+0.07*float64(seed%5)) + float64(seed)) }
	for j := range m.Skeleton.Len() {
		rest := &m.Skeleton.Rest
		if j%4 == 0 {
			addTrack(c, soa.Translation, j, keys, func(k int) [4]float32 {
				return [4]float32{rest.TX[j] + float32(0.02*wave(k, j)), rest.TY[j], rest.TZ[j] + float32(0.01*wave(k, j+3))}
			})
		}
	}
	for j := range m.Skeleton.Len() {
		addTrack(c, soa.Rotation, j, keys, func(k int) [4]float32 {
			switch {
			case j%5 == 1:
				return turn(0.6, 0, -0.8, 0.9*float64(k)) // more than six times in 45 keys
			case j%7 == 2:
				return turn(0, 1, 0, 0.3) // still
			case j%2 == 0: // another component is left out
				return turn(0.6, 0.8, 0, math.Pi+0.4*wave(k, j))
			}
			return turn(0, 0.6, 0.8, 0.5*wave(k, j))
		})
	}
	for j := 3; j < m.Skeleton.Len(); j += 9 {
		addTrack(c, soa.Scale, j, keys, func(k int) [4]float32 {
			s := float32(1 + 0.1*wave(k, j))
			return [4]float32{s, 1, s}
		})
	}
	for w := range m.Weights {
		addTrack(c, soa.Weight, w, keys, func(k int) [4]float32 { return [4]float32{float32(0.5 + 0.5*wave(k, w))} })
	}
	for f := range m.Floats {
		addTrack(c, soa.Float, f, keys, func(k int) [4]float32 { return [4]float32{float32(100 * wave(k, f+2))} })
	}
	return c
}

// codedTracks counts the tracks of a property that are coded.
func codedTracks(p *soa.Packed, property soa.Property) (n int) {
	for place := range p.Places() {
		if what, _ := p.At(place); what == property && p.KindAt(place) == soa.PackedCoded {
			n++
		}
	}
	return n
}

// holdFloats checks the bound of floats at keys and between.
func holdFloats(t testing.TB, m *soa.Model, c *soa.Clip, p *soa.Packed, unpacked *soa.Clip) {
	t.Helper()
	bare := bones(m)
	var low, high [16]float64
	off := low
	for k := range 8*int(c.Duration) + 1 {
		x := float64(k) / 8 / c.TicksPerSecond
		got, want := oracle.Evaluate(bare, []*soa.Clip{unpacked}, c.Start+x), oracle.Evaluate(bare, []*soa.Clip{c}, c.Start+x)
		for f, want := range want.Floats {
			if k == 0 {
				low[f], high[f] = want, want
			}
			low[f], high[f] = min(low[f], want), max(high[f], want)
			off[f] = max(off[f], math.Abs(got.Floats[f]-want))
		}
	}
	for f := range m.Floats {
		if !(off[f] <= p.FloatBound*(high[f]-low[f])) {
			t.Errorf("%s: float %d is %v off, of %v to %v", c.Name, f, off[f], low[f], high[f])
		}
	}
}

// TestSizesOfModels packs models whose tracks fill groups of eight or leave one
// over, in clips whose keys fill spans of nine or leave one over.
func TestSizesOfModels(t *testing.T) {
	joints, keys := []int{0, 1, 15, 16, 17, 67, 1000}, []int{1, 2, 3, 9, 10, 11, 18, 19, 20, 28, 91}
	for name, o := range codings {
		for _, n := range joints {
			for _, k := range keys {
				if testing.Short() && (n > 17 || k > 19) || n > 67 && k != 2 && k != 11 && k != 20 {
					continue
				}
				t.Run(fmt.Sprintf("%s/%d joints/%d keys", name, n, k), func(t *testing.T) { testSize(t, tree(n, 9, 3), k, o) })
			}
		}
	}
}

func testSize(t *testing.T, m *soa.Model, keys int, o codec.Options) {
	c := lively(m, keys)
	p := pack(t, m, c, o)
	unpacked := unpack(t, m, p)
	hold(t, m, c, p, unpacked, 6)
	holdFloats(t, m, c, p, unpacked)
	checkDecoder(t, m, p)
	spans := p.Coding == soa.PackedSpans
	if keys < 9 {
		return // some are shorter as they are
	}
	if spans == o.Small || codedTracks(p, soa.Weight) != 9 || spans && codedTracks(p, soa.Float) != 3 || m.Skeleton.Len() > 9 && codedTracks(p, soa.Rotation) < m.Skeleton.Len()/2 {
		t.Errorf("coding %d, coded: %d rotations, %d weights, %d floats", p.Coding,
			codedTracks(p, soa.Rotation), codedTracks(p, soa.Weight), codedTracks(p, soa.Float))
	}
	whole := 0
	for _, left := range p.Left {
		whole += int(left / 8)
	}
	if spans && keys > 9 && m.Skeleton.Len() > 9 && whole == 0 {
		t.Errorf("of every rotation a component is left out: %v", p.Left)
	}
}

// TestRanges: floats that stay, jump, or span a billion or a billionth hold their
// bound, be they coded or, as those that steps or 25 bits do not hold, exact.
func TestRanges(t *testing.T) {
	ramp := func(from, to float64) curve {
		return func(k int) [4]float32 {
			return [4]float32{float32(from + (to-from)*0.5*(1-math.Cos(float64(k)*0.2)))}
		}
	}
	for name, c := range map[string]struct {
		curve
		coded bool
	}{
		"still":       {func(int) [4]float32 { return [4]float32{1e9} }, false},
		"usual":       {ramp(-1, 1), true},
		"large":       {ramp(0, 1e7), true},
		"huge":        {ramp(0, 1e9), false}, // steps are at most 16: 27 bits
		"one huge":    {func(k int) [4]float32 { return [4]float32{1e9 * float32(k/25%2)} }, false},
		"small":       {ramp(0, 1e-3), true},
		"tiny":        {ramp(0, 1e-12), false},
		"small above": {ramp(1e6, 1e6+1), false}, // of which float32 has 16 values
		"jump":        {func(k int) [4]float32 { return [4]float32{float32(k / 20 * 7)} }, true},
		"less":        {ramp(-3e6, -2.9e6), true},
	} {
		t.Run(name, func(t *testing.T) {
			m := tree(2, 1, 1)
			clip := lively(m, 64)
			clip.Tracks = clip.Tracks[:len(clip.Tracks)-1]
			last := 64 * len(clip.Tracks)
			for _, v := range []*[]float32{&clip.Time, &clip.X, &clip.Y, &clip.Z, &clip.W} {
				*v = (*v)[:last]
			}
			addTrack(clip, soa.Float, 0, 64, c.curve)
			p := pack(t, m, clip, codec.Options{})
			unpacked := unpack(t, m, p)
			holdFloats(t, m, clip, p, unpacked)
			checkDecoder(t, m, p)
			if coded := codedTracks(p, soa.Float) == 1; coded != c.coded {
				t.Errorf("coded: %v, want %v", coded, c.coded)
			}
			if !c.coded {
				a, b := clip.Floats(), unpacked.Floats()
				for k, x := range a.X {
					if b.X[k] != x {
						t.Fatalf("key %d is %v, want %v", k, b.X[k], x)
					}
				}
			}
			if codedTracks(p, soa.Rotation) == 0 {
				t.Error("no rotation is coded any more")
			}
		})
	}
}

// TestRangesOfJoints does the same with translations, scales and weights, whose
// bound is in metres or their own unit: what rounds by more than a part of it is
// exact.
func TestRangesOfJoints(t *testing.T) {
	for _, c := range []struct {
		property soa.Property
		size     float64
		coded    bool
	}{
		{soa.Translation, 1, true}, {soa.Translation, 1e9, false}, {soa.Translation, 1e-12, false},
		{soa.Scale, 0.5, true}, {soa.Scale, 1e9, false}, {soa.Scale, 1e-12, false},
		{soa.Weight, 1, true}, {soa.Weight, 1e9, false}, {soa.Weight, 1e-12, false},
	} {
		for name, o := range codings {
			t.Run(fmt.Sprintf("%s/%v/%v", name, c.property, c.size), func(t *testing.T) {
				m := tree(3, 2, 0)
				clip := &soa.Clip{Name: "range", TicksPerSecond: 30, Duration: 63}
				addTrack(clip, c.property, 1, 64, func(k int) [4]float32 {
					v := float32(c.size * (1.5 + math.Sin(float64(k)*0.2)))
					if c.property == soa.Weight {
						return [4]float32{v}
					}
					return [4]float32{v, v, v}
				})
				p := pack(t, m, clip, o)
				hold(t, m, clip, p, unpack(t, m, p), 20)
				checkDecoder(t, m, p)
				if coded := codedTracks(p, c.property) == 1; coded != c.coded {
					t.Errorf("coded: %v, want %v", coded, c.coded)
				}
			})
		}
	}
}
