//go:build cgo

package main

import (
	"math"
	"testing"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/play"
	"github.com/sinew-anim/sinew/internal/testing/must"
)

// newControlPane opens a viewer without a window in which a control acts on what flags say.
func newControlPane(t *testing.T, flags play.Flags, c models.Choice, instances int) *pane {
	t.Helper()
	opt := viewOptions{Source: models.Source{File: strider(t, "strider.sinew")}, Choice: c, Flags: flags}
	opt.Instances = instances
	return newPane(t, 160, 120, 1, opt)
}

// hands are how far an instance's hands are from each other.
func (p *pane) hands(t *testing.T, i int) float64 {
	t.Helper()
	var at [2][3]float64
	for k, name := range []string{"hand.L", "hand.R"} {
		m, err := p.Show.Crowd.Instance(i).Joint(p.Show.Model.Skeleton.Joint(name))
		must.Do(t, err)
		at[k] = [3]float64{float64(m[3]), float64(m[7]), float64(m[11])}
	}
	return apart(at[0], at[1])
}

// TestViewControl: in a window a control acts on a clip, over its loops, and on a graph that
// keys drive.
func TestViewControl(t *testing.T) {
	// The right hand stays beside the body, which the left one reaches.
	file := write(t, "hold.json", `{"control": {"version": 1, "modifiers": [
	  {"twoBoneIK": {"root": "upperarm.R", "mid": "forearm.R", "end": "hand.R", "target": {"joint": "chest", "offset": [0, 0.1, 0.25]}}},
	  {"twoBoneIK": {"root": "upperarm.L", "mid": "forearm.L", "end": "hand.L", "target": {"joint": "hand.R", "offset": [0, 0, 0.05]}}},
	  {"lookAt": {"joints": ["neck", "head"], "weights": [0.5], "forward": [0, 0, 1], "speed": 90, "target": [0, 1, 5]}}]}}`)
	v := newControlPane(t, play.Flags{Control: file}, models.Choice{Names: []string{"walk"}}, 2)
	for range 40 {
		v.frame(t, 0.05)
		for i := range 2 {
			if d := v.hands(t, i); math.Abs(d-0.05) > 2e-3 {
				t.Fatalf("at %v s of loop %d the hands of %d are %v m apart", v.Time, v.Cycle, i, d)
			}
		}
	}
	if v.Cycle == 0 {
		t.Error("it does not loop")
	}
	flags := play.Flags{Control: file, Graph: write(t, "hero.json", locomotion)}
	v = newControlPane(t, flags, models.Choice{}, 1)
	for range 20 {
		v.frame(t, 0.05)
		if d := v.hands(t, 0); math.Abs(d-0.05) > 2e-3 {
			t.Fatalf("the hands are %v m apart", d)
		}
	}
}
