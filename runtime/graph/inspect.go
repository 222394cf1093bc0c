package graph

import (
	"fmt"
	"strconv"

	"github.com/sinew-anim/sinew/internal/strict"
)

// Input is a node that another one has, or a state of a machine.
type Input struct {
	Label string // base, 1.5, run
	Path  string // from the node on: /base, /samples/2/node, /states/run/node
	Node  Node   // or nil
}

// Inputs lists the nodes that a node has, in the order of the file.
func Inputs(n Node) []Input {
	switch n := n.(type) {
	case *Blend1D:
		return samples(n.Samples, func(s *Sample) string { return short(s.X) })
	case *Blend2D:
		return samples(n.Samples, func(s *Sample) string { return short(s.X) + ", " + short(s.Y) })
	case *Weights:
		list := make([]Input, len(n.Inputs))
		for k, x := range n.Inputs {
			list[k] = Input{x.Weight.String(), fmt.Sprintf("/inputs/%d/node", k), x.Node}
		}
		return list
	case *Additive:
		return []Input{{"base", "/base", n.Base}, {"add", "/add", n.Add}}
	case *Layer:
		return []Input{{"base", "/base", n.Base}, {"over", "/over", n.Over}}
	case *Select:
		list := make([]Input, len(n.Inputs))
		for k, x := range n.Inputs {
			list[k] = Input{strconv.Itoa(k), fmt.Sprintf("/inputs/%d", k), x}
		}
		return list
	case *OneShot:
		return []Input{{"base", "/base", n.Base}, {"shot", "/shot", n.Shot}}
	case *Speed:
		return []Input{{"", "/node", n.Node}}
	case *Seek:
		return []Input{{"", "/node", n.Node}}
	case *Machine:
		list := make([]Input, len(n.States))
		for k := range n.States {
			s := &n.States[k]
			list[k] = Input{s.Name, "/states/" + strict.Escaper.Replace(s.Name) + "/node", s.Node}
		}
		return list
	}
	return nil
}

func samples(of []Sample, label func(*Sample) string) []Input {
	list := make([]Input, len(of))
	for k := range of {
		list[k] = Input{label(&of[k]), fmt.Sprintf("/samples/%d/node", k), of[k].Node}
	}
	return list
}

// Walk calls visit with all nodes of a graph and their places, parts first, each before
// its inputs. Nodes that are nil are left out.
func (g *Graph) Walk(visit func(path string, n Node)) {
	for _, p := range g.Parts {
		walkNode("/parts/"+strict.Escaper.Replace(p.Name), p.Node, visit)
	}
	walkNode("/root", g.Root, visit)
}

func walkNode(path string, n Node, visit func(path string, n Node)) {
	if n == nil {
		return
	}
	visit(path, n)
	for _, in := range Inputs(n) {
		walkNode(path+in.Path, in.Node, visit)
	}
}

// Details says for people what a node does besides what its inputs do, or what a Clip
// plays.
func Details(n Node) string {
	text := ""
	add := func(format string, args ...any) {
		if text != "" {
			text += ", "
		}
		text += fmt.Sprintf(format, args...)
	}
	switch n := n.(type) {
	case *Clip:
		add("%s", n.Clip)
		if n.Loop != 0 {
			add("%v", n.Loop)
		}
		if n.Speed != (Value{}) {
			add("speed %v", n.Speed)
		}
		if n.Start != 0 {
			add("from %s %%", short(100*n.Start))
		}
		addSync(add, n.Sync)
	case *Blend1D:
		add("by %v", n.X)
		addSync(add, n.Sync)
	case *Blend2D:
		add("by %v, %v", n.X, n.Y)
		add("%v", n.Method)
		addSync(add, n.Sync)
	case *Weights:
		if n.Normalize {
			add("normalized")
		}
		addSync(add, n.Sync)
	case *Additive:
		if n.Subtract {
			add("subtracts")
		}
		addWeight(add, n.Weight, n.Mask)
	case *Layer:
		addWeight(add, n.Weight, n.Mask)
		if n.ModelSpace {
			add("in model space")
		}
	case *Select:
		add("by %v, %v", n.By, n.Fade)
	case *OneShot:
		add("on %s", n.Trigger)
		addWeight(add, Value{}, n.Mask)
		if n.Adds {
			add("adds")
		}
		add("in: %v, out: %v", n.In, n.Out)
		if n.Again {
			add("again while it plays")
		}
	case *Speed:
		add("%v", n.Speed)
	case *Seek:
		add("at %v", n.At)
	case *Use:
		add("%s", n.Part)
	case *Machine:
		if n.Start != "" {
			add("starts in %s", n.Start)
		}
	case *Unknown:
		add("is not known here")
	}
	return text
}

func addSync(add func(string, ...any), sync string) {
	switch sync {
	case SyncOwn:
	case SyncNone:
		add("no sync")
	default:
		add("sync %s", sync)
	}
}

func addWeight(add func(string, ...any), weight Value, mask string) {
	if weight != (Value{}) {
		add("weight %v", weight)
	}
	if mask != "" {
		add("mask %s", mask)
	}
}
