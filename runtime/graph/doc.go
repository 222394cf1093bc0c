// Package graph is an animation graph: it selects and blends the clips of characters by
// parameters that a game sets, for thousands of instances at once.
//
//	{"version": 1,
//	 "parameters": {"speed": {"type": "float"}, "jump": {"type": "trigger", "lifetime": 0.2}},
//	 "root": {"type": "machine", "start": "ground",
//	  "states": {
//	   "ground": {"node": {"type": "blend1d", "x": "speed", "samples": [
//	     {"at": 0, "node": "idle"}, {"at": 1.4, "node": "walk"}, {"at": 4, "node": "run"}]}},
//	   "air": {"node": {"type": "clip", "clip": "jump", "loop": "clamp"},
//	     "transitions": [{"to": "ground", "when": [{"remaining": 0.2}], "fade": 0.2}]}},
//	  "any": [{"to": "air", "when": [{"trigger": "jump"}], "fade": 0.1}]}}
//
//	g, err := graph.Parse(data)
//	program, err := graph.Compile(g, graph.ClipsOfModel(model))
//	instances := program.Start(crowd.Len())
//	err = crowd.SetGraph(instances)
//	speed, err := program.Parameter("speed")
//	err = instances.Set(i, speed, 2.5)      // before crowd.Update(dt)
//
// A graph is evaluated to layers of a crowd and never touches a pose: the weight of a clip is
// the product of the weights above it. A layer covers everything below it in the whole graph,
// and additive clips come after all layers.
//
// A Script plays back input from a file or log, SVG and DOT draw graphs.
// Graph.Findings lists elements that have no effect, Instances.Coverage those that had none.
// fields.md lists the fields of the JSON, terms.md what other engines call them.
//
// # Scripts of input
//
// A Script is input of a graph: the parameters that a game or a file sets at each step.
//
//	{"rate": 60,
//	 "steps": [{"at": 0, "set": {"speed": 1.4, "move": [0.3, -1], "crouch": true}},
//	           {"at": 0.5, "trigger": ["jump"]},
//	           {"step": 90, "set": {"speed": 0}, "clear": ["jump"]}],
//	 "until": 3}
//
// A script is a number of steps of equal length, and inputs before some of them:
//
//	step     0        1        2        3
//	      ├────────┼────────┼────────┼────────┤
//	at    0 …      dt …     2·dt …   3·dt …   until
//
// An input at t seconds counts from the start of the step that contains t; the end of that step is
// the first to show it. The fields are
//
//	rate     steps per second, or
//	dt       the length of a step in seconds; one of both
//	steps    inputs in the order of time, each with
//	  at       seconds, or
//	  step     the number of a step, from 0 on; one of both
//	  set      values of parameters: numbers, true or false, [x, y] of a vec2
//	  trigger  triggers that are set
//	  clear    triggers that are cleared
//	until    seconds at which the last step has ended, or
//	count    the number of steps; one of both
//
// Anything else is refused, with a JSON pointer.
//
//	s, err := graph.ParseScript(data)
//	b, err := s.Bind(program)
//	err = b.Run(crowd, instances, 0, func(step int) error { … })
//
// A game can log its input by the methods of a Script and store it with JSON. A script gives the
// same bits on every processor and for any number of workers.
//
// Errors wrap soa.ErrFormat, soa.ErrOption or graph.ErrParameter.
//
// # Diagrams
//
// SVG and DOT draw a graph, as a picture and in the language of Graphviz.
//
//	svg := graph.SVG(g, graph.DiagramOptions{})
//	dot := graph.DOT(g, graph.DiagramOptions{})
//
// An SVG shows nodes as boxes, from the root at the left to the clips at the right, and machines
// as panels with states in columns, by the number of transitions from the start. Numbers of
// transitions refer to a list below the states. The same graph gives the same bytes.
//
// # Stacks of layers
//
// A LayerStack is a list of clips that play together without a graph. ParseLayers reads it from JSON.
//
//	[
//	  {"clip": "walk"},
//	  {"clip": "wave", "kind": "override", "phase": 0.25,
//	   "mask": [{"subtree": "chest", "feather": 3}, {"match": "hand.*", "weight": 0.5}]},
//	  {"clip": "breathe", "kind": "additive", "reference": "first", "weight": 0.7}
//	]
//
// Entry k of the list is layer k of an instance, see runtime.Crowd. Its fields are
//
//	clip       the clip's name; the only one that an entry must have
//	kind       blend (the default), override, model-override, additive or subtract
//	weight     0 to play.MaxWeight, 16; 1 where it is left out
//	time       where the clip starts, in seconds on the file's own time line, or
//	phase      the same as a part of the clip's length, 0 to 1
//	speed      a factor; 1 where it is left out, 0 holds the clip
//	mode       wrap (the default), clamp or ping-pong
//	sync       1 to 255: layers of one number keep one phase
//	lead       true: they take as long as the clip of the greatest weight, not the mean
//	reference  of additive and subtract: the pose from which the clip is a difference.
//	           "rest" (the default), "first", a time in seconds on the clip's time line,
//	           or {"clip": …, "time": …}. A clip that is additive already has none.
//	mask       steps that give weights to joints, in their order, from 0 on. Each names
//	           joints by one of
//	             joint    a name
//	             match    a pattern of path.Match; "*" is all joints
//	             subtree  a joint and all below it; "feather" levels fade in
//	           and may have a weight, which is 1 otherwise.
//
// Anything else is refused, with its place in the list and its value.
//
//	list, err := graph.ParseLayers(data) // ParseMask reads the steps of a mask alone
//	stack, err := graph.BindLayers(model, list)
//	crowd, err := runtime.NewCrowd(runtime.Keyframes(stack.Model), n, runtime.CrowdOptions{Masks: stack.Masks})
//	err = stack.Play(crowd, i)
//
// The file conventions.md beside this one says how layers blend, and what differs from
// three.js and Blender.
//
// Errors wrap soa.ErrFormat, soa.ErrOption, soa.ErrInvalid, ErrClip, pose.ErrJoint or
// edit.ErrReference.
package graph
