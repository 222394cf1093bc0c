package assimp

import (
	"encoding/binary"
	"strings"

	"github.com/sinew-anim/sinew/importer/internal/left"
	"github.com/sinew-anim/sinew/importer/report"
)

// reportUnread reports parts of the file that libassimp does not read.
func (a *Format) reportUnread() {
	has := left.Has{Bones: a.Scene.HasBones(), Clips: a.Scene.Animations > 0, Pictures: len(a.Scene.Pictures) > 0}
	for _, m := range a.Scene.Meshes {
		has.Morphs = has.Morphs || len(m.Shapes) > 0
	}
	for _, l := range left.Find(a.Ext, a.Read, has) {
		a.Report.Add(report.Loss, l.Kind, "", "%s", l.Text)
	}
	switch a.Ext {
	case "3d", "uc":
		a.reportUnreal()
	case "mesh", "xml":
		a.reportOgre()
	case "ase", "ask":
		a.reportASE()
	case "csm":
		a.reportDropped()
	}
}

// reportUnreal reports the frames of a mesh of Unreal, which are in the file NAME_a.3d beside it.
func (a *Format) reportUnreal() {
	stem, ok := strings.CutSuffix(strings.ToLower(a.Base), ".uc")
	if stem = a.Base[:len(stem)]; !ok {
		stem = a.Base[:max(strings.LastIndexByte(a.Base, '_'), 0)]
	}
	data, err := a.OpenBeside(stem + "_a.3d")
	if err != nil || len(data) < 2 {
		return
	}
	if n := binary.LittleEndian.Uint16(data); n > 1 {
		a.Report.Add(report.Loss, report.VertexFrames, "", "its %d frames of vertex animation are not read; the first one is shown", n)
	}
}
