package scene

import (
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/importer/internal/source"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/meter"
	"github.com/sinew-anim/sinew/soa"
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
	// Meter bounds the import: its context, and what it allocates besides libassimp's scene. A pass that
	// returns no error may end early; passes.Run asks after each.
	Meter *meter.Meter
}

// MemoryPerByte is the memory that each byte of a file adds to Bounds.Memory.
const MemoryPerByte = 32

// Most refuses more things than a bound allows. A place says where they are, or "".
func Most(what string, n int, bound string, most int, place string) error {
	if n <= most {
		return nil
	}
	if place != "" {
		place += ": "
	}
	return fmt.Errorf("%w: %s%d %s, with at most %d allowed (Bounds.%s)", soa.ErrTooLarge, place, n, what, most, bound)
}

// NamesAreURIs reports whether the format refers to other files by URI.
func (in *Input) NamesAreURIs() bool {
	return slices.Contains([]string{"gltf", "glb", "vrm", "vrma"}, in.Ext)
}
