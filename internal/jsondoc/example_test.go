package jsondoc_test

import (
	"errors"
	"fmt"
	"log"

	"github.com/sinew-anim/sinew/internal/jsondoc"
)

type door struct {
	Name  string
	Angle float32 // radians
	Panes []pane
}

type pane struct {
	Width, Height float64
}

func (d *door) fields(o *jsondoc.Object) {
	o.Type("door", "A door of a house.")
	o.At("version", "The version of the form.").Version(1)
	o.At("name", "What people call it.").Text(&d.Name, true)
	o.At("angle", "How far it stands open.").Number32(&d.Angle, jsondoc.Range(0, 180).WithUnit(jsondoc.Degrees))
	jsondoc.List(o.At("panes", "Its windows."), &d.Panes, 0, 8, func(p jsondoc.Place, v *pane) { p.Object(v.fields) })
}

func (v *pane) fields(o *jsondoc.Object) {
	o.Type("pane", "A window of a door.")
	o.At("width", "From side to side.").Number(&v.Width, jsondoc.Positive.WithUnit(jsondoc.Metres).Needed())
	o.At("height", "From bottom to top.").Number(&v.Height, jsondoc.Positive.WithUnit(jsondoc.Metres).Or(1))
}

func walk() *jsondoc.Walk {
	return &jsondoc.Walk{Contradiction: errors.New("no such door"), Limit: errors.New("too long")}
}

// A door is read, checked and written by one list of its fields.
func Example() {
	d := new(door)
	visit := func(p jsondoc.Place) { p.Object(d.fields) }
	if err := walk().Read([]byte(`{"version": 1, "name": "gate", "angle": 200, "panes": [{"width": 0.4}]}`), visit); err != nil {
		log.Fatal(err)
	}
	fmt.Println(walk().Check(visit))

	d.Angle = 1.5707964
	text, err := walk().JSON(visit)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s", text)
	fmt.Println(walk().Read([]byte(`{"version": 1, "nam": "gate"}`), visit))
	fmt.Println(walk().Read([]byte(`{"version": 1, "name": "gate", "panes": [{}]}`), visit))
	// Output:
	// /angle: no such door: 200° is outside 0° to 180°
	// {
	//   "version": 1,
	//   "name": "gate",
	//   "angle": 90,
	//   "panes": [{"width": 0.4}]
	// }
	// /: malformed data: unknown field "nam", did you mean "name"?
	// /panes/0: malformed data: it needs "width"
}

// The same list describes doors to editors.
func ExampleWalk_Schema() {
	visit := func(p jsondoc.Place) { p.Object(new(door).fields) }
	fmt.Printf("%s", walk().Schema("Doors", visit))
	// Output:
	// {
	//   "$schema": "https://json-schema.org/draft/2020-12/schema",
	//   "title": "Doors",
	//   "description": "A door of a house.",
	//   "type": "object",
	//   "properties": {
	//     "version": {"description": "The version of the form.", "const": 1},
	//     "name": {
	//       "description": "What people call it.",
	//       "type": "string",
	//       "minLength": 1,
	//       "maxLength": 1000
	//     },
	//     "angle": {
	//       "description": "How far it stands open. In degrees.",
	//       "type": "number",
	//       "minimum": 0,
	//       "maximum": 180,
	//       "default": 0
	//     },
	//     "panes": {
	//       "description": "Its windows.",
	//       "type": "array",
	//       "maxItems": 8,
	//       "items": {"$ref": "#/$defs/pane"}
	//     }
	//   },
	//   "required": ["version", "name"],
	//   "additionalProperties": false,
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
	//     }
	//   }
	// }
}

// And to people.
func ExampleWalk_Markdown() {
	visit := func(p jsondoc.Place) { p.Object(new(door).fields) }
	fmt.Printf("%s", walk().Markdown("Doors", visit))
	// Output:
	// # Doors
	//
	// A door of a house.
	//
	// | field | what it is | value | without it |
	// |---|---|---|---|
	// | `version` | The version of the form. | `1` | needed |
	// | `name` | What people call it. | text | needed |
	// | `angle` | How far it stands open. In degrees. | number, 0 to 180 | `0` |
	// | `panes` | Its windows. | list of up to 8: [pane](#pane) |  |
	//
	// ## pane
	//
	// A window of a door.
	//
	// | field | what it is | value | without it |
	// |---|---|---|---|
	// | `width` | From side to side. In metres. | number, 0 or more | needed |
	// | `height` | From bottom to top. In metres. | number, 0 or more | `1` |
}
