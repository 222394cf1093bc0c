package assimp

import (
	"bytes"
	"encoding/binary"
	"path"
	"regexp"
	"strings"

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
		a.reportOgreSkeleton()
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

// reportOgreSkeleton reports the skeleton that an Ogre mesh names, if it is not beside the mesh.
func (a *Format) reportOgreSkeleton() {
	if a.Scene.HasBones() || a.Scene.Animations > 0 {
		return
	}
	data, err := a.Read()
	if err != nil {
		return
	}
	name := ogreSkeleton(data, a.Ext)
	if name == "" {
		return
	}
	for _, file := range []string{name, name + ".xml"} {
		if _, err = a.OpenBeside(file); err == nil {
			return
		}
	}
	why := "the model's folder has no such file"
	if a.FS == nil {
		why = "a stream has no files beside it"
	}
	a.Report.Add(report.Loss, report.MissingSkeleton, path.Base(source.Slashed(name)), "no skeleton: %s; joints, skin and clips are lost", why)
}

// ogreLink matches the link to a skeleton in an Ogre mesh of XML, ogreChunk that of a binary one.
var (
	ogreLink  = regexp.MustCompile(`<skeletonlink\s[^>]*?\bname\s*=\s*(?:"([^"]*)"|'([^']*)')`)
	ogreChunk = []byte("\x00\x60")
)

// ogreSkeleton returns the name of the skeleton that an Ogre mesh names, or "".
func ogreSkeleton(data []byte, ext string) string {
	if ext == "xml" {
		m := ogreLink.FindSubmatch(data)
		if m == nil {
			return ""
		}
		return strings.TrimSpace(string(m[1]) + string(m[2]))
	}
	const head = 6 // of a chunk: its kind, and its length with the head
	for at := 0; ; at++ {
		next := bytes.Index(data[at:], ogreChunk)
		if next < 0 || at+next+head > len(data) {
			return ""
		}
		at += next
		n := binary.LittleEndian.Uint32(data[at+2:])
		if n <= head || uint64(n) > uint64(len(data)-at) {
			continue
		}
		name, ended := strings.CutSuffix(string(data[at+head:at+int(n)]), "\n")
		if ended && strings.Contains(name, ".skeleton") && !strings.ContainsFunc(name, func(r rune) bool { return r < ' ' }) {
			return name
		}
	}
}
