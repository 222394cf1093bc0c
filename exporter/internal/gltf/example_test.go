package gltf_test

import (
	"bytes"
	"context"
	"fmt"
	"log"
	"strings"

	"github.com/sinew-anim/sinew/exporter/internal/finding"
	"github.com/sinew-anim/sinew/exporter/internal/gltf"
	"github.com/sinew-anim/sinew/soa"
)

// A skeleton of one joint becomes a node.
func Example() {
	k := &soa.Skeleton{Name: []string{"hips"}, Parent: []int16{soa.NoJoint}, Depth: []uint16{0}, Rest: soa.MakeTransforms(1), Unit: []float32{1}}
	k.Rest.TY[0] = 0.9
	var list finding.List
	file, err := gltf.Build(context.Background(), &soa.Model{Skeleton: k}, gltf.Options{Generator: "example"}, &list)
	if err != nil {
		log.Fatal(err)
	}
	var text, data bytes.Buffer
	if err := file.WriteParts(context.Background(), &text, &data, "hips.bin"); err != nil {
		log.Fatal(err)
	}
	fmt.Println(strings.TrimSpace(text.String()), data.Len())
	// Output:
	// {"asset":{"generator":"example","version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"name":"hips","translation":[0,0.9,0]}],"extras":{"sinew":{"joints":true}}} 0
}
