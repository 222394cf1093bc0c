package graph

import (
	"encoding/json"
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/internal/strict"
	"github.com/sinew-anim/sinew/soa"
)

// Limits of a script.
const (
	MaxSteps = 1 << 22
	maxList  = 1 << 20
)

// ParseScript reads a script in the form of the package's documentation. The error begins with a JSON
// pointer and wraps soa.ErrFormat, or soa.ErrOption for a value out of range.
func ParseScript(data []byte) (*Script, error) {
	var valid json.RawMessage
	if err := json.Unmarshal(data, &valid); err != nil {
		return nil, fmt.Errorf("/: %w: it is not JSON%s", soa.ErrFormat, strict.Where(data, err))
	}
	v := strict.Pointer(data)
	s := new(Script)
	var steps []strict.Value
	var rate, seconds, until, count *strict.Value
	err := v.Object(map[string]func(strict.Value) error{
		"rate": keep(&rate), "dt": keep(&seconds), "until": keep(&until), "count": keep(&count),
		"steps": func(v strict.Value) (err error) { steps, err = entries(v); return err },
	})
	if err != nil {
		return nil, err
	}
	if err := s.pace(v, rate, seconds); err != nil {
		return nil, err
	}
	for _, v := range steps {
		from := len(s.Inputs)
		if err := s.step(v); err != nil {
			return nil, err
		}
		if from > 0 && s.Inputs[from-1].Step > s.Inputs[from].Step {
			return nil, v.Wrong("step %d comes after step %d in the file", s.Inputs[from].Step, s.Inputs[from-1].Step)
		}
	}
	return s, s.length(v, until, count)
}

// keep stores a field's value.
func keep(to **strict.Value) func(strict.Value) error {
	return func(v strict.Value) error { *to = &v; return nil }
}

// entries returns the entries of a list, which may be empty.
func entries(v strict.Value) ([]strict.Value, error) {
	if string(v.Data()) == "[]" {
		return nil, nil
	}
	return v.List(maxList)
}

func (s *Script) pace(v strict.Value, rate, seconds *strict.Value) (err error) {
	switch {
	case rate == nil && seconds == nil:
		return v.Wrong(`it needs "rate" or "dt"`)
	case rate != nil && seconds != nil:
		return v.Wrong(`"rate" and "dt" both say how long a step is`)
	case rate != nil:
		if s.Seconds, err = rate.Number(1e-3, 1e6); err == nil {
			s.Seconds = 1 / s.Seconds
		}
	default:
		s.Seconds, err = seconds.Number(1e-6, 1e3)
	}
	return err
}

func (s *Script) length(v strict.Value, until, count *strict.Value) (err error) {
	switch {
	case until == nil && count == nil:
		return v.Wrong(`it needs "until" or "count"`)
	case until != nil && count != nil:
		return v.Wrong(`"until" and "count" both say how long it is`)
	case count != nil:
		s.Steps, err = count.Count(0, MaxSteps)
		until = count
	default:
		var end float64
		if end, err = until.Number(0, MaxSteps*s.Seconds); err == nil {
			n := s.stepAt(end)
			if end/s.Seconds-n > noise(n) {
				n++
			}
			s.Steps = int(n)
		}
	}
	if n := len(s.Inputs); err == nil && n > 0 && s.Inputs[n-1].Step >= s.Steps {
		return until.Error(soa.ErrOption, "the script ends after %d steps, before its input of step %d", s.Steps, s.Inputs[n-1].Step)
	}
	return err
}

// step reads an entry of steps.
func (s *Script) step(v strict.Value) error {
	var at, number, sets, triggers, clears *strict.Value
	err := v.Object(map[string]func(strict.Value) error{
		"at": keep(&at), "step": keep(&number), "set": keep(&sets), "trigger": keep(&triggers), "clear": keep(&clears),
	})
	from := len(s.Inputs)
	var in ScriptInput
	switch {
	case err != nil:
		return err
	case at == nil && number == nil:
		return v.Wrong(`it needs "at" or "step"`)
	case at != nil && number != nil:
		return v.Wrong(`"at" and "step" both say when it is`)
	case at != nil:
		in.At, err = at.Number(0, MaxSteps*s.Seconds)
		in.Step = int(s.stepAt(in.At))
	default:
		in.Step, err = number.Count(0, MaxSteps)
		in.At = float64(in.Step) * s.Seconds
	}
	if err == nil && sets != nil {
		err = s.values(*sets)
	}
	if err == nil && triggers != nil {
		err = s.names(*triggers, ScriptTrigger)
	}
	if err == nil && clears != nil {
		err = s.names(*clears, ScriptClear)
	}
	if err == nil && len(s.Inputs) == from {
		return v.Wrong(`it needs one of "set", "trigger" and "clear"`)
	}
	for k := from; k < len(s.Inputs); k++ {
		s.Inputs[k].Step, s.Inputs[k].At = in.Step, in.At
	}
	return err
}

func (s *Script) values(v strict.Value) error {
	fields, err := v.Fields()
	if err != nil {
		return err
	}
	for _, f := range fields {
		in := ScriptInput{Parameter: f.Key}
		switch v := f.Value; {
		case v.Is("tf"):
			in.Truth = true
			var on bool
			if on, err = v.Truth(); on {
				in.X = 1
			}
		case v.Is("["):
			var both []strict.Value
			if both, err = v.List(2); err == nil && len(both) != 2 {
				err = v.Wrong("%s is no pair", v.Shown())
			}
			if err == nil {
				in.Pair = true
				in.X, err = both[0].Number(-math.MaxFloat32, math.MaxFloat32)
			}
			if err == nil {
				in.Y, err = both[1].Number(-math.MaxFloat32, math.MaxFloat32)
			}
		default:
			in.X, err = v.Number(-math.MaxFloat32, math.MaxFloat32)
		}
		if err != nil {
			return err
		}
		s.Inputs = append(s.Inputs, in)
	}
	return nil
}

func (s *Script) names(v strict.Value, action ScriptAction) error {
	list, err := v.List(maxList)
	if err != nil {
		return err
	}
	for _, v := range list {
		name, err := v.Text()
		if err != nil {
			return err
		}
		s.Inputs = append(s.Inputs, ScriptInput{Parameter: name, Action: action})
	}
	return nil
}
