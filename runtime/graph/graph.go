package graph

import (
	"fmt"

	"github.com/sinew-anim/sinew/internal/jsondoc"
	"github.com/sinew-anim/sinew/internal/strict"
	"github.com/sinew-anim/sinew/runtime/internal/masks"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// Graph is an animation graph. It is data: Compile resolves its names for a crowd.
type Graph struct {
	Name       string
	Parameters []Parameter
	Masks      []Mask
	Sync       []Sync
	SubGraphs  []Named // that a SubGraph copies
	Root       Node
}

// Mask is a named mask of joints.
type Mask struct {
	Name  string
	Steps []pose.MaskStep
}

// Sync is a phase that clips of any nodes share.
type Sync struct {
	Name string
	// Markers are the events at which the clips meet, as far as all have them in the same order.
	// Without any the clips meet at their starts.
	Markers []string
	// Lead takes the length of the clip with the greatest weight instead of the weighted mean.
	Lead bool
}

// Special values of the fields Sync of nodes.
const (
	SyncOwn  = ""  // the phase of the blend or TimeSeek above; a blend without one has its own
	SyncNone = "-" // each clip by itself
)

func (g *Graph) place(p place) { p.Object(g.fields) }

func (g *Graph) fields(o *object) {
	o.Type("graph", "An animation graph: what characters play, by parameters that a game sets.")
	s := scopeOf(o.Place)
	o.At("$schema", "Where editors find this schema.").Ignored()
	o.At("version", "The version of the format.").Version(version)
	if o.W.Task != jsondoc.Hashing {
		o.At("name", "A name for people.").Text(&g.Name, false)
	}
	jsondoc.Table(o.At("parameters", "The values that the game sets, by their names."), &g.Parameters, string(parameterNoun), 0, maxParameters,
		func(q *Parameter) *string { return &q.Name }, func(p place, q *Parameter) { p.Object(q.fields) })
	jsondoc.Table(o.At("masks", "Masks of joints, by their names. Steps give weights in order, from 0 on."), &g.Masks, string(maskNoun), 0, maxNodes,
		func(m *Mask) *string { return &m.Name }, func(p place, m *Mask) { steps(p, &m.Steps) })
	sync := o.At("sync", "Phases that clips of any nodes share, by their names.")
	sync.Also("propertyNames", fmt.Sprintf(`{"minLength": 1, "maxLength": %d, "not": {"const": %q}}`, maxName, SyncNone))
	jsondoc.Table(sync, &g.Sync, string(syncNoun), 0, maxNodes,
		func(s *Sync) *string { return &s.Name }, func(p place, s *Sync) { p.Object(s.fields) })
	jsondoc.Table(o.At("subgraphs", "Nodes that subgraph nodes copy, by their names."), &g.SubGraphs, string(subgraphNoun), 0, maxNodes,
		func(n *Named) *string { return &n.Name }, func(p place, n *Named) {
			s.enter(p, s.names[subgraphNoun][n.Name])
			node(p, &n.Node)
		})
	s.enter(o.Place, len(g.SubGraphs))
	node(o.At("root", "What the graph plays."), &g.Root)
}

func (s *Sync) fields(o *object) {
	o.Type("sync", "A phase that clips share.")
	jsondoc.List(o.At("markers", "The events at which the clips meet; without any their starts."), &s.Markers, 0, maxInputs, place.Name)
	o.At("lead", "The phase has the length of the clip with the greatest weight instead of the weighted mean.").Flag(&s.Lead)
	if o.Checks() && s.Name == SyncNone {
		o.Wrong("%q means no sync and can be the name of none", s.Name)
	}
}

// syncOf visits the name of a phase; false stands for none.
func syncOf(o *object, to *string) {
	p := o.At("sync", "")
	switch {
	case p.Describes():
		p.Define("syncOf", "The phase of the clips: the name of a sync, or false for clips that run by themselves. Without it the clips of a blend share a phase, and a clip has that of the node above.", func(p place) {
			p.AnyOf(func(p place) {
				p.Name(new(string))
				p.Also("not", fmt.Sprintf(`{"const": %q}`, SyncNone))
			}, func(p place) { p.Also("const", "false") })
		})
	case p.Reads() && p.In.Is("tf"):
		yes, err := p.In.Truth()
		if p.Read(err); err == nil && yes {
			p.Wrong("it is the name of a sync, or false")
		}
		*to = SyncNone
	case p.W.Writes() && *to == SyncNone:
		p.EmitRaw([]byte("false"))
	case p.Checks() && *to == SyncNone:
	default:
		reference(p, syncNoun, to, false)
		if p.Reads() && *to == SyncNone {
			p.Wrong("%q is no name; false stands for no sync", *to)
		}
	}
}

// steps visits the steps of a mask, whose form is that of a LayerStack.
func steps(p place, to *[]pose.MaskStep) {
	switch {
	case p.Describes():
		jsondoc.List(p, to, 1, pose.MaxMaskSteps, func(p place, _ *pose.MaskStep) { p.Object(describeStep) })
	case p.Reads():
		list, err := masks.Read(p.In, pose.MaxMaskSteps)
		for _, s := range list {
			*to = append(*to, pose.MaskStep{Joints: pose.MaskJoints(s.Joints), Name: s.Name, Weight: s.Weight, Feather: s.Feather})
		}
		p.Read(err)
	case p.Checks() && len(*to) == 0:
		p.Wrong("it has no steps")
	case p.Checks():
		for k, s := range *to {
			if err := s.Validate(); err != nil {
				p.Entry(k, "").Wrong("%v", err)
			}
		}
	case p.W.Writes():
		made := &jsondoc.Text{Open: '['}
		for _, s := range *to {
			made.Entries = append(made.Entries, &jsondoc.Text{Raw: string(s.AppendJSON(nil))})
		}
		p.Emit(made)
	}
}

func describeStep(o *object) {
	o.Type("step", "Gives a weight to some joints. Exactly one of joint, match and subtree names them.")
	names := []string{"joint", "match", "subtree"}
	says := []string{
		"The name of a joint.",
		"A pattern for names: * is any text, ? any character, [a-z] one of a set.",
		"The name of a joint, which selects it and its descendants.",
	}
	o.One(0, names, func(k int) {
		if o.At(names[k], says[k]).Name(new(string)); k == 2 {
			o.At("feather", "Of a subtree: the number of levels over which the weight grows.").Integer(new(int), jsondoc.Range(0, soa.MaxJoints))
		}
	})
	o.At("weight", "The weight of the joints.").Number(new(float64), jsondoc.Part.Or(1))
}

func (t *phrase) addSync(sync string) {
	switch sync {
	case SyncOwn:
	case SyncNone:
		t.add("no sync")
	default:
		t.add("sync %s", sync)
	}
}

// Walk calls visit with all nodes of a graph and their places, subgraphs first, each before its
// children. It skips nil.
func (g *Graph) Walk(visit func(path string, n Node)) {
	for _, s := range g.SubGraphs {
		walkNode("/subgraphs/"+strict.Escaper.Replace(s.Name), s.Node, visit)
	}
	walkNode("/root", g.Root, visit)
}

func walkNode(path string, n Node, visit func(path string, n Node)) {
	if n == nil {
		return
	}
	visit(path, n)
	for _, in := range n.Children() {
		walkNode(path+in.Path, in.Node, visit)
	}
}

// Named is a node with a name.
type Named struct {
	Name string
	Node Node
}
