package runtime_test

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/sinew-anim/sinew/bake"
	"github.com/sinew-anim/sinew/internal/testing/banks"
	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/oracle"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// At a key and half way to the next one every track has the value that the oracle
// gives it, whatever its interpolation.
func TestKeysAtAndBetweenKeys(t *testing.T) {
	for seed := range uint64(4) {
		m := figure.Random(seed+20, 9)
		r := keysOf(m, pose.FormAuto)
		c := r.crowd(t, 1, runtime.CrowdOptions{})
		check := banks.NewCheck(m, nil, c.Layout().Layout)
		for i, clip := range m.Clips {
			must.Do(t, c.Instance(0).Play(i, play.Options{Mode: play.Clamp}))
			for tr := range clip.Tracks {
				first, end := clip.Keys(tr)
				for k := first; k < end; k += 1 + (end-first)/8 {
					for _, tick := range []float64{float64(clip.Time[k]), (float64(clip.Time[k]) + float64(clip.Time[min(k+1, end-1)])) / 2} {
						must.Do(t, c.Instance(0).Seek(clip.Start+tick/clip.TicksPerSecond))
						must.Do(t, c.Update(0))
						r.agree(t, check, c, 0)
					}
				}
			}
		}
	}
}

// Custom properties at a key are the key, to the bit, of every source, but for what
// packing rounds.
func TestFloatsAtKeys(t *testing.T) {
	for _, s := range subjects()[:1] {
		for i := range s.roads[:2] {
			r := &s.roads[i]
			c := r.crowd(t, 1, runtime.CrowdOptions{LODs: []play.LOD{{Every: play.Never}}})
			for i, clip := range r.clips {
				must.Do(t, c.Instance(0).Play(i, play.Options{Mode: play.Clamp}))
				all := make([]float32, len(r.model.Floats))
				for tr, track := range clip.Tracks {
					if track.Property != soa.Float {
						continue
					}
					first, end := clip.Keys(tr)
					for k := first; k < end; k++ {
						must.Do(t, c.Instance(0).Seek(clip.Start+float64(clip.Time[k])/clip.TicksPerSecond))
						must.Do(t, c.Instance(0).Floats(all))
						if got := c.Instance(0).Float(int(track.Target)); got != clip.X[k] || all[track.Target] != got {
							t.Fatalf("%s, clip %d, track %d: key %d is %v, among all %v, want %v", r.name, i, tr, k, got, all[track.Target], clip.X[k])
						}
					}
				}
			}
			must.Do(t, c.Instance(0).Play(play.Rest, play.Options{}))
			for f, v := range r.model.Floats {
				if got := c.Instance(0).Float(f); got != v.Rest {
					t.Errorf("%s: custom property %d is %v at rest, want %v", r.name, f, got, v.Rest)
				}
			}
		}
	}
}

// Far out on a long clip the fraction between keys keeps its precision, which float32
// ticks would lose.
func TestKeysOfLongClip(t *testing.T) {
	const last = 1 << 22 // two days of 24 keys a second
	m := counting()
	m.Clips = []*soa.Clip{{
		Name: "long", TicksPerSecond: 24, Duration: last, Tracks: []soa.Track{{Property: soa.Translation}},
		Time: []float32{0, last - 1, last}, X: []float32{0, 0, 1}, Y: make([]float32, 3), Z: make([]float32, 3), W: make([]float32, 3),
	}}
	r := keysOf(m, pose.FormAuto)
	c := r.crowd(t, 1, runtime.CrowdOptions{Play: &play.Options{Mode: play.Clamp}})
	for _, part := range []float64{0.001, 0.123, 0.5, 0.999} {
		must.Do(t, c.Instance(0).Seek((last-1+part)/24))
		must.Do(t, c.Update(0))
		if x := place(t, c, 0, 0); math.Abs(x-part) > 1e-6 {
			t.Fatalf("%v of the way the value is %v", part, x)
		}
	}
}

// A layout is in the form that a model needs, and has the joints and the columns that
// are asked for; without clips it has only those.
func TestNewLayout(t *testing.T) {
	m := figure.Character(figure.Motion{Name: "sway", Seconds: 0.3, Drive: figure.Captured})
	layout := func(o pose.LayoutOptions) *soa.Layout {
		t.Helper()
		l, err := bake.Layout(context.Background(), m, nil, o)
		must.Do(t, err)
		return l.Layout
	}
	plain := layout(pose.LayoutOptions{})
	if plain.Form != soa.Rig || plain.Rotations() != 68 || len(plain.Levels) != 3 {
		t.Errorf("form %v, %d slots, %d levels of detail", plain.Form, plain.Rotations(), len(plain.Levels))
	}
	if l := layout(pose.LayoutOptions{Levels: []float64{}}); len(l.Levels) != 1 {
		t.Errorf("%d levels of detail", len(l.Levels))
	}
	reserved := layout(pose.LayoutOptions{Reserve: []pose.Reservation{{Joint: 30, Translation: true}, {Joint: 31}}})
	if a, b := plain.TranslationColumn[plain.Slot[30]], reserved.TranslationColumn[reserved.Slot[30]]; a != soa.None || b < 0 || reserved.Form != soa.Rig {
		t.Errorf("a reserved translation has the column %d, else %d; form %v", b, a, reserved.Form)
	}
	if reserved.TranslationColumn[reserved.Slot[31]] != soa.None {
		t.Error("a column that was not asked for")
	}
	scaled := layout(pose.LayoutOptions{Reserve: []pose.Reservation{{Joint: 30, Scale: true}}})
	if scaled.Form != soa.General || scaled.ScaleColumn[scaled.Slot[30]] < 0 || scaled.ScaleColumn[scaled.Slot[31]] != soa.None {
		t.Errorf("form %v, scale columns %v", scaled.Form, scaled.ScaleColumn)
	}
	m.Skins, m.Meshes = []*soa.Skin{{Joint: []uint16{3}, InverseBind: m.Skins[0].InverseBind[3:4]}}, nil
	few := layout(pose.LayoutOptions{Joints: []int{40}})
	if few.Slot[40] < 0 || few.Slot[3] < 0 || few.Slot[66] >= 0 {
		t.Errorf("slots %v", few.Slot)
	}
	if _, err := runtime.NewCrowd(runtime.Keyframes(m), 1, runtime.CrowdOptions{}); err != nil {
		t.Error(err)
	}
	// Reserved columns do not move anything: the pose stays where the oracle has it.
	r := keysOf(m, pose.FormAuto)
	r.layout.Reserve = []pose.Reservation{{Joint: 5, Translation: true, Scale: true}}
	r.play(t, 18, 1)
}

// Characters of different clips, one beside the other, do not disturb each other: what
// only one clip drives is at rest in the other, whatever was computed before it.
func TestClipsDoNotMix(t *testing.T) {
	eachRoad(t, func(t *testing.T, r *road) {
		if r.model == nil {
			t.Skip("a bank of clips that drive the same")
		}
		c := r.crowd(t, 32, runtime.CrowdOptions{})
		check := banks.NewCheck(r.model, r.clips, c.Layout().Layout)
		for round := range c.Clips() + 1 {
			for i := range c.Len() {
				must.Do(t, c.Instance(i).Play(clipOrRest((round+i/16)%(c.Clips()+1)-1), play.Options{Offset: 0.01 * float64(i)}))
			}
			must.Do(t, c.Update(0.02))
			for _, i := range []int{0, 15, 16, 31} {
				r.agree(t, check, c, i)
			}
		}
	})
}

// The matrix of a joint is what oracle and palette agree on where a skin's inverse
// bind matrix is mirrored, scaled or flat.
func TestJointsUnderOddBinds(t *testing.T) {
	for name, bind := range map[string]soa.Affine{
		"mirrored": {0: -1, 5: 1, 10: 1}, "scaled": {0: 100, 5: 100, 10: 100, 3: 7}, "sheared": {0: 1, 1: 0.5, 5: 1, 10: 1}, "flat": {0: 1, 5: 1},
	} {
		m := counting()
		m.Skins = []*soa.Skin{{Joint: []uint16{1}, InverseBind: []soa.Affine{bind}}}
		r := keysOf(m, pose.FormAuto)
		c := r.crowd(t, 1, runtime.CrowdOptions{Play: &play.Options{Offset: 0.25}})
		want := oracle.Evaluate(m, m.Clips[:1], c.Instance(0).Time())
		skin := c.Layout().Skins[0]
		got := matricesOf(c.Instance(0).Palette())[skin.Slot[0]].Mul(oracle.FromAffine(skin.Offset))
		if d := difference(got, want.Palette[0][0]); !(d <= 1e-4) {
			t.Errorf("%s: the palette is %.3g off: %v, want %v", name, d, fmt.Sprint(got), fmt.Sprint(want.Palette[0][0]))
		}
		if x := place(t, c, 0, 1); math.Abs(x-0.5) > 1e-5 {
			t.Errorf("%s: the joint is at %v", name, x)
		}
	}
}
