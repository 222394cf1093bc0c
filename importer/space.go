package importer

import (
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
)

// fbxAxes are the metadata keys of an FBX file's right, up and front axes and
// where each goes in Sinew: x, y, z.
var fbxAxes = [3]struct{ axis, sign string }{
	{"CoordAxis", "CoordAxisSign"}, {"UpAxis", "UpAxisSign"}, {"FrontAxis", "FrontAxisSign"},
}

// modelSpace returns the transform from the file's space to the model's:
// right-handed, Y up, metres. Only FBX needs one; libassimp reports its unit and
// axes as metadata. libassimp converts Collada and MD5, and glTF is in the
// model's space.
func modelSpace(in *input) exact.Matrix {
	m := exact.Identity()
	in.report.MetersPer = 1
	if in.format != "fbx" {
		return m
	}
	meta := in.scene.Metadata()
	if axis, ok := meta.Int("UpAxis"); ok && axis >= 0 && axis <= 2 {
		in.report.UpAxis = [...]string{"X", "Y", "Z"}[axis]
	}
	if !in.opt.fileAxes {
		m = fbxRotation(in)
	}
	cm, _ := meta.Float("UnitScaleFactor")
	if in.report.MetersPer = metersPer(cm); !(cm > 0) || math.IsInf(cm, 0) {
		in.report.add(Info, AssumedUnit, "", "the file states no unit; centimetres are assumed")
	}
	if !in.opt.fileUnits {
		m = m.Mul(exact.Scaling(in.report.MetersPer))
	}
	return m
}

// metersPer is the unit of a file that states one of that many centimetres, or none.
func metersPer(cm float64) float64 {
	if cm > 0 && !math.IsInf(cm, 0) {
		return cm / 100
	}
	return 0.01
}

// fbxRotation returns the matrix whose rows select the right, up and front axes
// of the file: the identity where axes are missing or form no right-handed frame.
func fbxRotation(in *input) exact.Matrix {
	meta := in.scene.Metadata()
	var m exact.Matrix
	for row, a := range fbxAxes {
		axis, ok := meta.Int(a.axis)
		sign, okSign := meta.Int(a.sign)
		if !ok || !okSign || axis < 0 || axis > 2 || sign != 1 && sign != -1 {
			return exact.Identity()
		}
		m[4*row+int(axis)] = float64(sign)
	}
	if m.Determinant() != 1 {
		in.report.add(Info, Axes, "", "the file's axes are no right-handed frame; they are left as they are")
		return exact.Identity()
	}
	return m
}

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
	own := (in.format == "gltf" || in.format == "glb") && root.name != "ROOT"
	if !in.opt.keepNodes && !marks[0].bone && !marks[0].animated && len(root.meshes) == 0 && len(t.nodes) > 1 && !own {
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
