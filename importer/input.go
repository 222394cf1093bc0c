package importer

import (
	"github.com/sinew-anim/sinew/importer/internal/source"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/native/assimp"
)

// input is what every pass may read: the open scene, the file behind it for what
// libassimp gets wrong, the settings, and the report, to which passes add
// findings.
type input struct {
	*source.File
	opt    *settings
	report *report.Report
	ext    string // of the format: "glb" of a .vrm, "dae" of a packed file that can be read
	scene  *assimp.Scene
	tree   *tree                                       // once it is read
	reopen func(assimp.Options) (*assimp.Scene, error) // imports the file again
}

// namesAreURIs reports whether the file names other files by URIs.
func (in *input) namesAreURIs() bool { return in.ext == "gltf" || in.ext == "glb" }
