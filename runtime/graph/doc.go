// Package graph decides what characters play: an animator draws a graph once, a game sets
// its parameters, and thousands of instances of it play at the speed of a crowd.
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
//	err = instances.Set(i, speed, 2.5)      // and on with crowd.Update(dt)
//
// A graph reduces to layers of a crowd and never touches a pose: clips get the product
// of the weights on the way to them. What one layer covers, it covers of all that is
// below in the whole graph, and what is added is added after all layers.
//
// Package script plays input back that a file or a log has, package diagram draws graphs.
// Graph.Findings lists what can have no effect, Instances.Coverage what has had none. The
// file fields.md lists all fields of the JSON, and terms.md what other programs call them.
package graph
