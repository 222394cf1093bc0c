package document

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/jsondoc"
	"github.com/sinew-anim/sinew/runtime/control/constraint"
)

// known are the fields that the reader knows of an object.
func known(fields func(o *object)) []string {
	w := newWalk(new(Control), nil)
	o := &object{&jsondoc.Object{Place: jsondoc.Place{W: &w.Walk, Has: true}}, w}
	fields(o)
	slices.Sort(o.Known)
	return slices.Compact(o.Known)
}

// The schema has the fields that the reader knows, each with a description, and no others.
func TestSchemaFields(t *testing.T) {
	type definition struct {
		Description string
		Properties  map[string]struct {
			Description string
			Ref         string `json:"$ref"`
		}
		Closed *bool `json:"additionalProperties"`
	}
	var schema struct {
		Defs map[string]json.RawMessage `json:"$defs"`
	}
	if err := json.Unmarshal(Schema, &schema); err != nil {
		t.Fatal(err)
	}
	keys := func(n width) []string {
		return known(func(o *object) { new(Value).fields(o, n, jsondoc.All, jsondoc.Most) })
	}
	limit := func(k LimitKind) []string { return known((&Limit{Kind: k}).ranges) }
	want := map[string][]string{
		"control": known(new(Control).fields), "partKeys": keys(number), "vectorKeys": keys(vector), "rotationKeys": keys(rotation),
		"hinge": limit(HingeLimit), "cone": limit(ConeLimit), "twistRange": limit(TwistLimit), "swingTwist": limit(SwingTwistLimit),
		"jointPoint": {"joint", "offset"}, "weighted": {"joint", "weight"}, "targetPlace": {"rotation", "scale", "translation"},
		"mapFrom": {"channel", "form", "order", "x", "y", "z"}, "mapTo": {"channel", "map", "mix", "order", "replace", "x", "y", "z"},
		"modifier": append(known(new(Modifier).fields), "weight"),
		"entry":    append(known(func(o *object) { new(Entry).fields(o, "") }), "headTail", "influence", "space", "target", "targetSpace"),
		"limit":    append(known(new(Limit).fields), "center", "soft"),
		"range":    append(known(new(Limit).kinds), "center", "soft"), "chainJoint": {"joint", "limit", "stiffness"}, "effector": {"joint", "rotation", "rotationWeight", "target", "weight"},
		"springJoint": {"drag", "gravity", "joint", "radius", "stiffness", "wind"}, "vrmSpringJoint": {"drag", "gravity", "joint", "radius", "stiffness"},
		"collider": known(func(o *object) { new(Collider).fields(o, "") }), "sphere": {"center", "inside", "radius"}, "capsule": {"from", "inside", "radius", "to"}, "plane": {"normal", "point"},
		"roll": {"joint", "share"}, "socket": {"joint", "place", "rotation"}, "leg": {"ankle", "height", "hinge", "mid", "root", "toe"},
	}
	for _, a := range actions {
		name := a.name
		if name == "joint" || name == "twist" {
			name += "Action"
		}
		if want[name] == nil {
			want[name] = known(a.make().fields)
		}
	}
	for k := range rules {
		name := rules[k].name
		want["rule"+strings.ToUpper(name[:1])+name[1:]] = known(func(o *object) { rules[k].visit(o, &Entry{Rule: nilRule{}}) })
	}
	closed := 0
	for name, data := range schema.Defs {
		var d definition
		if err := json.Unmarshal(data, &d); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if d.Description == "" {
			t.Errorf("%s has no description", name)
		}
		if d.Closed == nil {
			continue
		}
		closed++
		var got []string
		for field, property := range d.Properties {
			got = append(got, field)
			if property.Description == "" && property.Ref == "" {
				t.Errorf("%s.%s has no description", name, field)
			}
		}
		slices.Sort(got)
		slices.Sort(want[name])
		if !slices.Equal(got, want[name]) {
			t.Errorf("the schema's %s has the fields\n%q, the reader's\n%q", name, got, want[name])
		}
	}
	if closed != len(want) {
		t.Errorf("the schema has %d objects, the reader %d", closed, len(want))
	}
}

// nilRule is a rule of no type.
type nilRule struct{ constraint.Rule }
