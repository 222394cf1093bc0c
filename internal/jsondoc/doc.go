// Package jsondoc declares JSON documents once: a walk through a Go value, by functions that name its
// fields, reads, checks, writes, hashes and describes it.
//
//	type door struct {
//		Name  string
//		Angle float32 // radians
//		Panes []pane
//	}
//
//	func (d *door) fields(o *jsondoc.Object) {
//		o.Type("door", "A door of a house.")
//		o.At("name", "Its name for people.").Text(&d.Name, true)
//		o.At("angle", "The angle by which it is open.").Number32(&d.Angle, jsondoc.Range(0, 180).In(jsondoc.Degrees))
//		jsondoc.List(o.At("panes", "Its windows."), &d.Panes, 0, 8, func(p jsondoc.Place, v *pane) { p.Object(v.fields) })
//	}
//
//	task         from                          to
//	Reading      the text ─► strict values     d            refuses unknown fields
//	Checking     d                             an error     ranges, names, numbers of entries
//	Writing      d                             the text     omits fields at their default
//	Hashing      d                             a text       the same, with the order of lists
//	Describing   an empty door                 JSON Schema, a Markdown table
//
// The first error ends a walk. It begins with a JSON pointer.
//
// # How a struct is declared
//
// A struct has a method that visits its fields in the order of the text. Each field is one line:
// its key, a description, the Go variable, and its range.
//
//	o.Type(name, doc)                  the type's name and description in the schema
//	o.At(key, doc).Text(&s, need)      a text; Name: never empty; Reference: one of known names
//	o.At(key, doc).Number(&x, n)       Number32, Integer, Row (several at once); n is the range, the
//	                                   unit and the default:
//	                                   Part, Positive.In(Seconds), Any.Or(1), Range(1, 8).Needed()
//	o.At(key, doc).Flag(&yes)          true, or omitted
//	Choice(o.At(key, doc), &k, names, need)
//	o.At(key, doc).Object(v.fields)    Needed: never omitted; Empty: {} has a meaning; OrShort: the
//	                                   value of one field can replace the object; Optional: a pointer
//	List(o.At(key, doc), &list, least, most, visit)
//	                                   Objects: of objects; Fixed: of a fixed length
//	Table(o.At(key, doc), &list, …)    an object with names as keys
//	o.One(k, names, visit)             a union: exactly one field of names is present
//	Kind(o.At("type", doc), &k, names, visit)
//	                                   a union by the text of this field
//	p.Forms(name, doc, k, forms…)      a value of several forms
//
// Packages add kinds as functions of a Place, such as the name of a joint. They combine those
// above or handle each task: Reads, Checks, Describes and W.Writes report it. Walk.Of holds their
// context. AnyOf describes several forms, Define a recursive kind. Also and Rule add other words of
// JSON Schema to a place and an object.
//
// Relations between fields are checked where they are visited:
//
//	if from.Checks() && l.From > l.To {
//		from.Wrong("%v is above %v", l.From, l.To)
//	}
package jsondoc
