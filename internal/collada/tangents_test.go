package collada

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/fit"
	"github.com/sinew-anim/sinew/internal/testing/seed"
)

// The four ways to write a curve with a tangent's time and values are the same curve: control points or derivatives,
// each with a time for every dimension or one for all.
func TestTangentsOfEachLayout(t *testing.T) {
	for k := range seed.Cases(t, 100) {
		r := rand.New(rand.NewPCG(k, 3))
		n := 2 + r.IntN(4)
		time := make([]float64, n)
		var value, out, in [][3]float64 // out and in: of the tangents, the values
		var after, before []float64     // the times
		at := 0.
		for i := range time {
			time[i], at = at, at+0.5+r.Float64()
			draw := func() [3]float64 { return [3]float64{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()} }
			value, out, in = append(value, draw()), append(out, draw()), append(in, draw())
			after, before = append(after, 0.3*r.Float64()), append(before, 0.3*r.Float64())
		}
		var want []float64
		for _, mode := range []string{"BEZIER", "HERMITE"} {
			for _, shared := range []bool{false, true} {
				tangent := func(i int, sign, way float64, v [3]float64) (list []float64) {
					for d := range 3 {
						x, y := time[i]+sign*way, value[i][d]+sign*v[d]
						if mode == "HERMITE" {
							x, y = 3*way, 3*v[d]
						}
						if d == 0 || !shared {
							list = append(list, x)
						}
						list = append(list, y)
					}
					return list
				}
				var ins, outs, values []float64
				for i := range time {
					ins, outs = append(ins, tangent(i, -1, before[i], in[i])...), append(outs, tangent(i, 1, after[i], out[i])...)
					values = append(values, value[i][:]...)
				}
				width := 6
				if shared {
					width = 4
				}
				got := playedCurve(t, mode, n, width, time, values, ins, outs)
				if want == nil {
					want = got
				}
				for i := range want {
					if !(math.Abs(got[i]-want[i]) <= 1e-6) {
						t.Fatalf("case %d, %s, a time for all: %v: %v, want %v", k, mode, shared, got, want)
					}
				}
			}
		}
	}
}

// playedCurve writes and reads a translation with tangents, and evaluates it at 17 moments.
func playedCurve(t *testing.T, mode string, n, width int, time, values, ins, outs []float64) (list []float64) {
	t.Helper()
	source := func(id string, width int, v []float64) string {
		return fmt.Sprintf(`<source id="%s"><float_array id="%s-a" count="%d">%s</float_array><technique_common><accessor source="#%s-a" count="%d" stride="%d">%s</accessor></technique_common></source>`,
			id, id, len(v), strings.Trim(fmt.Sprint(v), "[]"), id, n, width, strings.Repeat(`<param name="X" type="float"/>`, width))
	}
	file, err := Read([]byte(`<COLLADA version="1.4.1"><library_visual_scenes><visual_scene id="s"><node id="a"><translate sid="t">0 0 0</translate></node></visual_scene></library_visual_scenes>` +
		`<library_animations><animation id="x">` + source("time", 1, time) + source("value", 3, values) + source("in", width, ins) + source("out", width, outs) +
		`<source id="mode"><Name_array id="mode-a" count="` + fmt.Sprint(n) + `">` + strings.Repeat(mode+" ", n) + `</Name_array><technique_common><accessor source="#mode-a" count="` + fmt.Sprint(n) + `" stride="1"><param name="INTERPOLATION" type="name"/></accessor></technique_common></source>` +
		`<sampler id="sampler"><input semantic="INPUT" source="#time"/><input semantic="OUTPUT" source="#value"/><input semantic="INTERPOLATION" source="#mode"/><input semantic="IN_TANGENT" source="#in"/><input semantic="OUT_TANGENT" source="#out"/></sampler>` +
		`<channel source="#sampler" target="a/t"/></animation></library_animations></COLLADA>`))
	if err != nil {
		t.Fatal(err)
	}
	b := file.Bind(&file.Takes[0])
	if len(b.Motions) != 1 || len(b.Samplers) != 1 || b.Samplers[0].Broken != "" || b.Samplers[0].Straightened+b.Samplers[0].Shortened > 0 {
		t.Fatalf("%d motions, samplers %+v", len(b.Motions), b.Samplers)
	}
	m := b.Motions[0]
	groups := file.Nodes[m.Node].Groups(m.Drives)
	for i := range 17 {
		place, _, _, _ := m.At(groups[0], time[n-1]*float64(i)/16, fit.At)
		list = append(list, place[:]...)
	}
	return list
}
