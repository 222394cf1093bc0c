package weights_test

import (
	"fmt"
	"log"

	"github.com/sinew-anim/sinew/rig/weights"
	"github.com/sinew-anim/sinew/soa"
)

// A vertex of an arm has three joints. Two may stay, and the hand is locked.
func Example() {
	model := &soa.Model{
		Skeleton: &soa.Skeleton{Name: []string{"shoulder", "elbow", "hand"}, Parent: []int16{soa.NoJoint, 0, 1}},
		Skins:    []*soa.Skin{{Joint: []uint16{0, 1, 2}, InverseBind: make([]soa.Affine, 3)}},
		Meshes: []*soa.Mesh{{
			Name: "arm", Position: make([]float32, 3),
			Influences: 4, BoneIndex: []uint16{1, 0, 2, 0}, BoneWeight: []float32{0.5, 0.25, 0.25, 0},
		}},
	}
	groups, err := weights.GroupsOf(model, 0)
	if err != nil {
		log.Fatal(err)
	}
	if groups, err = groups.Lock("hand"); err != nil {
		log.Fatal(err)
	}
	for _, w := range groups.Limited(2).Row(0, nil) {
		fmt.Println(groups.Name[w.Bone], w.Value)
	}
	// Output:
	// elbow 0.75
	// hand 0.25
}
