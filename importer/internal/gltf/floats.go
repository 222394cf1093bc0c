package gltf

import (
	"strconv"

	"github.com/sinew-anim/sinew/importer/internal/track"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/gltf"
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
		node = i
	}
	if p.Wrong {
		b.Report.Add(report.Loss, report.NoNumber, src.Name, "it drives %q, which is not a number in the file; left out", p.Text)
		return
	}
	for c := range ch.Width {
		rest, stated := p.RestAt(c)
		i := b.Floats.Add(track.Float{Node: node, Name: componentName(p.Name, c, ch.Width), Rest: rest, Stated: stated, Wanted: true})
		b.Drive(src, i, trackOf(ch, c, 1, src.Rate))
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
