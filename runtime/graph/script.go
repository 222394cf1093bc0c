package graph

import (
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/internal/strict"
)

// Script is inputs of one instance, step by step.
type Script struct {
	Seconds float64       // of a step
	Steps   int           // their number
	Inputs  []ScriptInput // in the order of steps
}

// ScriptInput is a change before a step.
type ScriptInput struct {
	Step      int
	At        float64 // seconds as given, within the step or at its start
	Parameter string
	Action    ScriptAction
	X, Y      float64 // of ScriptSet: a Bool is 0 or 1, Y is of a Vec2
	Pair      bool    // of ScriptSet: of a Vec2
	Truth     bool    // of ScriptSet: of a Bool
}

// ScriptAction is the kind of an ScriptInput.
type ScriptAction uint8

const (
	ScriptSet     ScriptAction = iota
	ScriptTrigger              // sets a trigger
	ScriptClear                // clears a trigger
)

// String returns the input in words: speed = 2, trigger jump.
func (in *ScriptInput) String() string {
	switch {
	case in.Action == ScriptTrigger:
		return "trigger " + in.Parameter
	case in.Action == ScriptClear:
		return "clear " + in.Parameter
	case in.Truth:
		return fmt.Sprintf("%s = %t", in.Parameter, in.X != 0)
	case in.Pair:
		return fmt.Sprintf("%s = %.6g, %.6g", in.Parameter, in.X, in.Y)
	}
	return fmt.Sprintf("%s = %.6g", in.Parameter, in.X)
}

// NewScript returns an empty script for a log, with steps of some seconds.
func NewScript(seconds float64) *Script { return &Script{Seconds: seconds} }

// Set logs a Float or Int before a step. Steps are logged in order and extend the script.
func (s *Script) Set(step int, parameter string, v float64) {
	s.log(ScriptInput{Step: step, Parameter: parameter, X: v})
}

// SetBool logs a Bool.
func (s *Script) SetBool(step int, parameter string, on bool) {
	in := ScriptInput{Step: step, Parameter: parameter, Truth: true}
	if on {
		in.X = 1
	}
	s.log(in)
}

// SetVec2 logs a Vec2.
func (s *Script) SetVec2(step int, parameter string, x, y float64) {
	s.log(ScriptInput{Step: step, Parameter: parameter, X: x, Y: y, Pair: true})
}

// Trigger logs that a Trigger is set off.
func (s *Script) Trigger(step int, parameter string) {
	s.log(ScriptInput{Step: step, Parameter: parameter, Action: ScriptTrigger})
}

// Clear logs that a Trigger is cleared.
func (s *Script) Clear(step int, parameter string) {
	s.log(ScriptInput{Step: step, Parameter: parameter, Action: ScriptClear})
}

func (s *Script) log(in ScriptInput) {
	in.At = float64(in.Step) * s.Seconds
	s.Inputs = append(s.Inputs, in)
	s.Steps = max(s.Steps, in.Step+1)
}

// Time returns the end of a step in seconds.
func (s *Script) Time(step int) float64 { return float64(step+1) * s.Seconds }

// stepAt is the step that contains a time, with a tolerance for times written with few digits.
func (s *Script) stepAt(seconds float64) float64 {
	x := seconds / s.Seconds
	if whole := math.Round(x); math.Abs(x-whole) <= noise(x) {
		return whole
	}
	return math.Floor(x)
}

// noise is the tolerance of a number of steps.
func noise(x float64) float64 { return 1e-6 * max(1, 1e-3*x) }

// JSON returns the script as a file, which ParseScript reads back equal.
func (s *Script) JSON() []byte {
	b := []byte(`{"dt": `)
	b = strict.AppendFloat(b, s.Seconds, 64)
	b = append(b, `,`+"\n"+` "steps": [`...)
	for k := 0; k < len(s.Inputs); {
		if k > 0 {
			b = append(b, ",\n           "...)
		}
		n := k + 1
		for n < len(s.Inputs) && s.Inputs[n].Step == s.Inputs[k].Step && s.together(k, n) {
			n++
		}
		b = appendStep(b, s.Inputs[k:n])
		k = n
	}
	return fmt.Appendf(b, "],\n \"count\": %d}\n", s.Steps)
}

// together reports whether one entry of a file can hold input n with those from k on: it sets, then
// triggers, then clears, each parameter once.
func (s *Script) together(k, n int) bool {
	if s.Inputs[n].Action < s.Inputs[n-1].Action {
		return false
	}
	for _, in := range s.Inputs[k:n] {
		if in.Parameter == s.Inputs[n].Parameter {
			return false
		}
	}
	return true
}

func appendStep(b []byte, inputs []ScriptInput) []byte {
	b = fmt.Appendf(b, `{"step": %d`, inputs[0].Step)
	keys := [...]string{ScriptSet: `"set": {`, ScriptTrigger: `"trigger": [`, ScriptClear: `"clear": [`}
	for k := range inputs {
		in := &inputs[k]
		if k == 0 || in.Action != inputs[k-1].Action {
			b = append(append(b, ", "...), keys[in.Action]...)
		} else {
			b = append(b, ", "...)
		}
		b = append(b, strict.Quote(in.Parameter)...)
		if in.Action == ScriptSet {
			b = appendValue(append(b, ": "...), in)
		}
		if k+1 == len(inputs) || inputs[k+1].Action != in.Action {
			b = append(b, map[bool]byte{true: '}', false: ']'}[in.Action == ScriptSet])
		}
	}
	return append(b, '}')
}

func appendValue(b []byte, in *ScriptInput) []byte {
	switch {
	case in.Truth:
		return fmt.Appendf(b, "%t", in.X != 0)
	case in.Pair:
		b = strict.AppendFloat(append(b, '['), in.X, 64)
		b = strict.AppendFloat(append(b, ", "...), in.Y, 64)
		return append(b, ']')
	}
	return strict.AppendFloat(b, in.X, 64)
}
