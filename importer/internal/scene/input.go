package scene

import (
	"slices"

	"github.com/sinew-anim/sinew/importer/internal/source"
	"github.com/sinew-anim/sinew/importer/report"
)

// Input is what every pass may read: the open scene, the file behind it, the settings, and the report, to which passes add
// findings.
type Input struct {
	*source.File
	Settings *Settings
	Report   *report.Report
	Ext      string // of the format: "glb" of a .vrm, "dae" of a packed file that can be read
	Scene    *Scene
	Tree     *Tree // once it is read
}

// NamesAreURIs reports whether the file names other files by URIs.
func (in *Input) NamesAreURIs() bool {
	return slices.Contains([]string{"gltf", "glb", "vrm", "vrma"}, in.Ext)
}
