package performance

import (
	"fmt"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/graph"
	"github.com/sinew-anim/sinew/soa"
)

// Recast returns a crowd in the place of one of the performance, and the model bound to it, that plays
// changed clips: those of the model of o, as many as before. A graph goes on where it is; its clips
// keep their length. The caller closes the old crowd.
func (p *Performance) Recast(old *runtime.Crowd, o *models.Opened, clips []*soa.Clip) (*runtime.Crowd, *soa.Model, error) {
	s := p.Script
	if s == nil {
		return p.Crowd(o, clips, old.Len())
	}
	stack, graph := s.Stack, s.Graph
	if err := s.recast(o); err != nil {
		return nil, nil, err
	}
	crowd, bound, err := p.Crowd(o, clips, old.Len())
	if err == nil && s.Graph != nil {
		err = s.Graph.goOn(crowd, old)
	}
	if err != nil {
		s.Stack, s.Graph = stack, graph
		return nil, nil, err
	}
	return crowd, bound, nil
}

// recast binds the script to a model with changed clips.
func (s *Script) recast(o *models.Opened) error {
	switch {
	case s.Graph != nil:
		if err := s.Graph.fits(o.Model); err != nil {
			return err
		}
		played, bound := *s.Graph, *s.Graph.BoundGraph
		bound.Model, played.BoundGraph = o, &bound
		s.Graph, s.Stack = &played, &graph.LayerStack{Model: o.Model}
		return nil
	case s.Fade != nil:
		stack := *s.Stack
		stack.Model, s.Stack = o.Model, &stack
		return nil
	}
	list := make([]graph.StackLayer, len(s.Stack.Layers)) // additive clips are made anew of their references
	for k := range list {
		list[k] = s.Stack.Layers[k].Layer
	}
	stack, err := graph.BindLayers(o.Model, list)
	if err == nil {
		s.Stack = stack
	}
	return err
}

// fits refuses clips for which the graph would have to be compiled anew.
func (p *Played) fits(m *soa.Model) error {
	for k, c := range p.Model.Model.Clips {
		if by := m.Clips[k]; by.Seconds() != c.Seconds() || len(by.Events) != len(c.Events) {
			return fmt.Errorf("clip %q has another length, or other events, than the graph %s was compiled for", c.Name, p.Name())
		}
	}
	return nil
}

// goOn gives the instances of a crowd the states that those of another one have.
func (p *Played) goOn(crowd, old *runtime.Crowd) (err error) {
	to, from := p.Runs[crowd], p.Runs[old]
	var state []byte
	for i := range old.Len() {
		if state, err = old.Instance(i).Save(state[:0]); err != nil {
			return err
		}
		if err := crowd.Instance(i).Restore(state); err != nil {
			return err
		}
		to.Step[i] = from.Step[i]
	}
	delete(p.Runs, old)
	return nil
}
