package importer

import (
	"fmt"
	"reflect"

	"github.com/sinew-anim/sinew/importer/internal/source"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// flat is an imported file. AddClips needs more than its model: tracks in float64
// and the joints of nodes.
type flat struct {
	rig
	clips  []clipSource
	floats *floatSet
	morphs [][]namedTrack // per clip: the tracks of morph weights
	model  *soa.Model
	report *report.Report
}

// flatten makes a model of a scene. Each pass makes something of what passes
// before it made, and tells the report:
//
//	scene ─► tree ─► bones, clips, floats ─► marks ─► rig ─► skeleton
//	                   │                               ├───► meshes, skins, weights
//	                   └───────────────────────────────┴───► clips
func flatten(in *input, f format) (*flat, error) {
	if err := readTree(in, f); err != nil {
		return nil, err
	}
	toModel := modelSpace(in, f)
	if err := f.Match(); err != nil {
		return nil, err
	}
	tree := in.tree
	if err := checkSize(in, f); err != nil {
		return nil, err
	}
	if err := f.ReadSkins(); err != nil {
		return nil, err
	}
	bones := findBones(in, f)
	if in.opt.SkipMeshes {
		tree.dropMeshes()
	}
	f.ReadShapes()
	clips, floats, err := bindClips(in, f)
	if err != nil {
		return nil, err
	}

	marks := markNodes(in, f, tree, bones, clips, floats)
	top := topOf(in, tree, marks, toModel)
	on, err := buildRig(in, f, marks, top, clips)
	if err != nil {
		return nil, err
	}
	on.unit = takeOutUnits(on.joints, top.lead)

	m := &soa.Model{Name: source.Stem(in.Base), Skeleton: on.skeleton(), Floats: placeFloats(in, floats, on.place)}
	surfaces := readMaterials(in)
	m.Materials, m.Textures = surfaces.materials, surfaces.textures
	shapes, err := buildMeshes(in, f, bones, on, surfaces)
	if err != nil {
		return nil, err
	}
	f.Finish()
	morphs := bindMorphs(in, clips, tree, shapes)
	if in.ext == "fbx" {
		shapes.orderMorphs(morphs)
	}
	m.Meshes, m.Skins, m.Weights = shapes.meshes, shapes.skins, shapes.weights
	m.Clips = buildClips(in.report, clips, on.joints, morphs, floats)

	boundNames(in.report, &in.opt.Bounds, m)
	in.report.Control = buildControl(in, f, &on, m.Skeleton)
	in.report.Joints = len(on.joints)
	in.report.SceneBytes, in.report.ModelBytes = in.scene.Memory(), bytesOf(reflect.ValueOf(m))
	reportDropped(in, marks)
	if len(m.Meshes) == 0 && len(m.Clips) == 0 && len(on.joints) == 0 {
		return nil, fmt.Errorf("%w: no mesh, animation or bone", source.ErrEmpty)
	}
	return &flat{on, clips, floats, morphs, m, in.report}, m.Validate()
}

// reportDropped reports the parts of the scene that a model cannot hold.
func reportDropped(in *input, marks []mark) {
	if n := in.scene.Cameras(); n > 0 {
		in.report.Add(report.Info, report.LeftOut, "", "%d camera(s) left out", n)
	}
	if n := in.scene.Lights(); n > 0 {
		in.report.Add(report.Info, report.LeftOut, "", "%d light(s) left out", n)
	}
	if n := vertexFrames(in.File, in.ext); n > 1 {
		in.report.Add(report.Loss, report.VertexFrames, "", "its %d frames move vertices without bones, which is not read; the first one is shown", n)
	}
	dropped := 0
	for i := range marks {
		if !marks[i].keep {
			dropped++
		}
	}
	if dropped > 0 {
		in.report.Add(report.Info, report.LeftOut, "", "%d node(s) that carry no bone, mesh or animation left out", dropped)
	}
}

// bytesOf counts the memory of a value of plain data.
func bytesOf(v reflect.Value) (n int64) {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return 0
		}
		return int64(v.Elem().Type().Size()) + bytesOf(v.Elem())
	case reflect.String:
		return int64(v.Len())
	case reflect.Slice:
		n = int64(v.Len()) * int64(v.Type().Elem().Size())
		switch v.Type().Elem().Kind() {
		case reflect.Pointer, reflect.String, reflect.Slice, reflect.Struct:
			for i := range v.Len() {
				n += bytesOf(v.Index(i))
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			n += bytesOf(v.Field(i))
		}
	}
	return n
}

// modelSpace returns the transform from the file's space to the model's: right-handed, Y
// up, metres, and what the options ask for besides.
func modelSpace(in *input, f format) exact.Matrix {
	in.report.MetersPer = 1
	m := f.Space()
	if in.opt.Scale != 1 {
		m = exact.Scaling(in.opt.Scale).Mul(m)
	}
	return m
}

// readTree reads the nodes and gives them the names of the file.
func readTree(in *input, f format) error {
	root := in.scene.Root()
	if root.IsNil() {
		return fmt.Errorf("%w: no nodes", source.ErrEmpty)
	}
	t, err := f.ReadNodes(newTree(root, in.report))
	if err != nil {
		return err
	}
	in.tree = t
	in.report.Nodes = len(t.nodes)
	return nil
}
