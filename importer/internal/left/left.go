package left

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"regexp"

	"github.com/sinew-anim/sinew/importer/report"
)

// Loss is a part of a file that an import does not give. Its text has the count.
type Loss struct {
	Kind report.Kind
	Text string
}

// Has says what an import gives of a file.
type Has struct{ Bones, Clips, Morphs, Pictures bool }

// Find lists what a file of an extension has and an import does not give. It reads the file only where
// its format can have more.
func Find(extension string, read func() ([]byte, error), has Has) []Loss {
	l := &losses{has: has}
	find := l.finder(extension)
	if find == nil {
		return nil
	}
	data, err := read()
	if err != nil {
		return nil // which the import itself reports
	}
	find(data)
	return l.list
}

// finder returns what looks at the files of an extension, or nil.
func (l *losses) finder(extension string) func(data []byte) {
	switch extension {
	case "md2", "md3", "mdc", "mdl", "hmp":
		return l.quake
	case "iqm":
		return l.iqm
	case "blend":
		return l.blend
	case "3ds", "prj":
		return l.studio
	case "lwo", "lxo":
		return l.lightWave
	case "pmx":
		return l.pmx
	case "smd", "vta":
		return l.smd
	case "x3d", "x3db", "x3dv", "wrl":
		return l.x3d
	case "irr":
		return l.irrlicht
	case "ogex":
		return l.openGEX
	case "obj":
		return l.obj
	case "dxf":
		return l.dxf
	case "3mf":
		return l.threeMF
	case "dae", "zae":
		return l.collada
	case "gltf", "glb":
		return l.gltf1
	}
	return nil
}

type losses struct {
	has  Has
	list []Loss
}

// add adds a loss of n things, if there are any. The text begins with their count.
func (l *losses) add(kind report.Kind, n int, text string, more ...any) {
	if n > 0 {
		l.list = append(l.list, Loss{kind, fmt.Sprintf(text, append([]any{n}, more...)...)})
	}
}

// count adds a loss of the matches of a pattern, if there are any.
func (l *losses) count(kind report.Kind, data []byte, pattern *regexp.Regexp, text string) {
	l.add(kind, len(pattern.FindAllIndex(data, -1)), text)
}

var (
	vertexTime = regexp.MustCompile(`(?m)^\s*time\s+\d+\s*$`)
	dxfEntity  = regexp.MustCompile(`(?m)^\s*0\r?\n(?:CIRCLE|ARC|ELLIPSE|SPLINE|TEXT|MTEXT|3DSOLID|BODY|REGION|SURFACE|HATCH)\r?$`)
	// The elements of Collada.
	daeSurface = regexp.MustCompile(`<(?:\w+:)?(?:spline|convex_mesh|brep)[\s/>]`)
	daeBody    = regexp.MustCompile(`<(?:\w+:)?rigid_body[\s/>]`)
	// The nodes of X3D, in XML and in the spelling of VRML.
	interpolator = regexp.MustCompile(`<[A-Za-z]*Interpolator[0-9A-Z]*D?[\s>/]|[A-Za-z]+Interpolator[0-9]*D?\s*\{`)
	humanoid     = regexp.MustCompile(`<HAnimHumanoid[\s>/]|HAnimHumanoid\s*\{`)
	// The structures of OpenGEX: an identifier, perhaps a name and properties, a brace.
	gexStructure = regexp.MustCompile(`\b(Animation|Skin|Morph)\b\s*(?:[%$]\w+\s*)?(?:\([^)]*\)\s*)?\{`)
	// The animators of Irrlicht, by the type that each states.
	animator = regexp.MustCompile(`name="Type" value="(flyCircle|followSpline|texture|deletion|collisionResponse|cameraFPS|cameraMaya)"`)
)

func (l *losses) dxf(data []byte) {
	l.count(report.NoTriangles, data, dxfEntity, "its %d arcs, curves, solids and texts are not read")
}

func (l *losses) collada(data []byte) {
	l.count(report.NoTriangles, data, daeSurface, "its %d splines, convex meshes and solids are not read")
	l.count(report.LostControl, data, daeBody, "its %d rigid bodies are not read")
}

// smd counts the frames of the section vertexanimation.
func (l *losses) smd(data []byte) {
	_, frames, _ := bytes.Cut(data, []byte("vertexanimation"))
	frames, _, _ = bytes.Cut(frames, []byte("\nend"))
	if n := len(vertexTime.FindAllIndex(frames, -1)); n > 1 {
		l.add(report.VertexFrames, n, "its %d frames of vertex animation (flexes) are not read")
	}
}

// obj counts the lines that begin curves and surfaces of free form.
func (l *losses) obj(data []byte) {
	n := 0
	for line := range bytes.Lines(data) {
		if line[0] != 'c' && line[0] != 's' {
			continue
		}
		for _, word := range []string{"curv ", "curv2 ", "surf "} {
			if bytes.HasPrefix(line, []byte(word)) {
				n++
			}
		}
	}
	l.add(report.NoTriangles, n, "its %d curves and surfaces of free form are not read")
}

func (l *losses) x3d(data []byte) {
	if !l.has.Clips {
		l.count(report.LeftOut, data, interpolator, "its %d interpolators are not read; nothing moves")
	}
	if !l.has.Bones {
		l.count(report.LostSkin, data, humanoid, "its %d humanoids (HAnim) are not read: their joints and the weights of their skins")
	}
}

func (l *losses) openGEX(data []byte) {
	n := make(map[string]int)
	for _, m := range gexStructure.FindAllSubmatch(data, -1) {
		n[string(m[1])]++
	}
	if !l.has.Clips {
		l.add(report.LeftOut, n["Animation"], "its %d animations are not read")
	}
	if !l.has.Bones {
		l.add(report.LostSkin, n["Skin"], "its %d skins are not read; their meshes hold still")
	}
	if !l.has.Morphs {
		l.add(report.InvalidMorph, n["Morph"], "its %d morph targets are not read")
	}
}

func (l *losses) irrlicht(data []byte) {
	if len(data) > 1 && (data[0] == 0xff || data[0] == '<') && (data[1] == 0xfe || data[1] == 0) { // UTF-16
		data = bytes.ReplaceAll(data, []byte{0}, nil)
	}
	n := make(map[string]int)
	for _, m := range animator.FindAllSubmatch(data, -1) {
		n[string(m[1])]++
	}
	curved := n["flyCircle"] + n["followSpline"]
	l.add(report.LostInterpolation, curved, "%d paths along circles and splines are straight between their keys")
	delete(n, "flyCircle")
	delete(n, "followSpline")
	others := 0
	for _, k := range n {
		others += k
	}
	l.add(report.LeftOut, others, "its %d animators of textures, cameras and collisions are not read")
}

// word returns the 32-bit number at a place, 0 beyond the end.
func word(data []byte, at int) int {
	if at < 0 || at+4 > len(data) {
		return 0
	}
	return int(int32(binary.LittleEndian.Uint32(data[at:])))
}

func (l *losses) iqm(data []byte) {
	const joints, animations, frames, header = 68, 84, 92, 124
	if len(data) < header || !bytes.HasPrefix(data, []byte("INTERQUAKEMODEL\x00")) {
		return
	}
	if !l.has.Bones {
		l.add(report.LostSkin, word(data, joints), "its %d joints and the weights of its vertices are not read; its meshes are still")
	}
	if !l.has.Clips {
		l.add(report.LeftOut, word(data, animations), "its %d animation(s) of %d frames are not read", word(data, frames))
	}
}

// quake finds frames of vertices, by the header of MD2, MD3, MDC, the MDL of Quake and 3D GameStudio,
// and HMP; and the bone controllers of a MDL of Half-Life.
func (l *losses) quake(data []byte) {
	const group7, frames7 = 48, 40 // of MDL7: the header, and where a group states its frames
	if len(data) < 4 {
		return
	}
	frames := 0
	switch magic := string(data[:4]); magic {
	case "IDP2":
		frames = word(data, 40)
	case "IDP3", "IDPC":
		frames = word(data, 76)
	case "IDPO", "MDL2", "MDL3", "MDL4", "MDL5", "HMP4", "HMP5", "HMP7":
		frames = word(data, 68)
	case "MDL7":
		if len(data) >= group7 && !l.has.Clips {
			bones, size := word(data, 8), int(binary.LittleEndian.Uint16(data[28:]))
			if bones >= 0 && bones <= len(data) {
				frames = word(data, group7+bones*size+frames7)
			}
		}
	case "IDST":
		l.add(report.LeftOut, word(data, 148), "its %d bone controllers, by which a game turns joints, are not read")
	}
	if frames > 1 {
		l.add(report.VertexFrames, frames, "its %d frames of vertex animation are not read; the first one is shown")
	}
}
