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
// file terms.md lists all fields, and what other programs call their parts.
//
// # Time
//
// Clips keep a phase, see Sync: those of a blend have one in common, and take as long as
// the mean of their lengths by weight. A blend sample without a weight costs nothing and
// comes back where the others are.
//
// A step of any length does what many short ones do, events, phases and root motion
// included, to a millionth: it is divided where transitions are taken, fades end and clips of
// a phase take the lead from each other. Conditions come true at a moment of
// the step; a transition is taken at that moment, and what comes has played for the rest of
// the step at its end. Parameters hold for the whole step. Where several transitions may be
// taken the one comes first whose conditions came true first, then the one of the least
// priority. A machine takes at most four in a step. A step back moves clips and fades, and
// takes none.
//
// A state that comes back while it fades out goes on from where it is, with the weight that
// it has. Three states of a machine may fade at once; what more would, is inertialized, and
// so is what would need more clips than an instance has layers.
package graph
