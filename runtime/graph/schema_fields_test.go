package graph

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/internal/jsondoc"
)

// known are the fields that the reader knows of an object.
func known(fields func(o *object)) []string {
	w := newWalk(new(Graph))
	o := &object{&jsondoc.Object{Place: jsondoc.Place{W: &w.Walk, Has: true}}, w}
	fields(o)
	slices.Sort(o.Known)
	return o.Known
}

// The schema has the fields that the reader knows, each with a description, and no others.
func TestSchemaFields(t *testing.T) {
	type definition struct {
		Description string
		Properties  map[string]struct{ Description string }
		Closed      *bool `json:"additionalProperties"`
	}
	var schema struct {
		definition
		Defs map[string]json.RawMessage `json:"$defs"`
	}
	if err := json.Unmarshal(Schema, &schema); err != nil {
		t.Fatal(err)
	}
	want := map[string][]string{
		"":         known(new(Graph).fields),
		"sync":     known(new(Sync).fields),
		"sample1d": known(new(Sample).fields1D), "sample2d": known(new(Sample).fields2D), "weighted": known(new(Weighted).fields),
		"parameterValue": known(new(Value).fields), "fadeObject": known(new(Fade).fields),
		"state":         known(new(State).fields),
		"transition":    known(func(o *object) { new(Transition).fields(o, 0, false) }),
		"anyTransition": known(func(o *object) { new(Transition).fields(o, 0, true) }),
		"condition":     known(new(Condition).fields),
		"step":          {"feather", "joint", "match", "subtree", "weight"}, // see package layers
	}
	for k, name := range typeNames {
		want[name+"Parameter"] = known((&Parameter{Type: Type(k)}).fields)
	}
	for _, n := range nodeTypes {
		want[n.name] = append(known(n.make().fields), "type")
	}
	closed := 0
	for name, data := range schema.Defs {
		var d definition
		if err := json.Unmarshal(data, &d); err != nil {
			d.Closed = nil // additionalProperties is a schema of its own
		}
		if d.Description == "" {
			t.Errorf("%s has no description", name)
		}
		if d.Closed != nil {
			closed++
			if want[name] == nil {
				t.Errorf("the reader knows no %s", name)
			}
		}
	}
	if closed != len(want)-1 {
		t.Errorf("the schema has %d objects, the reader %d", closed, len(want)-1)
	}
	for name, fields := range want {
		d := schema.definition
		if name != "" {
			d = definition{}
			if err := json.Unmarshal(schema.Defs[name], &d); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		var got []string
		for field, property := range d.Properties {
			got = append(got, field)
			if property.Description == "" && field != "type" && field != "sync" {
				t.Errorf("%s.%s has no description", name, field)
			}
		}
		slices.Sort(got)
		slices.Sort(fields)
		if !slices.Equal(got, fields) {
			t.Errorf("the schema's %s has the fields\n%q, the reader's\n%q", name, got, fields)
		}
	}
}
