package scene

import (
	"slices"

	"github.com/sinew-anim/sinew/importer/internal/source"
	"github.com/sinew-anim/sinew/importer/report"
)

// Input is shared by all passes: the open scene, the file, the settings, and the report, to which
// passes add findings.
type Input struct {
	*source.File
	Settings *Settings
	Report   *report.Report
	Ext      string // of the format: "glb" for a .vrm, "dae" for a packed file that can be read
	Scene    *Scene
	Tree     *Tree // set by Format.ReadNodes
}

// NamesAreURIs reports whether the format refers to other files by URI.
func (in *Input) NamesAreURIs() bool {
	return slices.Contains([]string{"gltf", "glb", "vrm", "vrma"}, in.Ext)
}
