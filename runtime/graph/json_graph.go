package graph

import "github.com/sinew-anim/sinew/soa"

// Version is the version of the JSON form.
const Version = 1

func (g *Graph) fields(o *object) {
	o.at("$schema").ignored()
	o.at("version").version()
	if o.w.task != hashing {
		o.at("name").text(&g.Name, false)
	}
	table(o.at("parameters"), &g.Parameters, parameterNoun, 0, MaxParameters, func(q *Parameter) *string { return &q.Name },
		func(p place, q *Parameter) { p.object(q.fields) })
	table(o.at("masks"), &g.Masks, maskNoun, 0, MaxNodes, func(m *Mask) *string { return &m.Name },
		func(p place, m *Mask) { p.steps(&m.Steps) })
	table(o.at("sync"), &g.Sync, syncNoun, 0, MaxNodes, func(s *Sync) *string { return &s.Name },
		func(p place, s *Sync) { p.object(s.fields) })
	table(o.at("parts"), &g.Parts, partNoun, 0, MaxNodes, func(q *Part) *string { return &q.Name },
		func(p place, q *Part) {
			o.w.enter(o.w.names[partNoun][q.Name])
			p.node(&q.Node)
		})
	o.w.enter(len(g.Parts))
	o.at("root").node(&g.Root)
}

// version visits the version of the form, which there is one of.
func (p place) version() {
	v := float64(Version)
	if p.needed(&v, Version, Version); p.w.err == nil && v != Version {
		p.w.fail(p.path, soa.ErrFormat, "version %v is not known; the form has version %d", v, Version)
	}
}

// ignored visits a text that says nothing about the graph: the schema for editors.
func (p place) ignored() {
	if p.reads() {
		_, err := p.in.Text()
		p.read(err)
	}
}

func (q *Parameter) fields(o *object) {
	choice(o.at("type"), &q.Type, typeNames, true)
	if q.Type == Trigger {
		o.at("lifetime").lifetime(&q.Lifetime)
		return
	}
	standard := o.at("default")
	switch q.Type {
	case Float, Int:
		standard.number(&q.Default, all, most)
		o.reach(&q.Min, &q.Max)
	case Bool:
		standard.truth(&q.Default, false)
	case Vec2:
		standard.pair(&q.Default, &q.DefaultY, false)
		o.reach(&q.Min, &q.Max)
	}
	if q.Type == Float || q.Type == Vec2 {
		o.at("smooth").number(&q.Smooth, 0, most)
	}
	if standard.checks() {
		q.check(standard)
	}
}

func (s *Sync) fields(o *object) {
	list(o.at("markers"), &s.Markers, 0, MaxInputs, place.name)
	o.at("lead").flag(&s.Lead)
	if o.checks() && s.Name == SyncNone {
		o.wrong("%q means no sync and can be the name of none", s.Name)
	}
}
