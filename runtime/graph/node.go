package graph

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"

	"github.com/sinew-anim/sinew/internal/jsondoc"
	"github.com/sinew-anim/sinew/internal/strict"
)

// Node is a node of a graph: a pointer to one of the types below, or nil, which plays nothing.
type Node interface {
	// Kind returns the type's name in files.
	Kind() string
	// Details describes the node without its children.
	Details() string
	// Children lists its inputs, in the order of the file.
	Children() []Input

	// fields describes the node's JSON.
	fields(o *object)
	// compile adds the node and what is below it to a program, and returns its op.
	compile(c *compiler, b below) int
}

// Input is an input of a node, or a state of a machine.
type Input struct {
	Label string // base, 1.5, run
	Path  string // relative to the node: /base, /samples/2/node, /states/run/node
	Node  Node   // or nil
	Adds  bool   // it is additive
}

// numbered lists inputs without names.
func numbered(nodes []Node) []Input {
	list := make([]Input, len(nodes))
	for k, x := range nodes {
		list[k] = Input{Label: strconv.Itoa(k), Path: fmt.Sprintf("/inputs/%d", k), Node: x}
	}
	return list
}

// Describe describes a node in a line.
func Describe(n Node) string {
	if n == nil {
		return "nothing"
	}
	if details := n.Details(); details != "" {
		return n.Kind() + " " + details
	}
	return n.Kind()
}

// kinds makes a node of each type.
var kinds []func() Node

// kind registers a type of nodes.
func kind(make func() Node) bool {
	kinds = append(kinds, make)
	return true
}

func kindNames() (names []string) {
	for _, make := range kinds {
		names = append(names, make().Kind())
	}
	return names
}

// node visits a node. nil is omitted, or null in a list.
func node(p place, to *Node) {
	switch {
	case p.W.Err != nil || p.Absent() || p.Reads() && string(p.In.Data()) == "null" || scopeOf(p).alone:
	case p.Describes():
		p.Define("node", "A node: an object with a type, the name of a clip, or null, which plays nothing.", describeNode)
	case p.W.Task != jsondoc.Reading && *to == nil:
		if p.W.Writes() && p.Lone() {
			p.EmitRaw([]byte("null"))
		}
	case p.Checks():
		checkNode(p, *to)
	default:
		s := scopeOf(p)
		s.depth++
		switch n := (*to).(type) {
		case nil:
			readNode(p, to)
		case *Unknown:
			n.write(p)
		default:
			visitNode(p, n)
		}
		s.depth--
	}
}

// readNode makes a node from an object with a type, or a clip from a name.
func readNode(p place, to *Node) {
	if scopeOf(p).depth > maxDepth {
		p.W.Fail(p.Path, ErrLimit, "nodes are more than %d deep", maxDepth)
		return
	}
	names, of := kindNames(), "clip"
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
		if of, err = fields[at].Value.Text(); err != nil {
			p.Read(err)
			return
		}
		k := slices.IndexFunc(fields, func(f strict.Field) bool { return f.Key == "optional" })
		switch known := slices.Contains(names, of); {
		case known && k >= 0:
			p.Wrong("optional is for nodes of types that are not known")
			return
		case !known && k >= 0 && string(fields[k].Value.Data()) == "true":
			*to = &Unknown{Type: of, JSON: bytes.Clone(p.In.Data())}
			return
		case !known:
			p.Unknown("type", of, names)
			return
		}
	}
	*to = kinds[slices.Index(names, of)]()
	visitNode(p, *to)
}

// shortened is a node that the value of one field can represent.
type shortened interface {
	// short returns the field, and whether the others are at their defaults.
	short() (key string, is bool)
}

func visitNode(p place, n Node) {
	name, key := n.Kind(), ""
	if s, ok := n.(shortened); ok && p.W.Task != jsondoc.Hashing {
		short, is := s.short()
		if p.W.Task == jsondoc.Reading {
			is = p.In.Is(`"`)
		}
		if is {
			key = short
		}
	}
	p.OrShort(key, key != "", func(o *object) {
		o.At("type", "").Text(&name, true)
		n.fields(o)
	})
}

// describeNode describes nodes of all types, and optional ones of unknown types.
func describeNode(p place) {
	list, _ := json.Marshal(kindNames())
	p.Also("type", `["object", "string", "null"]`)
	p.Also("minLength", "1")
	p.Also("properties", fmt.Sprintf(`{"type": {"description": "The type of the node.", "type": "string", "minLength": 1, "anyOf": [{"enum": %s}, true]}}`, list))
	p.Kinds("type", "", kindNames(), func(k int, o *object) { kinds[k]().fields(o) })
	p.Also("if", fmt.Sprintf(`{"type": "object", "properties": {"type": {"not": {"enum": %s}}}, "required": ["type"]}`, list))
	p.Also("then", `{"properties": {"optional": {"description": "Nodes of other types play nothing where they are not known.", "const": true}}, "required": ["optional"]}`)
}

func checkNode(p place, n Node) {
	s := scopeOf(p)
	_, unknown := n.(*Unknown)
	switch {
	case !unknown && !slices.ContainsFunc(kinds, func(make func() Node) bool { return reflect.TypeOf(make()) == reflect.TypeOf(n) }):
		p.Wrong("%T is no type of nodes", n)
		return
	case reflect.ValueOf(n).IsNil():
		p.Wrong("it is a nil %T; nil alone plays nothing", n)
		return
	case s.within[n]:
		p.Wrong("the %T contains itself", n)
		return
	}
	s.depth++
	s.within[n] = true
	s.unit.nodes++
	s.unit.depth = max(s.unit.depth, s.depth)
	switch {
	case s.depth > maxDepth:
		p.W.Fail(p.Path, ErrLimit, "nodes are more than %d deep", maxDepth)
	case s.unit.nodes > maxNodes:
		p.W.Fail(p.Path, ErrLimit, "there are more than %d nodes", maxNodes)
	case unknown:
		n.(*Unknown).check(p)
	default:
		visitNode(p, n)
	}
	s.depth--
	delete(s.within, n)
}

func (c *compiler) node(n Node, b below) int {
	if n == nil {
		return c.nothing(b)
	}
	return n.compile(c, b)
}
