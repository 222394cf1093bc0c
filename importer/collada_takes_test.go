package importer_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/testing/files"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/oracle"
	"github.com/sinew-anim/sinew/internal/testing/oracle/daeeval"
	"github.com/sinew-anim/sinew/soa"
)

// TestColladaClips: an animation clip of the file is a clip, cut to what it states.
func TestColladaClips(t *testing.T) {
	rise := daeCurve{target: "n-upper/t.Y", time: []float64{0, 4}, value: []float64{0, 400}, mode: "LINEAR", name: "rise"}
	turn := daeCurve{target: "n-lower/rx.ANGLE", time: []float64{0, 4}, value: []float64{0, 40}, mode: "LINEAR", name: "turn"}
	rest := daeCurve{target: "n-lower/s.X", time: []float64{0, 2}, value: []float64{1, 3}, mode: "LINEAR", name: "rest"}
	d := dae{curves: []daeCurve{rise, turn, rest}, more: `<library_animation_clips>
		<animation_clip id="a" name="up" start="1" end="3"><instance_animation url="#c0"/></animation_clip>
		<animation_clip id="both" start="0.5" end="5"><instance_animation url="#c0"/><instance_animation url="#c1"/></animation_clip></library_animation_clips>`}
	m := files.Load(t, d.write(t))
	if len(m.Clips) != 3 || m.Clips[0].Name != "up" || m.Clips[1].Name != "both" {
		t.Fatalf("%d clips", len(m.Clips))
	}
	for i, want := range [][3]float64{{1, 3, 1}, {0.5, 5, 2}, {0, 2, 1}} {
		c := m.Clips[i]
		if c.Start != want[0] || math.Abs(c.End()-want[1]) > 1e-6 || len(c.Tracks) != int(want[2]) {
			t.Errorf("%s: from %v to %v with %d tracks, want %v", c.Name, c.Start, c.End(), len(c.Tracks), want)
		}
	}
	// Outside it holds its own ends, though the curve goes on.
	for seconds, want := range map[float64]float64{0: 1, 0.5: 1, 1.5: 1.5, 3.5: 3, 9: 3} {
		if y := oracle.Evaluate(m, m.Clips[:1], seconds).Model[m.Skeleton.Joint("upper")][7]; math.Abs(y-want) > 1e-6 {
			t.Errorf("%v m up at %v s, want %v", y, seconds, want)
		}
	}
}

// TestColladaTakes: animations of one node each are one clip, whatever their lengths; those
// that drive the same are takes of their own, and so is one of several nodes.
func TestColladaTakes(t *testing.T) {
	curve := func(target, name string, end float64) daeCurve {
		return daeCurve{target: target, time: []float64{0, end}, value: []float64{0, 40}, mode: "LINEAR", name: name}
	}
	for name, c := range map[string]struct {
		curves []daeCurve
		tracks []int
	}{
		"lengths":  {[]daeCurve{curve("n-upper/t.X", "a", 1), curve("n-lower/t.X", "b", 2), curve("n-tip/none", "c", 3)}, []int{3}},
		"repeated": {[]daeCurve{curve("n-upper/t.X", "a", 1), curve("n-lower/t.X", "a", 1), curve("n-upper/t.X", "b", 2), curve("n-lower/t.X", "b", 2)}, []int{2, 2}},
	} {
		t.Run(name, func(t *testing.T) {
			m := files.Load(t, (&dae{curves: c.curves}).write(t))
			if len(m.Clips) != len(c.tracks) {
				t.Fatalf("%d clips, want %d", len(m.Clips), len(c.tracks))
			}
			for i, n := range c.tracks {
				if len(m.Clips[i].Tracks) != n {
					t.Errorf("clip %d has %d tracks, want %d", i, len(m.Clips[i].Tracks), n)
				}
			}
		})
	}
}

// TestColladaFindings: what is not played as the file has it is said, by name.
func TestColladaFindings(t *testing.T) {
	two := func(target, mode string) daeCurve {
		return daeCurve{target: target, time: []float64{0, 1}, value: []float64{0, 40}, mode: mode}
	}
	sheared := daeCurve{target: "n-lower/m", time: []float64{0, 1}, mode: "LINEAR", value: []float64{
		1, 0.25, 0, 100, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0.25, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}}
	bad := daeCurve{target: "n-lower/rx.ANGLE", time: []float64{1, 0, math.NaN(), 2}, value: []float64{0, 1, 2, 3}, mode: "LINEAR"}
	far := daeCurve{target: "n-lower/rx.ANGLE", time: []float64{0, 1}, value: []float64{0, 1}, mode: "BEZIER", in: []float64{0, 0, -2, 0}, out: []float64{3, 3, 1, 1}}
	for name, c := range map[string]struct {
		curve    daeCurve
		severity report.Severity
		kind     report.Kind
		text     string
	}{
		"no such node":        {two("n-nobody/t.X", "LINEAR"), report.Info, report.LeftOut, "n-nobody/t.X"},
		"a wrong member":      {two("n-lower/t.ANGLE", "LINEAR"), report.Info, report.LeftOut, "t.ANGLE"},
		"no such mode":        {two("n-lower/t.X", "SMOOTH"), report.Loss, report.InvalidCurve, "SMOOTH"},
		"no tangents":         {two("n-lower/t.X", "BEZIER"), report.Repair, report.InvalidCurve, "missing"},
		"far tangents":        {far, report.Repair, report.InvalidCurve, "2 tangents reach beyond"},
		"a shear":             {sheared, report.Loss, report.LostShear, `"lower"`},
		"keys out of order":   {bad, report.Repair, report.UnsortedKey, "1 keys"},
		"keys without a time": {bad, report.Repair, report.InvalidKey, "1 keys"},
	} {
		t.Run(name, func(t *testing.T) {
			d := dae{curves: []daeCurve{c.curve, two("n-upper/t.X", "LINEAR")}, lower: lowerElements + `<matrix sid="m">1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</matrix>`}
			var r report.Report
			files.LoadWith(t, d.write(t), importer.Options{Report: &r})
			for _, f := range r.Findings {
				if f.Severity == c.severity && f.Kind == c.kind && strings.Contains(f.Message, c.text) {
					if f.Severity == report.Loss && f.Kind == report.LostShear && math.Abs(f.Size.Value-125) > 130 {
						t.Errorf("%v", f)
					}
					return
				}
			}
			t.Errorf("%v", r.Findings)
		})
	}
}

// TestColladaNumbers: a curve of what is no transform is a custom property.
func TestColladaNumbers(t *testing.T) {
	d := dae{curves: []daeCurve{{target: "n-lower/blend", time: []float64{0, 1}, value: []float64{2, 8}, mode: "LINEAR"}}}
	m := files.Load(t, d.write(t))
	if len(m.Floats) != 1 || m.Floats[0].Name != "blend" || m.Skeleton.Name[m.Floats[0].Joint] != "lower" || len(m.Clips[0].Tracks) != 1 {
		t.Errorf("%+v", m.Floats)
	}
}

// morphed is a mesh with two targets, by its weights' source.
const morphed = `<library_geometries>%s</library_geometries><library_controllers><controller id="morph" name="morph"><morph source="#g0" method="NORMALIZED">
	<source id="targets"><IDREF_array id="targets-a" count="2">g1 g2</IDREF_array><technique_common><accessor source="#targets-a" count="2" stride="1"><param name="MORPH_TARGET" type="IDREF"/></accessor></technique_common></source>
	<source id="weights"><float_array id="weights-a" count="2">0.25 0</float_array><technique_common><accessor source="#weights-a" count="2" stride="1"><param name="MORPH_WEIGHT" type="float"/></accessor></technique_common></source>
	<targets><input semantic="MORPH_TARGET" source="#targets"/><input semantic="MORPH_WEIGHT" source="#weights"/></targets></morph></controller></library_controllers>`

// TestColladaMorphs: curves of morph weights, by each way in which a channel names them.
func TestColladaMorphs(t *testing.T) {
	var shapes strings.Builder
	for i, x := range []float64{1, 2, 3} {
		fmt.Fprintf(&shapes, `<geometry id="g%d" name="g%d"><mesh><source id="p%d"><float_array id="a%d" count="9">0 0 0 %v 0 0 0 1 0</float_array><technique_common><accessor source="#a%d" count="3" stride="3"><param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>`+
			`<vertices id="v%d"><input semantic="POSITION" source="#p%d"/></vertices><triangles count="1"><input semantic="VERTEX" source="#v%d" offset="0"/><p>0 1 2</p></triangles></mesh></geometry>`, i, i, i, i, x, i, i, i, i)
	}
	for _, target := range []string{"weights(1)", "weights-a(1)", "morph/weights(1)", "morph(1)"} {
		t.Run(target, func(t *testing.T) {
			in, out := bezier2(daeTimes, daeAngles, 1, 0.5, 0.3, 25)
			d := dae{
				upper:  `<translate sid="t">0 0 0</translate><instance_controller url="#morph"/>`,
				more:   fmt.Sprintf(morphed, shapes.String()),
				curves: []daeCurve{{target: target, time: daeTimes, value: daeAngles, mode: "BEZIER", in: in, out: out}},
			}
			path := d.write(t)
			var r report.Report
			m := files.LoadWith(t, path, importer.Options{Report: &r})
			if len(m.Weights) != 2 || len(m.Clips) != 1 || len(m.Clips[0].Tracks) != 1 || m.Clips[0].Tracks[0].Property != soa.Weight {
				t.Fatalf("%d weights, clips %+v: %v", len(m.Weights), m.Clips, r.Findings)
			}
			data, err := os.ReadFile(path)
			must.Do(t, err)
			file, err := daeeval.Open(data)
			must.Do(t, err)
			for i := range 100 {
				seconds := 2.9 * (float64(i) + 0.3) / 100
				want, ok := file.Weight(strings.TrimSuffix(target, "(1)"), 1, seconds)
				if got := oracle.Evaluate(m, m.Clips, seconds).Weights[1]; !ok || math.Abs(got-want) > 3e-5 {
					t.Fatalf("%v at %v s, want %v", got, seconds, want)
				}
			}
		})
	}
}

// TestColladaInstances: a node that is instanced twice moves in both places.
func TestColladaInstances(t *testing.T) {
	d := dae{
		upper:  `<translate sid="t">0 0 0</translate><instance_node url="#n-part"/>`,
		lower:  `<translate sid="t">100 0 0</translate><instance_node url="#n-part"/>`,
		more:   `<library_nodes><node id="n-part" name="part"><rotate sid="r">0 0 1 0</rotate><node id="n-end" name="end"><translate>100 0 0</translate></node></node></library_nodes>`,
		curves: []daeCurve{{target: "n-part/r.ANGLE", time: []float64{0, 1}, value: []float64{0, 90}, mode: "LINEAR"}},
	}
	m := files.LoadWith(t, d.write(t), importer.Options{AllNodes: true})
	pose := oracle.Evaluate(m, m.Clips, 1)
	found := 0
	for j, name := range m.Skeleton.Name {
		if name == "end" {
			found++
			p := pose.Model[j].Translation().Sub(pose.Model[m.Skeleton.Parent[m.Skeleton.Parent[j]]].Translation())
			if math.Abs(p[0]) > 1e-6 || math.Abs(p[1]-1) > 1e-6 {
				t.Errorf("the end is at %v of what it hangs on", p)
			}
		}
	}
	if found != 2 {
		t.Errorf("%d ends: %v", found, m.Skeleton.Name)
	}
}

// TestColladaTooLarge: a file of a few kilobytes must not become millions of keys.
func TestColladaTooLarge(t *testing.T) {
	d := dae{curves: []daeCurve{
		{target: "n-lower/rx.ANGLE", time: []float64{0, 1e-6}, value: []float64{0, 90}, mode: "LINEAR", behaviour: "CYCLE"},
		{target: "n-upper/t.X", time: []float64{0, 1e6}, value: []float64{0, 90}, mode: "LINEAR"},
	}}
	_, err := importer.Load(context.Background(), d.write(t), importer.Options{Bounds: importer.Bounds{Keys: 10000}})
	if !errors.Is(err, importer.ErrTooLarge) {
		t.Errorf("%v", err)
	}
}

// TestRepairsAreNamed: what is repaired of keys says of which joints, and by how much.
func TestRepairsAreNamed(t *testing.T) {
	bad := daeCurve{target: "n-lower/rx.ANGLE", time: []float64{1, 0, math.NaN(), 2}, value: []float64{0, 1, 2, 3}, mode: "LINEAR"}
	var r report.Report
	files.LoadWith(t, (&dae{curves: []daeCurve{bad}}).write(t), importer.Options{Report: &r})
	named := 0
	for _, f := range r.Findings {
		if (f.Kind == report.InvalidKey || f.Kind == report.UnsortedKey) && strings.Contains(f.Message, `"n-lower/rx.ANGLE"`) {
			named++
		}
	}
	if named != 2 {
		t.Errorf("%v", r.Findings)
	}
}
