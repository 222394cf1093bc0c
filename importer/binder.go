package importer

import "github.com/sinew-anim/sinew/importer/report"

// drive sets the track of a custom property in a clip.
func (b *binder) drive(src *clipSource, i int, t *track) {
	if src.floats == nil {
		src.floats = make(map[int]*track)
	}
	if src.floats[i] != nil {
		b.report.Add(report.Loss, report.DoubledChannel, src.name, "it drives %q twice; the first channel counts", b.floats.list[i].name)
		return
	}
	src.floats[i] = t
}
