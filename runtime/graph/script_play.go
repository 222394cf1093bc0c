package graph

import (
	"fmt"

	"github.com/sinew-anim/sinew/runtime"
)

// BoundScript is a script with the parameters of a graph.
type BoundScript struct {
	*Script
	parameter []int // per input
	first     []int // per step: its first input; one more for the end
}

// Bind resolves the parameters of a script. The error names the input and wraps
// graph.ErrParameter.
func (s *Script) Bind(p *Program) (*BoundScript, error) {
	b := &BoundScript{Script: s, parameter: make([]int, len(s.Inputs)), first: make([]int, s.Steps+1)}
	parameters := p.Parameters()
	step := 0
	for k := range s.Inputs {
		in := &s.Inputs[k]
		if in.Step < max(0, step-1) || in.Step >= s.Steps {
			return nil, fmt.Errorf("step %d: %w: input %q is out of order", in.Step, ErrParameter, in)
		}
		for ; step <= in.Step; step++ {
			b.first[step] = k
		}
		n, err := p.Parameter(in.Parameter)
		if err == nil {
			err = in.fits(&parameters[n])
		}
		if err != nil {
			return nil, fmt.Errorf("step %d, %v s: %w", in.Step, in.At, err)
		}
		b.parameter[k] = n
	}
	for ; step <= s.Steps; step++ {
		b.first[step] = len(s.Inputs)
	}
	return b, nil
}

// fits refuses an input of another type.
func (in *ScriptInput) fits(x *Parameter) error {
	has := "a number"
	switch {
	case in.Action != ScriptSet:
		has = "a trigger"
	case in.Truth:
		has = "true or false"
	case in.Pair:
		has = "a pair"
	}
	wants := map[Type]string{Float: "a number", Int: "a number", Bool: "true or false", Vec2: "a pair", Trigger: "a trigger"}[x.Type]
	if has != wants {
		return fmt.Errorf("%w: %q is a %v and takes %s, not %s", ErrParameter, x.Name, x.Type, wants, has)
	}
	return nil
}

// StepInputs returns the inputs of a step.
func (b *BoundScript) StepInputs(step int) []ScriptInput {
	if step < 0 || step >= b.Steps {
		return nil
	}
	return b.Inputs[b.first[step]:b.first[step+1]]
}

// Apply sets the inputs of a step in an instance. The error wraps graph.ErrParameter.
func (b *BoundScript) Apply(g *Instances, i, step int) error {
	inputs := b.StepInputs(step)
	for k := range inputs {
		in := &inputs[k]
		n := b.parameter[b.first[step]+k]
		var err error
		switch {
		case in.Action == ScriptTrigger:
			err = g.Trigger(i, n)
		case in.Action == ScriptClear:
			err = g.Clear(i, n)
		case in.Pair:
			err = g.SetVec2(i, n, in.X, in.Y)
		default:
			err = g.Set(i, n, in.X)
		}
		if err != nil {
			return fmt.Errorf("step %d: %w", step, err)
		}
	}
	return nil
}

// Run plays all steps in instance i of a crowd, whose other instances play on: it sets the inputs,
// updates the crowd and calls each.
func (b *BoundScript) Run(crowd *runtime.Crowd, g *Instances, i int, each func(step int) error) error {
	for step := range b.Steps {
		if err := b.Apply(g, i, step); err != nil {
			return err
		}
		if err := crowd.Update(b.Seconds); err != nil {
			return err
		}
		if err := each(step); err != nil {
			return err
		}
	}
	return nil
}
