package graph

// OneShot plays a node once over another when a trigger is set.
type OneShot struct {
	Base, Shot Node
	Trigger    string
	Mask       string
	Adds       bool // adds Shot as Additive does
	In, Out    Fade
	Again      bool // the trigger restarts it while it plays
}

var _ = kind(func() Node { return new(OneShot) })

func (*OneShot) Kind() string { return "one-shot" }

func (n *OneShot) Children() []Input {
	return []Input{{Label: "base", Path: "/base", Node: n.Base}, {Label: "shot", Path: "/shot", Node: n.Shot, Adds: n.Adds}}
}

func (n *OneShot) Details() string {
	var text phrase
	text.add("on %s", n.Trigger)
	text.addWeight(Value{}, n.Mask)
	if n.Adds {
		text.add("adds")
	}
	text.add("in: %v, out: %v", n.In, n.Out)
	if n.Again {
		text.add("again while it plays")
	}
	return text.String()
}

func (n *OneShot) fields(o *object) {
	o.Type("one-shot", "Plays a node once over another when a trigger is set.")
	node(o.At("base", "The node below."), &n.Base)
	node(o.At("shot", "The node that plays once."), &n.Shot)
	trigger(o.At("trigger", "The trigger that starts it."), &n.Trigger)
	mask(o, &n.Mask)
	o.At("adds", "Adds it, as additive does, instead of blending it over.").Flag(&n.Adds)
	fade(o.At("in", "The fade to it."), &n.In)
	fade(o.At("out", "The fade back."), &n.Out)
	o.At("again", "The trigger restarts it while it plays.").Flag(&n.Again)
}

// compile makes the node a layer with a machine of two states: nothing, and the shot.
func (n *OneShot) compile(c *compiler, b below) int {
	fire := []Condition{{Test: Fired, Name: n.Trigger}}
	shot := State{Name: "shot", Node: n.Shot, Transitions: []Transition{
		{To: "none", Priority: 1, When: []Condition{{Test: Remaining, Value: n.Out.Seconds}}, Fade: n.Out},
	}}
	if n.Again {
		shot.Transitions = append(shot.Transitions, Transition{To: "shot", When: fire, Fade: n.In})
	}
	m := &Machine{States: []State{{Name: "none", Transitions: []Transition{{To: "shot", When: fire, Fade: n.In}}}, shot}}
	both := n.Children()
	if both[1].Node = m; n.Adds {
		return (&Additive{Mask: n.Mask}).join(c, both, b)
	}
	return (&Layer{Mask: n.Mask}).cover(c, both, b)
}
