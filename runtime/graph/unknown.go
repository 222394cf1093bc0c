package graph

import (
	"bytes"
	"encoding/json"
	"slices"
	"unicode/utf8"

	"github.com/sinew-anim/sinew/internal/jsondoc"
	"github.com/sinew-anim/sinew/internal/strict"
)

// Unknown is an optional node of an unknown type. It plays nothing and is written as it was read.
type Unknown struct {
	Type string
	JSON json.RawMessage
}

func (n *Unknown) Kind() string                   { return n.Type }
func (*Unknown) Details() string                  { return "is not known here" }
func (*Unknown) Children() []Input                { return nil }
func (*Unknown) fields(o *object)                 {}
func (*Unknown) compile(c *compiler, b below) int { return c.nothing(b) }

// write writes the node as it is or, for a hash, in canonical JSON.
func (n *Unknown) write(p place) {
	if p.W.Task == jsondoc.Writing {
		p.EmitRaw(n.JSON)
		return
	}
	d := json.NewDecoder(bytes.NewReader(n.JSON))
	d.UseNumber()
	var value any
	_ = d.Decode(&value)
	plain, _ := json.Marshal(value)
	p.EmitRaw(plain)
}

// check refuses text that would not be read as the same node.
func (n *Unknown) check(p place) {
	if !json.Valid(n.JSON) || !utf8.Valid(n.JSON) {
		p.Wrong("its text is not JSON")
		return
	}
	v := strict.Pointer(n.JSON)
	fields, err := v.Fields()
	kind, optional := "", false
	for _, f := range fields {
		switch f.Key {
		case "type":
			kind, _ = f.Value.Text()
		case "optional":
			optional = string(f.Value.Data()) == "true"
		}
	}
	switch {
	case err != nil || len(v.Data()) != len(n.JSON):
		p.Wrong("its text is no plain object")
	case n.Type == "" || kind != n.Type || !optional:
		p.Wrong("its text is no optional node of the type %q", n.Type)
	case slices.Contains(kindNames(), n.Type):
		p.Wrong("the type %q is known", n.Type)
	}
}
