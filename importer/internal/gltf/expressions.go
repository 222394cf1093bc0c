package gltf

import (
	"maps"
	"slices"

	"github.com/sinew-anim/sinew/importer/internal/track"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/gltf"
	"github.com/sinew-anim/sinew/soa"
)

// weightRange is the morph weights of a node.
type weightRange struct{ first, count int }

// addExpressions adds the values of the file's expressions, whether or not a clip moves them.
func (g *Format) addExpressions(floats *track.Floats) {
	if g.Doc.VRM == nil {
		return
	}
	for k := range g.Doc.VRM.Expressions {
		name := soa.ExpressionFloat(g.Doc.VRM.Expressions[k].Name)
		g.faces = append(g.faces, floats.Add(track.Float{Node: -1, Name: name, Stated: true, Wanted: true, Kept: true}))
	}
}

// Expressions implements scene.Format.
func (g *Format) Expressions(floats *track.Floats) (list []soa.Expression) {
	if g.Doc.VRM == nil || g.Settings.SkipMeshes {
		return nil
	}
	g.showing = make(map[int][]int)
	for _, i := range slices.Sorted(maps.Keys(g.weights)) {
		if n := g.shows[i]; n >= 0 {
			g.showing[g.Doc.Nodes[n].Mesh] = append(g.showing[g.Doc.Nodes[n].Mesh], i)
		}
	}
	room, materials := soa.MaxBinds, 0
	var names []string // of those that change materials
	for k := range g.Doc.VRM.Expressions {
		from := &g.Doc.VRM.Expressions[k]
		e := soa.Expression{Name: from.Name, Preset: from.Preset, Binary: from.Binary, Float: floats.List[g.faces[k]].Index, Overrides: from.Overrides}
		if e.Float < 0 {
			continue // more custom properties than a model has: which is reported
		}
		lost := 0
		for _, b := range from.Binds {
			binds := g.bindsOf(&b, room)
			if len(binds) == 0 && b.Weight != 0 {
				lost++
			}
			e.Binds, room = append(e.Binds, binds...), room-len(binds)
		}
		if lost > 0 {
			g.Report.Add(report.Loss, report.InvalidMorph, e.Name, "%d of the %d morph targets of the expression are left out: no mesh that is shown has them", lost, len(from.Binds))
		}
		if from.Materials > 0 {
			materials, names = materials+from.Materials, append(names, e.Name)
		}
		list = append(list, e)
	}
	if materials > 0 {
		g.Report.Add(report.Loss, report.LostExpression, "", "%d colours and texture transforms that %d expressions (%s) change are left out; expressions move morph targets alone", materials, len(names), report.FirstNames(names))
	}
	return list
}

// bindsOf returns the weights that a bind moves, at most room.
func (g *Format) bindsOf(b *gltf.ExpressionBind, room int) (list []soa.ExpressionBind) {
	if !track.Finite(b.Weight) || b.Weight == 0 {
		return nil
	}
	add := func(node int) {
		if r, ok := g.weights[node]; ok && b.Target >= 0 && b.Target < r.count && len(list) < room {
			list = append(list, soa.ExpressionBind{Weight: r.first + b.Target, Value: float32(b.Weight)})
		}
	}
	if b.Node >= 0 {
		if i, ok := g.nodes[b.Node]; ok {
			add(i)
		}
		return list
	}
	for _, i := range g.showing[b.Mesh] {
		add(i)
	}
	return list
}
