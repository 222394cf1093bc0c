package source_test

import (
	"context"
	"fmt"
	"log"

	"github.com/sinew-anim/sinew/exporter/internal/source"
)

// An animation is taken away with its data; what nobody knows stays as it is written.
func Example() {
	text := `{
		"asset": {"version": "2.0", "made by": "hand"},
		"nodes": [{"name": "door", "extras": 1.50}],
		"animations": [{"channels": [{"sampler": 0, "target": {"node": 0, "path": "scale"}}], "samplers": [{"input": 0, "output": 1}]}],
		"accessors": [
			{"bufferView": 0, "componentType": 5126, "count": 1, "type": "SCALAR"},
			{"bufferView": 1, "componentType": 5126, "count": 1, "type": "VEC3"}
		],
		"bufferViews": [{"buffer": 0, "byteLength": 4}, {"buffer": 0, "byteOffset": 4, "byteLength": 12}],
		"buffers": [{"byteLength": 16, "uri": "data:application/octet-stream;base64,AAAAAAAAgD8AAIA/AACAPw=="}]
	}`
	file, err := source.Open(context.Background(), []byte(text), nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(file.Size, "bytes")
	file.SetList("animations", nil)
	file.Prune()
	out, err := file.JSON(context.Background(), "", file.Size)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(file.Size, "bytes")
	fmt.Println(string(out))
	// Output:
	// 16 bytes
	// 0 bytes
	// {"asset":{"made by":"hand","version":"2.0"},"nodes":[{"extras":1.50,"name":"door"}]}
}
