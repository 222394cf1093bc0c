//go:build cgo

package main

import (
	"math"
	"testing"

	"github.com/sinew-anim/sinew/gpu"
	"github.com/sinew-anim/sinew/gpu/headless"
	"github.com/sinew-anim/sinew/soa"
)

// newControlPane opens a viewer without a window in which a control acts on what flags say.
func newControlPane(t *testing.T, flags scripting, c choice, instances int) *viewer {
	t.Helper()
	needGPU(t)
	ctx, err := headless.New(160, 120)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ctx.Close() })
	r, err := gpu.NewRenderer(ctx, gpu.Options{Samples: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	src := source{file: strider(t, "strider.sinew")}
	o, err := src.open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	performance, err := flags.performance(o, &c)
	if err != nil {
		t.Fatal(err)
	}
	s, _, err := newStage(r, o, performance, o.model.Clips, instances)
	if err != nil {
		t.Fatal(err)
	}
	if performance.clip != nil {
		for k, clip := range o.model.Clips {
			if clip == performance.clip {
				err = s.play(k)
			}
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	v, err := newViewer(s, r, look{width: 160, height: 120, instances: instances, camera: cameraPlace{yaw: 35, pitch: 14}})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// hands are how far an instance's hands are from each other.
func (v *viewer) hands(t *testing.T, i int) float64 {
	t.Helper()
	var at [2][3]float64
	for k, name := range []string{"hand.L", "hand.R"} {
		var m soa.Affine
		if err := v.stage.crowd.Joint(i, v.stage.model.Skeleton.Joint(name), &m); err != nil {
			t.Fatal(err)
		}
		x, y, z := m.Translation()
		at[k] = [3]float64{float64(x), float64(y), float64(z)}
	}
	return apart(at[0], at[1])
}

// TestViewControl: in a window a control acts on a clip, over its loops, and on a graph that
// keys drive.
func TestViewControl(t *testing.T) {
	// The right hand stays beside the body, which the left one reaches.
	file := write(t, "hold.json", []byte(`{"control": {"version": 1, "modifiers": [
	  {"limb": {"root": "upperarm.R", "mid": "forearm.R", "end": "hand.R", "target": {"joint": "chest", "offset": [0, 0.1, 0.25]}}},
	  {"limb": {"root": "upperarm.L", "mid": "forearm.L", "end": "hand.L", "target": {"joint": "hand.R", "offset": [0, 0, 0.05]}}},
	  {"look": {"joints": ["neck", "head"], "weights": [0.5], "forward": [0, 0, 1], "speed": 90, "target": [0, 1, 5]}}]}}`))
	v := newControlPane(t, scripting{control: file}, choice{names: []string{"walk"}}, 2)
	for range 40 {
		if err := v.move(0.05); err != nil {
			t.Fatal(err)
		}
		for i := range 2 {
			if d := v.hands(t, i); math.Abs(d-0.05) > 2e-3 {
				t.Fatalf("at %v s of loop %d the hands of %d are %v m apart", v.time, v.cycle, i, d)
			}
		}
	}
	if v.cycle == 0 {
		t.Error("it does not loop")
	}
	flags := scripting{control: file, graph: write(t, "hero.json", []byte(locomotion))}
	v = newControlPane(t, flags, choice{}, 1)
	var err error
	if v.live, err = newLive(v.stage); err != nil {
		t.Fatal(err)
	}
	for range 20 {
		if err := v.move(0.05); err != nil {
			t.Fatal(err)
		}
		if d := v.hands(t, 0); math.Abs(d-0.05) > 2e-3 {
			t.Fatalf("the hands are %v m apart", d)
		}
	}
}
