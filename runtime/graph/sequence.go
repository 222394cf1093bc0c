package graph

import "github.com/sinew-anim/sinew/internal/jsondoc"

// Sequence plays its nodes one after the other, then continues the last one or loops. Each begins
// Fade.Seconds before the end of the one before.
type Sequence struct {
	Inputs []Node
	Fade   Fade
	Loop   bool
}

var _ = kind(func() Node { return new(Sequence) })

func (*Sequence) Kind() string { return "sequence" }

func (n *Sequence) Children() []Input { return numbered(n.Inputs) }

func (n *Sequence) Details() string {
	text := phrase{n.Fade.String()}
	if n.Loop {
		text.add("again and again")
	}
	return text.String()
}

func (n *Sequence) fields(o *object) {
	o.Type("sequence", "Plays its nodes one after the other.")
	jsondoc.List(o.At("inputs", "The nodes."), &n.Inputs, 1, maxInputs, node)
	fade(o.At("fade", "The fade from one to the next, which begins its seconds before the end."), &n.Fade)
	o.At("loop", "The first node follows the last one, which otherwise goes on.").Flag(&n.Loop)
}

// compile makes the node a machine with a state per input, each leading to the next.
func (n *Sequence) compile(c *compiler, b below) int {
	at, m := c.beginMachine(&b)
	for k, in := range n.Children() {
		s := state{name: in.Label, node: c.node(in.Node, b.at("%s", in.Path))}
		if last := k == len(n.Inputs)-1; k > 0 && n.Loop || !last {
			s.leave = []int{len(m.transitions)}
			next := (k + 1) % len(n.Inputs)
			m.transitions = append(m.transitions, transition{to: next, fade: n.Fade, when: []condition{{test: Remaining, than: n.Fade.Seconds}}})
		}
		m.states = append(m.states, s)
	}
	c.endMachine(at, m)
	return at
}
