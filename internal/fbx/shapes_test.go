package fbx

import (
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/sinew-anim/sinew/internal/fit"
	"github.com/sinew-anim/sinew/soa"
)

// geometry is a Geometry with arrays.
func geometry(id int64, class string, arrays ...record) record {
	return record{"Geometry", []any{id, "face\x00\x01Geometry", class}, arrays}
}

// blended has shapes of every kind: in between, by point, inside of a mesh, shared by
// meshes, of wrong lengths.
var blended = document{
	{"FBXHeaderExtension", nil, []record{{"Creator", []any{"Blender (stable FBX IO) - 4.4.1"}, nil}}},
	{"Objects", nil, []record{
		{"Model", []any{int64(1), "face\x00\x01Model", "Mesh"}, nil},
		{"Model", []any{int64(2), "mask\x00\x01Model", "Mesh"}, nil},
		geometry(10, "Mesh",
			record{"Properties70", []any{}, []record{p("lift", "Number", "A+", 40.0)}},
			record{"Vertices", []any{[]float64{0, 0, 0, 1, 0, 0, 0, 2, 0}}, nil},
			record{"PolygonVertexIndex", []any{[]int32{0, 1, -3, 0, 2, -2}}, nil},
			record{"LayerElementMaterial", []any{0}, []record{{"MappingInformationType", []any{"ByPolygon"}, nil}, {"Materials", []any{[]int32{3, 5}}, nil}}},
			record{"Shape", []any{"lift"}, []record{{"Indexes", []any{[]int32{2, 0}}, nil}, {"Vertices", []any{[]float64{0, 0, 1, 0, 0, 2}}, nil}, {"Normals", []any{[]float64{1, 0, 0, 0, 1, 0}}, nil}}},
		),
		geometry(11, "Mesh", record{"Vertices", []any{[]float64{0, 0, 0}}, nil}),
		geometry(20, "Shape", record{"Indexes", []any{[]int32{1}}, nil}, record{"Vertices", []any{[]float64{0, 0, 1}}, nil}, record{"Normals", []any{[]float64{0, 0, 0}}, nil}),
		geometry(21, "Shape", record{"Indexes", []any{[]int32{0, 2}}, nil}, record{"Vertices", []any{[]float64{0, 0, 1, 0, 1, 0}}, nil}),
		geometry(22, "Shape", record{"Indexes", []any{[]int32{0, 2}}, nil}, record{"Vertices", []any{[]float64{0, 0, 1}}, nil}),
		{"Deformer", []any{int64(30), "all\x00\x01Deformer", "BlendShape"}, nil},
		{"Deformer", []any{int64(31), "bend\x00\x01SubDeformer", "BlendShapeChannel"}, []record{
			{"DeformPercent", []any{10.0}, nil}, {"FullWeights", []any{[]float64{100, 50}}, nil},
			{"Properties70", []any{}, []record{p("DeformPercent", "Number", "A", 20.0)}},
		}},
		{"Deformer", []any{int64(32), "parts\x00\x01SubDeformer", "BlendShapeChannel"}, []record{
			{"DeformPercent", []any{10.0}, nil}, {"FullWeights", []any{[]float64{50, 25}}, nil},
		}},
		{"AnimationStack", []any{int64(100), "First\x00\x01AnimStack", ""}, nil},
		{"AnimationLayer", []any{int64(101), "Base\x00\x01AnimLayer", ""}, nil},
		{"AnimationCurveNode", []any{int64(40), "DeformPercent\x00\x01AnimCurveNode", ""}, nil},
		{"AnimationCurveNode", []any{int64(41), "lift\x00\x01AnimCurveNode", ""}, nil},
		keyed(50, []int32{4}, []float32{0, 0, 0, 0}, [2]float64{0, 0}, [2]float64{1, 100}),
	}},
	{"Connections", nil, []record{
		connect("OO", 1, 0), connect("OO", 2, 0), connect("OO", 10, 1), connect("OO", 11, 2), connect("OO", 30, 10), connect("OO", 30, 11),
		connect("OO", 31, 30), connect("OO", 32, 30), connect("OO", 20, 31), connect("OO", 21, 31), connect("OO", 22, 31), connect("OO", 21, 32),
		connect("OO", 101, 100), connect("OO", 40, 101), connect("OP", 40, 31, "DeformPercent"), connect("OP", 50, 40, "d|DeformPercent"),
		connect("OO", 41, 101), connect("OP", 41, 10, "lift"), connect("OP", 50, 41, "d|lift"),
	}},
}

func TestShapes(t *testing.T) {
	for name, deflated := range map[string]bool{"plain": false, "deflated": true} {
		data := blended.binary(deflated)
		f, err := Read(data)
		if err != nil {
			t.Fatal(err)
		}
		scene, err := f.Scene(100)
		if err != nil {
			t.Fatal(err)
		}
		s, err := f.Shapes(scene, 100, 1000)
		if err != nil || len(s.Meshes) != 2 || len(s.Lost) != 1 {
			t.Fatalf("%s: %+v, %v", name, s, err)
		}
		m := s.Meshes[0]
		if !reflect.DeepEqual(m.Material, []int32{3, 5}) || len(m.Corners) != 6 || len(m.Points) != 9 || len(m.Channels) != 3 || len(s.Meshes[1].Channels) != 2 || m.Channels[0] != s.Meshes[1].Channels[0] {
			t.Fatalf("%s: %+v", name, m)
		}
		bend, parts, lift := m.Channels[0], m.Channels[1], m.Channels[2]
		if bend.Rest != 0.2 || parts.Rest != 0.1 || lift.Rest != 0.4 || len(bend.Shapes) != 2 || bend.Shapes[0].Full != 0.5 || bend.Shapes[1].Full != 1 {
			t.Errorf("%s: %+v %+v %+v", name, bend, parts, lift)
		}
		if got := parts.Shapes[0]; got.Full != 1 || !reflect.DeepEqual(got.Position, []float32{0, 0, 0.5, 0, 0.25, 0}) {
			t.Errorf("%s: %+v", name, got)
		}
		if got := lift.Shapes[0]; !reflect.DeepEqual(got.Point, []uint32{0, 2}) || !reflect.DeepEqual(got.Position, []float32{0, 0, 2, 0, 0, 1}) || len(got.Normal) != 6 || len(bend.Shapes[1].Normal) != 0 {
			t.Errorf("%s: %+v", name, got)
		}
		if w := lift.Weight(0, 0.25*second, fit.At); w != 0.25 || bend.Weight(0, 2*second, fit.At) != 1 || parts.Weight(0, 0, fit.At) != 0.1 {
			t.Errorf("%s: weighs %v", name, w)
		}
		for _, most := range [][2]int{{1, 1000}, {100, 10}} {
			if _, err := f.Shapes(scene, most[0], most[1]); !errors.Is(err, soa.ErrTooLarge) {
				t.Errorf("%s: with %d keys and %d numbers: %v", name, most[0], most[1], err)
			}
		}
	}
}

// TestShapeParts: between two full weights the mesh is between two shapes.
func TestShapeParts(t *testing.T) {
	for _, full := range [][]float64{{1}, {-1}, {0.25, 1}, {-0.5, -0.25, 1}, {-1, -0.5}, {0.1, 0.2, 0.5}} {
		c := &ShapeChannel{}
		for _, w := range full {
			c.Shapes = append(c.Shapes, Shape{Full: w})
		}
		if lost := c.arrange(); len(lost) != 0 {
			t.Fatalf("%v: %v", full, lost)
		}
		for w := -2.0; w <= 2; w += 1. / 64 {
			// Shapes that are where their weight is make a mesh that is where the weight is.
			at := 0.0
			for i, own := range full {
				at += c.Part(i, w) * own
			}
			if math.Abs(at-w) > 1e-12 {
				t.Errorf("%v at %v: %v", full, w, at)
			}
		}
		for i := range full {
			for _, bend := range c.Bends(i) {
				if bend == c.at[0] || bend == c.at[len(c.at)-1] {
					t.Errorf("%v bends at %v", full, bend)
				}
			}
		}
	}
	c := &ShapeChannel{Shapes: []Shape{{Full: 1}, {Full: 0}, {Full: 1}, {Full: math.NaN()}}}
	if lost := c.arrange(); len(lost) != 3 || len(c.Shapes) != 1 || c.Part(0, 0.5) != 0.5 {
		t.Errorf("%v, %+v", lost, c)
	}
}

// shapesOf reads all shapes of a file and asks for what the importer asks for.
func shapesOf(f *File) error {
	scene, err := f.Scene(1 << 12)
	if err != nil {
		return err
	}
	s, err := f.Shapes(scene, 1<<12, 1<<16)
	if err != nil {
		return err
	}
	for i := range s.Meshes {
		for _, c := range s.Meshes[i].Channels {
			for k := range f.Stacks {
				for shape := range c.Shapes {
					c.Part(shape, c.Weight(k, f.Stacks[k].First, fit.Before))
					c.Bends(shape)
					c.Shapes[shape].Reach()
				}
			}
		}
	}
	return nil
}

// TestDamagedShapes: whatever a file has become, its shapes are read or an error.
func TestDamagedShapes(t *testing.T) {
	rounds := 1500
	if testing.Short() {
		rounds = 200
	}
	for i := range rounds {
		r := rand.New(rand.NewPCG(uint64(i), 7))
		for _, intact := range [][]byte{blended.text(), blended.binary(false), blended.binary(true)} {
			data := append([]byte(nil), intact...)
			for range 1 + r.IntN(6) {
				data[r.IntN(len(data))] = byte(r.IntN(256))
			}
			f, err := Read(data)
			if err == nil {
				if patched, _ := f.Patch(data); patched != nil && len(patched) != len(data) {
					t.Fatalf("round %d: %d bytes became %d", i, len(data), len(patched))
				}
				err = shapesOf(f)
			}
			if err != nil && !errors.Is(err, soa.ErrFormat) && !errors.Is(err, soa.ErrTooLarge) {
				t.Fatalf("round %d: %v", i, err)
			}
		}
	}
}

// FuzzShapes: whatever a file is, reading its shapes ends.
func FuzzShapes(f *testing.F) {
	f.Add(blended.text())
	f.Add(blended.binary(false))
	f.Add(blended.binary(true))
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := Read(data)
		if err == nil {
			err = shapesOf(file)
		}
		if err != nil && !errors.Is(err, soa.ErrFormat) && !errors.Is(err, soa.ErrTooLarge) {
			t.Fatal(err)
		}
	})
}
