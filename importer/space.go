package importer

import (
	"math"

	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
)

// fbxAxes are the metadata keys of an FBX file's right, up and front axes and
// where each goes in Sinew: x, y, z.
var fbxAxes = [3]struct{ axis, sign string }{
	{"CoordAxis", "CoordAxisSign"}, {"UpAxis", "UpAxisSign"}, {"FrontAxis", "FrontAxisSign"},
}

// modelSpace returns the transform from the file's space to the model's: right-handed, Y
// up, metres, and what the options ask for besides.
func modelSpace(in *input, t *tree) exact.Matrix {
	m := exact.Identity()
	in.report.MetersPer = 1
	switch in.format {
	case "fbx":
		m = fbxSpace(in)
	case "dae", "zae", "gltf", "glb": // in metres, or made so by libassimp
	default:
		in.report.MetersPer = unitOf(in, t)
		if !in.opt.FileUnits {
			m = exact.Scaling(in.report.MetersPer)
		}
		if in.format == "smd" { // Valve's tools have Z up, and libassimp leaves it so
			in.report.UpAxis = "Z"
			if !in.opt.FileAxes {
				m = m.Mul(exact.Matrix{1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0})
			}
		}
	}
	if in.opt.Scale != 1 {
		m = exact.Scaling(in.opt.Scale).Mul(m)
	}
	return m
}

// fbxSpace is modelSpace of an FBX file; libassimp reports its unit and axes as metadata.
func fbxSpace(in *input) exact.Matrix {
	m := exact.Identity()
	meta := in.scene.Metadata()
	if axis, ok := meta.Int("UpAxis"); ok && axis >= 0 && axis <= 2 {
		in.report.UpAxis = [...]string{"X", "Y", "Z"}[axis]
	}
	if !in.opt.FileAxes {
		m = fbxRotation(in)
	}
	cm, _ := meta.Float("UnitScaleFactor")
	if in.report.MetersPer = metersPer(cm); !(cm > 0) || math.IsInf(cm, 0) {
		in.report.Add(report.Info, report.AssumedUnit, "", "the file states no unit; centimetres are assumed")
	}
	if !in.opt.FileUnits {
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

// guesses are the units in which people store figures.
var guesses = []struct {
	metres float64
	name   string
}{{0.01, "centimetres"}, {0.0254, "inches"}, {0.001, "millimetres"}, {0.3048, "feet"}, {0.0254 / 0.45, "units of the CMU motion capture database, 0.056444 m each,"}}

// unitOf is the unit of length, in metres, of a file that does not state it.
func unitOf(in *input, t *tree) float64 {
	if in.opt.Unit > 0 {
		return in.opt.Unit
	}
	if in.format != "bvh" {
		return 1
	}
	const smallest, largest, usual = 0.3, 4, 1.7
	size := t.stature()
	if !(size > 0) || size >= smallest && size <= largest {
		return 1
	}
	best := 0
	off := func(k int) float64 { return math.Abs(math.Log(size * guesses[k].metres / usual)) }
	for k := range guesses {
		if off(k) < off(best) {
			best = k
		}
	}
	g := guesses[best]
	tall := size * g.metres
	if tall < smallest || tall > largest {
		in.report.Add(report.Info, report.AssumedUnit, "", "the file states no unit, and its figure is %.4g units tall at rest; metres are assumed: importer.Unit or --unit states another", size)
		return 1
	}
	in.report.Add(report.Info, report.AssumedUnit, "", "the file states no unit, and its figure is %.4g units tall at rest; %s are assumed, which makes it %.3g m: importer.Unit or --unit states another, and --unit m keeps the numbers",
		size, g.name, tall)
	return g.metres
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
		in.report.Add(report.Info, report.Axes, "", "the file's axes are no right-handed frame; they are left as they are")
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
