package importer_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/files"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/oracle"
	"github.com/sinew-anim/sinew/internal/testing/oracle/daeeval"
	"github.com/sinew-anim/sinew/internal/testing/truth"
	"github.com/sinew-anim/sinew/soa"
)

// daeCurve is a channel of a made Collada file.
type daeCurve struct {
	target       string
	time, value  []float64
	mode         string // of every key, or a list
	in, out      []float64
	behaviour    string
	infinity     string // of the extras of Maya
	name, holder string // of the animation, and of the one around it
}

// write returns the curve as an animation.
func (c *daeCurve) write(k int) string {
	var b strings.Builder
	id := fmt.Sprintf("c%d", k)
	extra := ""
	if c.infinity != "" {
		extra = fmt.Sprintf(`<technique profile="MAYA"><pre_infinity>%s</pre_infinity><post_infinity>%s</post_infinity></technique>`, c.infinity, c.infinity)
	}
	source := func(name string, list []float64) {
		var words []string
		for _, v := range list {
			words = append(words, fmt.Sprintf("%.17g", v))
		}
		stride := len(list) / len(c.time)
		params := `<param name="TIME" type="float"/>`
		if name != "i" {
			params = strings.Repeat(`<param type="float"/>`, stride)
		}
		fmt.Fprintf(&b, `<source id="%s-%s"><float_array id="%s-%s-a" count="%d">%s</float_array><technique_common><accessor source="#%s-%s-a" count="%d" stride="%d">%s</accessor></technique_common>%s</source>`+"\n",
			id, name, id, name, len(list), strings.Join(words, " "), id, name, len(c.time), stride, params, extra)
	}
	if c.holder != "" {
		fmt.Fprintf(&b, `<animation id="%s" name="%s">`, c.holder, c.holder)
	}
	fmt.Fprintf(&b, `<animation id="%s" name="%s">`+"\n", id, c.name)
	source("i", c.time)
	source("o", c.value)
	inputs := ""
	if c.in != nil {
		source("it", c.in)
		inputs += fmt.Sprintf(`<input semantic="IN_TANGENT" source="#%s-it"/>`, id)
	}
	if c.out != nil {
		source("ot", c.out)
		inputs += fmt.Sprintf(`<input semantic="OUT_TANGENT" source="#%s-ot"/>`, id)
	}
	modes := c.mode
	if !strings.Contains(modes, " ") {
		modes = strings.TrimSpace(strings.Repeat(c.mode+" ", len(c.time)))
	}
	behaviour := ""
	if c.behaviour != "" {
		behaviour = fmt.Sprintf(` pre_behavior="%s" post_behavior="%s"`, c.behaviour, c.behaviour)
	}
	fmt.Fprintf(&b, `<source id="%s-m"><Name_array id="%s-m-a" count="%d">%s</Name_array><technique_common><accessor source="#%s-m-a" count="%d" stride="1"><param name="INTERPOLATION" type="name"/></accessor></technique_common></source>`+"\n",
		id, id, len(c.time), modes, id, len(c.time))
	fmt.Fprintf(&b, `<sampler id="%s-s"%s><input semantic="INPUT" source="#%s-i"/><input semantic="OUTPUT" source="#%s-o"/><input semantic="INTERPOLATION" source="#%s-m"/>%s</sampler><channel source="#%s-s" target="%s"/></animation>`+"\n",
		id, behaviour, id, id, id, inputs, id, c.target)
	if c.holder != "" {
		b.WriteString("</animation>")
	}
	return b.String()
}

// dae is a made Collada file with an arm of two bones, a metre each, that stand in
// centimetres. Upper and lower are the elements of its nodes.
type dae struct {
	upper, lower string
	curves       []daeCurve
	more         string // after the animations
	up           string
}

const (
	upperElements = `<translate sid="t">1 2 3</translate><rotate sid="rz">0 0 1 10</rotate><rotate sid="ry">0 1 0 20</rotate><rotate sid="rx">1 0 0 -30</rotate><scale sid="s">1 1 1</scale>`
	lowerElements = `<translate sid="t">100 0 0</translate><rotate sid="rx">1 0 0 0</rotate><scale sid="s">1 1 1</scale>`
)

func (d *dae) write(t *testing.T) string {
	t.Helper()
	upper, lower, up := d.upper, d.lower, d.up
	if upper == "" {
		upper = upperElements
	}
	if lower == "" {
		lower = lowerElements
	}
	if up == "" {
		up = "Y_UP"
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<?xml version="1.0" encoding="utf-8"?><COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1"><asset><unit name="cm" meter="0.01"/><up_axis>%s</up_axis></asset><library_animations>`, up)
	for k := range d.curves {
		b.WriteString(d.curves[k].write(k))
	}
	fmt.Fprintf(&b, `</library_animations>%s<library_visual_scenes><visual_scene id="scene" name="scene"><node id="n-upper" name="upper" sid="upper" type="JOINT">%s
		<node id="n-lower" name="lower" sid="lower" type="JOINT">%s<node id="n-tip" name="tip" type="JOINT"><translate>100 0 0</translate></node></node></node></visual_scene></library_visual_scenes>
		<scene><instance_visual_scene url="#scene"/></scene></COLLADA>`, d.more, upper, lower)
	return store(t, "made.dae", []byte(b.String()))
}

// check imports the file and compares every joint with the slow evaluation, at many
// moments.
func (d *dae) check(t *testing.T) (*soa.Model, *report.Report) {
	t.Helper()
	path := d.write(t)
	var r report.Report
	m := files.LoadWith(t, path, importer.Options{Report: &r, AllNodes: true})
	if len(m.Clips) != 1 || r.Count(report.Loss) > 0 {
		t.Fatalf("%d clips: %v", len(m.Clips), r.Findings)
	}
	data, err := os.ReadFile(path)
	must.Do(t, err)
	file, err := daeeval.Open(data)
	must.Do(t, err)
	compareDAE(t, file, m, m.Clips, 10e-6+2e-6, 3e-5)
	return m, &r
}

// compareDAE holds all joints of clips that play together against the evaluation.
func compareDAE(t *testing.T, file *daeeval.File, m *soa.Model, clips []*soa.Clip, metres, axes float64) {
	t.Helper()
	moments := 173
	if testing.Short() {
		moments = 41
	}
	worst, turned, where := 0., 0., ""
	clip := clips[0]
	for i := range moments {
		seconds := clip.Start + clip.Seconds()*(float64(i)+0.37)/float64(moments)
		pose := oracle.Evaluate(m, clips, seconds)
		for _, id := range file.Nodes() {
			j := m.Skeleton.Joint(strings.TrimPrefix(id, "n-"))
			if j < 0 {
				t.Fatalf("no joint of %q", id)
			}
			want := file.World(id, seconds)
			size := 1e-12
			for e := range 12 {
				if e%4 != 3 {
					size = math.Max(size, math.Abs(want[e]))
				}
			}
			for e := range 12 {
				got := pose.Model[j][e]
				if e%4 == 3 {
					if off := math.Abs(got - want[e]); !(off <= worst) {
						worst, where = off, fmt.Sprintf("%s at %.5f s", id, seconds)
					}
				} else if off := math.Abs(got*float64(m.Skeleton.Unit[j])-want[e]) / size; !(off <= turned) {
					turned = off
				}
			}
		}
	}
	// A rotation may be 0.02° off where nothing hangs below.
	if !(worst <= metres) || !(turned <= 0.0004+axes) {
		t.Errorf("%.3g m off and axes by %.3g: %s", worst, turned, where)
	}
}

// TestColladaFiles holds the moving Collada files at hand against the evaluation.
func TestColladaFiles(t *testing.T) {
	shared := truth.SharedRoot(t) + "/models/collada/"
	for _, path := range []string{
		truth.InstalledRoot + "/Collada/anims_with_full_rotations_between_keys.DAE", truth.InstalledRoot + "/Collada/box_nested_animation.dae",
		shared + "astro_maya.dae", shared + "pab_walk.dae", truth.Testdata(t, "strider") + "/strider_walk.dae",
	} {
		t.Run(filepath.Base(path), func(t *testing.T) {
			data, err := os.ReadFile(truth.Present(t, path))
			must.Do(t, err)
			file, err := daeeval.Open(data)
			must.Do(t, err)
			m := imported(t, path, importer.Options{})
			clips := m.Clips
			first, last := clips[0].Start, clips[0].End()
			compared, worst, where := 0, 0., ""
			moments := 7
			if testing.Short() {
				moments = 2
			}
			for i := range moments {
				seconds := first + (last-first)*(float64(i)+0.37)/float64(moments)
				e := byOracle(t, m, clips)(seconds)
				for _, id := range file.Nodes() {
					j := m.Skeleton.Joint(file.Name(id))
					if j < 0 {
						continue
					}
					compared++
					place := file.World(id, seconds)
					if off := e.joints[j].Translation().Sub(oracle.Vec3{place[3], place[7], place[11]}).Length() / (2 + e.size()); !(off <= worst) {
						worst, where = off, fmt.Sprintf("%s at %.5f s", id, seconds)
					}
				}
			}
			if compared < moments || !(worst <= 1e-5) {
				t.Errorf("%d places compared, %.3g of the size and two metres off: %s", compared, worst, where)
			}
			t.Logf("%d places, %.3g of the size and two metres: %s", compared, worst, where)
		})
	}
}

// times and values of the curves below.
var (
	daeTimes  = []float64{0, 0.4, 1.1, 1.5, 2.2, 2.9}
	daeAngles = []float64{3, -20, 35, 35, 80, -10}
)

// bezier2 makes control points in time and value: a part of the way to the neighbours.
func bezier2(time, value []float64, dims int, right, left, slope float64) (in, out []float64) {
	for i := range time {
		before, after := time[max(i-1, 0)], time[min(i+1, len(time)-1)]
		for d := range dims {
			v := value[i*dims+d]
			out = append(out, time[i]+right*(after-time[i]), v+slope*right*(after-time[i]))
			in = append(in, time[i]-left*(time[i]-before), v-slope*left*(time[i]-before))
		}
	}
	return in, out
}

// TestColladaCurves: each interpolation, with tangents of each layout, of an angle and of a
// place with three dimensions.
func TestColladaCurves(t *testing.T) {
	places := make([]float64, 0, 18)
	for i, v := range daeAngles {
		places = append(places, v/10, 2+float64(i), 3-v/20)
	}
	one := func(f func(i int) float64, n int) (list []float64) {
		for i := range n {
			list = append(list, f(i))
		}
		return list
	}
	for name, c := range map[string]struct {
		mode     string
		tangents func(value []float64, dims int) (in, out []float64)
	}{
		"linear":   {mode: "LINEAR"},
		"stepped":  {mode: "STEP"},
		"cardinal": {mode: "CARDINAL"},
		"B-spline": {mode: "BSPLINE"},
		"Bézier": {"BEZIER", func(v []float64, dims int) ([]float64, []float64) {
			return bezier2(daeTimes, v, dims, 1./3, 1./3, 25)
		}},
		"Bézier with weights": {"BEZIER", func(v []float64, dims int) ([]float64, []float64) {
			return bezier2(daeTimes, v, dims, 0.7, 0.2, 40)
		}},
		"Bézier with much weight": {"BEZIER", func(v []float64, dims int) ([]float64, []float64) {
			return bezier2(daeTimes, v, dims, 0.95, 0.95, -8)
		}},
		"Bézier of one dimension": {"BEZIER", func(v []float64, dims int) ([]float64, []float64) {
			return one(func(i int) float64 { return float64(i%4) - 1.5 }, len(v)), one(func(i int) float64 { return float64(i%3) - 1 }, len(v))
		}},
		"Hermite": {"HERMITE", func(v []float64, dims int) ([]float64, []float64) {
			return one(func(i int) float64 { return 5*float64(i%4) - 8 }, len(v)), one(func(i int) float64 { return 9*float64(i%3) - 7 }, len(v))
		}},
		"Hermite of two dimensions": {"HERMITE", func(v []float64, dims int) ([]float64, []float64) {
			return one(func(i int) float64 { return 0.3 + 2*float64(i%2) }, 2*len(v)), one(func(i int) float64 { return 0.5 + float64(i%2) }, 2*len(v))
		}},
		"each in turn": {"BEZIER STEP LINEAR HERMITE CARDINAL CARDINAL", func(v []float64, dims int) ([]float64, []float64) {
			in, out := bezier2(daeTimes, v, dims, 1./3, 1./3, 25)
			for i := 6 * dims; i < 8*dims; i += 2 { // the Hermite segment's
				out[i], out[i+1] = 0.7, 5
			}
			for i := 8 * dims; i < 10*dims; i += 2 {
				in[i], in[i+1] = 0.7, -6
			}
			return in, out
		}},
	} {
		t.Run(name, func(t *testing.T) {
			angle := daeCurve{target: "n-upper/ry.ANGLE", time: daeTimes, value: daeAngles, mode: c.mode}
			place := daeCurve{target: "n-upper/t", time: daeTimes, value: places, mode: c.mode}
			if c.tangents != nil {
				angle.in, angle.out = c.tangents(daeAngles, 1)
				place.in, place.out = c.tangents(places, 3)
			}
			d := dae{curves: []daeCurve{angle, place}}
			_, r := d.check(t)
			for _, f := range r.Findings {
				if f.Severity != report.Info {
					t.Errorf("%v", f)
				}
			}
		})
	}
}

// TestColladaBezierIsExact: a Bézier curve whose handles are a third of the way is the
// polynomial that its points say: 3·u·u − 2·u·u·u between 0 and 1.
func TestColladaBezierIsExact(t *testing.T) {
	for _, layout := range []int{1, 2} {
		c := daeCurve{target: "n-upper/t.X", time: []float64{0, 3}, value: []float64{0, 100}, mode: "BEZIER", in: []float64{0, 0}, out: []float64{0, 0}}
		if layout == 2 {
			c.in, c.out = []float64{-1, 0, 2, 100}, []float64{1, 0, 4, 100}
		}
		m, r := (&dae{curves: []daeCurve{c}}).check(t)
		if clip := m.Clips[0]; len(clip.Time) != 2 || clip.Tracks[0].Interpolation != soa.Cubic {
			t.Errorf("layout %d: %d keys, want the file's two: %v", layout, len(clip.Time), r.Findings)
		}
		for i := range 31 {
			u := float64(i) / 30
			x := oracle.Evaluate(m, m.Clips, 3*u).Model[m.Skeleton.Joint("upper")][3]
			if want := u * u * (3 - 2*u); math.Abs(x-want) > 1e-6 {
				t.Errorf("layout %d at %.2f: %v m, want %v", layout, u, x, want)
			}
		}
	}
}

// TestColladaTargets: each form in which a channel names what it drives.
func TestColladaTargets(t *testing.T) {
	matrix := func(q exact.Quat, x float64) string {
		return rows4(exact.Compose(exact.Vec{x, 5, 0}, q, exact.Vec{1, 1, 1}))
	}
	turned := func(degrees float64) exact.Quat {
		s, c := math.Sincos(degrees * math.Pi / 360)
		return exact.Quat{0, s * 0.6, s * 0.8, c}
	}
	var rows []float64
	for _, a := range daeAngles {
		m := exact.Compose(exact.Vec{100, a, 0}, turned(a), exact.Vec{1, 1, 1})
		rows = append(append(rows, m[:]...), 0, 0, 0, 1)
	}
	ten := func(by float64) (list []float64) {
		for _, a := range daeAngles {
			list = append(list, 1+a*by)
		}
		return list
	}
	withMatrix := `<matrix sid="m">` + matrix(turned(20), 100) + `</matrix>`
	in, out := bezier2(daeTimes, daeAngles, 1, 1./3, 1./3, 25)
	for name, c := range map[string]struct {
		lower string
		curve []daeCurve
	}{
		"translate.X":        {"", []daeCurve{{target: "n-lower/t.X", time: daeTimes, value: daeAngles, mode: "BEZIER", in: in, out: out}}},
		"translate.Z":        {"", []daeCurve{{target: "n-lower/t.Z", time: daeTimes, value: daeAngles, mode: "LINEAR"}}},
		"translate(1)":       {"", []daeCurve{{target: "n-lower/t(1)", time: daeTimes, value: daeAngles, mode: "HERMITE", in: daeAngles, out: daeAngles}}},
		"scale.Y":            {"", []daeCurve{{target: "n-lower/s.Y", time: daeTimes, value: ten(0.01), mode: "CARDINAL"}}},
		"rotate.ANGLE":       {"", []daeCurve{{target: "n-lower/rx.ANGLE", time: daeTimes, value: daeAngles, mode: "BEZIER", in: in, out: out}}},
		"rotate by one":      {"", []daeCurve{{target: "n-lower/rx", time: daeTimes, value: daeAngles, mode: "LINEAR"}}},
		"rotate(3)":          {"", []daeCurve{{target: "n-lower/rx(3)", time: daeTimes, value: daeAngles, mode: "LINEAR"}}},
		"rotate as a whole":  {"", []daeCurve{{target: "n-lower/rx", time: []float64{0, 2}, value: []float64{1, 0, 0, 5, 0, 1, 0, 130}, mode: "LINEAR"}}},
		"full turns":         {"", []daeCurve{{target: "n-lower/rx.ANGLE", time: []float64{0, 2}, value: []float64{0, 1440}, mode: "LINEAR"}}},
		"matrix":             {withMatrix, []daeCurve{{target: "n-lower/m", time: daeTimes, value: rows, mode: "LINEAR"}}},
		"matrix in steps":    {withMatrix, []daeCurve{{target: "n-lower/m", time: daeTimes, value: rows, mode: "STEP"}}},
		"matrix(3)(0)":       {withMatrix, []daeCurve{{target: "n-lower/m(3)(0)", time: daeTimes, value: daeAngles, mode: "BEZIER", in: in, out: out}}},
		"matrix(3)(1)":       {withMatrix, []daeCurve{{target: "n-lower/m(3)(1)", time: daeTimes, value: daeAngles, mode: "LINEAR"}}},
		"matrix(11)":         {withMatrix, []daeCurve{{target: "n-lower/m(11)", time: daeTimes, value: daeAngles, mode: "LINEAR"}}},
		"by the node's sid":  {"", []daeCurve{{target: "n-upper/lower/rx.ANGLE", time: daeTimes, value: daeAngles, mode: "LINEAR"}}},
		"several components": {"", []daeCurve{{target: "n-lower/t.Y", time: []float64{0.2, 1}, value: []float64{3, 50}, mode: "LINEAR"}, {target: "n-lower/t.X", time: daeTimes, value: daeAngles, mode: "STEP"}, {target: "n-lower/s.X", time: []float64{0, 3}, value: []float64{1, 2}, mode: "LINEAR"}}},
	} {
		t.Run(name, func(t *testing.T) {
			d := dae{lower: c.lower, curves: c.curve}
			if name == "by the node's sid" {
				path := d.write(t)
				m := files.Load(t, path)
				if len(m.Clips) != 1 || len(m.Clips[0].Tracks) != 1 || m.Skeleton.Name[m.Clips[0].Tracks[0].Target] != "lower" {
					t.Errorf("%+v", m.Clips)
				}
				return
			}
			d.check(t)
		})
	}
}

// TestColladaStacks: any number of elements in any order, driven before, between and after
// what would shear.
func TestColladaStacks(t *testing.T) {
	angle := func(target string) daeCurve {
		in, out := bezier2(daeTimes, daeAngles, 1, 0.5, 0.3, 25)
		return daeCurve{target: target, time: daeTimes, value: daeAngles, mode: "BEZIER", in: in, out: out}
	}
	grow := daeCurve{target: "n-lower/s.Y", time: []float64{0, 1, 2.9}, value: []float64{1, 1.5, 0.7}, mode: "LINEAR"}
	for name, c := range map[string]struct {
		lower  string
		curves []daeCurve
		joints int
	}{
		"pivots": {`<translate sid="t">100 0 0</translate><translate sid="p">0 10 0</translate><rotate sid="rz">0 0 1 5</rotate><rotate sid="rx">1 0 0 0</rotate><translate sid="pi">0 -10 0</translate>`,
			[]daeCurve{angle("n-lower/rx.ANGLE"), angle("n-lower/rz.ANGLE"), angle("n-lower/p.Y")}, 3},
		"orients": {`<translate sid="t">100 0 0</translate><rotate sid="o">0.6 0 0.8 40</rotate><rotate sid="rx">1 0 0 0</rotate><rotate sid="oi">0.6 0 0.8 -40</rotate><scale sid="s">1 1 1</scale>`,
			[]daeCurve{angle("n-lower/rx.ANGLE"), grow}, 3},
		"a rotation after a scale": {`<translate sid="t">100 0 0</translate><scale sid="s">1 1 1</scale><rotate sid="rx">0 0 1 30</rotate>`,
			[]daeCurve{angle("n-lower/rx.ANGLE"), grow}, 4},
		"scales between rotations": {`<rotate sid="ry">0 1 0 15</rotate><scale sid="s">1 1 1</scale><rotate sid="rx">0 0 1 30</rotate><scale sid="s2">1 2 1</scale><translate sid="t">50 20 0</translate><rotate sid="rz">1 0 0 30</rotate>`,
			[]daeCurve{angle("n-lower/ry.ANGLE"), angle("n-lower/rx.ANGLE"), angle("n-lower/rz.ANGLE"), grow}, 5},
		"a uniform scale first": {`<scale sid="s">0.5 0.5 0.5</scale><translate sid="t">200 0 0</translate><rotate sid="rx">0 0 1 30</rotate>`, []daeCurve{angle("n-lower/rx.ANGLE")}, 3},
		"matrices around":       {`<matrix>0 -1 0 100 1 0 0 0 0 0 1 0 0 0 0 1</matrix><rotate sid="rx">0.6 0 0.8 3</rotate><matrix>1 0 0 0 0 0 -1 7 0 1 0 0 0 0 0 1</matrix>`, []daeCurve{angle("n-lower/rx.ANGLE")}, 3},
		"a shear before":        {`<matrix>1 0.5 0 100 0 1 0 0 0 0 1 0 0 0 0 1</matrix><rotate sid="rx">0.6 0 0.8 3</rotate>`, []daeCurve{angle("n-lower/rx.ANGLE")}, 4},
		"a mirror":              {`<translate sid="t">100 0 0</translate><rotate sid="rx">0.6 0 0.8 3</rotate><scale sid="s">-1 1 1</scale>`, []daeCurve{angle("n-lower/rx.ANGLE"), grow}, 3},
		"look at":               {`<lookat>100 0 0 20 30 40 0 1 0</lookat><rotate sid="rx">0.6 0 0.8 3</rotate>`, []daeCurve{angle("n-lower/rx.ANGLE")}, 3},
		"a skew":                {`<translate>100 0 0</translate><skew>30 0 1 0 1 0 0</skew><rotate sid="rx">0.6 0 0.8 3</rotate>`, []daeCurve{angle("n-lower/rx.ANGLE")}, 5},
	} {
		t.Run(name, func(t *testing.T) {
			for _, up := range []string{"Y_UP", "Z_UP"} {
				m, r := (&dae{lower: c.lower, curves: c.curves, up: up}).check(t)
				if n := m.Skeleton.Len() - 1; n != c.joints { // besides the scene
					t.Errorf("%d joints, want %d: %v, %v", n, c.joints, m.Skeleton.Name, r.Findings)
				}
			}
		})
	}
}

// TestColladaInfinity: what curves do before and after their keys, where another is longer.
func TestColladaInfinity(t *testing.T) {
	long := daeCurve{target: "n-upper/t.Y", time: []float64{-3, 7}, value: []float64{0, 1}, mode: "LINEAR"}
	for _, behaviour := range []string{"CONSTANT", "GRADIENT", "CYCLE", "CYCLE_RELATIVE", "OSCILLATE"} {
		for _, mode := range []string{"LINEAR", "STEP", "BEZIER"} {
			t.Run(behaviour+" "+mode, func(t *testing.T) {
				in, out := bezier2([]float64{0.5, 1, 1.7}, []float64{10, 35, -5}, 1, 0.4, 0.4, 12)
				if behaviour == "GRADIENT" && mode == "STEP" {
					t.Skip("a step has no slope")
				}
				c := daeCurve{target: "n-lower/rx.ANGLE", time: []float64{0.5, 1, 1.7}, value: []float64{10, 35, -5}, mode: mode, in: in, out: out, behaviour: behaviour}
				(&dae{curves: []daeCurve{c, long}}).check(t)
			})
		}
	}
	// Maya's extras say the same of a source.
	c := daeCurve{target: "n-lower/t.X", time: []float64{0, 1}, value: []float64{0, 100}, mode: "LINEAR", infinity: "CYCLE"}
	m := files.Load(t, (&dae{curves: []daeCurve{c, long}}).write(t))
	for _, seconds := range []float64{-2.75, 0.25, 5.25} {
		pose := oracle.Evaluate(m, m.Clips, seconds)
		way := pose.Model[m.Skeleton.Joint("lower")].Translation().Sub(pose.Model[m.Skeleton.Joint("upper")].Translation()).Length()
		if math.Abs(way-0.25) > 1e-5 {
			t.Errorf("%.2f m from joint to joint at %v s, want 0.25", way, seconds)
		}
	}
}
