package gltf_test

import (
	"encoding/binary"
	"fmt"
	"io/fs"
	"log"
	"testing/fstest"

	"github.com/sinew-anim/sinew/internal/gltf"
)

// A node that rises by 2 within half a second. Its keys lie in another file.
func Example() {
	keys, err := binary.Append(nil, binary.LittleEndian, []float32{
		0, 0.5, // accessor 0: times
		0, 0, 0, 0, 2, 0, // accessor 1: translations
	})
	if err != nil {
		log.Fatal(err)
	}
	fsys := fstest.MapFS{"lift.bin": {Data: keys}}
	data := []byte(`{
	"nodes": [{"name": "platform", "translation": [0, 1, 0]}],
	"buffers": [{"byteLength": 32, "uri": "lift.bin"}],
	"bufferViews": [{"buffer": 0, "byteLength": 8}, {"buffer": 0, "byteOffset": 8, "byteLength": 24}],
	"accessors": [
		{"bufferView": 0, "componentType": 5126, "count": 2, "type": "SCALAR"},
		{"bufferView": 1, "componentType": 5126, "count": 2, "type": "VEC3"}],
	"animations": [{"name": "up",
		"samplers": [{"input": 0, "output": 1, "interpolation": "LINEAR"}],
		"channels": [{"sampler": 0, "target": {"node": 0, "path": "translation"}}]}]
}`)

	doc, err := gltf.Parse(data, gltf.Options{Open: func(name string) ([]byte, error) { return fs.ReadFile(fsys, name) }})
	if err != nil {
		log.Fatal(err)
	}
	for _, a := range doc.Animations {
		for _, c := range a.Channels {
			node := doc.Nodes[c.Node]
			fmt.Println(a.Name, node.Name, c.Path, c.Interpolation, "rest", node.Translation)
			for k, seconds := range c.Times {
				fmt.Println(seconds, "s", c.Values[k*c.Width:][:c.Width])
			}
		}
	}
	// Output:
	// up platform translation LINEAR rest [0 1 0]
	// 0 s [0 0 0]
	// 0.5 s [0 2 0]
}
