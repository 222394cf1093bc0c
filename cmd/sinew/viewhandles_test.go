//go:build cgo

package main

import (
	"math"
	"testing"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/performance"
	"github.com/sinew-anim/sinew/edit/list"
	"github.com/sinew-anim/sinew/gpu/window"
	"github.com/sinew-anim/sinew/internal/testing/must"
)

// handled is a control with an arm whose elbow bends down, and the tail as a chain that has no weight
// yet.
const handled = `{"control": {"version": 1, "modifiers": [
  {"name": "arm", "twoBoneIK": {"root": "upperarm.R", "mid": "forearm.R", "end": "hand.R", "target": [-0.72, 1.22, -0.18], "pole": [0, -1, -0.2]}},
  {"name": "tail", "chainIK": {"joints": ["tail.0", "tail.1", "tail.2", "tail.3", "tail.4"], "effectors": [{"joint": "tail.4", "target": [1.3, 0.6, 0.3]}]}, "weight": 0}]}}`

// pulls drags a joint and reports by how many pixels it misses the mouse.
func (p *pane) pulls(t *testing.T, name string, dx, dy float64) float64 {
	t.Helper()
	x, y := p.pixel(p.joint(t, name))
	p.drags(t, x, y, x+dx, y+dy, 0)
	p.frame(t, 0)
	nx, ny := p.pixel(p.joint(t, name))
	return math.Hypot(nx-x-dx, ny-y-dy)
}

// TestViewerHandles drags the targets of a control: alone they move the target; with auto-key they key
// the joints of the chain at the cursor, and the clip shows them.
func TestViewerHandles(t *testing.T) {
	opt := walking(copied(t))
	opt.Flags = performance.Flags{Control: write(t, "reach.json", handled)}
	p := newPane(t, 960, 540, 1, opt)
	p.press(t, window.KeySpace, window.KeyHome)
	clip, s := p.Show.Clip, p.Show.Edits
	if off := p.pulls(t, "hand.R", 10, -16); off > 1.5 {
		t.Errorf("the hand misses the mouse by %v pixels", off)
	}
	keepPane(t, p, "target")
	if n, _ := s.Steps(clip); n != 0 {
		t.Error("without auto-key a handle keys joints")
	}
	p.press(t, 'E')
	p.frame(t, 0)
	p.click(t, 789, 313, 0) // auto-key
	x, y := p.pixel(p.joint(t, "hand.R"))
	p.click(t, x, y, 0)
	if n, _ := s.Steps(clip); n != 0 || p.Picked() != p.Show.Model.Skeleton.Joint("hand.R") {
		t.Errorf("a click makes %d steps and picks joint %d", n, p.Picked())
	}
	if off := p.pulls(t, "hand.R", -9, 12); off > 1.5 {
		t.Errorf("keyed, the hand misses the mouse by %v pixels", off)
	}
	keepPane(t, p, "keyed")
	var keyed []string
	for _, e := range s.Document().Clips[0].Edits {
		if k, ok := e.(*list.SetKey); ok {
			keyed = append(keyed, k.Track.Joint)
		}
	}
	if n, _ := s.Steps(clip); n != 1 || len(keyed) != 2 || keyed[0] != "upperarm.R" || keyed[1] != "forearm.R" {
		t.Errorf("%d steps, keys of %v", n, keyed)
	}
	// The handle of a modifier that does not act is at its joint: dragged again, and the tail's.
	if off := p.pulls(t, "hand.R", 7, -6); off > 1.5 {
		t.Errorf("keyed again, the hand misses the mouse by %v pixels", off)
	}
	p.press(t, window.KeyEscape)
	if off := p.pulls(t, "tail.4", 6, 5); off > 1.5 {
		t.Errorf("the tail misses the mouse by %v pixels", off)
	}
	if n, _ := s.Steps(clip); n != 3 {
		t.Errorf("%d steps", n)
	}
	// All of a drag may come between two frames.
	x, y = p.pixel(p.joint(t, "hand.R"))
	p.Mouse(window.Mouse{X: x, Y: y, Button: window.Left, Down: true})
	p.Drag(window.Drag{Start: true})
	p.Mouse(window.Mouse{X: x + 8, Y: y + 6})
	p.Mouse(window.Mouse{X: x + 8, Y: y + 6, Button: window.Left, Up: true})
	p.frame(t, 0)
	if n, _ := s.Steps(clip); n != 4 {
		t.Errorf("%d steps after a drag between two frames", n)
	}
	p.press(t, 'Z', 'Z', 'Z', 'Z')
	if n, _ := s.Steps(clip); n != 0 {
		t.Errorf("undone %d steps are left", n)
	}
}

// TestViewerReachesByControl: the reach tool is the control's IK where one ends at the joint.
func TestViewerReachesByControl(t *testing.T) {
	opt := walking(copied(t))
	opt.Flags = performance.Flags{Control: write(t, "reach.json", handled)}
	p := newPane(t, 960, 540, 1, opt)
	p.press(t, window.KeySpace, window.KeyHome, 'E')
	p.pickByName(t, p.Show.Model.Skeleton.Joint("tail.4"))
	p.frame(t, 0)
	p.click(t, 789, 313, 0) // auto-key
	p.click(t, 839, 313, 0) // reach
	if off := p.pulls(t, "tail.4", 8, 4); off > 1.5 {
		t.Errorf("the tail misses the mouse by %v pixels", off)
	}
	joints := 0
	for _, e := range p.Show.Edits.Document().Clips[0].Edits {
		if k, ok := e.(*list.SetKey); ok && k.Track.Joint != "tail.4" {
			joints++
		}
	}
	if joints != 4 {
		t.Errorf("%d joints of the tail are keyed, not 4 as the chain has", joints)
	}
}

// newControlPane opens a viewer without a window in which a control acts on what flags say.
func newControlPane(t *testing.T, flags performance.Flags, c models.Choice, instances int) *pane {
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
	v := newControlPane(t, performance.Flags{Control: file}, models.Choice{Names: []string{"walk"}}, 2)
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
	flags := performance.Flags{Control: file, Graph: write(t, "hero.json", locomotion)}
	v = newControlPane(t, flags, models.Choice{}, 1)
	for range 20 {
		v.frame(t, 0.05)
		if d := v.hands(t, 0); math.Abs(d-0.05) > 2e-3 {
			t.Fatalf("the hands are %v m apart", d)
		}
	}
}
