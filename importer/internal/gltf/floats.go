package gltf

import (
	"strconv"

	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/importer/internal/track"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/gltf"
	"github.com/sinew-anim/sinew/soa"
)

// bindPointer binds a channel of KHR_animation_pointer that drives no transform:
// a custom property for each component.
func (b *binder) bindPointer(src *track.Clip, ch *gltf.Channel) {
	p := ch.Pointer
	node := -1
	if p.Node >= 0 {
		i, ok := b.gltf.nodes[p.Node]
		if !ok {
			b.Report.Add(report.Loss, report.UnknownNode, src.Name, "it drives %q of node %d, which is not in the scene", p.Name, p.Node)
			return
		}
		if node = i; b.gltf.of[i] != p.Node {
			return // the node that it stands for says the same
		}
	}
	if p.Wrong {
		b.Report.Add(report.Loss, report.NoNumber, src.Name, "it drives %q, which is not a number in the file; left out", p.Text)
		return
	}
	for c := range ch.Width {
		rest, stated := p.RestAt(c)
		i := b.Floats.Add(track.Float{Node: node, Name: componentName(p.Name, c, ch.Width), Rest: rest, Stated: stated, Wanted: true, Kept: p.Name == scene.Visible})
		b.Drive(src, i, b.track(ch, c, 1))
	}
}

// componentName names component c of a value of that many components.
func componentName(name string, c, width int) string {
	switch {
	case width == 1:
		return name
	case width <= 4:
		return name + "." + "xyzw"[c:c+1]
	}
	return name + "." + strconv.Itoa(c)
}

// expression returns the name of the expression that a node of a VRMA file moves.
func (g *Format) expression(node int) (name string, ok bool) {
	if g.Doc.VRM == nil {
		return "", false
	}
	name, ok = g.Doc.VRM.Moved[node]
	return name, ok
}

// bindExpression binds the channel that moves an expression: a custom property from 0 to 1.
func (b *binder) bindExpression(src *track.Clip, ch *gltf.Channel, name string) {
	if ch.Path != "translation" {
		return // which says nothing of it
	}
	clamp := func(x float64) float64 { return min(max(x, 0), 1) }
	i := b.Floats.Add(track.Float{Node: -1, Name: soa.ExpressionFloat(name), Rest: clamp(b.gltf.Doc.Nodes[ch.Node].Translation[0]), Stated: true, Wanted: true})
	t := b.track(ch, 0, 1)
	for k := range t.Keys {
		t.Keys[k].Value[0] = clamp(t.Keys[k].Value[0])
	}
	b.Drive(src, i, t)
}
