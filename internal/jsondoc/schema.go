package jsondoc

import (
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/internal/strict"
)

// Schema returns the JSON Schema (2020-12) of a document, by a walk through an empty one.
func (w *Walk) Schema(title string, visit func(p Place)) []byte {
	return w.describe(title, visit).Bytes()
}

func (w *Walk) describe(title string, visit func(p Place)) *Text {
	w.Task, w.defs = Describing, nil
	top := &Text{Open: '{', Tall: true}
	top.add("$schema", textOf(`"https://json-schema.org/draft/2020-12/schema"`))
	top.add("title", &Text{Raw: string(strict.Quote(title))})
	visit(Place{W: w, schema: top})
	defs := &Text{Open: '{', Tall: true, Entries: w.defs}
	slices.SortFunc(defs.Entries, func(a, b *Text) int { return slices.Compare([]byte(a.Key), []byte(b.Key)) })
	top.add("$defs", defs)
	return top
}

// add adds an entry to an object.
func (t *Text) add(key string, value *Text) {
	value.Key = key
	t.Entries = append(t.Entries, value)
}

// get finds an entry of an object, or nil.
func (t *Text) get(key string) *Text {
	for _, e := range t.Entries {
		if e.Key == key {
			return e
		}
	}
	return nil
}

// textOf is valid JSON as a Text.
func textOf(raw string) *Text { return textOfValue(strict.Pointer([]byte(raw))) }

func textOfValue(v strict.Value) *Text {
	switch {
	case v.Is("{"):
		t := &Text{Open: '{'}
		fields, _ := v.Fields()
		for _, f := range fields {
			t.add(f.Key, textOfValue(f.Value))
		}
		return t
	case v.Is("["):
		t := &Text{Open: '['}
		entries, _ := v.Entries(1 << 10)
		for _, e := range entries {
			t.Entries = append(t.Entries, textOfValue(e))
		}
		return t
	}
	return &Text{Raw: string(v.Data())}
}

// quoted is a list of texts in JSON.
func quoted(names []string) string {
	raw := []byte{'['}
	for k, name := range names {
		if k > 0 {
			raw = append(raw, ", "...)
		}
		raw = append(raw, strict.Quote(name)...)
	}
	return string(append(raw, ']'))
}

// Also adds a word of JSON Schema to the description of a place, unless it has the word.
func (p Place) Also(word, value string) { p.say(word, textOf(value)) }

func (p Place) say(word string, value *Text) {
	if p.Describes() && p.schema.get(word) == nil {
		p.schema.add(word, value)
	}
}

// required makes the field required.
func (p Place) required() {
	if p.up != nil && !slices.Contains(p.up.about.needs, p.key) {
		p.up.about.needs = append(p.up.about.needs, p.key)
	}
}

// Define describes a kind of values once, for all its places.
func (p Place) Define(name, doc string, visit func(p Place)) {
	p.say("$ref", reference(name))
	if slices.ContainsFunc(p.W.defs, func(t *Text) bool { return t.Key == name }) {
		return
	}
	def := &Text{Key: name, Open: '{'}
	p.W.defs = append(p.W.defs, def)
	at := Place{W: p.W, schema: def}
	at.Also("description", string(strict.Quote(doc)))
	visit(at)
}

func reference(name string) *Text { return &Text{Raw: string(strict.Quote("#/$defs/" + name))} }

// AnyOf describes a place with several forms.
func (p Place) AnyOf(forms ...func(p Place)) {
	list := &Text{Open: '['}
	for _, visit := range forms {
		form := &Text{Open: '{'}
		visit(Place{W: p.W, schema: form})
		list.Entries = append(list.Entries, form)
	}
	p.say("anyOf", list)
}

// Forms visits a value in form k of several or, below 0, omits it. A description defines the forms
// once, by a name.
func (p Place) Forms(name, doc string, k int, forms ...func(p Place)) {
	switch {
	case p.Describes():
		p.Define(name, doc, func(p Place) { p.AnyOf(forms...) })
	case p.W.Err == nil && !p.Absent() && k >= 0:
		forms[k](p)
	}
}

// description is the schema of an object.
type description struct {
	name, doc  string // of its type
	properties []*Text
	needs      []string
	rules      *Text // further words
	open       bool  // kinds add fields
}

// Type sets the name and the description of the object's type.
func (o *Object) Type(name, doc string) {
	if o.about != nil {
		o.about.name, o.about.doc = name, doc
	}
}

// Rule adds a word of JSON Schema to the description of an object.
func (o *Object) Rule(word, value string) {
	if o.about != nil {
		o.about.rules.add(word, textOf(value))
	}
}

func newDescribed(p Place) *Object {
	return &Object{Place: p, about: &description{rules: &Text{Open: '{'}}}
}

// property begins the description of a field.
func (d *description) property(key, doc string) *Text {
	t := &Text{Key: key, Open: '{'}
	if doc != "" {
		t.add("description", &Text{Raw: string(strict.Quote(doc))})
	}
	d.properties = append(d.properties, t)
	return t
}

// text is the schema of an object. A field of several cases is described once.
func (d *description) text() *Text {
	t, properties := &Text{Open: '{'}, &Text{Open: '{'}
	for _, p := range d.properties {
		switch first := properties.get(p.Key); {
		case first == nil:
			properties.Entries = append(properties.Entries, p)
		case first.Plain(true) != p.Plain(true):
			panic(fmt.Sprintf("jsondoc: %s has two kinds of %q", d.name, p.Key))
		}
	}
	t.add("type", textOf(`"object"`))
	t.add("properties", properties)
	if len(d.needs) > 0 {
		t.add("required", textOf(quoted(d.needs)))
	}
	if !d.open {
		t.add("additionalProperties", textOf("false"))
	}
	t.Entries = append(t.Entries, d.rules.Entries...)
	return t
}

// describeObject describes an object by a definition, or at the top for the whole document.
func (p Place) describeObject(short string, visit func(o *Object)) {
	o := newDescribed(p)
	visit(o)
	d, t := o.about, o.about.text()
	top := p.schema.get("$schema") != nil
	if short != "" {
		field := *t.get("properties").get(short)
		field.Key, field.Entries = "", slices.DeleteFunc(slices.Clone(field.Entries), func(t *Text) bool { return t.Key == "description" || t.Key == "default" })
		whole := d.name + "Object"
		p.W.define(whole, d.doc, t)
		object := &Text{Open: '{'}
		object.add("$ref", reference(whole))
		t = &Text{Open: '{'}
		t.add("anyOf", &Text{Open: '[', Entries: []*Text{&field, object}})
	}
	switch {
	case top || d.name == "":
		if d.doc != "" {
			p.say("description", &Text{Raw: string(strict.Quote(d.doc))})
		}
		for _, e := range t.Entries {
			p.say(e.Key, e)
		}
	default:
		p.W.define(d.name, d.doc, t)
		p.say("$ref", reference(d.name))
	}
}

// define adds a definition, or checks that it is the same.
func (w *Walk) define(name, doc string, t *Text) {
	def := &Text{Key: name, Open: '{'}
	def.add("description", &Text{Raw: string(strict.Quote(doc))})
	def.Entries = append(def.Entries, t.Entries...)
	for _, other := range w.defs {
		if other.Key != name {
			continue
		}
		if other.Plain(true) != def.Plain(true) {
			panic(fmt.Sprintf("jsondoc: two types have the name %q", name))
		}
		return
	}
	w.defs = append(w.defs, def)
}

func (p Place) describeText(need bool) {
	p.Also("type", `"string"`)
	p.Also("minLength", "1")
	p.Also("maxLength", fmt.Sprint(MaxName))
	if need {
		p.Missing()
	}
}

func (p Place) describeNumber(kind string, n Numbers) {
	p.Also("type", fmt.Sprintf("%q", kind))
	p.Also("minimum", number(n.Low))
	p.Also("maximum", number(n.High))
	switch {
	case n.Need:
		p.Missing()
	case !n.Varies:
		p.Also("default", number(n.Usual))
	}
	p.unit(n.Unit)
}

// unit appends a unit to the description.
func (p Place) unit(u Unit) {
	if t := p.schema.get("description"); u != Plain && t != nil {
		t.Raw = fmt.Sprintf("%s In %s.\"", t.Raw[:len(t.Raw)-1], u)
	}
}

func (p Place) describeList(least, most int, visit func(e Place)) {
	p.Also("type", `"array"`)
	if least > 0 {
		p.Also("minItems", fmt.Sprint(least))
	}
	p.Also("maxItems", fmt.Sprint(most))
	p.describeEntries("items", visit)
}

func (p Place) describeTable(least, most int, visit func(e Place)) {
	p.Also("type", `"object"`)
	if least > 0 {
		p.Also("minProperties", fmt.Sprint(least))
	}
	p.Also("maxProperties", fmt.Sprint(most))
	p.Also("propertyNames", fmt.Sprintf(`{"minLength": 1, "maxLength": %d}`, MaxName))
	p.describeEntries("additionalProperties", visit)
}

func (p Place) describeEntries(word string, visit func(e Place)) {
	entry := &Text{Open: '{'}
	visit(Place{W: p.W, schema: entry})
	p.say(word, entry)
}
