package jsondoc

import (
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/internal/strict"
)

// describeOne describes a union by fields: which ones exclude or require each other.
func (o *Object) describeOne(names []string, visit func(k int)) {
	d := o.about
	common := len(d.properties)
	always := slices.Clone(d.needs)
	one, with := &Text{Open: '['}, &Text{Open: '{'}
	beside := make(map[string][]string) // of a field the cases that have it
	var order []string
	for k, name := range names {
		before := len(d.properties)
		d.needs = slices.Clone(always)
		visit(k)
		one.Entries = append(one.Entries, textOf(`{"required": `+quoted([]string{name})+`}`))
		for _, p := range d.properties[max(before, common):] {
			if p.Key != name {
				if beside[p.Key] == nil {
					order = append(order, p.Key)
				}
				beside[p.Key] = append(beside[p.Key], name)
			}
		}
		if needs := slices.DeleteFunc(d.needs[len(always):], func(s string) bool { return s == name }); len(needs) > 0 {
			with.add(name, textOf(quoted(needs)))
		}
	}
	d.needs = always
	d.rules.add("oneOf", one)
	if len(with.Entries) > 0 {
		d.rules.add("dependentRequired", with)
	}
	of := &Text{Open: '{'}
	for _, key := range order {
		if len(beside[key]) == len(names) {
			continue
		}
		cases := &Text{Open: '['}
		for _, name := range beside[key] {
			cases.Entries = append(cases.Entries, textOf(`{"required": `+quoted([]string{name})+`}`))
		}
		schema := &Text{Open: '{'}
		schema.add("anyOf", cases)
		of.add(key, schema)
	}
	if len(of.Entries) > 0 {
		d.rules.add("dependentSchemas", of)
	}
}

// describeKinds describes a union by the text of a field.
func (o *Object) describeKinds(p Place, names []string, visit func(k int, o *Object)) {
	p.Missing()
	p.Also("enum", quoted(names))
	o.about.open = true
	o.about.rules.add("allOf", p.W.kinds(p.key, names, visit))
}

// Kinds describes an object of one of several kinds, each with its own Type, by the text of a field.
func (p Place) Kinds(key, doc string, names []string, visit func(k int, o *Object)) {
	field := Place{W: p.W, schema: &Text{Open: '{'}}
	field.Also("description", string(strict.Quote(doc)))
	field.Also("enum", quoted(names))
	properties := &Text{Open: '{'}
	properties.add(key, field.schema)
	p.say("properties", properties)
	p.Also("required", quoted([]string{key}))
	p.say("allOf", p.W.kinds(key, names, visit))
}

func (w *Walk) kinds(key string, names []string, visit func(k int, o *Object)) *Text {
	all := &Text{Open: '['}
	for k, name := range names {
		o := newDescribed(Place{W: w})
		at := o.At(key, "")
		at.Missing()
		at.Also("const", string(strict.Quote(name)))
		visit(k, o)
		w.define(o.about.name, o.about.doc, o.about.text())
		then := &Text{Open: '{'}
		then.add("$ref", reference(o.about.name))
		branch := textOf(fmt.Sprintf(`{"if": {"type": "object", "properties": {%s: {"const": %s}}, "required": [%[1]s]}}`, strict.Quote(key), strict.Quote(name)))
		branch.add("then", then)
		all.Entries = append(all.Entries, branch)
	}
	return all
}
