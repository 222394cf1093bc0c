package list

import "reflect"

// kind is a type of edits.
type kind struct {
	name string
	make func() Edit
}

// kinds lists the edits of documents, by the names of their fields.
var kinds = []kind{
	{"trim", func() Edit { return new(Trim) }},
	{"join", func() Edit { return new(Join) }},
	{"reverse", func() Edit { return new(Reverse) }},
	{"speed", func() Edit { return new(Speed) }},
	{"retime", func() Edit { return new(Retime) }},
	{"loop", func() Edit { return new(Loop) }},
	{"rootMotion", func() Edit { return new(RootMotion) }},
	{"plant", func() Edit { return new(Plant) }},
	{"footfalls", func() Edit { return new(Footfalls) }},
	{"findLoop", func() Edit { return new(FindLoop) }},
	{"mirror", func() Edit { return new(Mirror) }},
	{"smooth", func() Edit { return new(Smooth) }},
	{"unflip", func() Edit { return new(Unflip) }},
	{"resample", func() Edit { return new(Resample) }},
	{"cubic", func() Edit { return new(Cubic) }},
	{"reduce", func() Edit { return new(Reduce) }},
	{"setKey", func() Edit { return new(SetKey) }},
	{"moveKey", func() Edit { return new(MoveKey) }},
	{"deleteKeys", func() Edit { return new(DeleteKeys) }},
	{"insertKey", func() Edit { return new(InsertKey) }},
	{"tangents", func() Edit { return new(Tangents) }},
	{"slopes", func() Edit { return new(Slopes) }},
	{"ease", func() Edit { return new(Ease) }},
	{"offset", func() Edit { return new(Offset) }},
	{"addEvent", func() Edit { return new(AddEvent) }},
	{"deleteEvents", func() Edit { return new(DeleteEvents) }},
}

// kindOf returns the index of an edit's kind, or −1.
func kindOf(e Edit) int {
	for k := range kinds {
		if reflect.TypeOf(kinds[k].make()) == reflect.TypeOf(e) && !reflect.ValueOf(e).IsNil() {
			return k
		}
	}
	return -1
}

// Kinds lists the names of edits in documents.
func Kinds() (names []string) {
	for k := range kinds {
		names = append(names, kinds[k].name)
	}
	return names
}

// KindOf returns the name of an edit in documents, or "".
func KindOf(e Edit) string {
	if k := kindOf(e); k >= 0 {
		return kinds[k].name
	}
	return ""
}
