// Package jsondoc reads, writes and checks documents in JSON whose fields are listed once:
// one walk through a value of Go, by functions that name its fields, does each of these.
//
//	func (d *door) fields(o *jsondoc.Object) {
//		o.At("name").Text(&d.Name, true)
//		o.At("angle").Number(&d.Angle, 0, 180)
//	}
//
//	Reading    the text  ─► strict values ─► d          fields that are not known are refused
//	Checking   d itself: ranges, names, numbers of entries
//	Writing    d ─► the text                            what holds by itself is left out
//	Hashing    the same, with what the order of lists says written out
//
// The first error ends a walk. It begins with a JSON pointer to its place.
package jsondoc
