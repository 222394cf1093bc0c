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
//	program, err := graph.Compile(g, graph.OfModel(model))
//	instances := program.Start(crowd.Len())
//	err = crowd.SetGraph(instances)
//	speed, err := program.Parameter("speed")
//	err = instances.Set(i, speed, 2.5)      // before crowd.Update(dt)
//
// A graph is evaluated to layers of a crowd and never touches a pose: the weight of a clip is
// the product of the weights above it. A layer covers everything below it in the whole graph,
// and additive clips come after all layers.
//
// Package script plays back input from a file or log, package diagram draws graphs.
// Graph.Findings lists elements that have no effect, Instances.Coverage those that had none.
// fields.md lists the fields of the JSON, terms.md what other engines call them.
package graph
