package importer_test

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/testing/files"
	"github.com/sinew-anim/sinew/soa"
)

// daeMesh is a geometry of a made Collada file: points that may be at one place, a normal of
// each, and polygons in several elements.
type daeMesh struct {
	id, name string
	points   [][3]float64
	normals  [][3]float64 // in the vertices of the mesh
	polygons string
}

func (g *daeMesh) write() string {
	var b strings.Builder
	source := func(id string, v [][3]float64) {
		fmt.Fprintf(&b, `<source id="%s-%s"><float_array id="%[1]s-%[2]s-a" count="%d">%s</float_array><technique_common><accessor source="#%[1]s-%[2]s-a" count="%[5]d" stride="3"><param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>`,
			g.id, id, 3*len(v), numbers(v...), len(v))
	}
	fmt.Fprintf(&b, `<geometry id="%s" name="%s"><mesh>`, g.id, g.name)
	source("p", g.points)
	inputs := fmt.Sprintf(`<input semantic="POSITION" source="#%s-p"/>`, g.id)
	if g.normals != nil {
		source("n", g.normals)
		inputs += fmt.Sprintf(`<input semantic="NORMAL" source="#%s-n"/>`, g.id)
	}
	fmt.Fprintf(&b, `<vertices id="%s-v">%s</vertices>%s</mesh></geometry>`, g.id, inputs, strings.ReplaceAll(g.polygons, "$", g.id))
	return b.String()
}

// daeMorph writes a morph of geometries.
func daeMorph(id, base, method, targets, weights string) string {
	n := len(strings.Fields(targets))
	return fmt.Sprintf(`<controller id="%s"><morph source="#%s" method="%s"><source id="%[1]s-t"><IDREF_array id="%[1]s-ta" count="%[4]d">%[5]s</IDREF_array><technique_common><accessor source="#%[1]s-ta" count="%[4]d" stride="1"><param name="MORPH_TARGET" type="IDREF"/></accessor></technique_common></source>`+
		`<source id="%[1]s-w"><float_array id="%[1]s-wa" count="%[4]d">%[6]s</float_array><technique_common><accessor source="#%[1]s-wa" count="%[4]d" stride="1"><param name="MORPH_WEIGHT" type="float"/></accessor></technique_common></source>`+
		`<targets><input semantic="MORPH_TARGET" source="#%[1]s-t"/><input semantic="MORPH_WEIGHT" source="#%[1]s-w"/></targets></morph></controller>`, id, base, method, n, targets, weights)
}

// sheet has two corners at one place, which shapes move apart, a quad and two triangles of
// other elements.
var sheet = daeMesh{
	id: "sheet", name: "Sheet",
	points:   [][3]float64{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {1, 1, 0}, {2, 1, 0}, {2, 2, 0}, {3, 3, 0}, {9, 9, 9}},
	polygons: `<polylist count="1"><input semantic="VERTEX" source="#$-v" offset="1"/><vcount>4</vcount><p>7 0 7 1 7 2 7 3</p></polylist><tristrips count="1"><input semantic="VERTEX" source="#$-v" offset="0"/><p>4 5 6 7</p></tristrips>`,
}

// raised is the sheet with every point moved otherwise; offsets is what moves it.
func raised(id string, by float64, offsets bool) daeMesh {
	g := daeMesh{id: id, name: strings.ToUpper(id), polygons: sheet.polygons}
	for i, p := range sheet.points {
		d := raise(i, by)
		if !offsets {
			d = [3]float64{p[0] + d[0], p[1] + d[1], p[2] + d[2]}
		}
		g.points = append(g.points, d)
	}
	return g
}

func raise(point int, by float64) [3]float64 { return [3]float64{by, 0, 0.125 * float64(point+1)} }

// movedPoints writes the vertices of meshes and how a target moves each.
func movedPoints(meshes []*soa.Mesh, weight int) []string {
	found := make(map[string]bool)
	for _, m := range meshes {
		by := make([][3]float32, m.Vertices())
		for _, t := range m.Morphs {
			if t.Weight == weight {
				for i, v := range t.Vertex {
					by[v] = [3]float32(t.Position[3*i:])
				}
			}
		}
		for v := range by {
			found[fmt.Sprintf("%.4f %.4f", m.Position[3*v:3*v+3], by[v])] = true
		}
	}
	return slices.Sorted(maps.Keys(found))
}

func wantMoved(by float64) []string {
	found := make(map[string]bool)
	for i, p := range sheet.points[:8] {
		found[fmt.Sprintf("%.4f %.4f", p, raise(i, by))] = true
	}
	return slices.Sorted(maps.Keys(found))
}

// TestColladaShapes: the targets of a morph move each point of the file's, whatever else is
// at its place, in all elements of its mesh, also below a skin.
func TestColladaShapes(t *testing.T) {
	skinned := `<controller id="skin"><skin source="#morph"><source id="sj"><Name_array id="sja" count="1">upper</Name_array><technique_common><accessor source="#sja" count="1" stride="1"><param name="JOINT" type="name"/></accessor></technique_common></source>` +
		`<source id="sb"><float_array id="sba" count="16">1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</float_array><technique_common><accessor source="#sba" count="1" stride="16"><param name="TRANSFORM" type="float4x4"/></accessor></technique_common></source>` +
		`<source id="sw"><float_array id="swa" count="1">1</float_array><technique_common><accessor source="#swa" count="1" stride="1"><param name="WEIGHT" type="float"/></accessor></technique_common></source>` +
		`<joints><input semantic="JOINT" source="#sj"/><input semantic="INV_BIND_MATRIX" source="#sb"/></joints><vertex_weights count="9"><input semantic="JOINT" source="#sj" offset="0"/><input semantic="WEIGHT" source="#sw" offset="1"/><vcount>1 1 1 1 1 1 1 1 1</vcount><v>0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0</v></vertex_weights></skin></controller>`
	for name, c := range map[string]struct {
		method, url, more string
		relative          bool
	}{
		"normalized": {"NORMALIZED", "morph", "", false},
		"no method":  {"", "morph", "", false},
		"relative":   {"RELATIVE", "morph", "", true},
		"skinned":    {"NORMALIZED", "skin", skinned, false},
	} {
		t.Run(name, func(t *testing.T) {
			a, b := raised("a", 0.5, c.relative), raised("b", -2, c.relative)
			d := dae{
				lower: lowerElements + fmt.Sprintf(`<instance_controller url="#%s"><skeleton>#n-upper</skeleton></instance_controller>`, c.url),
				more: `<library_geometries>` + sheet.write() + a.write() + b.write() + `</library_geometries><library_controllers>` +
					daeMorph("morph", "sheet", c.method, "a b", "0.25 0") + c.more + `</library_controllers>`,
			}
			var r report.Report
			m := files.LoadWith(t, d.write(t), importer.Options{Report: &r, FileUnits: true})
			if len(m.Weights) != 2 || m.Weights[0].Target != "A" || m.Weights[1].Target != "B" || m.Weights[0].Rest != 0.25 || m.Weights[1].Rest != 0 {
				t.Fatalf("%+v: %v", m.Weights, r.Findings)
			}
			if skinned := m.Meshes[0].Skin != soa.None; len(m.Meshes) != 2 || skinned != (c.url == "skin") {
				t.Fatalf("%d meshes: %v", len(m.Meshes), r.Findings)
			}
			for k, by := range []float64{0.5, -2} {
				if got, want := movedPoints(m.Meshes, k), wantMoved(by); !slices.Equal(got, want) {
					t.Errorf("target %d:\n got %v\nwant %v", k, got, want)
				}
			}
			for _, f := range r.Findings {
				if f.Severity != report.Info {
					t.Errorf("%v", f)
				}
			}
		})
	}
}

// TestColladaTwoMorphs: the morphs of two meshes of a node have weights of their own.
func TestColladaTwoMorphs(t *testing.T) {
	other := daeMesh{id: "other", name: "Other", points: [][3]float64{{5, 0, 0}, {6, 0, 0}, {5, 1, 0}}, polygons: `<triangles count="1"><input semantic="VERTEX" source="#$-v" offset="0"/><p>0 1 2</p></triangles>`}
	tall := other
	tall.id, tall.name, tall.points = "tall", "Tall", [][3]float64{{5, 0, 0}, {6, 0, 0}, {5, 4, 0}}
	a := raised("a", 0.5, false)
	d := dae{
		lower: lowerElements + `<instance_controller url="#m1"/><instance_controller url="#m2"/>`,
		more: `<library_geometries>` + sheet.write() + other.write() + tall.write() + a.write() + `</library_geometries><library_controllers>` +
			daeMorph("m1", "sheet", "NORMALIZED", "a", "0") + daeMorph("m2", "other", "NORMALIZED", "tall", "0.5") + `</library_controllers>`,
		curves: []daeCurve{{target: "m2-w(0)", time: []float64{0, 1}, value: []float64{0, 1}, mode: "LINEAR"}},
	}
	m := files.LoadWith(t, d.write(t), importer.Options{FileUnits: true})
	if len(m.Weights) != 2 || m.Weights[1].Target != "Tall" || m.Weights[1].Rest != 0.5 || len(m.Clips) != 1 || len(m.Clips[0].Tracks) != 1 || m.Clips[0].Tracks[0].Target != 1 {
		t.Fatalf("%+v, %+v", m.Weights, m.Clips)
	}
	for _, mesh := range m.Meshes {
		for _, morph := range mesh.Morphs {
			if want := map[string]int{"Sheet": 0, "Other": 1}[mesh.Name]; morph.Weight != want {
				t.Errorf("%s has the weight %d, want %d", mesh.Name, morph.Weight, want)
			}
		}
	}
	if got := movedPoints(m.Meshes, 1); !slices.Contains(got, "[5.0000 1.0000 0.0000] [0.0000 3.0000 0.0000]") {
		t.Errorf("%v", got)
	}
}

// TestColladaShapeNormals: a target turns normals as far as its own are from the mesh's.
func TestColladaShapeNormals(t *testing.T) {
	base, turned := sheet, raised("a", 0.5, false)
	for range base.points {
		base.normals, turned.normals = append(base.normals, [3]float64{0, 0, 1}), append(turned.normals, [3]float64{0, 0.6, 0.8})
	}
	d := dae{
		lower: lowerElements + `<instance_controller url="#morph"/>`,
		more:  `<library_geometries>` + base.write() + turned.write() + `</library_geometries><library_controllers>` + daeMorph("morph", "sheet", "", "a", "0") + `</library_controllers>`,
	}
	m := files.Load(t, d.write(t))
	for _, mesh := range m.Meshes {
		if len(mesh.Morphs) != 1 || len(mesh.Morphs[0].Normal) != 3*mesh.Vertices() {
			t.Fatalf("%+v", mesh.Morphs)
		}
		for v := range mesh.Vertices() {
			for i, want := range []float64{0, 0.6, -0.2} {
				if got := float64(mesh.Morphs[0].Normal[3*v+i]); math.Abs(got-want) > 1e-6 {
					t.Errorf("vertex %d turns by %v", v, mesh.Morphs[0].Normal[3*v:3*v+3])
				}
			}
		}
	}
}

// TestColladaMorphFindings: what a morph lacks is said.
func TestColladaMorphFindings(t *testing.T) {
	a, short := raised("a", 0.5, false), raised("short", 1, false)
	short.points, short.polygons = short.points[:4], `<triangles count="1"><input semantic="VERTEX" source="#$-v" offset="0"/><p>0 1 2</p></triangles>`
	for name, c := range map[string]struct {
		targets, base string
		kind          report.Kind
		text          string
	}{
		"no such target":  {"a nobody", "sheet", report.InvalidMorph, `"nobody"`},
		"too few points":  {"a short", "sheet", report.InvalidMorph, `"SHORT"`},
		"no such base":    {"a a", "nothing", report.MissingMorph, "2 targets"},
		"far too many":    {strings.Repeat("a ", soa.MaxJoints+1), "sheet", report.LeftOut, "morph targets left out"},
		"no such weights": {"a a", "sheet", report.MissingMorph, "drives its weight 7 of 2"},
	} {
		t.Run(name, func(t *testing.T) {
			d := dae{
				lower:  lowerElements + `<instance_controller url="#morph"/><instance_geometry url="#sheet"/>`,
				more:   `<library_geometries>` + sheet.write() + a.write() + short.write() + `</library_geometries><library_controllers>` + daeMorph("morph", c.base, "", c.targets, "0 0") + `</library_controllers>`,
				curves: []daeCurve{{target: "morph-w(7)", time: []float64{0, 1}, value: []float64{0, 1}, mode: "LINEAR"}},
			}
			var r report.Report
			files.LoadWith(t, d.write(t), importer.Options{Report: &r})
			for _, f := range r.Findings {
				if f.Severity == report.Loss && f.Kind == c.kind && strings.Contains(f.Message, c.text) {
					return
				}
			}
			t.Errorf("%v", r.Findings)
		})
	}
}
