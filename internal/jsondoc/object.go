package jsondoc

import (
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/internal/strict"
	"github.com/sinew-anim/sinew/internal/suggest"
)

// Object is an object of the text.
type Object struct {
	Place
	Fields []strict.Field // reading: those of the text
	Known  []string       // reading: those that have been visited
	Lacks  string         // the message about a missing field
	short  string         // the field whose value replaces the object
	made   *Text
	about  *description // describing
}

// At returns the place of a field, with its description.
func (o *Object) At(key, doc string) Place {
	p := o.Entry(0, key)
	p.Has, p.out, p.key, p.up = false, o.made, key, o
	if key == o.short {
		p.Path = o.Path
	}
	switch o.W.Task {
	case Reading:
		o.Known = append(o.Known, key)
	case Describing:
		p.schema = o.about.property(key, doc)
	}
	for _, f := range o.Fields {
		if f.Key == key {
			p.In, p.Has = f.Value, true
		}
	}
	return p
}

// Object visits an object, omitted if all its fields are, unless in a list.
func (p Place) Object(visit func(o *Object)) { p.OrShort("", false, visit) }

// Needed visits a required object.
func (p Place) Needed(visit func(o *Object)) {
	if p.Absent() || p.Describes() {
		p.Missing()
	}
	p.Object(visit)
}

// Empty visits an object that is written even if all its fields are omitted.
func (p Place) Empty(visit func(o *Object)) {
	written := true
	p.Object(func(o *Object) {
		visit(o)
		written = o.made == nil || len(o.made.Entries) > 0
	})
	if p.W.Writes() && !written && p.W.Err == nil && p.up != nil {
		p.Emit(&Text{Open: '{'})
	}
}

// Optional visits an object by a pointer, nil if omitted.
func Optional[T any](p Place, to **T, visit func(o *Object, v *T)) {
	if p.Reads() || p.Describes() {
		*to = new(T)
	}
	if *to != nil {
		p.Empty(func(o *Object) { visit(o, *to) })
	}
}

// OrShort visits an object that the value of one field can replace, which it does where the others
// are at their defaults.
func (p Place) OrShort(key string, short bool, visit func(o *Object)) {
	if p.W.Err != nil || p.Absent() {
		return
	}
	o := &Object{Place: p}
	if p.W.Writes() {
		o.made = &Text{Open: '{'}
	}
	switch {
	case p.Describes():
		p.describeObject(key, visit)
		return
	case p.W.Task != Reading && short:
		o.short = key
	case p.W.Task == Reading && key != "" && !p.In.Is("{"):
		o.short, o.Fields = key, []strict.Field{{Key: key, Value: p.In}}
	case p.W.Task == Reading:
		var err error
		o.Fields, err = p.In.Fields()
		p.Read(err)
	}
	visit(o)
	o.end()
	if !p.W.Writes() {
		return
	}
	for _, t := range o.made.Entries {
		if o.short != "" && t.Key == o.short {
			p.Emit(t)
			return
		}
	}
	if len(o.made.Entries) > 0 || p.up == nil {
		p.Emit(o.made)
	}
}

// end refuses unknown and then missing fields.
func (o *Object) end() {
	for _, f := range o.Fields {
		if o.W.Err == nil && !slices.Contains(o.Known, f.Key) {
			o.Wrong("unknown field %.60q%s", f.Key, suggest.Hint(o.Known, f.Key))
		}
	}
	if o.W.Err == nil && o.Lacks != "" {
		o.Wrong("%s", o.Lacks)
	}
}

// One visits a union by the presence of exactly one field of names: number k, which a reader finds.
// visit visits that field, and those that only this case has.
func (o *Object) One(k int, names []string, visit func(k int)) {
	switch {
	case o.Describes():
		o.describeOne(names, visit)
		return
	case o.W.Task == Reading:
		if k = o.find(names); k < 0 {
			o.Known = append(o.Known, o.cases(names, visit)...)
			return
		}
	case k < 0 || k >= len(names):
		o.Wrong("there is no kind %d of %s", k, strings.Join(names, ", "))
		return
	}
	visit(k)
}

// find returns the index of the one field of names.
func (o *Object) find(names []string) int {
	found := -1
	for _, f := range o.Fields {
		switch k := slices.Index(names, f.Key); {
		case k < 0:
		case found >= 0:
			o.Wrong("it has both %q and %q", names[found], f.Key)
			return -1
		default:
			found = k
		}
	}
	if found < 0 {
		o.Lacks = "it needs one of " + strings.Join(names, ", ")
	}
	return found
}

// cases returns the fields of all cases of a union.
func (o *Object) cases(names []string, visit func(k int)) (fields []string) {
	o.W.Task, o.about = Describing, newDescribed(o.Place).about
	for k := range names {
		visit(k)
	}
	for _, p := range o.about.properties {
		fields = append(fields, p.Key)
	}
	o.W.Task, o.about = Reading, nil
	return fields
}

// Kind visits a union by the text of a required field, and then the fields of its kind. Each kind
// has its own Type.
func Kind[T ~uint8](p Place, to *T, names []string, visit func(o *Object)) {
	if p.Describes() {
		p.up.describeKinds(p, names, func(k int, o *Object) {
			*to = T(k)
			visit(o)
		})
		return
	}
	Choice(p, to, names, true)
	visit(p.up)
}
