package assimp

import (
	"math"

	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
)

// Space scales the unit of length to metres.
func (a *Format) Space() exact.Matrix {
	m := exact.Identity()
	a.Report.MetresPerUnit = unitOf(a.Input, a.Tree)
	if !a.Settings.FileUnits {
		m = exact.Scaling(a.Report.MetresPerUnit)
	}
	if a.Ext == "smd" { // Valve's tools use Z up; libassimp does not convert
		a.Report.UpAxis = "Z"
		if !a.Settings.FileAxes {
			m = m.Mul(exact.Matrix{1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0})
		}
	}
	return m
}

// guesses are common units of character models.
var guesses = []struct {
	metres float64
	name   string
}{{0.01, "centimetres"}, {0.0254, "inches"}, {0.001, "millimetres"}, {0.3048, "feet"}, {0.0254 / 0.45, "units of the CMU motion capture database, 0.056444 m each,"}}

// unitOf returns the unit of length, in metres, for a file that states none.
func unitOf(in *scene.Input, t *scene.Tree) float64 {
	if in.Settings.Unit > 0 {
		return in.Settings.Unit
	}
	if in.Ext != "bvh" {
		return 1
	}
	const smallest, largest, usual = 0.3, 4, 1.7
	size := stature(t)
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
		in.Report.Add(report.Info, report.AssumedUnit, "", "the file states no unit, and its figure is %.4g units tall at rest; metres are assumed: importer.Unit or --unit states another", size)
		return 1
	}
	in.Report.Add(report.Info, report.AssumedUnit, "", "the file states no unit, and its figure is %.4g units tall at rest; %s are assumed, which makes it %.3g m: importer.Unit or --unit states another, and --unit m keeps the numbers",
		size, g.name, tall)
	return g.metres
}
