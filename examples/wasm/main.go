// Wasm plays an archive that it carries inside, without a file, without cgo and
// on whatever it is built for:
//
//	go run ./examples/wasm
//	GOOS=js GOARCH=wasm go build -o play.wasm ./examples/wasm
//	node "$(go env GOROOT)/lib/wasm/wasm_exec_node.js" play.wasm
//
// It prints a hash of all matrices that it computed, which is the same
// everywhere.
package main

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"log"
	"math"

	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/bake"
	"github.com/sinew-anim/sinew/soa/archive"
	"github.com/sinew-anim/sinew/testdata"
)

// How many play, and for how long.
const (
	instances = 48
	frames    = 30
	step      = 1. / 30
)

func main() {
	if err := play(); err != nil {
		log.Fatal(err)
	}
}

func play() error {
	a, err := archive.Decode(testdata.Demo)
	if err != nil {
		return err
	}
	defer a.Close()
	crowd, err := playCrowd(a)
	if err != nil {
		return err
	}
	players, err := playClips(a)
	if err != nil {
		return err
	}
	_, err = fmt.Printf("%s: %d clips, %d instances, %d frames\nfrom its bank   %s\nfrom its clips  %s\n",
		a.Skeleton().Name[0], a.Clips(), instances, frames, crowd, players)
	return err
}

// playCrowd plays the archive's bank, in place.
func playCrowd(a *archive.Archive) (string, error) {
	bank, err := a.Bank(0)
	if err != nil {
		return "", err
	}
	crowd, err := runtime.NewCrowd(bank, instances, runtime.CrowdOptions{})
	if err != nil {
		return "", err
	}
	defer crowd.Close()
	for i := range instances {
		if err := crowd.Play(i, i%len(bank.Clips), runtime.PlayOptions{Mode: runtime.Wrap, Offset: 0.07 * float64(i)}); err != nil {
			return "", err
		}
	}
	h := newHash()
	for range frames {
		crowd.Update(step)
		for i := range instances {
			h.add(crowd.Palettes()[i*crowd.Stride():][:12*bank.Rotations()])
		}
	}
	return h.sum(), nil
}

// playClips unpacks the archive's clips and plays their tracks.
func playClips(a *archive.Archive) (string, error) {
	model, err := bake.Model(a)
	if err != nil {
		return "", err
	}
	players, err := runtime.NewPlayers(model, instances)
	if err != nil {
		return "", err
	}
	for i := range instances {
		options := runtime.PlayOptions{Mode: runtime.Wrap, Offset: 0.07 * float64(i)}
		if err := players.Play(i, options, model.Clips[i%len(model.Clips)]); err != nil {
			return "", err
		}
	}
	h := newHash()
	for range frames {
		players.Update(step)
		h.add(players.Palettes(0))
	}
	return h.sum(), nil
}

// hash is of the bits of numbers.
type hash struct {
	of    []byte
	state [32]byte
}

func newHash() *hash { return new(hash) }

func (h *hash) add(values []float32) {
	h.of = append(h.of[:0], h.state[:]...)
	for _, v := range values {
		h.of = binary.LittleEndian.AppendUint32(h.of, math.Float32bits(v))
	}
	h.state = sha256.Sum256(h.of)
}

func (h *hash) sum() string { return fmt.Sprintf("%x", h.state[:8]) }
