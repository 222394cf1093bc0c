package graph_test

import (
	"testing"

	"github.com/sinew-anim/sinew/runtime/graph"
)

// FuzzParse: what is read is written so that it is read as the same, in the same steps,
// and can be bound or is refused.
func FuzzParse(f *testing.F) {
	f.Add(text)
	f.Add(`{"dt": 0.1, "steps": [{"step": 0, "clear": ["jump"], "trigger": ["jump", "jump"], "set": {"speed": -0, "move": [1e-30, 3]}}], "count": 4194304}`)
	f.Add(`{"dt": 1e-6, "steps": [{"at": 4, "set": {"crouch": false}}], "until": 4.1}`)
	program, err := graph.Compile(hero(), graph.ClipsOfModel(scriptCharacter()))
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, data string) {
		s, err := graph.ParseScript([]byte(data))
		if err != nil {
			return
		}
		again, err := graph.ParseScript(s.JSON())
		if err != nil {
			t.Fatalf("%v: %s", err, s.JSON())
		}
		if again.Seconds != s.Seconds || again.Steps != s.Steps || len(again.Inputs) != len(s.Inputs) {
			t.Fatalf("%+v became %+v", s, again)
		}
		for k, in := range s.Inputs {
			if in.At = again.Inputs[k].At; in != again.Inputs[k] { // a step has one time
				t.Fatalf("input %d: %+v became %+v", k, in, again.Inputs[k])
			}
			if in.Step < 0 || in.Step >= s.Steps || k > 0 && in.Step < s.Inputs[k-1].Step {
				t.Fatalf("input %d is of step %d of %d", k, in.Step, s.Steps)
			}
		}
		if s.Steps < 10000 {
			if b, err := s.Bind(program); err == nil && len(s.Inputs) > 0 && len(b.StepInputs(s.Inputs[0].Step)) == 0 {
				t.Fatalf("no input before step %d", s.Inputs[0].Step)
			}
		}
	})
}
