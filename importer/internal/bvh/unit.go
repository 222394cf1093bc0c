package bvh

import (
	"math"

	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/importer/report"
)

// The heights of a figure, in metres. One of smallest to largest units is in metres.
const smallest, largest, usual = 0.3, 4, 1.7

// units are those of character models besides the metre. Of a figure that is too tall or too small in metres
// the unit is the one that brings it nearest to the usual height, by the ratio: it is taken for figures of
//
//	units of height   unit                        of 1.5 to 2 m
//	4 to 9.7          feet                        4.9 to 6.6
//	9.7 to 22.6       decimetres (MakeHuman)      15 to 20
//	22.6 to 44.9      CMU's, of 0.056444 m        26.6 to 35.4
//	44.9 to 107       inches                      59 to 79
//	107 to 538        centimetres                 150 to 200
//	538 to 4,000      millimetres                 1,500 to 2,000
var units = []struct {
	metres float64
	name   string
}{
	{0.3048, "feet"}, {0.1, "decimetres"}, {0.0254 / 0.45, "units of the CMU motion capture database, 0.056444 m each,"},
	{0.0254, "inches"}, {0.01, "centimetres"}, {0.001, "millimetres"},
}

// Unit returns the unit of length of a file, in metres: what the settings say, or a guess by the height of
// the figure, which is reported.
func Unit(in *scene.Input) float64 {
	if in.Settings.Unit > 0 {
		return in.Settings.Unit
	}
	size := stature(in.Tree)
	if !(size > 0) || size >= smallest && size <= largest {
		return 1
	}
	best := 0
	off := func(k int) float64 { return math.Abs(math.Log(size * units[k].metres / usual)) }
	for k := range units {
		if off(k) < off(best) {
			best = k
		}
	}
	u := units[best]
	tall := size * u.metres
	if tall < smallest || tall > largest {
		in.Report.Add(report.Info, report.AssumedUnit, "", "the file states no unit, and its figure is %.4g units tall at rest; metres are assumed: importer.Unit or --unit states another", size)
		return 1
	}
	in.Report.Add(report.Info, report.AssumedUnit, "", "the file states no unit, and its figure is %.4g units tall at rest; %s are assumed, which makes it %.3g m: importer.Unit or --unit states another, and --unit m keeps the numbers",
		size, u.name, tall)
	return u.metres
}
