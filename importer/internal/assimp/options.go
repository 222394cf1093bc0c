package assimp

import (
	"fmt"

	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/native/assimp"
)

// Options make libassimp keep the helper nodes of FBX pivots and the names of Collada files, and
// add no meshes for skeletons.
func Options(o *scene.Settings) assimp.Options {
	flags := assimp.Triangulate | assimp.GenSmoothNormals | assimp.SortByPType
	if o.SkipMeshes {
		flags = 0
	}
	return assimp.Options{
		Flags: flags,
		Properties: []assimp.Property{
			assimp.Int("IMPORT_FBX_PRESERVE_PIVOTS", 1),
			assimp.Int("IMPORT_COLLADA_USE_COLLADA_NAMES", 1),
			assimp.Int("IMPORT_NO_SKELETON_MESHES", 1),
		},
	}
}

// Supported reports whether files with this extension can be imported.
func Supported(ext string) bool { return ext != "" && assimp.IsSupported(ext) }

// Version returns libassimp's version without the patch number, which is often that of an older
// release.
func Version() string {
	major, minor, _ := assimp.Version()
	return fmt.Sprintf("assimp %d.%d", major, minor)
}
