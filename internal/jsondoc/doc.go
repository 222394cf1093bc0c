// Package jsondoc describes documents in JSON once: a walk through a value of Go, by functions
// that name its fields, reads, checks, writes, hashes and describes it.
//
//	type door struct {
//		Name  string
//		Angle float32 // radians
//		Panes []pane
//	}
//
//	func (d *door) fields(o *jsondoc.Object) {
//		o.Type("door", "A door of a house.")
//		o.At("name", "What people call it.").Text(&d.Name, true)
//		o.At("angle", "How far it stands open.").Number32(&d.Angle, jsondoc.Between(0, 180).In(jsondoc.Degrees))
//		jsondoc.List(o.At("panes", "Its windows."), &d.Panes, 0, 8, func(p jsondoc.Place, v *pane) { p.Object(v.fields) })
//	}
//
//	task         from                          to
//	Reading      the text ─► strict values     d            refuses fields that are not known
//	Checking     d                             an error     ranges, names, numbers of entries
//	Writing      d                             the text     leaves out what holds without it
//	Hashing      d                             a text       the same, the order of lists written out
//	Describing   an empty door                 JSON Schema, a table for people
//
// The first error ends a walk. It begins with a JSON pointer to its place.
//
// # How a struct is described
//
// A struct has a method that visits its fields in the order in which they are written. Each
// field is one line: its key, a sentence for people, where the value is in Go, and what it
// can be.
//
//	o.Type(name, doc)                  what the object is; its name in the schema
//	o.At(key, doc).Text(&s, need)      a text; Name: never empty; Reference: one of known names
//	o.At(key, doc).Number(&x, n)       Number32, Integer, Row (several at once); n says which, in
//	                                   which unit, and what holds without the field:
//	                                   Part, Positive.In(Seconds), Any.Or(1), Between(1, 8).Needed()
//	o.At(key, doc).Flag(&yes)          true, or left out
//	Choice(o.At(key, doc), &k, names, need)
//	o.At(key, doc).Object(v.fields)    Needed: always there; Empty: {} says something;
//	                                   OrShort: one field's value can stand for all; Optional: a pointer
//	List(o.At(key, doc), &list, least, most, visit)
//	Table(o.At(key, doc), &list, …)    an object with names as keys
//	o.One(k, names, visit)             a union: exactly one field of names is there
//	Kind(o.At("type", doc), &k, names, visit)
//	                                   a union: the text of this field says which
//
// A package has kinds of its own as functions of a Place, such as the name of a joint. They
// are made of those above, or do each task themselves: Reads, Checks, Describes and W.Writes
// tell which it is. Walk.Of holds what they look up. A kind of several forms describes them by
// AnyOf, and one that contains itself by Define. What JSON Schema can say and this package does
// not, Also adds to a place and Rule to an object.
//
// What fields have to do with each other is checked where they are visited:
//
//	if from.Checks() && l.From > l.To {
//		from.Wrong("%v is above %v", l.From, l.To)
//	}
package jsondoc
