package importer

import (
	"strconv"

	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/gltf"
)

// bindPointer binds a channel of KHR_animation_pointer that drives no transform:
// a custom property for each component.
func (b *gltfBinder) bindPointer(src *clipSource, ch *gltf.Channel) {
	p := ch.Pointer
	node := -1
	if p.Node >= 0 {
		i, ok := b.gltf.nodes[p.Node]
		if !ok {
			b.report.Add(report.Loss, report.UnknownNode, src.name, "it drives %q of node %d, which is not in the scene", p.Name, p.Node)
			return
		}
		node = i
	}
	if p.Wrong {
		b.report.Add(report.Loss, report.NoNumber, src.name, "it drives %q, which is not a number in the file; left out", p.Text)
		return
	}
	for c := range ch.Width {
		rest, stated := p.RestAt(c)
		i := b.floats.add(floatSource{node: node, name: componentName(p.Name, c, ch.Width), rest: rest, stated: stated, wanted: true})
		b.drive(src, i, gltfTrack(ch, c, 1, src.rate))
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
