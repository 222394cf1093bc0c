//go:build ozz

package ozz

import (
	"math"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/oracle"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// TestSameWork holds that ozz computes what the oracle does: the benchmark
// would compare nothing otherwise.
func TestSameWork(t *testing.T) {
	m := figure.Character(figure.Motion{Name: "sway", Seconds: 1.3})
	var entries []Entry
	for i, j := range m.Skins[0].Joint {
		entries = append(entries, Entry{int(j), m.Skins[0].InverseBind[i]})
	}
	o, err := New(m, m.Clips, entries, Optimizer{})
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	stages := func(frames int) error {
		for _, stage := range []func(int) error{o.Sample, o.LocalToModel, o.Palettes} {
			if err := stage(frames); err != nil {
				return err
			}
		}
		return nil
	}
	for name, run := range map[string]func(int) error{"fused": o.Fused, "staged": o.Staged, "stages": stages} {
		if err := o.Play([]int32{0, 0, 0}, []float32{0, 0.4, 1.2}, []float32{0.1, 0.1, 0.2}); err != nil {
			t.Fatal(err)
		}
		if err := run(2); err != nil {
			t.Fatal(err)
		}
		for i, s := range []float64{0.2, 0.6, 0.3} {
			want := oracle.Evaluate(m, m.Clips[:1], m.Clips[0].Start+s).Palette[0]
			for e := range entries {
				got := o.Palette(i, e)
				for k := range 12 {
					if d := math.Abs(float64(got[k]) - want[e][k]); !(d < 5e-3) {
						t.Fatalf("%s: element %d of entry %d at %v s is off by %v", name, k, e, s, d)
					}
				}
			}
		}
	}
}

// TestSameBlend holds that ozz blends what Sinew does: two clips, a third one on a part
// of the body, and the difference of a fourth.
func TestSameBlend(t *testing.T) {
	var motions []figure.Motion
	for _, name := range []string{"a", "b", "c", "d"} {
		motions = append(motions, figure.Motion{Name: name, Seconds: 1.3, Drive: figure.Captured})
	}
	m := figure.Character(motions...)
	var entries []Entry
	for i, j := range m.Skins[0].Joint {
		entries = append(entries, Entry{int(j), m.Skins[0].InverseBind[i]})
	}
	o, err := New(m, m.Clips[:3], entries, Optimizer{})
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	if err := o.AddDifference(m.Clips[3], Optimizer{}); err != nil {
		t.Fatal(err)
	}
	mask := make([]float32, m.Skeleton.Len())
	for j := range mask {
		mask[j] = float32(j%3) / 2
	}
	weight, start := []float32{0.75, 0.25, 0.5, 0.6}, []float32{0.1, 0.4, 0.2, 0.9}
	if err := o.Play([]int32{0, 1, 2, 3}, start, []float32{0.1, 0.1, 0.1, 0.1}); err != nil {
		t.Fatal(err)
	}
	layers := []Layer{{}, {}, {Joints: mask}, {Additive: true}}
	if err := o.Blend(layers, weight, make([]float32, 4)); err != nil {
		t.Fatal(err)
	}
	if err := o.Blends(1); err != nil {
		t.Fatal(err)
	}
	c, err := runtime.NewCrowd(runtime.Keyframes(m), 1, runtime.CrowdOptions{Masks: []pose.Mask{mask}})
	if err != nil {
		t.Fatal(err)
	}
	for k := range layers {
		play := play.Options{Layer: k, Weight: float64(weight[k]), Offset: float64(start[k])}
		switch k {
		case 2:
			play.Mask = 1
		case 3:
			play.Kind = play.Additive
		}
		if err := c.Instance(0).Play(k, play); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.Update(0.1); err != nil {
		t.Fatal(err)
	}
	skin := &c.Layout().Skins[0]
	for e := range entries {
		got, want := o.Palette(0, e), (*soa.Affine)(c.Instance(0).Palette()[12*int(skin.Slot[e]):]).Mul(&skin.Offset)
		for k := range 12 {
			if d := math.Abs(float64(got[k] - want[k])); !(d < 5e-3) {
				t.Fatalf("element %d of entry %d is %v, want %v", k, e, got[k], want[k])
			}
		}
	}
}

func TestPlayRefuses(t *testing.T) {
	m := figure.Character(figure.Motion{Name: "sway", Seconds: 0.2})
	o, err := New(m, m.Clips, []Entry{{0, m.Skins[0].InverseBind[0]}}, Optimizer{})
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	for _, clip := range [][]int32{nil, {1}, {-1}, {0, 0}} {
		if o.Play(clip, []float32{0}, []float32{0}) == nil {
			t.Errorf("it plays clips %v on one character", clip)
		}
	}
}

func TestReachRefuses(t *testing.T) {
	m := figure.Character(figure.Motion{Name: "sway", Seconds: 0.2})
	o, err := New(m, m.Clips, []Entry{{0, m.Skins[0].InverseBind[0]}}, Optimizer{})
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	one, leg := make([][3]float32, 1), [][3]int{{0, 1, 2}}
	if o.Reach(&IK{Legs: leg}, one) == nil {
		t.Error("it reaches where nothing plays")
	}
	if err := o.Play([]int32{0}, []float32{0}, []float32{0}); err != nil {
		t.Fatal(err)
	}
	for _, ik := range []IK{{}, {Legs: leg, Look: []int{3}}, {Legs: [][3]int{{0, 1, 67}}}, {Look: []int{-1}}} {
		if o.Reach(&ik, one) == nil {
			t.Errorf("it reaches with %+v", ik)
		}
	}
	if err := o.Reach(&IK{Legs: leg}, one); err != nil {
		t.Error(err)
	}
}
