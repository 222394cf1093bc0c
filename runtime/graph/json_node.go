package graph

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"

	"github.com/sinew-anim/sinew/internal/jsondoc"
	"github.com/sinew-anim/sinew/internal/strict"
	"github.com/sinew-anim/sinew/internal/suggest"
)

// fielded is a node whose type is known.
type fielded interface {
	Node
	// fields visits the node's fields in the order in which they are written.
	fields(o *object)
}

// nodeTypes are the names of the types of nodes.
var nodeTypes = []struct {
	name string
	make func() fielded
}{
	{"clip", func() fielded { return new(Clip) }},
	{"blend1d", func() fielded { return new(Blend1D) }},
	{"blend2d", func() fielded { return new(Blend2D) }},
	{"weights", func() fielded { return new(Weights) }},
	{"additive", func() fielded { return new(Additive) }},
	{"layer", func() fielded { return new(Layer) }},
	{"select", func() fielded { return new(Select) }},
	{"one-shot", func() fielded { return new(OneShot) }},
	{"speed", func() fielded { return new(Speed) }},
	{"seek", func() fielded { return new(Seek) }},
	{"use", func() fielded { return new(Use) }},
	{"machine", func() fielded { return new(Machine) }},
}

// nodeType is the index of a type in nodeTypes, or −1.
func nodeType(name string) int {
	for k := range nodeTypes {
		if nodeTypes[k].name == name {
			return k
		}
	}
	return -1
}

// nameOf is the name of a node's type.
func nameOf(n Node) string {
	for _, t := range nodeTypes {
		if reflect.TypeOf(t.make()) == reflect.TypeOf(n) {
			return t.name
		}
	}
	return ""
}

// node visits a node. Nil is left out, or null in a list.
func (p place) node(to *Node) {
	switch {
	case p.w.Err != nil || p.Absent() || p.w.Task == jsondoc.Reading && string(p.In.Data()) == "null":
	case p.w.Task != jsondoc.Reading && *to == nil:
		if p.w.Writes() && p.Lone() {
			p.EmitRaw([]byte("null"))
		}
	case p.w.Task == jsondoc.Checking:
		p.checkNode(*to)
	default:
		p.w.depth++
		defer func() { p.w.depth-- }()
		switch n := (*to).(type) {
		case nil:
			p.readNode(to)
		case *Unknown:
			p.EmitRaw(p.w.unknown(n))
		case fielded:
			p.visitNode(n)
		}
	}
}

// readNode makes a node of the type that an object names, or a clip of a name.
func (p place) readNode(to *Node) {
	if p.w.depth > MaxDepth {
		p.w.Fail(p.Path, ErrLimit, "nodes are more than %d deep", MaxDepth)
		return
	}
	kind := "clip"
	if !p.In.Is(`"`) {
		fields, err := p.In.Fields()
		if p.Read(err); err != nil {
			return
		}
		at := slices.IndexFunc(fields, func(f strict.Field) bool { return f.Key == "type" })
		if at < 0 {
			p.Wrong(`it needs "type"`)
			return
		}
		if kind, err = fields[at].Value.Text(); err != nil {
			p.Read(err)
			return
		}
		k := slices.IndexFunc(fields, func(f strict.Field) bool { return f.Key == "optional" })
		optional := k >= 0 && string(fields[k].Value.Data()) == "true"
		switch known := nodeType(kind) >= 0; {
		case known && k >= 0:
			p.Wrong("optional is for nodes of types that are not known")
			return
		case !known && optional:
			*to = &Unknown{Type: kind, JSON: bytes.Clone(p.In.Data())}
			return
		case !known:
			var names []string
			for _, t := range nodeTypes {
				names = append(names, t.name)
			}
			p.Wrong("unknown type %.60q%s", kind, suggest.Hint(names, kind))
			return
		}
	}
	n := nodeTypes[nodeType(kind)].make()
	*to = n
	p.visitNode(n)
}

// visitNode visits a node of a known type. A clip without any other field is its name.
func (p place) visitNode(n fielded) {
	name, key := nameOf(n), ""
	if clip, ok := n.(*Clip); ok && p.w.Task != jsondoc.Hashing {
		key = "clip"
		if p.w.Task != jsondoc.Reading && *clip != (Clip{Clip: clip.Clip}) || p.w.Task == jsondoc.Reading && !p.In.Is(`"`) {
			key = ""
		}
	}
	p.orShort(key, key != "", func(o *object) {
		o.at("type").Text(&name, true)
		n.fields(o)
	})
}

// unknown is an unknown node as it is written, or so that what has no meaning in JSON has
// none.
func (w *walk) unknown(n *Unknown) []byte {
	if w.Task == jsondoc.Writing {
		return n.JSON
	}
	d := json.NewDecoder(bytes.NewReader(n.JSON))
	d.UseNumber()
	var value any
	_ = d.Decode(&value)
	plain, _ := json.Marshal(value)
	return plain
}

func (n *Clip) fields(o *object) {
	o.at("clip").name(&n.Clip)
	choice(o.at("loop"), &n.Loop, loopNames, false)
	o.at("speed").value(&n.Speed, false)
	o.at("start").Number(&n.Start, jsondoc.Part)
	o.at("sync").sync(&n.Sync)
}

func (n *Blend1D) fields(o *object) {
	o.at("x").value(&n.X, true)
	list(o.at("samples"), &n.Samples, 1, MaxInputs, func(p place, s *Sample) { p.object(s.fields1D) })
	o.at("sync").sync(&n.Sync)
}

func (s *Sample) fields1D(o *object) {
	o.at("at").Number(&s.X, jsondoc.Any.Needed())
	o.at("node").node(&s.Node)
}

func (s *Sample) fields2D(o *object) {
	o.at("at").pair(&s.X, &s.Y, true)
	o.at("node").node(&s.Node)
}

func (n *Blend2D) fields(o *object) {
	o.at("x").value(&n.X, true)
	o.at("y").value(&n.Y, true)
	choice(o.at("method"), &n.Method, methodNames, false)
	list(o.at("samples"), &n.Samples, 1, MaxInputs, func(p place, s *Sample) { p.object(s.fields2D) })
	o.at("sync").sync(&n.Sync)
}

func (n *Weights) fields(o *object) {
	list(o.at("inputs"), &n.Inputs, 1, MaxInputs, func(p place, i *Weighted) { p.object(i.fields) })
	o.at("normalize").Flag(&n.Normalize)
	o.at("sync").sync(&n.Sync)
}

func (i *Weighted) fields(o *object) {
	o.at("weight").value(&i.Weight, true)
	o.at("node").node(&i.Node)
}

func (n *Additive) fields(o *object) {
	o.at("base").node(&n.Base)
	o.at("add").node(&n.Add)
	o.at("weight").value(&n.Weight, false)
	o.at("mask").reference(maskNoun, &n.Mask, false)
	o.at("subtract").Flag(&n.Subtract)
}

func (n *Layer) fields(o *object) {
	o.at("base").node(&n.Base)
	o.at("over").node(&n.Over)
	o.at("weight").value(&n.Weight, false)
	o.at("mask").reference(maskNoun, &n.Mask, false)
	space := uint8(0)
	if n.ModelSpace {
		space = 1
	}
	choice(o.at("space"), &space, []string{"local", "model"}, false)
	if o.w.Task == jsondoc.Reading {
		n.ModelSpace = space == 1
	}
}

func (n *Select) fields(o *object) {
	o.at("by").value(&n.By, true)
	list(o.at("inputs"), &n.Inputs, 1, MaxInputs, func(p place, i *Node) { p.node(i) })
	o.at("fade").fade(&n.Fade)
}

func (n *OneShot) fields(o *object) {
	o.at("base").node(&n.Base)
	o.at("shot").node(&n.Shot)
	o.at("trigger").trigger(&n.Trigger)
	o.at("mask").reference(maskNoun, &n.Mask, false)
	o.at("adds").Flag(&n.Adds)
	o.at("in").fade(&n.In)
	o.at("out").fade(&n.Out)
	o.at("again").Flag(&n.Again)
}

func (n *Speed) fields(o *object) {
	o.at("speed").value(&n.Speed, true)
	o.at("node").node(&n.Node)
}

func (n *Seek) fields(o *object) {
	o.at("at").value(&n.At, true)
	o.at("node").node(&n.Node)
}

func (n *Use) fields(o *object) {
	o.at("part").reference(partNoun, &n.Part, true)
}
