package importer

import (
	"fmt"
	"reflect"

	"github.com/sinew-anim/sinew/importer/internal/source"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/native/assimp"
	"github.com/sinew-anim/sinew/soa"
)

// input is what every pass may read: the open scene, the file behind it for what
// libassimp gets wrong, the options, and the report, to which passes add
// findings.
type input struct {
	*source.File
	opt    options
	report *report.Report
	format string
	scene  *assimp.Scene
	reopen func(assimp.Options) (*assimp.Scene, error) // imports the file again
	fbx    *fbxFile                                    // nil where the file is none
	dae    *colladaFile                                // nil where the file is none, or needs no reading
}

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
func flatten(in *input) (*flat, error) {
	tree, err := readTree(in)
	if err != nil {
		return nil, err
	}
	toModel := modelSpace(in, tree)
	gltf, err := readGLTF(in, tree)
	if err != nil {
		return nil, err
	}
	if gltf == nil {
		tree.reportSharedNames(in.report)
	}
	if err := checkSize(in, tree, gltf); err != nil {
		return nil, err
	}
	if err := readFBXScene(in, tree); err != nil {
		return nil, err
	}
	readFBXSkins(in, tree)
	bones := findBones(in, tree, gltf)
	if in.opt.SkipMeshes {
		tree.dropMeshes()
	}
	placeFBXShapes(in, tree)
	clips, floats, err := bindClips(in, tree, gltf)
	if err != nil {
		return nil, err
	}

	marks := markNodes(in, tree, bones, clips, floats, gltf.vrmNodes())
	top := topOf(in, tree, marks, toModel)
	rig, err := buildRig(in, tree, gltf, marks, top, clips)
	if err != nil {
		return nil, err
	}
	rig.unit = takeOutUnits(rig.joints, top.lead)

	m := &soa.Model{Name: source.Stem(in.Base), Skeleton: rig.skeleton(), Floats: placeFloats(in, floats, rig.place)}
	surfaces := readMaterials(in)
	m.Materials, m.Textures = surfaces.materials, surfaces.textures
	shapes, err := buildMeshes(in, tree, gltf, bones, rig, surfaces)
	if err != nil {
		return nil, err
	}
	in.dae.reportMorphs(in, tree)
	morphs := bindMorphs(in, clips, tree, shapes)
	if in.format == "fbx" {
		shapes.orderMorphs(morphs)
	}
	m.Meshes, m.Skins, m.Weights = shapes.meshes, shapes.skins, shapes.weights
	m.Clips = buildClips(in, clips, rig.joints, morphs, floats)

	boundNames(in.report, &in.opt.Bounds, m)
	in.report.Control = buildControl(in, gltf, &rig, m.Skeleton)
	in.report.Joints = len(rig.joints)
	in.report.SceneBytes, in.report.ModelBytes = in.scene.Memory(), bytesOf(reflect.ValueOf(m))
	reportDropped(in, marks)
	if len(m.Meshes) == 0 && len(m.Clips) == 0 && len(rig.joints) == 0 {
		return nil, fmt.Errorf("%w: no mesh, animation or bone", ErrEmpty)
	}
	return &flat{rig, clips, floats, morphs, m, in.report}, m.Validate()
}

// reportDropped reports the parts of the scene that a model cannot hold.
func reportDropped(in *input, marks []mark) {
	if n := in.scene.Cameras(); n > 0 {
		in.report.Add(report.Info, report.LeftOut, "", "%d camera(s) left out", n)
	}
	if n := in.scene.Lights(); n > 0 {
		in.report.Add(report.Info, report.LeftOut, "", "%d light(s) left out", n)
	}
	if n := vertexFrames(in.File, in.format); n > 1 {
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

// addBends measures the clips of a model, which the report lists.
func addBends(r *report.Report, m *soa.Model) {
	skeleton := exact.NewSkeleton(m, nil)
	for i, clip := range m.Clips {
		if b := skeleton.Bend(clip, exact.Distance); b.Joints > 0 {
			r.Clips[i].Bend = report.SubFrameBend{Meters: b.Max, Joint: m.Skeleton.Name[b.Joint], Joints: b.Joints}
		}
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
