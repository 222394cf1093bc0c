package ipc_test

import (
	"errors"
	"fmt"
	"log"

	"github.com/sinew-anim/sinew/importer/internal/ipc"
	"github.com/sinew-anim/sinew/soa"
)

// Bytes of a child that ended too early are an error.
func Example() {
	type clip struct {
		Name string
		Time []float32
		Rest *bool
	}
	data, err := ipc.Marshal(clip{Name: "up", Time: []float32{0, 0.5}})
	if err != nil {
		log.Fatal(err)
	}
	var back clip
	if err := ipc.Unmarshal(data, &back); err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(data), "bytes:", back.Name, back.Time, back.Rest == nil)

	err = ipc.Unmarshal(data[:12], &back)
	fmt.Println("12 bytes:", errors.Is(err, soa.ErrFormat))
	// Output:
	// 20 bytes: up [0 0.5] true
	// 12 bytes: true
}
