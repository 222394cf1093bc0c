// Loadglb loads a .glb from bytes and prints what it has and a hash of its numbers, for a test
// that compares builds.
package main

import (
	"bytes"
	"context"
	"fmt"
	"hash/fnv"
	"log"
	"os"

	"github.com/sinew-anim/sinew/importer"
)

func main() {
	data, err := os.ReadFile(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	m, err := importer.LoadReader(context.Background(), bytes.NewReader(data), "model.glb", importer.Options{})
	if err != nil {
		log.Fatal(err)
	}
	sum := fnv.New64a()
	for _, c := range m.Clips {
		fmt.Fprintln(sum, c.Name, c.Time, c.X, c.Y, c.Z, c.W)
	}
	for _, mesh := range m.Meshes {
		fmt.Fprintln(sum, mesh.Name, mesh.Position, mesh.Normal, mesh.UV, mesh.Index, mesh.BoneIndex, mesh.BoneWeight)
	}
	fmt.Fprintln(sum, m.Skeleton.Name, m.Skeleton.Rest, m.Skins[0].InverseBind)
	fmt.Printf("%d joints, %d clips, %d meshes, %x\n", m.Skeleton.Len(), len(m.Clips), len(m.Meshes), sum.Sum64())

	if _, err := importer.LoadReader(context.Background(), bytes.NewReader(data), "model.fbx", importer.Options{}); err == nil {
		log.Fatal("it reads a .glb as FBX")
	} else {
		fmt.Println(err)
	}
}
