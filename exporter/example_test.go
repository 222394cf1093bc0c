package exporter_test

import (
	"bytes"
	"context"
	"fmt"
	"log"

	"github.com/sinew-anim/sinew/exporter"
	"github.com/sinew-anim/sinew/soa"
)

// platform returns a model of one joint that rises within a second.
func platform() *soa.Model {
	return &soa.Model{
		Skeleton: &soa.Skeleton{Name: []string{"platform"}, Parent: []int16{soa.NoJoint}, Depth: []uint16{0}, Rest: soa.MakeTransforms(1), Unit: []float32{1}},
		Clips: []*soa.Clip{{
			Name: "up", TicksPerSecond: 10, Duration: 10, Additive: true,
			Tracks: []soa.Track{{Property: soa.Translation, Interpolation: soa.Linear}},
			Time:   []float32{0, 10},
			X:      []float32{0, 0}, Y: []float32{0, 2}, Z: []float32{0, 0}, W: []float32{0, 0},
		}},
	}
}

func ExampleGLB() {
	var file bytes.Buffer
	var found exporter.Report
	if err := exporter.GLB(context.Background(), &file, platform(), exporter.Options{Report: &found}); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s, %d bytes\n", file.Bytes()[:4], file.Len())
	for _, f := range found.Losses() {
		fmt.Println(f)
	}
	// Output:
	// glTF, 668 bytes
	// clip up: it is additive, which the extras say; other programs play it on its own
}
