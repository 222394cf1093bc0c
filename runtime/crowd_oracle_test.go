package runtime_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/banks"
	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/oracle"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// tolerance is what float32 makes of values, relative to the model's size.
const tolerance = 1e-5

// greatest returns the greatest value of the matrices, at least 1.
func greatest(matrices ...[]oracle.Mat4) float64 {
	s := 1.0
	for _, list := range matrices {
		for _, m := range list {
			for _, v := range m {
				s = max(s, math.Abs(v))
			}
		}
	}
	return s
}

// matricesOf widens a palette.
func matricesOf(palette []float32) []oracle.Mat4 {
	list := make([]oracle.Mat4, len(palette)/12)
	for s := range list {
		list[s] = oracle.FromAffine(soa.Affine(palette[12*s:]))
	}
	return list
}

// agree holds an instance of a crowd against the oracle, or the bank without a model:
// all that it computed.
func (r *road) agree(t must.T, check *banks.Check, c *runtime.Crowd, i int) {
	t.Helper()
	clip, got := c.Instance(i).Clip(), matricesOf(c.Instance(i).Palette())
	if r.model == nil {
		r.agreeWithBank(t, c, i, got)
		return
	}
	var clips []*soa.Clip
	x := 0.0
	if clip != play.Rest {
		clips, x = r.heldTo(clip), c.Instance(i).Time()-r.clips[clip].Start
	}
	if r.bank != nil && clip != play.Rest && banks.InGap(&r.bank.Clips[clip], x) {
		return
	}
	// A step's key may be at just this time, which in seconds is rounded: the nudge
	// puts the oracle on the same side of it.
	want := oracle.Evaluate(check.Model, clips, c.Instance(i).Time()+1e-9)
	size := greatest(append(slices.Concat(want.Palette...), want.Model...))
	bound, distance, weightBound := tolerance*size, 0.25, tolerance
	switch {
	case clip == play.Rest:
	case r.bank != nil:
		bound, distance, weightBound = r.bank.Clips[clip].Bound, r.bank.Clips[clip].ErrorDistance, 1e-3
	case r.packed != nil && r.packed[clip].Bound > 0:
		bound, distance, weightBound = bound+r.packed[clip].Bound, r.packed[clip].ErrorDistance, 1e-3
	}
	what := fmt.Sprintf("instance %d, clip %d at %v s", i, clip, x)
	if off, where := check.Compare(got, want, distance); !(off <= bound) {
		t.Fatalf("%s: %s is %.3g off, the bound is %.3g", what, where, off, bound)
	}
	for w, v := range want.Weights {
		if d := math.Abs(float64(c.Instance(i).Weights()[w]) - v); !(d <= weightBound) {
			t.Fatalf("%s: weight %d is %v, want %v", what, w, c.Instance(i).Weights()[w], v)
		}
	}
	for f, v := range want.Floats {
		bound := tolerance * max(1, math.Abs(v))
		if r.packed != nil && clip != play.Rest {
			bound += r.packed[clip].FloatBound * floatSpan(r.clips[clip], f)
		}
		if d := math.Abs(float64(c.Instance(i).Float(f)) - v); !(d <= bound) {
			t.Fatalf("%s: custom property %d is %v, want %v", what, f, c.Instance(i).Float(f), v)
		}
	}
	for j := range want.Model {
		m := jointOf(t, c.Instance(i), j)
		if !(difference(oracle.FromAffine(m), got[c.Layout().Slot[j]].Mul(oracle.FromAffine(c.Layout().Bind[c.Layout().Slot[j]]))) <= tolerance*size) {
			t.Fatalf("%s: joint %d is %v", what, j, m)
		}
	}
}

// heldTo is the clip against which the bound of one holds.
func (r *road) heldTo(clip int) []*soa.Clip {
	if r.bank != nil && r.bank.Clips[clip].OnFrames || r.packed != nil && r.packed[clip].OnFrames {
		return []*soa.Clip{exact.OnFrames(r.clips[clip])}
	}
	return r.clips[clip : clip+1]
}

// agreeWithBank compares the matrices of slots: a bank without a model has no space
// around them in which distances count.
func (r *road) agreeWithBank(t must.T, c *runtime.Crowd, i int, got []oracle.Mat4) {
	t.Helper()
	want := banks.Evaluate(r.bank, c.Instance(i).Clip(), c.Instance(i).Time())
	for s, m := range want.Palette[:bankSlots] {
		if d := difference(got[s], m); !(d <= 4*tolerance*greatest(want.Palette)) {
			t.Fatalf("instance %d, clip %d at %v s: slot %d is %.3g off", i, c.Instance(i).Clip(), c.Instance(i).Time(), s, d)
		}
	}
	for w, v := range want.Weight {
		if d := math.Abs(float64(c.Instance(i).Weights()[w]) - v); !(d <= tolerance) {
			t.Fatalf("instance %d: weight %d is %v, want %v", i, w, c.Instance(i).Weights()[w], v)
		}
	}
}

func difference(a, b oracle.Mat4) (d float64) {
	for k := range a {
		d = max(d, math.Abs(a[k]-b[k]))
	}
	return d
}

// floatSpan returns from a clip's least value of a custom property to its greatest.
func floatSpan(c *soa.Clip, float int) float64 {
	for t, track := range c.Tracks {
		if first, end := c.Keys(t); track.Property == soa.Float && int(track.Target) == float {
			return float64(slices.Max(c.X[first:end])) - float64(slices.Min(c.X[first:end]))
		}
	}
	return 0
}

// play has instances play, and some of them again and again, and compares those.
func (r *road) play(t *testing.T, n int, seed uint64) {
	c := r.crowd(t, n, runtime.CrowdOptions{})
	var check *banks.Check
	if r.model != nil {
		clips := r.clips // whose greatest scales count for a bound
		if r.bank == nil && r.packed == nil {
			clips = nil
		}
		check = banks.NewCheck(r.model, clips, c.Layout().Layout)
	}
	r.agree(t, check, c, 0) // at rest
	for i, role := range roles(c.Clips(), n) {
		role.play(t, c, i)
	}
	random := rand.New(rand.NewPCG(seed, 7))
	for range 4 {
		must.Do(t, c.Instance(random.IntN(n)).Seek(random.Float64()*100-50))
		must.Do(t, c.Instance(random.IntN(n)).Play(clipOrRest(random.IntN(c.Clips()+1)-1), play.Options{Mode: play.LoopMode(random.IntN(3)), Offset: random.Float64()}))
		must.Do(t, c.Update(random.Float64()))
		for range min(n, 8) {
			r.agree(t, check, c, random.IntN(n))
		}
	}
}

// What all sources of all kinds of models show, alone and in blocks, is what the
// oracle computes, within what the source promises.
func TestCrowdAgreesWithOracle(t *testing.T) {
	for s := range seed.Cases(t, 1) {
		eachRoadOf(t, subjectsOf(s), func(t *testing.T, r *road) {
			for _, n := range []int{1, 33} {
				r.play(t, n, uint64(n)+s)
			}
		})
	}
}

// Keys are exact: steps, splines, few keys, late starts, on skeletons around the
// widths of vectors and blocks.
func TestKeysAgreeWithOracle(t *testing.T) {
	for joints, cases := range map[int]int{1: 5, 15: 4, 16: 4, 17: 4, 67: 2, 1000: 1} {
		t.Run(fmt.Sprintf("joints=%d", joints), func(t *testing.T) {
			t.Parallel()
			for s := range seed.Cases(t, cases) {
				m := figure.Random(s+10, joints)
				if joints == 1000 {
					smooth(m, true) // keys anywhere would take minutes
				}
				r := keysOf(m, pose.FormAuto)
				r.play(t, int(s%3)*13+5, s)
			}
		})
	}
}

// Characters as files have them, rigid ones among them.
func TestCrowdPlaysFiles(t *testing.T) {
	character := figure.Character(figure.Motion{Name: "sway", Seconds: 2})
	roads := map[string][]road{"made up": roadsOf(character, pose.FormAuto)}
	for _, name := range []string{
		"pab/walk.fbx", "strider/strider.glb", "strider/strider_sparse.gltf", "strider/strider_all.fbx",
		"fbx/robot.fbx", "md5-bob/Bob.md5mesh", "gltf/cesium_man.gltf", "gltf/rigged_simple.gltf", "gltf/box_animated.gltf",
	} {
		m := sharedModel(t, name)
		switch {
		case m == nil:
			t.Logf("%s is missing", name)
		case name == "strider/strider.glb":
			roads[name] = roadsOf(m, pose.FormAuto)
		default:
			if name == "strider/strider_sparse.gltf" {
				m.Clips = append(m.Clips[:1:1], m.Clips[2:]...) // the second has splines from q to −q, which no chord follows
			}
			roads[name] = []road{keysOf(m, pose.FormAuto)}
		}
	}
	for name := range roads {
		for _, r := range roads[name] {
			t.Run(name+"/"+r.name, func(t *testing.T) { r.play(t, 21, 9) })
		}
	}
}
