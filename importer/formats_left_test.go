package importer_test

import (
	"archive/zip"
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/fbxfile"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/truth"
)

// leftCase is a file with something that an import approximates or leaves, and the finding that says so.
type leftCase struct {
	file func(t *testing.T) string
	kind report.Kind
	says string // a pattern, with the size or the name
}

// installed returns one of the installed test models.
func installed(name string) func(t *testing.T) string {
	return func(t *testing.T) string { return filepath.Join(truth.Present(t, truth.InstalledRoot), name) }
}

// written returns a function that stores a file.
func written(name, text string) func(t *testing.T) string {
	return func(t *testing.T) string { return store(t, name, []byte(text)) }
}

// leftCases are files by the names of formats, and by what they have that is approximated or left.
func leftCases() map[string]map[string][]leftCase {
	all := movingLeftCases()
	maps.Copy(all, stillLeftCases())
	return all
}

func movingLeftCases() map[string]map[string][]leftCase {
	one := func(file func(t *testing.T) string, kind report.Kind, says string) []leftCase {
		return []leftCase{{file, kind, says}}
	}
	return map[string]map[string][]leftCase{
		"glTF 2.0, VRM, VRMA": {
			"extensions that are not known": one(beyondGLTF, report.LeftOut, "VENDOR_feathers"),
			"cameras":                       one(beyondGLTF, report.LeftOut, `2 camera`),
			"lights":                        one(beyondGLTF, report.LeftOut, `3 light`),
		},
		"glTF 1.0": {
			"skins":      one(func(t *testing.T) string { return store(t, "old.gltf", gltf1(2, 3)) }, report.LostSkin, "its 2 skin"),
			"animations": one(func(t *testing.T) string { return store(t, "old.gltf", gltf1(2, 3)) }, report.LeftOut, "its 3 animation"),
		},
		"FBX 7.1 and later": {
			"point caches":                 one(pointCache, report.PointCacheFile, "waves.xml"),
			"curves, within a bound":       one(layeredFBX, report.AddedKeys, `[1-9]\d* keys were added to the file's \d+`),
			"layers that are not additive": one(layeredFBX, report.Layers, "1 layers are blended"),
		},
		"Collada": {
			"curves, within a bound":            one(curvedCollada, report.AddedKeys, `[1-9]\d* keys were added to the file's \d+`),
			"splines, convex meshes and solids": one(solidCollada, report.NoTriangles, "its 2 splines"),
			"rigid bodies":                      one(solidCollada, report.LostControl, "its 1 rigid bodies"),
		},
		"BVH":     {"the unit, guessed": one(written("made.bvh", "HIERARCHY\nROOT hips\n{\n OFFSET 0 0 0\n CHANNELS 3 Zrotation Xrotation Yrotation\n JOINT spine\n {\n  OFFSET 0 17 0\n  CHANNELS 3 Zrotation Xrotation Yrotation\n  End Site\n  {\n   OFFSET 0 1 0\n  }\n }\n}\nMOTION\nFrames: 2\nFrame Time: 0.1\n0 0 0 0 0 0\n10 0 0 5 0 0\n"), report.AssumedUnit, "18 units|decimetres")},
		"DirectX": {"matrix keys that shear, without it": one(shearedX, report.LostShear, `shear by up to [0-9.]+`)},
		"LightWave scenes": {
			"bones":                     one(lightBones, report.LostSkin, "its 1 bones"),
			"envelopes, within a bound": one(lightBones, report.AddedKeys, `[1-9]\d* keys were added to the file's \d+`),
		},
		"3ds Max ASE": {"TCB and Bézier curves, straight between their keys": one(curvedASE, report.LostInterpolation, `its 3 keys of translations.*off by up to [0-9.e+]+ mm`)},
		"LightWave objects": {
			"bones":                   one(mappedLWO, report.LostSkin, `its 1 list\(s\) of bones`),
			"weight maps":             {{installed("LWO/LWO2/hierarchy.lwo"), report.LostSkin, `its \d+ weight maps`}, {mappedLWO, report.LostSkin, "its 1 weight map"}},
			"morph maps":              one(mappedLWO, report.InvalidMorph, "its 2 morph maps"),
			"patches, as their cages": one(installed("LWO/LWO2/Subdivision.lwo"), report.NoTriangles, `its \d+ list\(s\) of patches`),
			"envelopes":               one(installed("LWO/LWO2/transparency.lwo"), report.LostMaterial, `its \d+ envelopes`),
			"curves":                  one(mappedLWO, report.NoTriangles, `its 1 list\(s\) of curves`),
		},
		"CharacterStudio motion": {"positions that dropped out, straight between others": one(droppedCSM, report.InvalidKey, `2 position\(s\) of markers`)},
		"Ogre": {
			"poses":                                  one(posedOgre, report.LeftOut, `its 1 pose\(s\), .* move 2 vertices`),
			"animations of vertices":                 one(posedOgre, report.LeftOut, `2 animation\(s\) of vertices`),
			"a skeleton that is not beside the mesh": one(posedOgre, report.MissingSkeleton, "Body.skeleton"),
		},
		"Valve SMD, VTA": {
			"frames of vertices (flexes)": one(flexedSMD, report.VertexFrames, "its 2 frames"),
			"the rate, assumed":           one(movingSMD, report.AssumedRate, "30 frames"),
		},
		"3D Studio": {
			"splines (TCB), straight between their keys": one(installed("3DS/TargetCameraAnim.3ds"), report.LostInterpolation, `\d+ curves of \d+ keys`),
			"morphs":     one(tracked3DS(0xb026), report.LeftOut, "its 1 tracks of morphs"),
			"visibility": one(tracked3DS(0xb029), report.LeftOut, "its 1 tracks of morphs and visibility"),
		},
		"Half-Life, Quake and 3D GameStudio MDL": {
			"bone controllers":   one(installed("MDL/MDL (HL1)/man.mdl"), report.LeftOut, `its \d+ bone controllers`),
			"frames of vertices": one(sevenFrames("MDL/MDL5 (3DGS A5)/PhosphoricAcid_MDl5.mdl", 68), report.VertexFrames, "its 7 frames"),
		},
		"Quake II, III and Return to Castle Wolfenstein": {"frames of vertices": {
			{func(t *testing.T) string { return md2(t, 7) }, report.VertexFrames, "its 7 frames"},
			{installed("MDC/spider.mdc"), report.VertexFrames, `its \d+ frames`},
		}},
		"Inter-Quake": {"skins and clips, where libassimp is older": {
			{func(t *testing.T) string { return store(t, "made.iqm", iqm(75, 1, 101)) }, report.LostSkin, "its 75 joints"},
			{func(t *testing.T) string { return store(t, "made.iqm", iqm(75, 1, 101)) }, report.LeftOut, `its 1 animation\(s\) of 101 frames`},
		}},
		"Unreal":                {"frames of vertices": {{installed("3D/box.uc"), report.VertexFrames, `its \d+ frames`}, {installed("3D/box_d.3d"), report.VertexFrames, `its \d+ frames`}}},
		"3D GameStudio terrain": {"frames of vertices": one(sevenFrames("HMP/terrain.hmp", 68), report.VertexFrames, "its 7 frames")},
		"Blender up to 2.7": {
			"shape keys": one(installed("BLEND/blender_269_regress1.blend"), report.InvalidMorph, `shape keys of \d+ mesh`),
			"actions":    {{installed("BLEND/BlenderMaterial_269.blend"), report.LeftOut, `its \d+ action`}, {blendBlocks("AC", "IP"), report.LeftOut, "its 2 action"}},
			"armatures":  one(blendBlocks("AR", "CU"), report.LostSkin, "its 1 armature"),
			"curves":     one(blendBlocks("AR", "CU", "MB"), report.NoTriangles, "its 2 curves"),
		},
		"MikuMikuDance": {
			"spherical skinning, as linear": one(madePMX, report.SkinningType, "1 vertices"),
			"morphs":                        one(madePMX, report.InvalidMorph, "its 1 morphs"),
			"inverse kinematics":            one(madePMX, report.LostControl, "its 1 chains"),
			"appended motion":               one(madePMX, report.LostControl, "1 bones that take over"),
			"rigid bodies":                  one(madePMX, report.LostControl, "its 1 rigid bodies"),
		},
		"OpenGEX": {
			"animations":    one(movingOGEX, report.LeftOut, "its 1 animations"),
			"skins":         one(movingOGEX, report.LostSkin, "its 1 skins"),
			"morph targets": one(movingOGEX, report.InvalidMorph, "its 1 morph targets"),
		},
		"X3D, VRML": {
			"interpolators":     one(installed("X3D/ComputerKeyboard.x3d"), report.LeftOut, `its \d+ interpolators`),
			"humanoids (HAnim)": one(humanX3D, report.LostSkin, "its 1 humanoids"),
		},
		"Irrlicht scenes": {
			"circles and splines, straight between their keys": one(written("made.irr", irrlicht), report.LostInterpolation, "1 paths"),
			"animators of textures, cameras and collisions":    one(written("made.irr", irrlicht), report.LeftOut, "its 1 animators"),
		},
	}
}

func stillLeftCases() map[string]map[string][]leftCase {
	return map[string]map[string][]leftCase{
		"Wavefront":   {"curves and surfaces of free form": {{written("made.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\ncstype bezier\ndeg 2\ncurv 0 1 1 2 3\nparm u 0 1\nend\n"), report.NoTriangles, "its 1 curves"}}},
		"AutoCAD DXF": {"arcs, curves, solids and texts": {{written("made.dxf", "0\nSECTION\n2\nENTITIES\n0\n3DFACE\n8\n0\n10\n0\n20\n0\n30\n0\n11\n1\n21\n0\n31\n0\n12\n0\n22\n1\n32\n0\n13\n0\n23\n1\n33\n0\n0\nCIRCLE\n8\n0\n10\n0\n20\n0\n30\n0\n40\n1\n0\nENDSEC\n0\nEOF\n"), report.NoTriangles, "its 1 arcs"}}},
		"3MF":         {"pictures": {{pictured3MF, report.MissingTexture, "its 2 pictures"}}},
	}
}

// beyondGLTF is a glTF file with two cameras, three lights and an extension that is not known.
func beyondGLTF(t *testing.T) string {
	return store(t, "made.gltf", keyedFile(func(f object) {
		f["extensionsUsed"] = []any{"VENDOR_feathers", "KHR_lights_punctual"}
		f["cameras"] = []any{object{"type": "perspective", "perspective": object{"yfov": 1, "znear": 1}}, object{"type": "perspective", "perspective": object{"yfov": 2, "znear": 1}}}
		nodes := f["nodes"].([]any)
		for k := range 2 {
			nodes = append(nodes, object{"name": fmt.Sprint("camera", k), "camera": k})
		}
		for k := range 3 {
			nodes = append(nodes, object{"name": fmt.Sprint("light", k), "extensions": object{"KHR_lights_punctual": object{"light": k}}})
		}
		f["nodes"] = nodes
		scene := f["scenes"].([]any)[0].(object)
		for k := len(nodes) - 5; k < len(nodes); k++ {
			scene["nodes"] = append(scene["nodes"].([]any), k)
		}
		light := object{"type": "point"}
		f["extensions"] = object{"KHR_lights_punctual": object{"lights": []any{light, light, light}}}
	}))
}

// layeredFBX is an FBX file with curves on two layers.
func layeredFBX(t *testing.T) string {
	f := arm()
	layer := f.AddLayer("BlendMode=1", "Weight=60")
	turn := fbxfile.Keyed(fbxfile.Auto, [4]float32{}, 0, 0, 1, 50, 2, -20, 3, 10)
	f.Drive(9001, lowerID, "Lcl Rotation", exact.Vec{3, 4, 5}, map[string]fbxfile.Curve{"X": turn})
	f.Drive(layer, lowerID, "Lcl Rotation", exact.Vec{}, map[string]fbxfile.Curve{"Y": turn})
	return f.Write(t)
}

// shearedX is a DirectX file with a matrix key that shears.
func shearedX(t *testing.T) string {
	sheared := exact.Identity()
	sheared[1] = 0.25
	return matrixKeys(t, []exact.Matrix{exact.Identity(), sheared})
}

// lightBones is a LightWave scene with a bone, and an item on a curve.
func lightBones(t *testing.T) string {
	const envelope = "{ Envelope\n 3\n Key 0 0 5 0 0 0.2 1 0 0\n Key 3 1 5 -0.3 1 0.2 4 0 0\n Key 5 2 5 -0.1 2 0 0 0 0\n Behaviors 1 1\n}\n"
	return store(t, "made.lws", []byte("LWSC\n3\nFirstFrame 0\nLastFrame 60\nFramesPerSecond 30\nAddNullObject A\nNumChannels 9\nChannel 0\n"+envelope+"AddBone\nBoneName b\n"))
}

// mappedLWO is an installed object of LightWave with two morph maps, a weight map, bones and curves behind it.
func mappedLWO(t *testing.T) string {
	data, err := os.ReadFile(installed("LWO/LWO2/concave_polygon.lwo")(t))
	must.Do(t, err)
	for _, c := range [][2]string{{"VMAP", "MORF\x00\x03smile\x00"}, {"VMAP", "SPOT\x00\x03frown\x00"}, {"VMAP", "WGHT\x00\x01arm\x00"}, {"POLS", "BONE"}, {"POLS", "CURV"}} {
		data = append(binary.BigEndian.AppendUint32(append(data, c[0]...), uint32(len(c[1]))), c[1]...)
	}
	binary.BigEndian.PutUint32(data[4:], uint32(len(data)-8))
	return store(t, "made.lwo", data)
}

// droppedCSM is a recording of two markers of which one is missing in two of four frames.
func droppedCSM(t *testing.T) string {
	return store(t, "made.csm", []byte("$Filename made.csm\n$Actor a\n$FirstFrame 1\n$LastFrame 4\n$Rate 60.000\n\n$Order\nC7 T10 \n\n$Points\n1 1 2 3 4 5 6\n2 1 2 4 DROPOUT\n3 1 2 5 dropout DROPOUT DROPOUT\n4 1 2 6 4 5 9\n"))
}

// posedOgre is an Ogre mesh with a pose, two animations of vertices, and a skeleton that is not there.
func posedOgre(t *testing.T) string {
	const more = `<skeletonlink name="Body.skeleton" /><poses><pose target="submesh" index="0" name="smile"><poseoffset index="1" x="0" y="0" z="1"/><poseoffset index="2" x="0" y="0" z="1"/></pose></poses>` +
		`<animations><animation name="talk" length="2"/><animation name="wink" length="1"/></animations>`
	return store(t, "made.mesh.xml", []byte(strings.Replace(ogreMesh, "LINK", more, 1)))
}

const smdHead = "version 1\nnodes\n0 \"root\" -1\nend\nskeleton\ntime 0\n0 0 0 0 0 0 0\n"
const smdTriangle = "end\ntriangles\nskin\n0 0 0 0 0 0 1 0 0\n0 1 0 0 0 0 1 1 0\n0 0 1 0 0 0 1 0 1\nend\n"

func flexedSMD(t *testing.T) string {
	return store(t, "made.smd", []byte(smdHead+smdTriangle+"vertexanimation\ntime 0\n0 0 0 0 0 0 1\ntime 1\n0 0 0 1 0 0 1\nend\n"))
}

func movingSMD(t *testing.T) string {
	return store(t, "made.smd", []byte(smdHead+"time 1\n0 1 0 0 0 0 0\ntime 2\n0 2 0 0 0 0 0\n"+smdTriangle))
}

// tracked3DS is an installed 3DS file with a track of a kind, of one key, in its last node.
func tracked3DS(kind uint16) func(t *testing.T) string {
	return func(t *testing.T) string {
		data, err := os.ReadFile(installed("3DS/TargetCameraAnim.3ds")(t))
		must.Do(t, err)
		const keyframer, node = 515, 109 // sizes of the chunks that end with the file
		track := binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint16(nil, kind), 20)
		track = append(track, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0)
		for _, at := range []int{0, len(data) - keyframer, len(data) - node} {
			binary.LittleEndian.PutUint32(data[at+2:], binary.LittleEndian.Uint32(data[at+2:])+uint32(len(track)))
		}
		return store(t, "made.3ds", append(data, track...))
	}
}

func madePMX(t *testing.T) string { return store(t, "made.pmx", pmx()) }

// movingOGEX is an installed OpenGEX file with an animation, a skin and a morph target.
func movingOGEX(t *testing.T) string {
	data, err := os.ReadFile(installed("OpenGEX/Example.ogex")(t))
	must.Do(t, err)
	return store(t, "made.ogex", append(data, "\nAnimation\n{\n\tKey {float {0.0}}\n}\n\nSkin\n{\n\tKey {float {0.0}}\n}\n\nMorph\n{\n\tKey {float {0.0}}\n}\n"...))
}

// humanX3D is an installed X3D file with a humanoid.
func humanX3D(t *testing.T) string {
	data, err := os.ReadFile(installed("X3D/ComputerKeyboard.x3d")(t))
	must.Do(t, err)
	return store(t, "made.x3d", bytes.Replace(data, []byte("</Scene>"), []byte("<HAnimHumanoid DEF='h' name='h'></HAnimHumanoid></Scene>"), 1))
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

// solidCollada is a Collada file with a spline, a convex mesh and a rigid body.
func solidCollada(t *testing.T) string {
	data, err := os.ReadFile(curvedCollada(t))
	must.Do(t, err)
	const more = `<library_geometries><geometry id="hull"><convex_mesh convex_hull_of="#g"/></geometry><geometry id="path"><spline closed="0"><control_vertices/></spline></geometry></library_geometries>` +
		`<library_physics_models><physics_model id="m"><rigid_body sid="r"><technique_common/></rigid_body></physics_model></library_physics_models>`
	return store(t, "made.dae", bytes.Replace(data, []byte("<library_visual_scenes>"), []byte(more+"<library_visual_scenes>"), 1))
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

// pmx is a triangle of MikuMikuDance with a spherical vertex, a chain of inverse kinematics, a bone that
// takes over another's motion, a morph and a rigid body.
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
	for k, flags := range []uint16{0, 0x120} {
		text(fmt.Sprint("bone", k))
		text("")
		put([3]float32{0, float32(k), 0}, int8(k-1), int32(0), flags, [3]float32{0, 1, 0})
		if flags != 0 {
			put(byte(0), float32(0.5))
			put(byte(0), int32(40), float32(1), int32(1), []byte{0, 0})
		}
	}
	put(int32(1)) // morphs
	text("smile")
	text("")
	put([]byte{4, 1}, int32(1), byte(2), [3]float32{0, 1, 0})
	put(int32(0), int32(1)) // frames, bodies
	text("body")
	text("")
	put([]byte{0, 0}, uint16(0), byte(0), [9]float32{1, 1, 1}, [5]float32{1}, byte(0))
	put(int32(0)) // joints
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
