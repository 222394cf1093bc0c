package runtime_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// What a level of detail leaves of layers is what an instance shows that plays nothing
// else, alone and beside others: the base below masks, and what covers it wholly.
func TestLevelThinsLayersToThoseThatCount(t *testing.T) {
	playOne := func(layer, clip int, kind play.Kind, mask int, weight float64) play.Options {
		return play.Options{Layer: layer, Kind: kind, Mask: mask, Weight: weight, Offset: 0.1 * float64(clip+1)}
	}
	const wide, narrow = 1, 2 // masks
	type part struct {
		clip int
		o    play.Options
	}
	base, other := part{0, playOne(0, 0, play.Blend, 0, 1)}, part{1, playOne(1, 1, play.Blend, 0, 0.6)}
	for name, c := range map[string]struct {
		most         int
		parts, shown []part
	}{
		"the base below a mask":           {1, []part{base, {1, playOne(1, 1, play.Override, wide, 1)}}, []part{base}},
		"the base below a heavy mask":     {1, []part{base, {1, playOne(1, 1, play.Override, wide, play.MaxWeight)}}, []part{base}},
		"the base in model space":         {1, []part{base, {1, playOne(1, 1, play.ModelOverride, wide, 1)}}, []part{base}},
		"the base and what is added":      {1, []part{base, {1, playOne(1, 1, play.Additive, 0, play.MaxWeight)}}, []part{base}},
		"what is added to the rest pose":  {1, []part{{0, playOne(0, 0, play.Additive, narrow, 1)}, {1, playOne(1, 1, play.Additive, wide, 0.8)}}, []part{{1, playOne(1, 1, play.Additive, wide, 0.8)}}},
		"what covers the base":            {1, []part{base, {1, playOne(1, 1, play.Override, 0, 1)}}, []part{{1, playOne(0, 1, play.Blend, 0, 1)}}},
		"what covers it in model space":   {1, []part{base, {1, playOne(1, 1, play.ModelOverride, 0, 2)}}, []part{{1, playOne(0, 1, play.Blend, 0, 1)}}},
		"what covers and what is above":   {2, []part{base, {1, playOne(1, 1, play.Override, 0, 1)}, {2, playOne(2, 2, play.Override, narrow, 1)}}, []part{{1, playOne(0, 1, play.Blend, 0, 1)}, {2, playOne(2, 2, play.Override, narrow, 1)}}},
		"the wider of two masks":          {2, []part{base, {1, playOne(1, 1, play.Override, wide, 0.8)}, {2, playOne(2, 2, play.Override, narrow, 1)}}, []part{base, {1, playOne(1, 1, play.Override, wide, 0.8)}}},
		"the lower of two alike":          {2, []part{base, {1, playOne(1, 1, play.Override, wide, 0.8)}, {2, playOne(2, 2, play.Override, wide, 0.8)}}, []part{base, {1, playOne(1, 1, play.Override, wide, 0.8)}}},
		"the greater of the lowest group": {1, []part{base, other, {2, playOne(2, 2, play.Override, wide, 1)}}, []part{base}},
		"the mask of a group in model space": {2, []part{base, {1, playOne(1, 1, play.ModelOverride, wide, 0.4)}, {2, playOne(2, 2, play.Blend, 0, 0.6)}},
			[]part{base, {2, playOne(1, 2, play.ModelOverride, wide, 1)}}},
	} {
		for _, s := range subjects()[2:4] {
			for k := range s.roads {
				r := &s.roads[k]
				joints := r.model.Skeleton.Len()
				masks := []pose.Mask{make(pose.Mask, joints), make(pose.Mask, joints)}
				for j := range joints {
					masks[0][j], masks[1][j] = min(1, 0.5*float32(j%3)), float32(j%2)*0.3
				}
				for _, n := range []int{1, 20} {
					crowd := r.crowd(t, n, runtime.CrowdOptions{Masks: masks, LODs: []play.LOD{{}, {Layers: c.most}}})
					for i := range n { // what other instances leave in memory is not to be seen
						must.Do(t, crowd.Instance(i).Play(i%3, play.Options{Mask: 1, Weight: 0.5}))
					}
					must.Do(t, crowd.Update(0.3))
					at := n - 1
					must.Do(t, crowd.Instance(at).SetLOD(1))
					want := r.crowd(t, 1, runtime.CrowdOptions{Masks: masks})
					for _, p := range c.parts {
						must.Do(t, crowd.Instance(at).Play(p.clip, p.o))
					}
					for _, p := range c.shown {
						must.Do(t, want.Instance(0).Play(p.clip, p.o))
					}
					must.Do(t, crowd.Update(0.2))
					must.Do(t, want.Update(0.2))
					nearBits(t, fmt.Sprintf("%s/%s, %s, %d instances", s.name, r.name, name, n), crowd.Instance(at).Palette(), want.Instance(0).Palette())
				}
			}
		}
	}
}

// nearBits compares values of which some are sums of weights that were shared out.
func nearBits(t *testing.T, what string, got, want []float32) {
	t.Helper()
	for k := range want {
		if d := math.Abs(float64(got[k] - want[k])); !(d <= 2e-5*max(1, math.Abs(float64(want[k])))) {
			t.Fatalf("%s: value %d is %v, want %v", what, k, got[k], want[k])
		}
	}
}

// Whatever plays, a level of detail gives an instance the same bits in any crowd.
func TestLevelThinsTheSameEverywhere(t *testing.T) {
	for s := range seed.Cases(t, 1) {
		for _, x := range layeredSubjects(s) {
			for most := 1; most <= 3; most++ {
				x.roads[1].thinsTheSame(t, s, most)
			}
		}
	}
}

// thinsTheSame compares a crowd of one level of detail with its instances alone.
func (r *road) thinsTheSame(t *testing.T, s uint64, most int) {
	const n = 30
	o := runtime.CrowdOptions{Layers: 6, LODs: []play.LOD{{Layers: most}}}
	crowd, d := r.layered(t, n, o)
	d.seed = s
	var alone []*runtime.Crowd
	for range n {
		c, _ := r.layered(t, 1, o)
		alone = append(alone, c)
	}
	for f, dt := range layerFrames {
		for i := range n {
			d.act(t, crowd, i, i, f)
			d.act(t, alone[i], 0, i, f)
			must.Do(t, alone[i].Update(dt))
		}
		must.Do(t, crowd.Update(dt))
		for i := range n {
			what := fmt.Sprintf("%d layers, frame %d, instance %d", most, f, i)
			for k, v := range crowd.Instance(i).Palette() {
				if v-v != 0 {
					t.Fatalf("%s: value %d is %v", what, k, v)
				}
			}
			sameBits(t, what, bitsOf(t, crowd, i), bitsOf(t, alone[i], 0))
		}
	}
}

// Thinning of layers that average bodies keeps the sum of their weights.
func TestLevelKeepsTheWeightOfAGroup(t *testing.T) {
	r := keysOf(counting(), pose.FormAuto)
	random := rand.New(rand.NewPCG(1, 6))
	for range 100 {
		c := r.crowd(t, 1, runtime.CrowdOptions{Layers: 6, LODs: []play.LOD{{Layers: 1 + random.IntN(5)}}})
		for layer := range 6 {
			must.Do(t, c.Instance(0).Play(1, play.Options{Layer: layer, Weight: 0.01 + random.Float64()*0.15}))
		}
		must.Do(t, c.Update(0))
		sum := 0.
		for _, l := range c.Instance(0).ActiveClips(nil) {
			sum += l.Weight
		}
		if got := place(t, c, 0, 0); math.Abs(got-7*sum) > 1e-5 {
			t.Fatalf("the joint is at %v, want %v: clips of weight %v", got, 7*sum, sum)
		}
	}
}
