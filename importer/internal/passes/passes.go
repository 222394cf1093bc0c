package passes

import (
	"cmp"
	"fmt"
	"reflect"

	"github.com/sinew-anim/sinew/importer/internal/mesh"
	"github.com/sinew-anim/sinew/importer/internal/rig"
	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/importer/internal/source"
	"github.com/sinew-anim/sinew/importer/internal/surface"
	"github.com/sinew-anim/sinew/importer/internal/track"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// Result is an imported file. Besides the model it holds what AddClips needs: tracks in float64
// and the joints of nodes.
type Result struct {
	rig.Rig
	Clips  []track.Clip
	Floats *track.Floats
	Morphs [][]track.Named // per clip: the tracks of morph weights
	Model  *soa.Model
	Report *report.Report
}

// Run builds a model from a scene. Each pass works on the results of earlier ones and adds to the
// report:
//
//	scene ─► tree ─► bones, clips, floats ─► marks ─► rig ─► skeleton
//	                   │                               ├───► meshes, skins, weights
//	                   └───────────────────────────────┴───► clips
func Run(in *scene.Input, f scene.Format) (*Result, error) {
	if err := checkCounts(in); err != nil {
		return nil, err
	}
	if err := cmp.Or(f.ReadNodes(), in.Meter.Err()); err != nil {
		return nil, err
	}
	if len(in.Tree.Nodes) == 0 {
		return nil, fmt.Errorf("%w: no nodes", source.ErrEmpty)
	}
	if err := scene.Most("nodes", len(in.Tree.Nodes), "Nodes", in.Settings.Bounds.Nodes, ""); err != nil {
		return nil, err
	}
	in.Report.Nodes = len(in.Tree.Nodes)
	toModel := modelSpace(in, f)
	if err := f.Match(); err != nil {
		return nil, err
	}
	tree := in.Tree
	if err := checkSize(in, f); err != nil {
		return nil, err
	}
	if err := cmp.Or(f.ReadSkins(), in.Meter.Err()); err != nil {
		return nil, err
	}
	bones := rig.FindBones(in, f)
	if in.Settings.SkipMeshes {
		tree.DropMeshes()
	}
	f.ReadShapes()
	clips, floats, err := scene.BindClips(in, f)
	if err := cmp.Or(err, in.Meter.Err()); err != nil {
		return nil, err
	}
	marks := rig.MarkNodes(in, f, tree, bones, clips, floats)
	top := rig.TopOf(in, tree, marks, toModel)
	on, err := rig.Build(in, f, marks, top, clips)
	if err != nil {
		return nil, err
	}
	on.Unit = track.TakeOutUnits(on.Joints, top.Lead, in.Meter)

	m := &soa.Model{Name: source.Stem(in.Base), Skeleton: on.Skeleton(), Floats: rig.PlaceFloats(in, floats, on.Place)}
	surfaces := surface.Read(in)
	m.Materials, m.Textures = surfaces.Materials, surfaces.Textures
	if err := in.Meter.Err(); err != nil {
		return nil, err
	}
	shapes, err := mesh.Build(in, f, bones, on, surfaces)
	if err := cmp.Or(err, in.Meter.Err()); err != nil {
		return nil, err
	}
	f.Finish()
	morphs := mesh.BindMorphs(in, clips, tree, &shapes)
	if in.Ext == "fbx" {
		shapes.OrderMorphs(morphs)
	}
	m.Meshes, m.Skins, m.Weights = shapes.Meshes, shapes.Skins, shapes.Weights
	m.Expressions, m.Visibility = f.Expressions(floats), visibility(in, floats, shapes.Nodes)
	m.Clips = track.Build(in.Report, clips, on.Joints, morphs, floats, in.Meter)
	if err := in.Meter.Err(); err != nil {
		return nil, err
	}
	if own, ok := f.(annotated); ok {
		own.Annotate(m, clipNumbers(clips), on.JointOf)
	}
	BoundNames(in.Report, &in.Settings.Bounds, m)
	m.Avatar = f.Avatar(on.JointOf)
	in.Report.Joints = len(on.Joints)
	in.Report.SceneBytes, in.Report.ModelBytes = in.Scene.Bytes, bytesOf(reflect.ValueOf(m))
	reportDropped(in, marks)
	if from, ok := f.(traced); ok && in.Settings.Origin {
		in.Report.Origin = from.Origin(m, clipNumbers(clips), shapes.From, on.JointOf)
	}
	if len(m.Meshes) == 0 && len(m.Clips) == 0 && len(on.Joints) == 0 {
		return nil, fmt.Errorf("%w: no mesh, animation or bone", source.ErrEmpty)
	}
	if err := in.Meter.Err(); err != nil {
		return nil, err
	}
	return &Result{on, clips, floats, morphs, m, in.Report}, m.Validate()
}

// annotated is a format that says more of a model than its parts, such as events of clips.
type annotated interface {
	// Annotate adds it. clips has the file's number of each clip of the model.
	Annotate(m *soa.Model, clips []int, joint func(node int) int)
}

// traced is a format that knows the parts of a file that a model was made from.
type traced interface {
	// Origin returns them, or nil. clips has the file's number of each clip of the model, meshes the
	// node and the scene's mesh of each of its meshes.
	Origin(m *soa.Model, clips []int, meshes []rig.Carried, joint func(node int) int) *soa.Origin
}

func clipNumbers(clips []track.Clip) (list []int) {
	for c := range clips {
		list = append(list, clips[c].Number)
	}
	return list
}

// reportDropped reports parts of the scene that a model cannot represent.
func reportDropped(in *scene.Input, marks []rig.Mark) {
	if n := in.Scene.Cameras; n > 0 {
		in.Report.Add(report.Info, report.LeftOut, "", "%d camera(s) left out", n)
	}
	if n := in.Scene.Lights; n > 0 {
		in.Report.Add(report.Info, report.LeftOut, "", "%d light(s) left out", n)
	}
	dropped := 0
	for i := range marks {
		if !marks[i].Keep {
			dropped++
		}
	}
	if dropped > 0 {
		in.Report.Add(report.Info, report.LeftOut, "", "%d node(s) without bone, mesh or animation left out", dropped)
	}
}

// bytesOf returns the memory size of a value of plain data.
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
		if refers(v.Type().Elem()) {
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

// refers reports whether values of a type have memory elsewhere.
func refers(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Pointer, reflect.String, reflect.Slice:
		return true
	case reflect.Struct:
		for i := range t.NumField() {
			if refers(t.Field(i).Type) {
				return true
			}
		}
	}
	return false
}

// modelSpace returns the transform from the file's space to the model's: right-handed, Y up,
// metres, with Settings.Scale applied.
func modelSpace(in *scene.Input, f scene.Format) exact.Matrix {
	in.Report.MetresPerUnit = 1
	m := f.Space()
	if in.Settings.Scale != 1 {
		m = exact.Scaling(in.Settings.Scale).Mul(m)
	}
	return m
}
