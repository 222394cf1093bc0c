//go:build cgo

package scene_test

import (
	"fmt"
	"log"

	"github.com/sinew-anim/sinew/internal/testing/oracle/scene"
	"github.com/sinew-anim/sinew/native/assimp"
)

// The hands of a walk at half a second. Helper nodes of libassimp are left out.
func Example() {
	imported, err := assimp.ImportFile("../../../../testdata/strider/strider_walk.fbx", assimp.Options{
		Properties: []assimp.Property{assimp.Int(assimp.FBXPreservePivots, 1), assimp.Int(assimp.NoSkeletonMeshes, 1)},
	})
	if err != nil {
		log.Fatal(err)
	}
	defer imported.Close()

	o := scene.New(imported, scene.FBX)
	pose := o.Evaluate(0.5, 0)
	for _, n := range pose.Nodes {
		if !n.Helper && (n.Name == "hand.L" || n.Name == "hand.R") {
			at := n.Frame.Translation()
			fmt.Printf("%s: %.2f %.2f %.2f\n", n.Name, at[0], at[1], at[2])
		}
	}
	// Output:
	// hand.L: 0.07 1.11 -0.07
	// hand.R: -0.45 1.07 0.15
}
