package fbx

import (
	"math"

	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/native/assimp"
)

// axes are the metadata keys of an FBX file's right, up and front axes, and the corresponding
// index in Sinew's x, y, z.
var axes = [3]struct{ axis, sign string }{
	{"CoordAxis", "CoordAxisSign"}, {"UpAxis", "UpAxisSign"}, {"FrontAxis", "FrontAxisSign"},
}

// Space returns the rotation and scale from the file's axes and unit, which libassimp provides as
// metadata.
func (o *Format) Space() exact.Matrix {
	in := o.Input
	m := exact.Identity()
	meta := o.Library.Metadata()
	if axis, ok := meta.Int("UpAxis"); ok && axis >= 0 && axis <= 2 {
		in.Report.UpAxis = [...]string{"X", "Y", "Z"}[axis]
	}
	if !in.Settings.FileAxes {
		m = rotation(in, meta)
	}
	cm, _ := meta.Float("UnitScaleFactor")
	if in.Report.MetresPerUnit = metresPerUnit(cm); !(cm > 0) || math.IsInf(cm, 0) {
		in.Report.Add(report.Info, report.AssumedUnit, "", "the file states no unit; centimetres are assumed")
	}
	if !in.Settings.FileUnits {
		m = m.Mul(exact.Scaling(in.Report.MetresPerUnit))
	}
	return m
}

// metresPerUnit returns the unit in metres, given the file's unit in centimetres or 0 for none.
func metresPerUnit(cm float64) float64 {
	if cm > 0 && !math.IsInf(cm, 0) {
		return cm / 100
	}
	return 0.01
}

// rotation returns the matrix whose rows select the file's right, up and front axes. It is the
// identity if axes are missing or do not form a right-handed frame.
func rotation(in *scene.Input, meta assimp.Metadata) exact.Matrix {
	var m exact.Matrix
	for row, a := range axes {
		axis, ok := meta.Int(a.axis)
		sign, okSign := meta.Int(a.sign)
		if !ok || !okSign || axis < 0 || axis > 2 || sign != 1 && sign != -1 {
			return exact.Identity()
		}
		m[4*row+int(axis)] = float64(sign)
	}
	if m.Determinant() != 1 {
		in.Report.Add(report.Info, report.Axes, "", "the file's axes do not form a right-handed frame; they are not converted")
		return exact.Identity()
	}
	return m
}
