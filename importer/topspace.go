package importer

import (
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
)

// top is the transform above the joints.
type top struct {
	toModel  exact.Matrix // the file's axes and unit to the model's
	dropRoot bool         // the scene root is no joint; its transform moves into its children
	lead     float64      // the uniform scale of both
}

// topOf drops a scene root that only rotates and scales the whole file. The root
// of a glTF scene with one root node is that node and stays.
func topOf(in *input, t *tree, marks []mark, toModel exact.Matrix) top {
	above := top{toModel: toModel, lead: exact.CubeRoot(math.Abs(toModel.Determinant()))}
	root := &t.nodes[0]
	own := (in.ext == "gltf" || in.ext == "glb") && root.name != "ROOT"
	if !in.opt.KeepNodes && !marks[0].bone && !marks[0].animated && len(root.meshes) == 0 && len(t.nodes) > 1 && !own {
		fc := newFactor(root.local)
		above.dropRoot = fc.static == nil && isUniform(fc.s.rest) && fc.s.rest[0] > 0
	}
	if above.dropRoot {
		above.lead *= exact.CubeRoot(root.local.Determinant())
	}
	if math.Abs(above.lead-1) < scaleTolerance || !(above.lead > 0) {
		above.lead = 1
	}
	return above
}
