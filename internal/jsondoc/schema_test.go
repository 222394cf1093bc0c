package jsondoc_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/jsondoc"
)

// shape is a union by the name of a field, and the size of one by the text of a field.
type shape struct {
	what   uint8
	size   float64
	unit   uint8
	inside *pane
}

func (s *shape) fields(o *jsondoc.Object) {
	o.Type("shape", "A form.")
	names := []string{"ball", "box"}
	o.One(int(s.what), names, func(k int) {
		s.what = uint8(k)
		o.At(names[k], "Its size.").OrShort("size", s.unit == 0, s.sizes)
		if k == 1 {
			jsondoc.Optional(o.At("hole", "A hole in it."), &s.inside, func(o *jsondoc.Object, v *pane) { v.fields(o) })
		}
	})
}

func (s *shape) sizes(o *jsondoc.Object) {
	o.Type("size", "A size.")
	o.At("size", "The number.").Number(&s.size, jsondoc.Range(1, 9).Needed())
	jsondoc.Choice(o.At("unit", "Its unit."), &s.unit, []string{"metre", "foot"}, false)
}

// animal is a union by the text of a field.
type animal struct {
	kind uint8
	legs int
	name string
}

func (a *animal) fields(o *jsondoc.Object) {
	o.Type("animal", "An animal.")
	jsondoc.Kind(o.At("type", "Which one."), &a.kind, []string{"dog", "fish"}, func(o *jsondoc.Object) {
		if a.kind == 0 {
			o.Type("dog", "It barks.")
			o.At("legs", "How many it has.").Integer(&a.legs, jsondoc.Range(0, 4).Or(4))
			return
		}
		o.Type("fish", "It swims.")
		o.At("name", "Its name.").Name(&a.name)
	})
}

// Unions are read and written by the case that holds, and described by all of them.
func TestUnions(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`{"ball": 3}`, `{"ball": 3}`},
		{`{"box": {"size": 3, "unit": "foot"}, "hole": {"width": 1}}`, `{"box": {"size": 3, "unit": "foot"}, "hole": {"width": 1}}`},
		{`{"box": 0}`, `/box: no such door: 0 is outside 1 to 9`},
		{`{"ball": 3, "hole": {"width": 1}}`, `/: malformed data: unknown field "hole"`},
		{`{"ball": 3, "box": 3}`, `/: malformed data: it has both "ball" and "box"`},
		{`{}`, `/: malformed data: it needs one of ball, box`},
		{`{"bal": 3}`, `/: malformed data: unknown field "bal", did you mean "ball"?`},
	} {
		s := new(shape)
		if got := again(c.text, s.fields); !strings.Contains(got, c.want) {
			t.Errorf("%s: %s, want %s", c.text, got, c.want)
		}
	}
	for _, c := range []struct{ text, want string }{
		{`{"type": "dog"}`, `{"type": "dog"}`},
		{`{"type": "dog", "legs": 3}`, `{"type": "dog", "legs": 3}`},
		{`{"type": "dog", "legs": 2.5}`, `/legs: malformed data: 2.5 is no whole number`},
		{`{"type": "dog", "name": "x"}`, `unknown field "name"`},
		{`{"type": "fish"}`, `it needs "name"`},
		{`{"type": "cat"}`, `/type: malformed data: "cat" is none of them`},
		{`{}`, `it needs "type"`},
	} {
		a := new(animal)
		if got := again(c.text, a.fields); !strings.Contains(got, c.want) {
			t.Errorf("%s: %s, want %s", c.text, got, c.want)
		}
	}
}

// again is a text as it is written again, without line breaks, or the error.
func again(text string, fields func(o *jsondoc.Object)) string {
	visit := func(p jsondoc.Place) { p.Object(fields) }
	if err := walk().Read([]byte(text), visit); err != nil {
		return err.Error()
	}
	if err := walk().Check(visit); err != nil {
		return err.Error()
	}
	out, err := walk().JSON(visit)
	if err != nil {
		return err.Error()
	}
	return strings.NewReplacer("{ ", "{", " }", "}").Replace(strings.Join(strings.Fields(string(out)), " "))
}

func ExampleObject_One() {
	fmt.Printf("%s", walk().Schema("Shapes", func(p jsondoc.Place) { p.Object(new(shape).fields) }))
	// Output:
	// {
	//   "$schema": "https://json-schema.org/draft/2020-12/schema",
	//   "title": "Shapes",
	//   "description": "A form.",
	//   "type": "object",
	//   "properties": {
	//     "ball": {"description": "Its size.", "$ref": "#/$defs/size"},
	//     "box": {"description": "Its size.", "$ref": "#/$defs/size"},
	//     "hole": {"description": "A hole in it.", "$ref": "#/$defs/pane"}
	//   },
	//   "additionalProperties": false,
	//   "oneOf": [{"required": ["ball"]}, {"required": ["box"]}],
	//   "dependentSchemas": {"hole": {"anyOf": [{"required": ["box"]}]}},
	//   "$defs": {
	//     "pane": {
	//       "description": "A window of a door.",
	//       "type": "object",
	//       "properties": {
	//         "width": {
	//           "description": "From side to side. In metres.",
	//           "type": "number",
	//           "minimum": 0,
	//           "maximum": 2199023255551
	//         },
	//         "height": {
	//           "description": "From bottom to top. In metres.",
	//           "type": "number",
	//           "minimum": 0,
	//           "maximum": 2199023255551,
	//           "default": 1
	//         }
	//       },
	//       "required": ["width"],
	//       "additionalProperties": false
	//     },
	//     "size": {
	//       "description": "A size.",
	//       "anyOf": [{"type": "number", "minimum": 1, "maximum": 9}, {"$ref": "#/$defs/sizeObject"}]
	//     },
	//     "sizeObject": {
	//       "description": "A size.",
	//       "type": "object",
	//       "properties": {
	//         "size": {"description": "The number.", "type": "number", "minimum": 1, "maximum": 9},
	//         "unit": {"description": "Its unit.", "enum": ["metre", "foot"], "default": "metre"}
	//       },
	//       "required": ["size"],
	//       "additionalProperties": false
	//     }
	//   }
	// }
}

func ExampleKind() {
	fmt.Printf("%s", walk().Schema("Animals", func(p jsondoc.Place) { p.Object(new(animal).fields) }))
	// Output:
	// {
	//   "$schema": "https://json-schema.org/draft/2020-12/schema",
	//   "title": "Animals",
	//   "description": "An animal.",
	//   "type": "object",
	//   "properties": {"type": {"description": "Which one.", "enum": ["dog", "fish"]}},
	//   "required": ["type"],
	//   "allOf": [
	//     {
	//       "if": {"type": "object", "properties": {"type": {"const": "dog"}}, "required": ["type"]},
	//       "then": {"$ref": "#/$defs/dog"}
	//     },
	//     {
	//       "if": {"type": "object", "properties": {"type": {"const": "fish"}}, "required": ["type"]},
	//       "then": {"$ref": "#/$defs/fish"}
	//     }
	//   ],
	//   "$defs": {
	//     "dog": {
	//       "description": "It barks.",
	//       "type": "object",
	//       "properties": {
	//         "type": {"const": "dog"},
	//         "legs": {
	//           "description": "How many it has.",
	//           "type": "integer",
	//           "minimum": 0,
	//           "maximum": 4,
	//           "default": 4
	//         }
	//       },
	//       "required": ["type"],
	//       "additionalProperties": false
	//     },
	//     "fish": {
	//       "description": "It swims.",
	//       "type": "object",
	//       "properties": {
	//         "type": {"const": "fish"},
	//         "name": {"description": "Its name.", "type": "string", "minLength": 1, "maxLength": 1000}
	//       },
	//       "required": ["type", "name"],
	//       "additionalProperties": false
	//     }
	//   }
	// }
}
