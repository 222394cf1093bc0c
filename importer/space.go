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

// findSpace works out what takes the file's space to the model's: right-handed,
// Y up, metres. Only FBX needs it. libassimp hands its unit and axes over as
// metadata (and turns the root of some files in some versions, which is why
// its root transform does not count); it converts Collada and MD5 itself, and
// glTF is in Sinew's space.
func (f *flattener) findSpace() {
	f.toModel = exact.Identity()
	f.report.MetersPer = 1
	if f.format != "fbx" {
		return
	}
	f.tree.nodes[0].local = exact.Identity()
	f.report.UpAxis = f.fbxUpAxis()
	if !f.opt.fileAxes {
		f.toModel = f.fbxRotation()
	}
	meta := f.scene.Metadata()
	if cm, ok := meta.Float("UnitScaleFactor"); ok && cm > 0 && !math.IsInf(cm, 0) {
		f.report.MetersPer = cm / 100
	} else {
		f.report.MetersPer = 0.01
		f.report.add(Info, AssumedUnit, "", "the file states no unit; centimetres are assumed")
	}
	if !f.opt.fileUnits {
		f.toModel = f.toModel.Mul(exact.Scaling(f.report.MetersPer))
	}
}

func (f *flattener) fbxUpAxis() string {
	axis, ok := f.scene.Metadata().Int("UpAxis")
	if !ok || axis < 0 || axis > 2 {
		return ""
	}
	return [...]string{"X", "Y", "Z"}[axis]
}

// fbxRotation returns the matrix whose rows pick the file's right, up and
// front axes. Axes that are missing or no right-handed frame leave the file as
// it is.
func (f *flattener) fbxRotation() exact.Matrix {
	meta := f.scene.Metadata()
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
		f.report.add(Info, Axes, "", "the file's axes are no right-handed frame; they are left as they are")
		return exact.Identity()
	}
	return m
}

// findLead computes the uniform scale above the skeleton's roots: the unit's
// and that of a dropped scene root.
func (f *flattener) findLead() {
	f.lead = exact.CubeRoot(math.Abs(f.toModel.Determinant()))
	if f.dropRoot() {
		f.lead *= exact.CubeRoot(f.tree.nodes[0].local.Determinant())
	}
	if math.Abs(f.lead-1) < scaleTolerance || !(f.lead > 0) {
		f.lead = 1
	}
}
