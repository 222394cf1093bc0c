package runtime_test

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/sinew-anim/sinew/edit"
	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/oracle"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// maskedCrowd is n instances with eight layers and the masks of masksOf, one of ones and
// one of zeros.
func maskedCrowd(t must.T, r *road, n int) *runtime.Crowd {
	t.Helper()
	joints := len(r.crowd(t, 1, runtime.CrowdOptions{}).Layout().Slot)
	ones, zeros := make(pose.Mask, joints), make(pose.Mask, joints)
	for j := range ones {
		ones[j] = 1
	}
	return r.crowd(t, n, runtime.CrowdOptions{Layers: play.MaxLayers, Masks: append([]pose.Mask{ones}, append(masksOf(joints), zeros)...)})
}

// The first and the last mask of maskedCrowd: a mask of ones takes the place in the order
// of layers that none has.
const (
	maskOfOnes  = 1
	maskOfZeros = 4
)

// poseBits are those of an instance's palette and morph weights.
func poseBits(c *runtime.Crowd, i int) (bits []uint32) {
	for _, list := range [...][]float32{c.Instance(i).Palette(), c.Instance(i).Weights()} {
		for _, v := range list {
			bits = append(bits, math.Float32bits(v))
		}
	}
	return bits
}

// drawPlay draws what a layer plays, and where.
func drawPlay(t *rapid.T, clips, layer int) (int, play.Options) {
	return rapid.IntRange(0, clips-1).Draw(t, "clip"), play.Options{
		Layer: layer, Weight: rapid.Float64Range(0.01, 2).Draw(t, "weight"), Offset: rapid.Float64Range(0, 3).Draw(t, "offset"),
		Mask: rapid.SampledFrom([]int{0, 2, 3}).Draw(t, "mask"), Mode: play.LoopMode(rapid.IntRange(0, 2).Draw(t, "mode")),
	}
}

func eachLayeredRoad(t *testing.T, test func(t *testing.T, r *road)) {
	for _, s := range subjects()[2:4] {
		for k := range s.roads {
			t.Run(s.name+"/"+s.roads[k].name, func(t *testing.T) { test(t, &s.roads[k]) })
		}
	}
}

// Layers that blend give the same bits in any order, fades and held poses among them.
func TestLayersOfAnyOrderGiveTheSameBits(t *testing.T) {
	eachLayeredRoad(t, func(t *testing.T, r *road) {
		rapid.Check(t, func(t *rapid.T) {
			c := maskedCrowd(t, r, 2)
			n := rapid.IntRange(2, 4).Draw(t, "layers")
			order := rapid.Permutation([]int{0, 1, 2, 3}[:n]).Draw(t, "order")
			for layer := range n {
				clip, o := drawPlay(t, c.Clips(), layer)
				next, p := drawPlay(t, c.Clips(), layer)
				p.Fade, p.Transition, p.Mask = rapid.Float64Range(0.1, 1).Draw(t, "fade"), play.Transition(rapid.IntRange(0, 2).Draw(t, "transition")), o.Mask
				fades := rapid.Bool().Draw(t, "fades")
				for i := range 2 {
					if i == 1 {
						o.Layer, p.Layer = order[layer], order[layer]
					}
					must.Do(t, c.Instance(i).Play(clip, o))
					must.Do(t, c.UpdateSome([]int{i}, 0))
					if fades {
						must.Do(t, c.Instance(i).Play(next, p))
					}
				}
			}
			for _, dt := range []float64{0, 0.05, 0.1, 2} {
				must.Do(t, c.Update(dt))
				sameBits(t, fmt.Sprintf("order %v", order), poseBits(c, 1), poseBits(c, 0))
			}
		})
	})
}

// A layer of weight 0, or whose mask is 0, gives the bits that there are without it; a
// mask of ones those without a mask.
func TestLayersThatWeighNothingGiveTheSameBits(t *testing.T) {
	eachLayeredRoad(t, func(t *testing.T, r *road) {
		rapid.Check(t, func(t *rapid.T) {
			c := maskedCrowd(t, r, 4)
			n := rapid.IntRange(1, 4).Draw(t, "layers")
			at := rapid.IntRange(0, n).Draw(t, "place of the layer")
			for layer := range n + 1 {
				clip, o := drawPlay(t, c.Clips(), layer)
				o.Kind = play.Kind(rapid.IntRange(0, 4).Draw(t, "kind"))
				for i := range 4 {
					p := o
					if layer != at {
						if i == 3 && p.Mask == 0 {
							p.Mask = maskOfOnes
						}
						must.Do(t, c.Instance(i).Play(clip, p))
						continue
					}
					switch i {
					case 1:
						must.Do(t, c.Instance(i).Play(clip, p))
						must.Do(t, c.Instance(i).Layer(layer).SetWeight(0))
					case 2:
						// A mask of zeros keeps a layer's group: only what is added, or
						// covers, shows nothing of it.
						if p.Kind == play.Blend {
							continue
						}
						p.Mask = maskOfZeros
						if blendsAbove := layer < n; blendsAbove && p.Kind != play.Additive && p.Kind != play.Subtract {
							continue
						}
						must.Do(t, c.Instance(i).Play(clip, p))
					}
				}
			}
			for _, dt := range []float64{0, 0.4} {
				must.Do(t, c.Update(dt))
				for i, what := range []string{"", "weight 0", "a mask of zeros", "masks of ones"} {
					got, want := poseBits(c, i), poseBits(c, 0)
					if i == 2 { // masks are for joints: morph weights get the layer
						n := len(c.Instance(i).Palette())
						got, want = got[:n], want[:n]
					}
					sameBits(t, what, got, want)
				}
			}
		})
	})
}

// One layer of weight 1 gives the bits of the clip alone, whatever its number, its kind
// and how it came in.
func TestLayerAloneGivesTheSameBits(t *testing.T) {
	eachLayeredRoad(t, func(t *testing.T, r *road) {
		rapid.Check(t, func(t *rapid.T) {
			c := maskedCrowd(t, r, 2)
			clip, o := drawPlay(t, c.Clips(), 0)
			o.Weight, o.Mask = 1, 0
			must.Do(t, c.Instance(0).Play(clip, o))
			before, p := drawPlay(t, c.Clips(), rapid.IntRange(0, 7).Draw(t, "layer"))
			p.Fade = rapid.Float64Range(0, 0.2).Draw(t, "fade of the clip before")
			must.Do(t, c.Instance(1).Play(before, p))
			must.Do(t, c.UpdateSome([]int{1}, 0.05))
			o.Layer = p.Layer
			o.Kind = rapid.SampledFrom([]play.Kind{play.Blend, play.Override, play.ModelOverride}).Draw(t, "kind")
			o.Fade, o.Transition = rapid.Float64Range(0, 0.3).Draw(t, "fade"), play.Transition(rapid.IntRange(0, 3).Draw(t, "transition"))
			must.Do(t, c.Instance(1).Play(clip, o))
			must.Do(t, c.Update(0.1)) // both at once: rounding is the same
			must.Do(t, c.Update(0.3))
			must.Do(t, c.Update(0.01))
			sameBits(t, fmt.Sprintf("%+v", o), poseBits(c, 1), poseBits(c, 0))
		})
	})
}

// A clip's difference from a pose, added to that pose, is the clip.
func TestPoseAndItsDifferenceAreTheClip(t *testing.T) {
	for name, m := range acting(0) {
		rapid.Check(t, func(t *rapid.T) {
			base, clip := m.Clips[rapid.IntRange(0, 2).Draw(t, "base")], m.Clips[rapid.IntRange(0, 2).Draw(t, "clip")]
			at := rapid.Float64Range(0, 1).Draw(t, "time of the base") * base.Seconds()
			added, err := edit.Additive(m, clip, edit.AdditiveReference{Clip: base, Seconds: new(base.Start + at)})
			must.Do(t, err)
			playing := *m
			playing.Clips = []*soa.Clip{base, clip, added}
			r := keysOf(&playing, pose.FormAuto)
			c := r.crowd(t, 2, runtime.CrowdOptions{})
			o := play.Options{Mode: play.Clamp, Offset: rapid.Float64Range(0, 1.2).Draw(t, "time")}
			must.Do(t, c.Instance(0).Play(1, o))
			must.Do(t, c.Instance(1).Play(0, play.Options{Mode: play.Clamp, Offset: at}))
			o.Layer, o.Kind = 1, play.Additive
			must.Do(t, c.Instance(1).Play(2, o))
			must.Do(t, c.Update(0))
			for j := range m.Skeleton.Len() {
				var got, want soa.Affine
				got = jointOf(t, c.Instance(1), j)
				want = jointOf(t, c.Instance(0), j)
				if off := difference(oracle.FromAffine(got), oracle.FromAffine(want)); off > 2e-5 {
					t.Fatalf("%s: joint %d is %.3g off", name, j, off)
				}
			}
		})
	}
}

// Options at the ends of what a float can hold make no values that are not numbers, and
// nothing that a crowd cannot restore.
func TestLayersOfExtremeOptionsStayFinite(t *testing.T) {
	far := []float64{5e-324, 1e-40, 1e-9, 1, 1e9, 1e40, 1e300, math.MaxFloat64}
	random := figure.Random(1, 9)
	r := keysOf(smooth(random, true), pose.FormAuto)
	rapid.Check(t, func(t *rapid.T) {
		c := r.crowd(t, 1, runtime.CrowdOptions{Layers: 3})
		number := rapid.SampledFrom(far)
		for range 12 {
			o := play.Options{
				Layer: rapid.IntRange(0, 2).Draw(t, "layer"), Kind: play.Kind(rapid.IntRange(0, 4).Draw(t, "kind")),
				Speed: number.Draw(t, "speed"), Offset: number.Draw(t, "offset"), Fade: number.Draw(t, "fade"), FadePart: number.Draw(t, "part"),
				HalfLife: number.Draw(t, "half-life"), Transition: play.Transition(rapid.IntRange(0, 3).Draw(t, "transition")),
				Sync: rapid.IntRange(0, 1).Draw(t, "sync"), Mode: play.LoopMode(rapid.IntRange(0, 2).Draw(t, "mode")), Queue: rapid.IntRange(0, 5).Draw(t, "queue") == 0,
				Weight: rapid.SampledFrom([]float64{1e-45, 1e-30, 1, 100}).Draw(t, "weight"),
			}
			if o.Kind < play.Additive && rapid.Bool().Draw(t, "heavy") {
				o.Weight = 1e6
			}
			if err := c.Instance(0).Play(rapid.IntRange(0, 3).Draw(t, "clip"), o); err != nil {
				continue // no layer to wait in
			}
			must.Do(t, c.Update(rapid.SampledFrom([]float64{0, 1. / 60, -0.1, 1e-300, 1e300, -1e300}).Draw(t, "dt")))
			for k, v := range c.Instance(0).Palette() {
				if v-v != 0 {
					t.Fatalf("value %d is %v", k, v)
				}
			}
			state, err := c.Instance(0).Save(nil)
			must.Do(t, err)
			must.Do(t, c.Instance(0).Restore(state))
		}
	})
}

// A crowd shows what it plays from the start on.
func TestNewCrowdShowsItsLayers(t *testing.T) {
	r := keysOf(counting(), pose.FormAuto)
	for _, o := range []play.Options{{Weight: 0.5, Offset: 0.5}, {Fade: 1, Offset: 0.5}, {Kind: play.Subtract, Offset: 0.5}} {
		for _, n := range []int{1, 40} {
			c := r.crowd(t, n, runtime.CrowdOptions{Clip: 0, Play: &o})
			shown := place(t, c, n-1, 1)
			must.Do(t, c.Update(0))
			if after := place(t, c, n-1, 1); after != shown {
				t.Errorf("%+v: the joint is at %v, after an update of no time at %v", o, shown, after)
			}
		}
	}
}
