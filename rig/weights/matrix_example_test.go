package weights_test

import (
	"fmt"
	"log"

	"github.com/sinew-anim/sinew/rig/weights"
)

func ExampleReadMatrix() {
	m, err := weights.ReadMatrix([]byte(`{"joints": ["hips", "spine"], "weights": [[0.5, 0.5], [0, 1]]}`))
	if err != nil {
		log.Fatal(err)
	}
	for v := range m.Rows {
		fmt.Println(v, m.Joint, m.Row(v))
	}
	// Output:
	// 0 [hips spine] [0.5 0.5]
	// 1 [hips spine] [0 1]
}
