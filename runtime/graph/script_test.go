package graph_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/graph"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/soa"
)

const text = `{"rate": 60, "until": 2,
 "steps": [{"at": 0, "set": {"speed": 1.4, "move": [0.3, -1], "crouch": true}},
           {"at": 0.5, "trigger": ["jump"]},
           {"at": 0.5083, "set": {"speed": 0.1}},
           {"step": 90, "set": {"speed": 0, "weapon": 2}, "clear": ["jump"]}]}`

// listed is a script in one line.
func listed(s *graph.Script) string {
	list := []string{fmt.Sprint(s.Steps, " steps of ", s.Seconds)}
	for k := range s.Inputs {
		in := &s.Inputs[k]
		list = append(list, fmt.Sprintf("%d (%.4g s) %v", in.Step, in.At, in))
	}
	return strings.Join(list, ", ")
}

func TestParse(t *testing.T) {
	s, err := graph.ParseScript([]byte(text))
	must.Do(t, err)
	want := "120 steps of 0.016666666666666666, 0 (0 s) speed = 1.4, 0 (0 s) move = 0.3, -1, 0 (0 s) crouch = true, 30 (0.5 s) trigger jump, " +
		"30 (0.5083 s) speed = 0.1, 90 (1.5 s) speed = 0, 90 (1.5 s) weapon = 2, 90 (1.5 s) clear jump"
	if got := listed(s); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	again, err := graph.ParseScript(s.JSON())
	must.Do(t, err)
	if got := strings.ReplaceAll(listed(again), "(0.5 s)", "(0.5083 s)"); got != strings.ReplaceAll(want, "(0.5 s)", "(0.5083 s)") {
		t.Errorf("written and read: %s\n%s", got, s.JSON())
	}
}

// A time is in the step that contains it; one that is a step's start but for its few
// digits is there.
func TestSteps(t *testing.T) {
	for _, c := range []struct {
		rate, at string
		want     int
	}{
		{`"rate": 60`, "0.0166", 0}, {`"rate": 60`, "0.016666", 0}, {`"rate": 60`, "0.01666667", 1}, {`"rate": 60`, "0.016666667", 1}, {`"rate": 60`, "0.03", 1},
		{`"dt": 0.0166667`, "1.666669", 99}, {`"dt": 0.0166667`, "1.66667", 100}, {`"rate": 30`, "33.3333333", 1000}, {`"dt": 0.1`, "0.3", 3}, {`"dt": 0.1`, "0.2999", 2},
	} {
		s, err := graph.ParseScript([]byte(`{` + c.rate + `, "steps": [{"at": ` + c.at + `, "trigger": ["a"]}], "count": 2000}`))
		must.Do(t, err)
		if got := s.Inputs[0].Step; got != c.want {
			t.Errorf("%s, %s s: step %d, want %d", c.rate, c.at, got, c.want)
		}
	}
	for until, want := range map[string]int{"0": 0, "0.1": 1, "0.3": 3, "0.31": 4, "0.30000001": 3, "0.299": 3} {
		s, err := graph.ParseScript([]byte(`{"dt": 0.1, "steps": [], "until": ` + until + `}`))
		must.Do(t, err)
		if s.Steps != want {
			t.Errorf("until %s: %d steps, want %d", until, s.Steps, want)
		}
	}
}

func TestRefuses(t *testing.T) {
	for _, c := range []struct {
		text, place string
		is          error
	}{
		{`{"rate": 60,`, "/: ", soa.ErrFormat},
		{`[]`, "/: ", soa.ErrFormat},
		{`{"steps": [], "count": 1}`, `/: malformed data: it needs "rate" or "dt"`, soa.ErrFormat},
		{`{"rate": 60, "dt": 1, "steps": [], "count": 1}`, "/: ", soa.ErrFormat},
		{`{"rate": 0, "steps": [], "count": 1}`, "/rate: ", soa.ErrOption},
		{`{"dt": -1, "steps": [], "count": 1}`, "/dt: ", soa.ErrOption},
		{`{"rate": 60, "steps": []}`, "/: ", soa.ErrFormat},
		{`{"rate": 60, "steps": [], "count": 1, "until": 1}`, "/: ", soa.ErrFormat},
		{`{"rate": 60, "steps": [], "count": 1.5}`, "/count: ", soa.ErrFormat},
		{`{"rate": 60, "steps": [], "until": 1e9}`, "/until: ", soa.ErrOption},
		{`{"rate": 60, "step": [], "count": 1}`, `/: malformed data: unknown field "step"`, soa.ErrFormat},
		{`{"rate": 60, "steps": [{}], "count": 1}`, "/steps/0: ", soa.ErrFormat},
		{`{"rate": 60, "steps": [{"at": 0}], "count": 1}`, "/steps/0: ", soa.ErrFormat},
		{`{"rate": 60, "steps": [{"at": 0, "step": 0, "trigger": ["a"]}], "count": 1}`, "/steps/0: ", soa.ErrFormat},
		{`{"rate": 60, "steps": [{"at": -1, "trigger": ["a"]}], "count": 1}`, "/steps/0/at: ", soa.ErrOption},
		{`{"rate": 60, "steps": [{"at": 0, "trigger": []}], "count": 1}`, "/steps/0/trigger: ", soa.ErrOption},
		{`{"rate": 60, "steps": [{"at": 0, "trigger": "a"}], "count": 1}`, "/steps/0/trigger: ", soa.ErrFormat},
		{`{"rate": 60, "steps": [{"at": 0, "clear": [1]}], "count": 1}`, "/steps/0/clear/0: ", soa.ErrFormat},
		{`{"rate": 60, "steps": [{"at": 0, "set": {"a/b": "x"}}], "count": 1}`, "/steps/0/set/a~1b: ", soa.ErrFormat},
		{`{"rate": 60, "steps": [{"at": 0, "set": {"a": [1]}}], "count": 1}`, "/steps/0/set/a: ", soa.ErrFormat},
		{`{"rate": 60, "steps": [{"at": 0, "set": {"a": [1, 1e39]}}], "count": 1}`, "/steps/0/set/a/1: ", soa.ErrOption},
		{`{"rate": 60, "steps": [{"at": 0, "set": {"a": 1, "a": 2}}], "count": 1}`, "/steps/0/set: ", soa.ErrFormat},
		{`{"rate": 60, "steps": [{"step": 2, "trigger": ["a"]}, {"at": 0.01, "trigger": ["a"]}], "count": 9}`, "/steps/1: ", soa.ErrFormat},
		{`{"rate": 60, "steps": [{"step": 9, "trigger": ["a"]}], "count": 9}`, "/count: ", soa.ErrOption},
	} {
		_, err := graph.ParseScript([]byte(c.text))
		if !errors.Is(err, c.is) || !strings.HasPrefix(err.Error(), c.place) {
			t.Errorf("%s: %v, want %s of %v", c.text, err, c.place, c.is)
		}
	}
}

// hero is a graph with every type of parameters.
func hero() *graph.Graph {
	return &graph.Graph{
		Parameters: []graph.Parameter{
			{Name: "speed"}, {Name: "move", Type: graph.Vec2}, {Name: "crouch", Type: graph.Bool}, {Name: "weapon", Type: graph.Int}, {Name: "jump", Type: graph.Trigger, Lifetime: math.Inf(1)},
		},
		Root: &graph.Machine{
			States: []graph.State{
				{Name: "go", Node: &graph.Blend1D{X: graph.ValueOf("speed"), Samples: []graph.Sample{{X: 0, Node: &graph.Clip{Clip: "idle"}}, {X: 2, Node: &graph.Clip{Clip: "walk"}}}}},
				{Name: "jump", Node: &graph.Clip{Clip: "jump"}, Transitions: []graph.Transition{{To: "go", When: []graph.Condition{{Test: graph.Exit, Value: 0.5}}, Fade: graph.Fade{Seconds: 0.2}}}},
			},
			Any: []graph.Transition{{To: "jump", When: []graph.Condition{{Test: graph.Fired, Name: "jump"}}, Fade: graph.Fade{Seconds: 0.1, Inertialize: true}}},
		},
	}
}

func scriptCharacter() *soa.Model {
	return figure.Character(figure.Motion{Name: "idle", Seconds: 2, Drive: figure.Captured}, figure.Motion{Name: "walk", Seconds: 1, Drive: figure.Captured}, figure.Motion{Name: "jump", Seconds: 0.7, Drive: figure.Captured})
}

func start(t *testing.T, workers, n int) (*runtime.Crowd, *graph.Instances) {
	t.Helper()
	model := scriptCharacter()
	p, err := graph.Compile(hero(), graph.ClipsOfModel(model))
	must.Do(t, err)
	crowd, err := runtime.NewCrowd(runtime.Keyframes(model), n, runtime.CrowdOptions{Workers: workers, Layers: play.MaxLayers})
	must.Do(t, err)
	t.Cleanup(crowd.Close)
	g := p.Start(n)
	must.Do(t, crowd.SetGraph(g))
	return crowd, g
}

// What is set by hand and logged plays again to the bit: from the log, from its file,
// among others and with workers.
func TestSameBits(t *testing.T) {
	crowd, g := start(t, 1, 1)
	number := func(name string) int { k, err := g.Program().Parameter(name); must.Do(t, err); return k }
	log := graph.NewScript(1. / 60)
	var want [][]float32
	for step := range 150 {
		switch {
		case step == 70:
			must.Do(t, g.Trigger(0, number("jump")))
			log.Trigger(step, "jump")
		case step == 100:
			must.Do(t, errors.Join(g.SetVec2(0, number("move"), 0.1, -1./3), g.Set(0, number("crouch"), 1), g.Set(0, number("weapon"), 3), g.Clear(0, number("jump"))))
			log.SetVec2(step, "move", 0.1, -1./3)
			log.SetBool(step, "crouch", true)
			log.Set(step, "weapon", 3)
			log.Clear(step, "jump")
		case step%7 == 3:
			speed := 2 * math.Abs(math.Sin(float64(step)))
			must.Do(t, g.Set(0, number("speed"), speed))
			log.Set(step, "speed", speed)
		}
		must.Do(t, crowd.Update(1./60))
		want = append(want, append([]float32(nil), crowd.Instance(0).Palette()...))
	}
	log.Steps = 150
	file, err := graph.ParseScript(log.JSON())
	must.Do(t, err)
	for name, c := range map[string]struct {
		s       *graph.Script
		workers int
		n, i    int
	}{"log": {log, 1, 1, 0}, "file": {file, 1, 1, 0}, "among others": {file, 3, 50, 31}} {
		crowd, g := start(t, c.workers, c.n)
		b, err := c.s.Bind(g.Program())
		must.Do(t, err)
		steps := 0
		must.Do(t, b.Run(crowd, g, c.i, func(step int) error {
			steps++
			for k, v := range crowd.Instance(c.i).Palette() {
				if v != want[step][k] {
					return fmt.Errorf("%s: step %d: value %d is %v, want %v", name, step, k, v, want[step][k])
				}
			}
			return nil
		}))
		if steps != 150 {
			t.Errorf("%s: %d steps", name, steps)
		}
		if x, y := g.Value(c.i, number("move")); float32(x) != 0.1 || float32(y) != float32(-1./3) {
			t.Errorf("%s: move is %v, %v", name, x, y)
		}
	}
}

func TestBindRefuses(t *testing.T) {
	p, err := graph.Compile(hero(), graph.ClipsOfModel(scriptCharacter()))
	must.Do(t, err)
	for text, part := range map[string]string{
		`{"set": {"sped": 1}}`: `"sped"`, `{"set": {"move": 1}}`: `a pair, not a number`, `{"set": {"speed": true}}`: "a number, not true",
		`{"set": {"crouch": 1}}`: "true or false, not a number", `{"set": {"jump": true}}`: "a trigger, not", `{"trigger": ["speed"]}`: "a number, not a trigger", `{"set": {"weapon": [1, 2]}}`: "not a pair",
	} {
		s, err := graph.ParseScript([]byte(`{"rate": 60, "steps": [` + strings.Replace(text, "{", `{"step": 3, `, 1) + `], "count": 9}`))
		must.Do(t, err)
		_, err = s.Bind(p)
		if !errors.Is(err, graph.ErrParameter) || !strings.Contains(err.Error(), part) || !strings.HasPrefix(err.Error(), "step 3") {
			t.Errorf("%s: %v", text, err)
		}
	}
	s := graph.NewScript(0.1)
	s.Set(4, "speed", 1)
	s.Set(2, "speed", 1)
	if _, err := s.Bind(p); !errors.Is(err, graph.ErrParameter) {
		t.Errorf("a log in disorder: %v", err)
	}
	s = graph.NewScript(0.1)
	s.Set(-1, "speed", 1)
	if _, err := s.Bind(p); !errors.Is(err, graph.ErrParameter) {
		t.Errorf("a log before its start: %v", err)
	}
}
