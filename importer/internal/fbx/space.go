package fbx

import (
	"math"

	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/native/assimp"
)

// axes are the metadata keys of an FBX file's right, up and front axes and
// where each goes in Sinew: x, y, z.
var axes = [3]struct{ axis, sign string }{
	{"CoordAxis", "CoordAxisSign"}, {"UpAxis", "UpAxisSign"}, {"FrontAxis", "FrontAxisSign"},
}

// Space turns and scales the file's axes and unit; libassimp reports its unit and axes as metadata.
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
	if in.Report.MetersPer = metersPer(cm); !(cm > 0) || math.IsInf(cm, 0) {
		in.Report.Add(report.Info, report.AssumedUnit, "", "the file states no unit; centimetres are assumed")
	}
	if !in.Settings.FileUnits {
		m = m.Mul(exact.Scaling(in.Report.MetersPer))
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

// rotation returns the matrix whose rows select the right, up and front axes
// of the file: the identity where axes are missing or form no right-handed frame.
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
		in.Report.Add(report.Info, report.Axes, "", "the file's axes are no right-handed frame; they are left as they are")
		return exact.Identity()
	}
	return m
}
