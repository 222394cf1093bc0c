package left

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/importer/report"
)

// found lists the losses of a file as "kind: text".
func found(extension string, data []byte, has Has) (list []string) {
	for _, l := range Find(extension, func() ([]byte, error) { return data, nil }, has) {
		list = append(list, fmt.Sprintf("%s: %s", l.Kind, l.Text))
	}
	return list
}

// blendFile is a Blender file of empty and other blocks.
func blendFile(pointer, endian byte, codes ...string) []byte {
	var order binary.AppendByteOrder = binary.LittleEndian
	if endian == 'V' {
		order = binary.BigEndian
	}
	width := 8
	if pointer == '_' {
		width = 4
	}
	data := append([]byte("BLENDER"), pointer, endian, '2', '7', '9')
	for k, code := range codes {
		data = append(append(data, code...), make([]byte, 4-len(code))...)
		data = order.AppendUint32(data, uint32(3*k))
		data = append(data, make([]byte, width+8+3*k)...)
	}
	return data
}

func squeezed(data []byte) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = z.Write(data)
	_ = z.Close()
	return b.Bytes()
}

// chunk3DS is a chunk of a 3DS file.
func chunk3DS(kind uint16, body ...[]byte) []byte {
	all := slices.Concat(body...)
	return append(binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint16(nil, kind), uint32(len(all)+6)), all...)
}

// track3DS is a track of some keys, the last with some parameters.
func track3DS(kind uint16, keys, size, parameters int) []byte {
	body := binary.LittleEndian.AppendUint32(make([]byte, 10), uint32(keys))
	for k := range keys {
		flags, given := uint16(0), 0
		if k == keys-1 {
			flags, given = 1<<parameters-1, parameters
		}
		body = binary.LittleEndian.AppendUint16(binary.LittleEndian.AppendUint32(body, uint32(k)), flags)
		body = append(body, make([]byte, 4*given+size)...)
	}
	return chunk3DS(kind, body)
}

func file3DS(tracks ...[]byte) []byte {
	return chunk3DS(0x4d4d, chunk3DS(0x3d3d, make([]byte, 40)), chunk3DS(0xb000, chunk3DS(0xb002, tracks...)))
}

// chunkIFF is a chunk of an IFF file.
func chunkIFF(kind, body string) string {
	text := kind + string(binary.BigEndian.AppendUint32(nil, uint32(len(body)))) + body
	if len(body)%2 > 0 {
		text += "\x00"
	}
	return text
}

// header is a file of 32-bit words, of which some have values.
func header(magic string, words int, values map[int]uint32) []byte {
	data := append([]byte(magic), make([]byte, 4*words)...)
	for at, v := range values {
		binary.LittleEndian.PutUint32(data[at:], v)
	}
	return data
}

func TestFind(t *testing.T) {
	mdl7 := header("MDL7", 60, map[int]uint32{8: 2, 48 + 2*20 + 40: 9})
	binary.LittleEndian.PutUint16(mdl7[28:], 20)
	for name, c := range map[string]struct {
		extension string
		data      []byte
		has       Has
		want      []string
	}{
		"blend":                  {"blend", blendFile('-', 'v', "ME", "AR", "AC", "AR", "KE", "CU", "ENDB"), Has{}, []string{"lost-skin: its 2 armature", "left-out: its 1 action", "invalid-morph-target: the shape keys of 1", "no-triangles: its 1 curves"}},
		"blend of 32 bits":       {"blend", blendFile('_', 'v', "AC", "ME", "IP", "ENDB"), Has{}, []string{"left-out: its 2 action"}},
		"blend of a PowerPC":     {"blend", blendFile('_', 'V', "ME", "ME", "KE", "MB", "ENDB"), Has{}, []string{"invalid-morph-target: the shape keys of 1", "no-triangles: its 1"}},
		"blend, compressed":      {"blend", squeezed(blendFile('-', 'v', "ME", "AR", "ENDB")), Has{}, []string{"lost-skin: its 1 armature"}},
		"blend, nothing lost":    {"blend", blendFile('-', 'v', "ME", "OB", "ENDB"), Has{}, nil},
		"blend, read by another": {"blend", blendFile('-', 'v', "AR", "AC", "KE"), Has{Bones: true, Clips: true, Morphs: true}, nil},
		"blend that breaks off":  {"blend", blendFile('-', 'v', "AR", "AC")[:40], Has{}, []string{"lost-skin: its 1"}},
		"3DS of splines":         {"3ds", file3DS(track3DS(0xb020, 5, 12, 0), track3DS(0xb021, 3, 16, 2)), Has{Clips: true}, []string{"lost-interpolation: 2 curves of 8 keys"}},
		"3DS, two keys":          {"3ds", file3DS(track3DS(0xb020, 2, 12, 0), track3DS(0xb022, 1, 12, 0)), Has{Clips: true}, nil},
		"3DS, eased":             {"prj", file3DS(track3DS(0xb021, 2, 16, 5)), Has{Clips: true}, []string{"lost-interpolation: 1 curves of 2 keys"}},
		"3DS, morphs":            {"3ds", file3DS(track3DS(0xb026, 2, 10, 0), track3DS(0xb029, 1, 0, 0)), Has{}, []string{"left-out: its 2 tracks"}},
		"LWO":                    {"lwo", []byte("FORM\x00\x00\x00\x00LWO2" + chunkIFF("PNTS", "odd") + chunkIFF("VMAP", "MORF\x00\x03smile") + chunkIFF("VMAP", "SPOTx") + chunkIFF("VMAP", "WGHTx") + chunkIFF("POLS", "BONE")), Has{}, []string{"invalid-morph-target: its 2 morph", "lost-skin: its 1 weight", "lost-skin: its 1 list(s) of bones"}},
		"LWO, patches":           {"lwo", []byte("FORM\x00\x00\x00\x00LWO2" + chunkIFF("POLS", "PTCH") + chunkIFF("ENVL", "abcd") + chunkIFF("POLS", "CURV")), Has{}, []string{"lost-material: its 1 envelopes", "no-triangles: its 1 list(s) of patches", "no-triangles: its 1 list(s) of curves"}},
		"LWO, faces":             {"lxo", []byte("FORM\x00\x00\x00\x00LWO2" + chunkIFF("POLS", "FACE") + chunkIFF("VMAP", "TXUV")), Has{}, nil},
		"MDL of Quake":           {"mdl", header("IDPO", 30, map[int]uint32{68: 12}), Has{}, []string{"vertex-frames: its 12 frames"}},
		"MDL4":                   {"mdl", header("MDL4", 30, map[int]uint32{68: 3}), Has{}, []string{"vertex-frames: its 3 frames"}},
		"MDL7":                   {"mdl", mdl7, Has{}, []string{"vertex-frames: its 9 frames"}},
		"MDL of Half-Life":       {"mdl", header("IDST", 60, map[int]uint32{148: 4}), Has{Clips: true}, []string{"left-out: its 4 bone controllers"}},
		"MD2":                    {"md2", header("IDP2", 30, map[int]uint32{40: 198}), Has{}, []string{"vertex-frames: its 198 frames"}},
		"MD3, one frame":         {"md3", header("IDP3", 30, map[int]uint32{76: 1}), Has{}, nil},
		"HMP":                    {"hmp", header("HMP5", 30, map[int]uint32{68: 2}), Has{}, []string{"vertex-frames: its 2 frames"}},
		"VTA":                    {"vta", []byte("version 1\nnodes\nend\nskeleton\ntime 0\ntime 1\nend\nvertexanimation\n  time 0\n0 0 0 0 0 0 1\r\n  time 1\r\n0 1 0 0 0 0 1\ntime 2\n0 1 0 0 0 0 1\nend\n"), Has{}, []string{"vertex-frames: its 3 frames"}},
		"SMD of a skeleton":      {"smd", []byte("version 1\nskeleton\ntime 0\n0 0 0 0 0 0 0\ntime 1\n0 0 0 0 0 0 0\nend\n"), Has{}, nil},
		"X3D":                    {"x3d", []byte("<Scene><PositionInterpolator DEF='a' key='0 1'/><CoordinateInterpolator>\n</CoordinateInterpolator><HAnimHumanoid name='b'></HAnimHumanoid></Scene>"), Has{}, []string{"left-out: its 2 interpolators", "lost-skin: its 1 humanoids"}},
		"VRML":                   {"wrl", []byte("#VRML V2.0 utf8\nDEF p OrientationInterpolator { key [0 1] }\nDEF q PositionInterpolator2D{ }\n"), Has{}, []string{"left-out: its 2 interpolators"}},
		"X3D that plays":         {"x3d", []byte("<PositionInterpolator/>"), Has{Clips: true}, nil},
		"X3D at rest":            {"x3d", []byte("<Scene><Shape/><TimeSensor/></Scene>"), Has{}, nil},
		"Irrlicht":               {"irr", []byte(`<string name="Type" value="followSpline" /><string name="Type" value="rotation" /><string name="Type" value="cameraFPS" />`), Has{}, []string{"lost-interpolation: 1 paths", "left-out: its 1 animators"}},
		"Irrlicht of Windows":    {"irr", []byte("\xff\xfe" + strings.Join(strings.Split(`<a name="Type" value="flyCircle"/>`, ""), "\x00") + "\x00"), Has{}, []string{"lost-interpolation: 1 paths"}},
		"Irrlicht, straight":     {"irr", []byte(`<string name="Type" value="rotation" /><enum name="Type" value="solid" />`), Has{}, nil},
		"OpenGEX":                {"ogex", []byte("Animation (begin = 0.0)\n{\n}\nAnimation $a {}\nSkin\n{}\nMorph %m (index = 1) {}\n"), Has{}, []string{"left-out: its 2 animations", "lost-skin: its 1 skins", "invalid-morph-target: its 1 morph"}},
		"OpenGEX, names alone":   {"ogex", []byte(`GeometryNode $n {Name {string {"Animation"}} Name {string {"Skin of a fox"}}}`), Has{}, nil},
		"Collada":                {"dae", []byte("<COLLADA><geometry><spline closed='0'/></geometry><c:convex_mesh convex_hull_of='#g'/><brep>\n</brep><rigid_body sid='a'></rigid_body><instance_rigid_body/><splines/></COLLADA>"), Has{}, []string{"no-triangles: its 3 splines", "lost-control: its 1 rigid bodies"}},
		"Collada, meshes":        {"zae", []byte("<COLLADA><mesh><triangles/></mesh></COLLADA>"), Has{}, nil},
		"OBJ":                    {"obj", []byte("v 0 0 0\ncurv 0 1 1 2\nsurf 0 1 0 1 1 2\ncurv2 1 2\nsurface\n"), Has{}, []string{"no-triangles: its 3 curves"}},
		"OBJ of faces":           {"obj", []byte("v 0 0 0\ns 1\nusemtl curv \nf 1 1 1\n"), Has{}, nil},
		"DXF":                    {"dxf", []byte("  0\r\nCIRCLE\r\n  8\r\n0\r\n  0\r\n3DFACE\r\n  0\r\nSPLINE\r\n"), Has{}, []string{"no-triangles: its 2 arcs"}},
		"glTF 1.0":               {"gltf", []byte(`{"skins":{"a":{}},"animations":{"b":{},"c":{}}}`), Has{}, []string{"lost-skin: its 1 skin", "left-out: its 2 animation"}},
		"glTF 1.0, binary":       {"glb", append(header("glTF", 4, map[int]uint32{4: 1, 12: 20}), `{"skins":{"a":null}}`...), Has{}, []string{"lost-skin: its 1 skin"}},
		"glTF 2.0 by another":    {"gltf", []byte(`{"skins":[{}],"animations":[{}]}`), Has{}, nil},
		"a format of surfaces":   {"stl", []byte("solid"), Has{}, nil},
		"IQM":                    {"iqm", header("INTERQUAKEMODEL\x00", 40, map[int]uint32{68: 7, 84: 2, 92: 30}), Has{}, []string{"lost-skin: its 7 joints", "left-out: its 2 animation(s) of 30 frames"}},
	} {
		t.Run(name, func(t *testing.T) {
			have := found(c.extension, c.data, c.has)
			if !slices.EqualFunc(have, c.want, strings.HasPrefix) {
				t.Errorf("%q, want %q", have, c.want)
			}
		})
	}
	if list := Find("blend", func() ([]byte, error) { return nil, errors.New("gone") }, Has{}); list != nil {
		t.Errorf("of a file that is gone: %v", list)
	}
}

// pmxFile1 is a model of MikuMikuDance with one thing of each kind, and indices of some bytes.
func pmxFile1(index int) []byte {
	var b bytes.Buffer
	put := func(values ...any) {
		for _, v := range values {
			_ = binary.Write(&b, binary.LittleEndian, v)
		}
	}
	at := func(n int) []byte { return make([]byte, n*index) }
	text := func(list ...string) {
		for _, s := range list {
			put(int32(len(s)), []byte(s))
		}
	}
	i := byte(index)
	b.WriteString("PMX ")
	put(float32(2.1), []byte{8, 0, 1, i, i, i, i, i, i})
	text("a", "b", "", "a longer comment")
	put(int32(5))
	for kind := range byte(5) {
		put([12]float32{}, kind)
		switch kind {
		case 0:
			put(at(1))
		case 1:
			put(at(2), float32(1))
		case 2, 4:
			put(at(4), [4]float32{})
		case 3:
			put(at(2), [10]float32{})
		}
		put(float32(1))
	}
	put(int32(3), at(3), int32(1))
	text("skin.png")
	put(int32(2))
	for toon := range byte(2) {
		text("m", "")
		put([11]float32{}, byte(0), [5]float32{}, at(2), byte(0), toon)
		if toon == 1 {
			put(byte(3))
		} else {
			put(at(1))
		}
		text("memo")
		put(int32(3))
	}
	put(int32(3))
	for _, flags := range []uint16{0, 0x21, 0x0f00 | 0x2000} {
		text("bone", "")
		put([3]float32{}, at(1), int32(0), flags)
		if flags&1 != 0 {
			put(at(1))
		} else {
			put([3]float32{})
		}
		if flags&0x300 != 0 {
			put(at(1), float32(1), [3]float32{}, [6]float32{}, int32(0))
		}
		if flags&0x20 != 0 {
			put(at(1), int32(4), float32(1), int32(2), at(1), byte(0), at(1), byte(1), [6]float32{})
		}
	}
	sizes := [][]byte{append(at(1), make([]byte, 4)...), append(at(1), make([]byte, 12)...), append(at(1), make([]byte, 28)...)}
	put(int32(len(sizes)))
	for kind, of := range sizes {
		text("morph", "")
		put(byte(4), byte(kind), int32(2), of, of)
	}
	put(int32(1))
	text("frame", "")
	put(byte(0), int32(2), byte(0), at(1), byte(1), at(1))
	put(int32(1), make([]byte, 200))
	return b.Bytes()
}

func TestPMX(t *testing.T) {
	want := []string{"lost-skin: its 3 bones", "skinning-type: 2 vertices", "lost-control: its 1 chains", "lost-control: 1 bones", "invalid-morph-target: its 3 morphs", "lost-control: its 1 rigid"}
	for _, index := range []int{1, 2, 4} {
		data := pmxFile1(index)
		if have := found("pmx", data, Has{}); !slices.EqualFunc(have, want, strings.HasPrefix) {
			t.Errorf("indices of %d bytes: %q, want %q", index, have, want)
		}
		if have := found("pmx", data, Has{Bones: true, Morphs: true}); len(have) != len(want)-2 {
			t.Errorf("of what is read: %q", have)
		}
		for n := range len(data) {
			found("pmx", data[:n], Has{}) // which ends
		}
	}
}

// FuzzFind holds that nothing panics, and that no count is larger than the file.
func FuzzFind(f *testing.F) {
	extensions := strings.Fields("mdl md2 iqm blend 3ds lwo pmx smd x3d irr ogex obj dxf 3mf gltf glb")
	for k, data := range [][]byte{header("IDPO", 30, map[int]uint32{68: math.MaxUint32}), pmxFile1(1), blendFile('-', 'v', "AR"), file3DS(track3DS(0xb020, 5, 12, 0)), []byte("FORM1234LWO2VMAP\xff\xff\xff\xffMORF")} {
		f.Add(byte(k), data)
	}
	f.Fuzz(func(t *testing.T, which byte, data []byte) {
		for _, l := range Find(extensions[int(which)%len(extensions)], func() ([]byte, error) { return data, nil }, Has{}) {
			if l.Kind == "" || l.Text == "" || l.Kind == report.MoreFindings {
				t.Errorf("%+v", l)
			}
		}
	})
}
