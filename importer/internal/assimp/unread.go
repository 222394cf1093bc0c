package assimp

import (
	"bytes"
	"encoding/binary"

	"github.com/sinew-anim/sinew/importer/internal/source"
	"github.com/sinew-anim/sinew/importer/report"
)

// reportUnread reports parts of the file that libassimp does not read.
func (a *Format) reportUnread() {
	if n := vertexFrames(a.File, a.Ext); n > 1 {
		a.Report.Add(report.Loss, report.VertexFrames, "", "its %d frames of vertex animation are not read; the first one is shown", n)
	}
	switch a.Ext {
	case "iqm":
		a.reportIQM()
	case "mesh", "xml":
		a.reportOgre()
	case "ase", "ask":
		a.reportASE()
	}
}

// vertexFrames returns the number of vertex animation frames in a file of the listed formats, and
// 0 for other formats.
func vertexFrames(s *source.File, ext string) int {
	of, ok := map[string]struct {
		magic string
		at    int
	}{"md2": {"IDP2", 40}, "md3": {"IDP3", 76}, "mdc": {"IDPC", 76}, "mdl": {"IDPO", 68}}[ext]
	if !ok {
		return 0
	}
	data, err := s.Head()
	if err != nil || !bytes.HasPrefix(data, []byte(of.magic)) || len(data) < of.at+4 {
		return 0
	}
	return int(int32(binary.LittleEndian.Uint32(data[of.at:])))
}

// reportIQM reports the joints and animations of an IQM file, by the counts in its header.
func (a *Format) reportIQM() {
	const joints, animations, frames, header = 68, 84, 92, 124
	data, err := a.Head()
	if err != nil || len(data) < header || !bytes.HasPrefix(data, []byte("INTERQUAKEMODEL\x00")) {
		return
	}
	count := func(at int) uint32 { return binary.LittleEndian.Uint32(data[at:]) }
	if n := count(joints); n > 0 && !a.Scene.HasBones() {
		a.Report.Add(report.Loss, report.LostSkin, "", "its %d joints and the weights of its vertices are not read; its meshes are still", n)
	}
	if n := count(animations); n > 0 && a.Scene.Animations == 0 {
		a.Report.Add(report.Loss, report.LeftOut, "", "its %d animation(s) of %d frames are not read", n, count(frames))
	}
}
