package graph

import "github.com/sinew-anim/sinew/internal/jsondoc"

// Version is the version of the JSON form.
const Version = 1

func (g *Graph) fields(o *object) {
	o.At("$schema", "").Ignored()
	o.At("version", "").Version(Version)
	if o.w.Task != jsondoc.Hashing {
		o.at("name").Text(&g.Name, false)
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

func (q *Parameter) fields(o *object) {
	choice(o.at("type"), &q.Type, typeNames, true)
	if q.Type == Trigger {
		o.at("lifetime").lifetime(&q.Lifetime)
		return
	}
	standard := o.at("default")
	switch q.Type {
	case Float, Int:
		standard.Number(&q.Default, jsondoc.Any)
		o.reach(&q.Min, &q.Max)
	case Bool:
		standard.truth(&q.Default, false)
	case Vec2:
		standard.pair(&q.Default, &q.DefaultY, false)
		o.reach(&q.Min, &q.Max)
	}
	if q.Type == Float || q.Type == Vec2 {
		o.at("smooth").Number(&q.Smooth, jsondoc.Positive)
	}
	if standard.Checks() {
		q.check(standard)
	}
}

func (s *Sync) fields(o *object) {
	list(o.at("markers"), &s.Markers, 0, MaxInputs, place.name)
	o.at("lead").Flag(&s.Lead)
	if o.Checks() && s.Name == SyncNone {
		o.Wrong("%q means no sync and can be the name of none", s.Name)
	}
}
