package importer

import (
	"fmt"
	"reflect"

	"github.com/sinew-anim/sinew/native/assimp"
	"github.com/sinew-anim/sinew/soa"
)

// input is a model file that is open: libassimp's scene, and the file itself for
// what libassimp gets wrong.
type input struct {
	*source
	format string
	scene  *assimp.Scene
	reopen func(assimp.Options) (*assimp.Scene, error) // imports the file again
	fbx    *fbxFile                                    // nil where the file is none
}

// flat is what an import makes of a file. Besides the model it has what AddClips
// takes to the joints of another: tracks in float64 and the nodes behind joints.
type flat struct {
	rig
	clips  []clipSource
	floats *floatSet
	morphs [][]namedTrack // per clip: the tracks of morph weights
	model  *soa.Model
	report *Report
}

// flatten makes a model of a scene. Each pass makes something of what passes
// before it made, and tells the report:
//
//	scene ─► tree ─► bones, clips, floats ─► marks ─► rig ─► skeleton
//	                   │                               ├───► meshes, skins, weights
//	                   └───────────────────────────────┴───► clips
func flatten(in *input, o options, r *Report) (*flat, error) {
	tree, err := readTree(in, o, r)
	if err != nil {
		return nil, err
	}
	toModel := modelSpace(in, o, r)
	gltf := readGLTF(in, tree, r)
	if gltf == nil {
		tree.reportSharedNames(r)
	}
	if err := checkSize(in.scene, tree, gltf, &o.bounds); err != nil {
		return nil, err
	}
	bones := findBones(in.scene, tree, gltf, r)
	if o.skipMeshes {
		tree.dropMeshes()
	}
	clips, floats, err := bindClips(in, tree, gltf, o, r)
	if err != nil {
		return nil, err
	}

	marks := markNodes(tree, bones, clips, floats, o.keepNodes)
	top := topOf(in, tree, marks, toModel, o.keepNodes)
	rig, err := buildRig(in.scene, tree, gltf, marks, top, clips, o, r)
	if err != nil {
		return nil, err
	}
	reportInheritedScale(in.fbx, rig.joints, top.lead, r)
	rig.unit = takeOutUnits(rig.joints, top.lead)

	m := &soa.Model{Name: stem(in.base), Skeleton: rig.skeleton(), Floats: placeFloats(floats, rig.place, r)}
	surfaces := readMaterials(in, o, r)
	m.Materials, m.Textures = surfaces.materials, surfaces.textures
	binds := statedBinds(in, r)
	shapes, err := buildMeshes(in, tree, gltf, bones, rig, surfaces, binds, o, r)
	if err != nil {
		return nil, err
	}
	m.Meshes, m.Skins, m.Weights = shapes.meshes, shapes.skins, shapes.weights
	morphs := bindMorphs(clips, tree, shapes, r)
	m.Clips = buildClips(clips, rig.joints, morphs, floats, r)

	boundNames(m, o.bounds.Name, r)
	reportSparseCurves(in, m.Clips, rig.joints, r)
	r.Joints = len(rig.joints)
	r.SceneBytes, r.ModelBytes = in.scene.Memory(), bytesOf(reflect.ValueOf(m))
	reportDropped(in.scene, marks, r)
	if len(m.Meshes) == 0 && len(m.Clips) == 0 && len(rig.joints) == 0 {
		return nil, fmt.Errorf("%w: no mesh, animation or bone", ErrEmpty)
	}
	return &flat{rig, clips, floats, morphs, m, r}, m.Validate()
}

// reportDropped names what of the scene has no place in a model.
func reportDropped(scene *assimp.Scene, marks []mark, r *Report) {
	if n := scene.Cameras(); n > 0 {
		r.add(Info, LeftOut, "", "%d camera(s) left out", n)
	}
	if n := scene.Lights(); n > 0 {
		r.add(Info, LeftOut, "", "%d light(s) left out", n)
	}
	dropped := 0
	for i := range marks {
		if !marks[i].keep {
			dropped++
		}
	}
	if dropped > 0 {
		r.add(Info, LeftOut, "", "%d node(s) that carry no bone, mesh or animation left out", dropped)
	}
}
