package collada

import (
	"reflect"
	"testing"
)

// shapeFile has a square as polygons, with a normal of each corner, and as strips and
// fans; and a target with the normals of points.
const shapeFile = `<COLLADA version="1.4.1"><library_geometries>
<geometry id="base" name="Base"><mesh>
	<source id="p"><float_array id="pa" count="16">0 0 0 9 1 0 0 9 1 1 0 9 0 1 0 9</float_array><technique_common><accessor source="#pa" count="4" stride="4"><param name="X"/><param name="Y"/><param name="Z"/><param/></accessor></technique_common></source>
	<source id="n"><float_array id="na" count="6">0 0 1 0 1 0</float_array><technique_common><accessor source="#na" count="2" stride="3"><param name="X"/><param name="Y"/><param name="Z"/></accessor></technique_common></source>
	<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
	<lines count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1</p></lines>
	<polygons count="2"><input semantic="VERTEX" source="#v" offset="0"/><input semantic="NORMAL" source="#n" offset="1"/><p>0 0 1 1 2 0</p><p>0 1 2 1 3 -1</p></polygons>
	<tristrips count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 3 2</p></tristrips>
	<trifans count="1"><input semantic="VERTEX" source="#v" offset="2"/><p>8 8 0 8 8 1 8 8 2</p></trifans>
</mesh></geometry>
<geometry id="up"><mesh>
	<source id="p2"><float_array id="p2a" count="12">0 0 1 1 0 2 1 1 3 0 1 4</float_array><technique_common><accessor source="#p2a" count="4" stride="3"><param name="X"/><param name="Y"/><param name="Z"/></accessor></technique_common></source>
	<source id="n2"><float_array id="n2a" count="12">1 0 1 1 0 1 1 0 1 1 0 1</float_array><technique_common><accessor source="#n2a" count="4" stride="3"><param name="X"/><param name="Y"/><param name="Z"/></accessor></technique_common></source>
	<vertices id="v2"><input semantic="POSITION" source="#p2"/><input semantic="NORMAL" source="#n2"/></vertices>
</mesh></geometry></library_geometries>
<library_controllers><controller id="m"><morph source="#base" method="NORMALIZED">
	<source id="t"><IDREF_array id="ta" count="1">up</IDREF_array></source><source id="w"><float_array id="wa" count="1">0.5</float_array></source>
	<targets><input semantic="MORPH_TARGET" source="#t"/><input semantic="MORPH_WEIGHT" source="#w"/></targets></morph></controller></library_controllers>
<library_visual_scenes><visual_scene><node id="a"><instance_controller url="#m"/></node></visual_scene></library_visual_scenes></COLLADA>`

// TestMorphs: a morph's offsets are those of the corners, in each form of polygons.
func TestMorphs(t *testing.T) {
	f, err := Read([]byte(shapeFile))
	if err != nil {
		t.Fatal(err)
	}
	list := f.Morphs(f.byID["a"])
	if len(list) != 1 || list[0].Base == nil || list[0].Base.Name != "Base" || len(list[0].Targets) != 1 || list[0].Targets[0].Name != "up" || list[0].Targets[0].Weight != 0.5 || !list[0].Fits(0) {
		t.Fatalf("%+v", list)
	}
	m := list[0]
	var points [][]uint32
	for _, p := range m.Base.Parts {
		points = append(points, p.Points)
	}
	if want := [][]uint32{{0, 1, 2, 0, 2, 3}, {0, 1, 3, 3, 1, 2}, {0, 1, 2}}; !reflect.DeepEqual(points, want) {
		t.Fatalf("%v, want %v", points, want)
	}
	position, normal := m.Offsets(0, 0)
	if want := []float32{0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0, 1, 0, 0, 3, 0, 0, 4}; !reflect.DeepEqual(position, want) {
		t.Errorf("positions %v, want %v", position, want)
	}
	up, side := []float32{1, 0, 0}, []float32{1, -1, 1}
	var want []float32
	for _, n := range [][]float32{up, side, up, side, side, up} {
		want = append(want, n...)
	}
	if !reflect.DeepEqual(normal, want) {
		t.Errorf("normals %v, want %v", normal, want)
	}
	if position, normal = m.Offsets(0, 2); !reflect.DeepEqual(position, []float32{0, 0, 1, 0, 0, 2, 0, 0, 3}) || normal != nil {
		t.Errorf("%v, %v", position, normal)
	}
}

// TestPatchMorphs: what shows a morph shows the mesh behind it.
func TestPatchMorphs(t *testing.T) {
	for name, c := range map[string][2]string{
		"instanced": {`<controller id='m'><morph method="X" source='#g'></morph></controller><instance_controller sid="x" url="#m"/>`, `<instance_controller sid="x" url="#g"/>`},
		"skinned":   {`<controller id="s"><skin source="#m"/></controller><controller id="m"><morph source="#g"></morph></controller><instance_controller url="#s"/>`, `<controller id="s"><skin source="#g"/></controller><instance_controller url="#s"/>`},
		"of a skin": {`<controller id="m"><morph source="#s"></morph></controller><instance_controller url="#m"/>`, `<instance_controller url="#s"/>`},
		"round":     {`<controller id="m"><morph source="#m"></morph></controller><instance_controller url="#m"/>`, `<instance_controller url="#m"/>`},
	} {
		if got := string(Patch([]byte(c[0]))); got != c[1] {
			t.Errorf("%s: %s, want %s", name, got, c[1])
		}
	}
}
