package rig

import (
	"math"

	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/importer/internal/track"
	"github.com/sinew-anim/sinew/internal/exact"
)

// top is the transform above the joints.
type top struct {
	toModel  exact.Matrix // the file's axes and unit to the model's
	dropRoot bool         // the scene root gets no joint; its transform moves into its children
	Lead     float64      // the uniform scale of both
}

// TopOf drops a scene root that only rotates and scales the whole file, unless it is a node of
// the file.
func TopOf(in *scene.Input, t *scene.Tree, marks []Mark, toModel exact.Matrix) top {
	above := top{toModel: toModel, Lead: exact.CubeRoot(math.Abs(toModel.Determinant()))}
	root := &t.Nodes[0]
	if !in.Settings.KeepNodes && !marks[0].bone && !marks[0].animated && len(root.Meshes) == 0 && len(t.Nodes) > 1 && !t.OwnRoot {
		fc := track.NewFactor(root.Local)
		above.dropRoot = fc.Static == nil && track.IsUniform(fc.S.Rest) && fc.S.Rest[0] > 0
	}
	if above.dropRoot {
		above.Lead *= exact.CubeRoot(root.Local.Determinant())
	}
	if math.Abs(above.Lead-1) < track.ScaleTolerance || !(above.Lead > 0) {
		above.Lead = 1
	}
	return above
}
