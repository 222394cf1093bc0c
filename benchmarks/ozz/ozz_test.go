//go:build ozz

package ozz

import (
	"math"
	"testing"

	"github.com/sinew-anim/sinew/internal/oracle"
	"github.com/sinew-anim/sinew/internal/rig"
)

// TestSameWork holds that ozz computes what the oracle does: the benchmark
// would compare nothing otherwise.
func TestSameWork(t *testing.T) {
	m := rig.Character(rig.Motion{Name: "sway", Seconds: 1.3})
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

func TestPlayRefuses(t *testing.T) {
	m := rig.Character(rig.Motion{Name: "sway", Seconds: 0.2})
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
