package vertex_test

import (
	"fmt"

	"github.com/sinew-anim/sinew/gpu/vertex"
	"github.com/sinew-anim/sinew/soa"
)

// A forearm whose elbow is between two joints: 8 bits per weight would move it by more than the
// bound, 16 do not.
func Example() {
	s := &soa.Skeleton{
		Name: []string{"upper arm", "forearm"}, Parent: []int16{soa.NoJoint, 0}, Unit: []float32{1, 1}, Rest: soa.MakeTransforms(2),
	}
	s.ComputeDepth()
	s.Rest.TX[1] = 0.3
	upper, fore := soa.IdentityAffine(), soa.IdentityAffine()
	fore[3] = -0.3
	model := &soa.Model{
		Skeleton: s, Skins: []*soa.Skin{{Joint: []uint16{0, 1}, InverseBind: []soa.Affine{upper, fore}}},
		Meshes: []*soa.Mesh{{
			Joint: soa.NoJoint, Material: soa.None, Index: []uint32{0, 1, 2},
			Position: []float32{0, 0, 0, 0.32, 0, 0.05, 0.6, 0, 0}, Normal: []float32{0, 0, 1, 0, 0, 1, 0, 0, 1},
			Influences: 4, BoneIndex: []uint16{0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0},
			BoneWeight: []float32{1, 0, 0, 0, 0.7, 0.3, 0, 0, 1, 0, 0, 0},
		}},
	}
	mesh := &vertex.Mesh{Mesh: model.Meshes[0]}
	layout := vertex.NewPacker(model, vertex.Options{}).Layout(mesh)
	fmt.Println(layout.String())
	fmt.Println(len(layout.Pack(mesh)), "bytes of vertices,", len(layout.PackIndex(mesh)), "of triangles")
	// Output:
	// 28 bytes: position 3 float32, normal 2 octahedral, joints 4 uint8, weights 4 unorm16 within 0.00082 mm
	// 84 bytes of vertices, 6 of triangles
}
