//go:build cgo

package assimp_test

import (
	"fmt"
	"log"
	"testing/fstest"

	"github.com/sinew-anim/sinew/native/assimp"
)

// hop is a motion of one joint: up and down again within a second.
const hop = `HIERARCHY
ROOT hips
{
  OFFSET 0 0 0
  CHANNELS 6 Xposition Yposition Zposition Zrotation Yrotation Xrotation
  End Site
  {
    OFFSET 0 1 0
  }
}
MOTION
Frames: 3
Frame Time: 0.5
0 1.0 0 0 0 0
0 1.5 0 0 0 0
0 1.0 0 0 0 0
`

func ExampleImportFS() {
	files := fstest.MapFS{"hop.bvh": {Data: []byte(hop)}}
	scene, err := assimp.ImportFS(files, "hop.bvh", assimp.Options{
		Properties: []assimp.Property{assimp.Int(assimp.NoSkeletonMeshes, 1)},
	})
	if err != nil {
		log.Fatal(err)
	}
	defer scene.Close()
	clip := scene.Animation(0)
	fmt.Println(clip.TicksPerSecond(), "ticks per second")
	for i := range clip.Channels() {
		channel := clip.Channel(i)
		for _, key := range channel.Positions() {
			fmt.Println(channel.NodeName(), key.Time, key.Value)
		}
	}
	// Output:
	// 2 ticks per second
	// hips 0 [0 1 0]
	// hips 1 [0 1.5 0]
	// hips 2 [0 1 0]
}
