package source

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
)

// exporters are programs that write FBX or glTF, by the extensions of their own files.
var exporters = []struct {
	extensions []string
	program    string
}{
	{[]string{"max"}, "3ds Max"}, {[]string{"ma", "mb"}, "Maya"}, {[]string{"c4d"}, "Cinema 4D"}, {[]string{"hip", "hipnc", "bgeo"}, "Houdini"},
	{[]string{"skp"}, "SketchUp"}, {[]string{"zpr", "ztl"}, "ZBrush"}, {[]string{"usd", "usda", "usdc", "usdz", "abc", "pmd", "vmd", "blend1"}, "Blender"},
	{[]string{"unitypackage", "prefab"}, "Unity, by its FBX Exporter,"}, {[]string{"uasset", "umap", "psk", "psa"}, "Unreal"},
	{[]string{"scn", "tscn", "res"}, "Godot"}, {[]string{"c3d", "trc", "htr", "asf", "amc"}, "Blender or MotionBuilder"},
}

// studioMagic begins a compiled model of Half-Life or of the Source engine; libassimp reads version
// 10, that of Half-Life.
const studioMagic, studioRead = "IDST", 10

// WayOut says how a user gets a file that is not read into one that is, or returns "". head is the
// begin of the file.
func WayOut(extension string, head []byte) string {
	switch extension {
	case "blend":
		return `let Blender export it: blender -b FILE.blend --python-expr "import bpy; bpy.ops.export_scene.gltf(filepath='FILE.glb')"`
	case "mdl":
		if !bytes.HasPrefix(head, []byte(studioMagic)) || len(head) < 8 {
			return "models of Quake, Half-Life and 3D GameStudio are read"
		}
		if v := binary.LittleEndian.Uint32(head[4:]); v != studioRead {
			return fmt.Sprintf("it has version %d, of the Source engine: decompile it, for example with Crowbar, and read the .smd", v)
		}
	case "fbx":
		return "if Blender or Autodesk's FBX Converter opens it, let it export the file again"
	case "iqm":
		return "let Blender import it by the IQM add-on, and export glTF"
	}
	for _, e := range exporters {
		if slices.Contains(e.extensions, extension) {
			return e.program + " exports FBX or glTF, which are read"
		}
	}
	return ""
}
