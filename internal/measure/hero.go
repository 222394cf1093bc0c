package measure

import (
	"errors"
	"fmt"

	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/control"
	"github.com/sinew-anim/sinew/runtime/graph"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// Act is what a character does in a game's frame: it plays layers, a graph or neither, and a
// control changes the pose.
type Act struct {
	Layers  []graph.StackLayer
	Graph   *graph.Graph
	Input   *graph.Script     // of the graph, again and again; nil: it keeps its defaults
	Control *control.Document // nil: none
}

// Hero is a character whose frame is measured part by part.
type Hero struct {
	*Character
	stack   *graph.LayerStack      // or nil
	program *graph.Program         // or nil
	input   *graph.BoundScript     // or nil
	control *control.DocumentStack // or nil
	alone   int                    // the clip that plays in place of layers and graphs
}

// ErrAct is wrapped by errors about what no character does at once.
var ErrAct = errors.New("layers and a graph both choose what plays")

// NewHero prepares a model for measuring what it does in a frame. clips are those that layers and
// graphs can play; the first plays where there is neither.
func NewHero(model *soa.Model, clips []*soa.Clip, act *Act) (*Hero, error) {
	if len(act.Layers) > 0 && act.Graph != nil {
		return nil, fmt.Errorf("measure %q: %w", model.Name, ErrAct)
	}
	c, err := NewCharacter(model, clips)
	if err != nil {
		return nil, err
	}
	h := &Hero{Character: c}
	switch {
	case len(act.Layers) > 0:
		if h.stack, err = graph.BindLayers(c.model, act.Layers); err != nil {
			return nil, err
		}
		c.model, h.alone = h.stack.Model, h.stack.Layers[0].Clip // clips that are added are differences
	case act.Graph != nil:
		if h.program, err = graph.Compile(act.Graph, graph.ClipsOfModel(c.model)); err != nil {
			return nil, err
		}
		if act.Input != nil {
			if h.input, err = act.Input.Bind(h.program); err != nil {
				return nil, err
			}
		}
	}
	if act.Control != nil {
		if h.control, err = control.NewDocumentStack(c.model.Skeleton, act.Control); err != nil {
			return nil, err
		}
		c.reserve = h.control.Reserve()
	}
	return h, nil
}

// blends reports whether it does more than play a clip.
func (h *Hero) blends() bool { return h.stack != nil || h.program != nil }

// deed is how much of an act a crowd does.
type deed struct{ blends, controlled bool }

// crowd returns instances that do a part of the act, each at a moment of its own.
func (h *Hero) crowd(source string, n int, do deed) (*runtime.Crowd, *graph.Instances, error) {
	of, layout, err := openers[source](h.Character, len(h.model.Clips), pose.FormAuto)
	if err != nil {
		return nil, nil, err
	}
	o := runtime.CrowdOptions{Layout: layout, Layers: play.MaxLayers}
	if h.stack != nil {
		o.Masks = h.stack.Masks
	}
	crowd, err := runtime.NewCrowd(of, n, o)
	if err != nil {
		return nil, nil, err
	}
	played, err := h.play(crowd, do)
	if err != nil {
		crowd.Close()
		return nil, nil, err
	}
	return crowd, played, nil
}

// play starts a part of the act on all instances, and lets each of them get ahead of the one before.
func (h *Hero) play(crowd *runtime.Crowd, do deed) (played *graph.Instances, err error) {
	if do.blends && h.program != nil {
		played = h.program.Start(crowd.Len())
		if err := crowd.SetGraph(played); err != nil {
			return nil, err
		}
	}
	if do.controlled {
		if err := h.reach(crowd); err != nil {
			return nil, err
		}
	}
	for i := range crowd.Len() {
		switch {
		case played != nil:
		case do.blends:
			err = h.stack.Play(crowd, i)
		default:
			err = crowd.Instance(i).Play(h.alone, play.Options{})
		}
		if err == nil {
			err = crowd.UpdateSome([]int{i}, float64(i%101)*Step)
		}
		if err != nil {
			return nil, err
		}
	}
	return played, nil
}

// reach starts the control, its targets where they are at first.
func (h *Hero) reach(crowd *runtime.Crowd) error {
	g, err := h.control.Start(crowd.Layout(), crowd.Len())
	if err != nil {
		return err
	}
	for i := range crowd.Len() {
		if err := h.control.Set(g, i, 0); err != nil {
			return err
		}
	}
	return crowd.SetControl(g)
}
