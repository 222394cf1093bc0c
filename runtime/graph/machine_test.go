package graph_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime/graph"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/soa"
)

// troupe is a cast of clips without poses: a graph never looks at one.
func troupe() graph.ClipSet {
	clip := func(name string, seconds float64, events ...soa.Event) graph.ClipInfo {
		return graph.ClipInfo{Name: name, Seconds: seconds, Events: events, TicksPerSecond: 1}
	}
	at := func(name string, time float32) soa.Event { return soa.Event{Name: name, Time: time} }
	return graph.ClipSet{Clips: []graph.ClipInfo{
		clip("idle", 2),
		clip("walk", 1, at("L", 0), at("R", 0.5)),
		clip("run", 0.5, at("R", 0.125), at("L", 0.375)),
		clip("jump", 0.75, at("off", 0.25)),
		clip("wave", 4),
		clip("point", 0),
	}}
}

// player plays one instance and looks at it.
type player struct {
	testing.TB
	g     *graph.Instances
	d     play.Driver
	cast  graph.ClipSet
	step  *play.Drive
	clock float64
}

func playGraph(t testing.TB, g *graph.Graph) *player {
	t.Helper()
	cast := troupe()
	p, err := graph.Compile(g, cast)
	must.Do(t, err)
	instances := p.Start(1)
	return &player{TB: t, g: instances, d: instances.NewDriver(play.MaxLayers), cast: cast}
}

func (p *player) run(dt float64) *player {
	p.clock += dt
	var step play.Drive
	var fired []play.Fired
	var began [play.MaxLayers]play.Driven // as in the substep in which they did
	for left := dt; ; {
		before, inertialize, late := step.Used, step.Inertialize, step.Late
		step = *p.d.Drive(0, left)
		left = step.Left
		for _, f := range step.Fired {
			f.Overshoot += left
			fired = append(fired, f)
		}
		if step.Inertialize > 0 {
			step.Late += left
		} else {
			step.Inertialize, step.Late = inertialize, late
		}
		for k := range step.Clips {
			if v := &step.Clips[k]; step.Used>>k&1 != 0 && (v.New || before>>k&1 == 0) {
				began[k] = *v
			}
			v := &step.Clips[k]
			v.New, v.Fresh, v.FromCycle, v.From = began[k].New, began[k].Fresh, began[k].FromCycle, began[k].From
		}
		if left == 0 {
			break
		}
	}
	step.Fired = fired
	for k := range step.Clips {
		if step.Used>>k&1 != 0 && p.step != nil && p.step.Used>>k&1 == 0 {
			step.Clips[k].New = true
		}
		if step.Clips[k].Weight == 0 { // it has ended
			step.Used &^= 1 << k
		}
		if step.Used>>k&1 == 0 {
			step.Clips[k] = play.Driven{}
		}
	}
	p.step = &step
	return p
}

func (p *player) set(name string, v float64) {
	p.Helper()
	k, err := p.g.Program().Parameter(name)
	must.Do(p, err)
	if p.g.Program().Parameters()[k].Type == graph.Trigger {
		must.Do(p, p.g.Trigger(0, k))
		return
	}
	must.Do(p, p.g.Set(0, k, v))
}

// shows checks what plays: "clip seconds weight" in the order of clips.
func (p *player) shows(want string) {
	p.Helper()
	if got := p.voices(); got != want {
		p.Errorf("at %.4g s: %s\nwant %s", p.clock, got, want)
	}
}

func (p *player) voices() string {
	var list []string
	for k, v := range p.step.Clips {
		if p.step.Used>>k&1 != 0 {
			list = append(list, fmt.Sprintf("%s %v %v", p.cast.Clips[v.Clip].Name, round(v.To), round(float64(v.Weight))))
		}
	}
	slices.Sort(list)
	return strings.Join(list, ", ")
}

func round(x float64) float64 { return math.Round(x*1e5) / 1e5 }

// states checks which states play.
func (p *player) states(want string) {
	p.Helper()
	var list []string
	for _, s := range p.g.States(nil, 0) {
		list = append(list, s.State)
	}
	if got := strings.Join(list, " "); got != want {
		p.Errorf("at %.4g s: states %q, want %q", p.clock, got, want)
	}
}

func clip(name string) *graph.Clip { return &graph.Clip{Clip: name} }

func once(name string) *graph.Clip { return &graph.Clip{Clip: name, Loop: play.Clamp} }

func straight(seconds float64) graph.Fade {
	return graph.Fade{Seconds: seconds, Curve: play.Straight}
}

// jumper stands, walks while speed is above 1, and jumps from anywhere.
func jumper() *graph.Graph {
	above := []graph.Condition{{Test: graph.Above, Name: "speed", Value: 1}}
	below := []graph.Condition{{Test: graph.Below, Name: "speed", Value: 1}}
	return &graph.Graph{
		Parameters: []graph.Parameter{{Name: "speed"}, {Name: "jump", Type: graph.Trigger, Lifetime: 0.25}},
		Root: &graph.Machine{
			States: []graph.State{
				{Name: "stand", Node: clip("idle"), Exit: []string{"left stand"}, Transitions: []graph.Transition{{To: "go", When: above, Fade: straight(0.25)}}},
				{Name: "go", Node: clip("walk"), Enter: []string{"went"}, Transitions: []graph.Transition{{To: "stand", When: below, Fade: straight(0.5), Priority: 1}}},
				{Name: "jump", Node: once("jump"), Transitions: []graph.Transition{{To: "stand", When: []graph.Condition{{Test: graph.Remaining, Value: 0.25}}, Fade: straight(0.25)}}},
			},
			Any: []graph.Transition{{To: "jump", Priority: 9, When: []graph.Condition{{Test: graph.Fired, Name: "jump"}}, Fade: straight(0.125)}},
		},
	}
}

// What plays when, by hand.
func TestMachineOnTime(t *testing.T) {
	p := playGraph(t, jumper())
	p.run(0.5).shows("idle 0.5 1")
	p.set("speed", 2)
	p.run(0.125).shows("idle 0.625 0.5, walk 0.125 0.5") // half of the fade from the step's start
	p.states("stand go")
	if got := fmt.Sprint(p.step.Fired); got != "[{left stand 0.125} {went 0.125}]" {
		t.Errorf("fired %v", got)
	}
	p.run(0.125).shows("walk 0.25 1")
	p.states("go")
	p.set("speed", 0)
	p.run(0.25).shows("idle 0.25 0.5, walk 0.5 0.5")
	p.set("jump", 0) // the fade goes on beneath
	p.run(0.0625).shows("idle 0.3125 0.3125, jump 0.0625 0.5, walk 0.5625 0.1875")
	p.states("go stand jump")
	p.run(0.0625).shows("jump 0.125 1")
	p.run(0.5).shows("idle 0.125 0.5, jump 0.625 0.5") // it came to 0.5 in mid-step
	p.run(1).shows("idle 1.125 1")
	p.run(0.0625).shows("idle 1.1875 1") // the trigger has gone
}

// However a span of time is divided, the same plays at its end.
func TestMachineKeepsTime(t *testing.T) {
	final := func(steps int) string {
		p := playGraph(t, jumper())
		p.set("speed", 2)
		p.run(0)
		for k := range steps {
			if k == 0 {
				p.set("jump", 0)
			}
			p.run(1. / float64(steps))
		}
		return p.voices()
	}
	want := final(1)
	for _, n := range []int{2, 3, 7, 64, 1000} {
		if got := final(n); got != want {
			t.Errorf("%d steps: %s\nwant %s", n, got, want)
		}
	}
}
