package importer

import "slices"

// fileFormat says what an import gives of a format's files. Whatever is approximated or left in a file
// is a finding with its size.
type fileFormat struct {
	Name         string
	Extensions   []string
	Reader       string
	Read         string
	Approximated []string
	Left         []string
	Untested     bool // a finding says so of each file
}

// Readers of formats.
const (
	ownReader    = "Sinew"
	bothReaders  = "libassimp and Sinew"
	otherLibrary = "libassimp"
)

// fileFormats is the table of the formats that are read, from which the documentation's derives.
func fileFormats() []fileFormat {
	return append(movingFormats(), stillFormats()...)
}

// movingFormats are the formats that can hold skeletons, clips or morph targets.
func movingFormats() []fileFormat {
	const geometry = "meshes and materials"
	return []fileFormat{
		{Name: "glTF 2.0, VRM, VRMA", Extensions: []string{"gltf", "glb", "vrm", "vrma"}, Reader: ownReader,
			Read: "everything, compressed by meshoptimizer and Draco too", Left: []string{"extensions that are not known", "cameras", "lights"}},
		{Name: "glTF 1.0", Extensions: []string{"gltf", "glb"}, Reader: otherLibrary, Read: geometry + " that shaders do not define", Left: []string{"skins", "animations"}},
		{Name: "FBX 7.1 and later", Extensions: []string{"fbx"}, Reader: bothReaders,
			Read: "curves, tangents, extrapolation, layers, inherited scale, takes, skins, skinning types, shapes, custom properties", Approximated: []string{"curves, within a bound", "layers that are not additive"}, Left: []string{"point caches"}},
		{Name: "Collada", Extensions: []string{"dae", "zae"}, Reader: bothReaders,
			Read: "curves, takes, transforms element by element, skins, morph targets", Approximated: []string{"curves, within a bound"}, Left: []string{"splines, convex meshes and solids", "rigid bodies"}},
		{Name: "MD5", Extensions: []string{"md5mesh", "md5anim", "md5camera"}, Reader: bothReaders, Read: "meshes, skins, clips, the frame rate"},
		{Name: "BVH", Extensions: []string{"bvh"}, Reader: ownReader, Approximated: []string{"the unit, guessed"},
			Read: "every spelling that Blender or three.js reads; several roots, channels in any number and order, recordings that were cut off"},
		{Name: "DirectX", Extensions: []string{"x"}, Reader: bothReaders, Read: "meshes, skins, clips, matrix keys that mirror or flatten", Approximated: []string{"matrix keys that shear, without it"}},
		{Name: "Blitz3D", Extensions: []string{"b3d"}, Reader: otherLibrary, Read: "meshes, skins, one clip"},
		{Name: "3ds Max ASE", Extensions: []string{"ase", "ask"}, Reader: otherLibrary, Read: "meshes, skins, clips",
			Approximated: []string{"TCB and Bézier curves, straight between their keys"}},
		{Name: "LightWave scenes", Extensions: []string{"lws", "mot"}, Reader: bothReaders,
			Read: "objects; envelopes of every shape and behavior", Approximated: []string{"envelopes, within a bound"}, Left: []string{"bones"}},
		{Name: "LightWave objects", Extensions: []string{"lwo", "lxo"}, Reader: otherLibrary, Read: geometry,
			Approximated: []string{"patches, as their cages"}, Left: []string{"morph maps", "weight maps", "bones", "envelopes", "curves"}},
		{Name: "CharacterStudio motion", Extensions: []string{"csm"}, Reader: otherLibrary, Read: "markers and their motion", Approximated: []string{"positions that dropped out, straight between others"}},
		{Name: "Ogre", Extensions: []string{"mesh", "xml"}, Reader: bothReaders,
			Read: "meshes, skins, clips", Left: []string{"poses", "animations of vertices", "a skeleton that is not beside the mesh"}},
		{Name: "Valve SMD, VTA", Extensions: []string{"smd", "vta"}, Reader: otherLibrary, Read: "meshes, skins, clips", Approximated: []string{"the rate, assumed"}, Left: []string{"frames of vertices (flexes)"}},
		{Name: "3D Studio", Extensions: []string{"3ds", "prj"}, Reader: otherLibrary, Read: "meshes, clips of nodes",
			Approximated: []string{"splines (TCB), straight between their keys"}, Left: []string{"morphs", "visibility"}},
		{Name: "MilkShape", Extensions: []string{"ms3d"}, Reader: otherLibrary, Read: "meshes, skins, clips"},
		{Name: "Half-Life, Quake and 3D GameStudio MDL", Extensions: []string{"mdl"}, Reader: otherLibrary,
			Read: "Half-Life: meshes, skins, clips; others: meshes", Left: []string{"bone controllers", "frames of vertices"}},
		{Name: "Quake II, III and Return to Castle Wolfenstein", Extensions: []string{"md2", "md3", "mdc"}, Reader: otherLibrary, Read: "meshes", Left: []string{"frames of vertices"}},
		{Name: "Inter-Quake", Extensions: []string{"iqm"}, Reader: otherLibrary, Read: "meshes", Left: []string{"skins and clips, where libassimp is older"}},
		{Name: "Unreal", Extensions: []string{"3d", "uc"}, Reader: otherLibrary, Read: "meshes", Left: []string{"frames of vertices"}},
		{Name: "3D GameStudio terrain", Extensions: []string{"hmp"}, Reader: otherLibrary, Read: "meshes", Left: []string{"frames of vertices"}},
		{Name: "Blender up to 2.7", Extensions: []string{"blend"}, Reader: otherLibrary, Read: geometry, Left: []string{"armatures", "actions", "shape keys", "curves"}},
		{Name: "MikuMikuDance", Extensions: []string{"pmx"}, Reader: otherLibrary, Read: "meshes, skins",
			Approximated: []string{"spherical skinning, as linear"}, Left: []string{"morphs", "inverse kinematics", "appended motion", "rigid bodies"}},
		{Name: "OpenGEX", Extensions: []string{"ogex"}, Reader: otherLibrary, Read: geometry, Left: []string{"animations", "skins", "morph targets"}},
		{Name: "X3D, VRML", Extensions: []string{"x3d", "x3db", "wrl"}, Reader: otherLibrary, Read: geometry, Left: []string{"interpolators", "humanoids (HAnim)"}},
		{Name: "Irrlicht scenes", Extensions: []string{"irr"}, Reader: otherLibrary, Read: "meshes, animators of nodes",
			Approximated: []string{"circles and splines, straight between their keys"}, Left: []string{"animators of textures, cameras and collisions"}},
	}
}

// stillFormats are the formats that hold surfaces alone, and those that no test reads.
func stillFormats() []fileFormat {
	const geometry = "meshes and materials"
	return []fileFormat{
		{Name: "Wavefront", Extensions: []string{"obj"}, Reader: otherLibrary, Read: geometry, Left: []string{"curves and surfaces of free form"}},
		{Name: "AutoCAD DXF", Extensions: []string{"dxf"}, Reader: otherLibrary, Read: "faces, polylines, blocks", Left: []string{"arcs, curves, solids and texts"}},
		{Name: "3MF", Extensions: []string{"3mf"}, Reader: otherLibrary, Read: geometry, Left: []string{"pictures"}},
		{Name: "surfaces alone", Reader: otherLibrary, Read: geometry,
			Extensions: []string{"ac", "ac3d", "acc", "amf", "cob", "enff", "irrmesh", "ndo", "nff", "off", "ply", "q3o", "q3s", "raw", "scn", "sib", "stl", "ter", "xgl", "zgl"}},
		{Name: "others that a libassimp may read", Reader: otherLibrary, Read: "what libassimp gives", Left: []string{"not known"}, Untested: true,
			Extensions: []string{"a3d", "assbin", "bsp", "c4d", "ifc", "ifczip", "m3d", "pk3", "step", "stp", "usd", "usda", "usdc", "usdz"}},
	}
}

// isTested reports whether tests read a format, so that what an import leaves of its files is known.
func isTested(extension string) bool {
	return slices.ContainsFunc(fileFormats(), func(f fileFormat) bool { return !f.Untested && slices.Contains(f.Extensions, extension) })
}
