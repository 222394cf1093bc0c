// Wasm plays an embedded archive without files and without cgo, on any platform:
//
//	go run ./examples/wasm
//	GOOS=js GOARCH=wasm go build -o play.wasm ./examples/wasm
//	node "$(go env GOROOT)/lib/wasm/wasm_exec_node.js" play.wasm
//
// It plays the archive from each source and prints a hash of all matrices, which is
// the same everywhere.
package main

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"log"
	"math"

	"github.com/sinew-anim/sinew/bake"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/archive"
	"github.com/sinew-anim/sinew/testdata"
)

// The number of instances and of frames, and seconds per frame.
const (
	instances = 48
	frames    = 30
	step      = 1. / 30
)

func main() {
	if err := playFrames(); err != nil {
		log.Fatal(err)
	}
}

func playFrames() error {
	a, err := archive.Decode(testdata.Demo)
	if err != nil {
		return err
	}
	defer a.Close()
	model, err := bake.Model(a) // its clips unpacked
	if err != nil {
		return err
	}
	packed := make([]*soa.Packed, a.Clips())
	for i := range packed {
		if packed[i], err = a.Packed(i); err != nil {
			return err
		}
	}
	fmt.Printf("%s: %d clips, %d instances, %d frames\n", a.Skeleton().Name[0], a.Clips(), instances, frames)
	for _, s := range []struct {
		name   string
		source runtime.Source
	}{
		{"rows of its bank", runtime.Archived(a)}, {"spans of its clips", runtime.Compressed(model, packed)}, {"keys of its clips", runtime.Keyframes(model)},
	} {
		sum, err := hashOf(s.source)
		if err != nil {
			return err
		}
		fmt.Printf("%-18s  %s\n", s.name, sum)
	}
	return nil
}

// hashOf plays all clips of a source and returns the hash of the palettes.
func hashOf(source runtime.Source) (string, error) {
	crowd, err := runtime.NewCrowd(source, instances, runtime.CrowdOptions{})
	if err != nil {
		return "", err
	}
	for i := range instances {
		if err := crowd.Instance(i).Play(i%crowd.Clips(), play.Options{Offset: 0.07 * float64(i)}); err != nil {
			return "", err
		}
	}
	h := new(hash)
	for range frames {
		if err := crowd.Update(step); err != nil {
			return "", err
		}
		for i := range instances {
			h.add(crowd.Instance(i).Palette())
		}
	}
	return h.sum(), nil
}

// hash is a hash of the bits of numbers.
type hash struct {
	of    []byte
	state [32]byte
}

func (h *hash) add(values []float32) {
	h.of = append(h.of[:0], h.state[:]...)
	for _, v := range values {
		h.of = binary.LittleEndian.AppendUint32(h.of, math.Float32bits(v))
	}
	h.state = sha256.Sum256(h.of)
}

func (h *hash) sum() string { return fmt.Sprintf("%x", h.state[:8]) }
