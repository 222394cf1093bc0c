package importer_test

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/importer/internal/left"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/truth"
	"github.com/sinew-anim/sinew/native/assimp"
)

// formatsGuide is the guide that has the table of formats, between the lines formatsBegin and formatsEnd.
const (
	formatsGuide = "../docs/importing.md"
	formatsBegin = "<!-- formats: go test ./importer -run FormatsGuide -update -->\n"
	formatsEnd   = "<!-- formats end -->\n"
)

// formatsTable writes the table of formats as the guide has it.
func formatsTable() string {
	var b strings.Builder
	b.WriteString("| format | extensions | reader | read | approximated | left out |\n|---|---|---|---|---|---|\n")
	for _, f := range importer.FileFormats() {
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s |\n", f.Name, strings.Join(f.Extensions, " "), f.Reader, f.Read, f.Approximated, f.Left)
	}
	return b.String()
}

// TestFormatsGuide: the guide's table is the importer's.
func TestFormatsGuide(t *testing.T) {
	data, err := os.ReadFile(formatsGuide)
	must.Do(t, err)
	head, rest, begins := strings.Cut(string(data), formatsBegin)
	have, tail, ends := strings.Cut(rest, formatsEnd)
	if !begins || !ends {
		t.Fatalf("%s has no table of formats between %q and %q", formatsGuide, formatsBegin, formatsEnd)
	}
	if *updateGolden {
		must.Do(t, os.WriteFile(formatsGuide, []byte(head+formatsBegin+formatsTable()+formatsEnd+tail), 0o644))
	} else if have != formatsTable() {
		t.Errorf("%s differs from the importer's table; write it with -update", formatsGuide)
	}
}

// libraryExtensions are those that libassimp 5.2 to 6.x read, and some that none does.
var libraryExtensions = strings.Fields(`3d 3ds 3mf a3d ac ac3d acc amf ase ask assbin b3d blend bsp bvh c4d cob csm dae dxf enff fbx glb gltf hmp ifc
	ifczip iqm irr irrmesh lwo lws lxo m3d md2 md3 md5anim md5camera md5mesh mdc mdl mesh mot ms3d ndo nff obj off ogex pk3 ply pmx prj q3o q3s
	raw scn sib smd step stl stp ter uc usd usda usdc usdz vrm vta wrl x x3d x3db xgl xml zae zgl txt jpg pmd vmd max ma blend1`)

// TestFormatsAreListed: every extension that is read is in the table, and the table has none twice but
// for the two versions of glTF.
func TestFormatsAreListed(t *testing.T) {
	rows := make(map[string]int)
	for _, f := range importer.FileFormats() {
		for _, e := range f.Extensions {
			rows[e]++
		}
	}
	for _, e := range libraryExtensions {
		if assimp.IsSupported(e) && rows[e] == 0 {
			t.Errorf("libassimp reads .%s, and the table does not have it", e)
		}
	}
	for e, n := range rows {
		if n > 1 && e != "gltf" && e != "glb" {
			t.Errorf("the table has .%s %d times", e, n)
		}
	}
}

// leftCase is a file of a format that has what an import does not give.
type leftCase struct {
	file func(t *testing.T) string
	want []report.Kind
}

// installed returns one of the installed test models.
func installed(name string) func(t *testing.T) string {
	return func(t *testing.T) string { return filepath.Join(truth.Present(t, truth.InstalledRoot), name) }
}

// written returns a function that stores a file.
func written(name, text string) func(t *testing.T) string {
	return func(t *testing.T) string { return store(t, name, []byte(text)) }
}

// leftCases are files by the names of formats.
func leftCases() map[string][]leftCase {
	kinds := func(list ...report.Kind) []report.Kind { return list }
	return map[string][]leftCase{
		"glTF 2.0, VRM, VRMA": {{func(t *testing.T) string {
			return store(t, "made.gltf", keyedFile(func(f object) { f["extensionsUsed"] = []any{"VENDOR_feathers"} }))
		}, kinds(report.LeftOut)}},
		"glTF 1.0":          {{func(t *testing.T) string { return store(t, "old.gltf", gltf1(1, 2)) }, kinds(report.LostSkin, report.LeftOut)}},
		"FBX 7.1 and later": {{pointCache, kinds(report.PointCacheFile)}},
		"Collada":           {{curvedCollada, kinds(report.AddedKeys)}},
		"BVH":               {{written("made.bvh", "HIERARCHY\nROOT hips\n{\n OFFSET 0 0 0\n CHANNELS 3 Zrotation Xrotation Yrotation\n JOINT spine\n {\n  OFFSET 0 17 0\n  CHANNELS 3 Zrotation Xrotation Yrotation\n  End Site\n  {\n   OFFSET 0 1 0\n  }\n }\n}\nMOTION\nFrames: 2\nFrame Time: 0.1\n0 0 0 0 0 0\n10 0 0 5 0 0\n"), kinds(report.AssumedUnit)}},
		"LightWave scenes":  {{written("made.lws", "LWSC\n1\nFirstFrame 1\nLastFrame 60\nFramesPerSecond 20\nAddNullObject A\nObjectMotion (unnamed)\n 9\n 2\n 1 2 3 90 0 0 1 1 1\n 0 1 0 0 0\n 4 5 6 180 0 0 1 1 2\n 20 1 0 0 0\nEndBehavior 1\nAddBone\nBoneName b\nBoneMotion (unnamed)\n 9\n 1\n 7 7 7 0 0 0 1 1 1\n 0 0 0 0 0\nEndBehavior 1\n"), kinds(report.LostSkin)}},
		"3ds Max ASE":       {{curvedASE, kinds(report.LostInterpolation)}},
		"LightWave objects": {
			{installed("LWO/LWO2/hierarchy.lwo"), kinds(report.LostSkin)},
			{installed("LWO/LWO2/Subdivision.lwo"), kinds(report.NoTriangles)},
			{installed("LWO/LWO2/transparency.lwo"), kinds(report.LostMaterial)},
		},
		"Ogre": {{func(t *testing.T) string {
			return store(t, "made.mesh.xml", []byte(strings.Replace(ogreMesh, "LINK", `<skeletonlink name="Body.skeleton" />`, 1)))
		}, kinds(report.MissingSkeleton)}},
		"Valve SMD, VTA": {{written("made.smd", "version 1\nnodes\n0 \"root\" -1\nend\nskeleton\ntime 0\n0 0 0 0 0 0 0\nend\ntriangles\nskin\n0 0 0 0 0 0 1 0 0\n0 1 0 0 0 0 1 1 0\n0 0 1 0 0 0 1 0 1\nend\nvertexanimation\ntime 0\n0 0 0 0 0 0 1\ntime 1\n0 0 0 1 0 0 1\nend\n"), kinds(report.VertexFrames)}},
		"3D Studio":      {{installed("3DS/TargetCameraAnim.3ds"), kinds(report.LostInterpolation)}},
		"Half-Life, Quake and 3D GameStudio MDL": {
			{installed("MDL/MDL (HL1)/man.mdl"), kinds(report.LeftOut)},
			{sevenFrames("MDL/MDL5 (3DGS A5)/PhosphoricAcid_MDl5.mdl", 68), kinds(report.VertexFrames)},
		},
		"Quake II, III and Return to Castle Wolfenstein": {{func(t *testing.T) string { return md2(t, 7) }, kinds(report.VertexFrames)}, {installed("MDC/spider.mdc"), kinds(report.VertexFrames)}},
		"Inter-Quake":           {{func(t *testing.T) string { return store(t, "made.iqm", iqm(75, 1, 101)) }, kinds(report.LostSkin, report.LeftOut)}},
		"Unreal":                {{installed("3D/box.uc"), kinds(report.VertexFrames)}, {installed("3D/box_d.3d"), kinds(report.VertexFrames)}},
		"3D GameStudio terrain": {{sevenFrames("HMP/terrain.hmp", 68), kinds(report.VertexFrames)}},
		"Blender up to 2.7": {
			{installed("BLEND/blender_269_regress1.blend"), kinds(report.InvalidMorph)},
			{installed("BLEND/BlenderMaterial_269.blend"), kinds(report.LeftOut)},
			{blendBlocks("AR", "CU"), kinds(report.LostSkin, report.NoTriangles)},
		},
		"MikuMikuDance": {{func(t *testing.T) string { return store(t, "made.pmx", pmx()) }, kinds(report.SkinningType, report.LostControl, report.InvalidMorph)}},
		"OpenGEX": {{func(t *testing.T) string {
			data, err := os.ReadFile(installed("OpenGEX/Example.ogex")(t))
			must.Do(t, err)
			return store(t, "made.ogex", append(data, "\nAnimation\n{\n\tKey {float {0.0}}\n}\n\nSkin\n{\n\tKey {float {0.0}}\n}\n\nMorph\n{\n\tKey {float {0.0}}\n}\n"...))
		}, kinds(report.LeftOut, report.LostSkin, report.InvalidMorph)}},
		"X3D, VRML":       {{installed("X3D/ComputerKeyboard.x3d"), kinds(report.LeftOut)}},
		"Irrlicht scenes": {{written("made.irr", irrlicht), kinds(report.LostInterpolation, report.LeftOut)}},
		"Wavefront":       {{written("made.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\ncstype bezier\ndeg 2\ncurv 0 1 1 2 3\nparm u 0 1\nend\n"), kinds(report.NoTriangles)}},
		"AutoCAD DXF":     {{written("made.dxf", "0\nSECTION\n2\nENTITIES\n0\n3DFACE\n8\n0\n10\n0\n20\n0\n30\n0\n11\n1\n21\n0\n31\n0\n12\n0\n22\n1\n32\n0\n13\n0\n23\n1\n33\n0\n0\nCIRCLE\n8\n0\n10\n0\n20\n0\n30\n0\n40\n1\n0\nENDSEC\n0\nEOF\n"), kinds(report.NoTriangles)}},
		"3MF":             {{pictured3MF, kinds(report.MissingTexture)}},
	}
}

// TestFormatsTellWhatTheyLeave: of every format that the table says is not read whole there is a file
// that has more, and its import says so.
func TestFormatsTellWhatTheyLeave(t *testing.T) {
	cases := leftCases()
	for _, f := range importer.FileFormats() {
		if f.Untested || f.Left == "" && f.Approximated == "" {
			continue
		}
		if len(cases[f.Name]) == 0 {
			t.Errorf("no file of %s has what is left of it", f.Name)
		}
		for i, c := range cases[f.Name] {
			t.Run(fmt.Sprintf("%s %d", f.Name, i), func(t *testing.T) {
				path := c.file(t)
				if e := strings.TrimPrefix(strings.ToLower(filepath.Ext(path)), "."); !slices.Contains(f.Extensions, e) {
					t.Errorf("%s is no file of %s", path, f.Name)
				}
				var r report.Report
				_, err := importer.Load(context.Background(), path, importer.WithReport(&r), ofItsFormat(path))
				if err != nil && f.Name == "Irrlicht scenes" { // which libassimp 5.2 refuses
					for _, l := range left.Find("irr", func() ([]byte, error) { return os.ReadFile(path) }, left.Has{}) {
						r.Add(report.Loss, l.Kind, "", "%s", l.Text)
					}
				} else if err != nil {
					t.Fatal(err)
				}
				for _, want := range c.want {
					if !slices.ContainsFunc(r.Findings, func(f report.Finding) bool {
						return f.Kind == want && (f.Where != "" || strings.ContainsAny(f.String(), "0123456789_"))
					}) {
						t.Errorf("no finding of %s with a size or name: %v", want, r.Findings)
					}
				}
			})
		}
	}
}

// TestUntestedFormats: a file that no test reads says so.
func TestUntestedFormats(t *testing.T) {
	for _, f := range importer.FileFormats() {
		if f.Untested && f.Left == "" {
			t.Errorf("%s leaves nothing, though no test reads it", f.Name)
		}
	}
	path := installed("IFC/AC14-FZK-Haus.ifc")(t)
	var r report.Report
	if _, err := importer.Load(context.Background(), path, importer.WithReport(&r)); err == nil && !hasFinding(&r, report.Info, report.LeftOut, "no test reads .ifc") {
		t.Errorf("%v", r.Findings)
	}
}

// sevenFrames is an installed file with the number of its frames, at a place, replaced by 7.
func sevenFrames(name string, at int) func(t *testing.T) string {
	return func(t *testing.T) string {
		data, err := os.ReadFile(installed(name)(t))
		must.Do(t, err)
		binary.LittleEndian.PutUint32(data[at:], 7)
		return store(t, "made"+filepath.Ext(name), data)
	}
}

// curvedASE is an installed ASE file whose sampled positions are keys of TCB curves.
func curvedASE(t *testing.T) string {
	data, err := os.ReadFile(installed("ASE/anim.ASE")(t))
	must.Do(t, err)
	at := bytes.Index(data, []byte("*TM_ANIMATION"))
	end := at + bytes.IndexByte(data[at:], '{') + 1
	const curve = "\n\t\t*CONTROL_POS_TCB {\n\t\t\t*CONTROL_TCB_POS_KEY 0 0 0 0 0 0 0 0 0\n\t\t\t*CONTROL_TCB_POS_KEY 1600 9 0 0 0 0 0 0 0\n\t\t\t*CONTROL_TCB_POS_KEY 3200 0 5 0 0 0 0 0 0\n\t\t}"
	return store(t, "made.ase", slices.Insert(data, end, []byte(curve)...))
}

// curvedCollada is a Collada file whose curves of angles bend as rotations.
func curvedCollada(t *testing.T) string {
	angle := func(target string) daeCurve {
		in, out := bezier2(daeTimes, daeAngles, 1, 0.5, 0.3, 25)
		return daeCurve{target: target, time: daeTimes, value: daeAngles, mode: "BEZIER", in: in, out: out}
	}
	return (&dae{lower: `<rotate sid="rz">0 0 1 5</rotate><rotate sid="rx">1 0 0 0</rotate>`, up: "Y_UP",
		curves: []daeCurve{angle("n-lower/rx.ANGLE"), angle("n-lower/rz.ANGLE")}}).write(t)
}

// blendBlocks is an installed Blender file with empty blocks of some codes before its end.
func blendBlocks(codes ...string) func(t *testing.T) string {
	return func(t *testing.T) string {
		data, err := os.ReadFile(installed("BLEND/BlenderDefault_269.blend")(t))
		must.Do(t, err)
		at := bytes.Index(data, []byte("DNA1"))
		var blocks []byte
		for _, code := range codes {
			blocks = append(append(blocks, code...), make([]byte, 24-len(code))...) // of no bytes
		}
		return store(t, "made.blend", slices.Insert(data, at, blocks...))
	}
}

// pictured3MF is an installed 3MF package with two pictures.
func pictured3MF(t *testing.T) string {
	z, err := zip.OpenReader(installed("3MF/box.3mf")(t))
	must.Do(t, err)
	defer z.Close()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, f := range z.File {
		must.Do(t, w.Copy(f))
	}
	for _, name := range []string{"3D/Textures/a.png", "3D/Textures/b.jpg", "Metadata/thumbnail.png"} {
		_, err := w.Create(name)
		must.Do(t, err)
	}
	must.Do(t, w.Close())
	return store(t, "made.3mf", b.Bytes())
}

const irrlicht = `<?xml version="1.0"?>
<irr_scene>
	<node type="cube">
		<attributes><string name="Name" value="box" /><int name="Id" value="-1" /><float name="Size" value="10" /></attributes>
		<materials><attributes><enum name="Type" value="solid" /></attributes></materials>
		<animators>
			<attributes><string name="Type" value="flyCircle" /><vector3d name="Center" value="0, 0, 0" /><float name="Radius" value="10" /><float name="Speed" value="0.001" /></attributes>
			<attributes><string name="Type" value="texture" /></attributes>
		</animators>
	</node>
</irr_scene>
`

// pmx is a triangle of MikuMikuDance with a spherical vertex, a chain of inverse kinematics and a morph.
func pmx() []byte {
	var b bytes.Buffer
	put := func(values ...any) {
		for _, v := range values {
			_ = binary.Write(&b, binary.LittleEndian, v)
		}
	}
	text := func(s string) { put(int32(len(s)), []byte(s)) }
	b.WriteString("PMX ")
	put(float32(2), []byte{8, 1, 0, 1, 1, 1, 1, 1, 1})
	for _, s := range []string{"made", "made", "", ""} {
		text(s)
	}
	put(int32(3))
	for v, p := range [][3]float32{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}} {
		put(p, [3]float32{0, 0, 1}, [2]float32{})
		if v == 0 {
			put([]byte{3, 0, 1}, float32(0.5), [9]float32{})
		} else {
			put([]byte{0, 1})
		}
		put(float32(1))
	}
	put(int32(3), []byte{0, 1, 2}, int32(0), int32(1)) // corners, pictures, materials
	text("skin")
	text("skin")
	put([11]float32{1, 1, 1, 1}, byte(0), [5]float32{}, []byte{0xff, 0xff, 0, 1, 0})
	text("")
	put(int32(3), int32(2)) // corners of the material, bones
	for k, flags := range []uint16{0, 0x20} {
		text(fmt.Sprint("bone", k))
		text("")
		put([3]float32{0, float32(k), 0}, int8(k-1), int32(0), flags, [3]float32{0, 1, 0})
		if flags != 0 {
			put(byte(0), int32(40), float32(1), int32(1), []byte{0, 0})
		}
	}
	put(int32(1)) // morphs
	text("smile")
	text("")
	put([]byte{4, 1}, int32(1), byte(2), [3]float32{0, 1, 0})
	put(int32(0), int32(0), int32(0)) // frames, bodies, joints
	return b.Bytes()
}

// gltf1 is a triangle of glTF 1.0 with empty skins and animations.
func gltf1(skins, animations int) []byte {
	var buffer []byte
	for _, v := range []float32{0, 0, 0, 1, 0, 0, 0, 1, 0} {
		buffer = binary.LittleEndian.AppendUint32(buffer, math.Float32bits(v))
	}
	buffer = append(buffer, 0, 0, 1, 0, 2, 0)
	list := func(name string, n int, of object) object {
		out := object{}
		for k := range n {
			out[fmt.Sprint(name, k)] = of
		}
		return out
	}
	data, err := json.Marshal(object{
		"asset": object{"version": "1.0"}, "scene": "s", "scenes": object{"s": object{"nodes": []any{"n"}}},
		"nodes":       object{"n": object{"name": "n", "meshes": []any{"m"}}},
		"meshes":      object{"m": object{"primitives": []any{object{"attributes": object{"POSITION": "p"}, "indices": "i", "material": "c", "mode": 4}}}},
		"materials":   object{"c": object{"values": object{"diffuse": []any{1, 0, 0, 1}}}},
		"accessors":   object{"p": object{"bufferView": "v", "byteOffset": 0, "byteStride": 0, "componentType": 5126, "count": 3, "type": "VEC3"}, "i": object{"bufferView": "v", "byteOffset": 36, "byteStride": 0, "componentType": 5123, "count": 3, "type": "SCALAR"}},
		"bufferViews": object{"v": object{"buffer": "b", "byteOffset": 0, "byteLength": len(buffer)}},
		"buffers":     object{"b": object{"byteLength": len(buffer), "type": "arraybuffer", "uri": "data:application/octet-stream;base64," + base64.StdEncoding.EncodeToString(buffer)}},
		"skins":       list("skin", skins, object{"inverseBindMatrices": "none", "jointNames": []any{}}),
		"animations":  list("clip", animations, object{"channels": []any{}, "parameters": object{}, "samplers": object{}}),
	})
	if err != nil {
		panic(err) // made of what JSON has
	}
	return data
}
