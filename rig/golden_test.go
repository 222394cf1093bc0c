package rig_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/rig"
)

// Weights have the same bits on every processor.
func TestGolden(t *testing.T) {
	m := strider(t)
	for _, method := range rig.Methods() {
		out, _, err := rig.Bind(context.Background(), m, rig.Options{Method: method, Smooth: 1, MaxInfluences: 4})
		must.Do(t, err)
		sum := fnv.New64a()
		for _, mesh := range out.Meshes {
			must.Do(t, binary.Write(sum, binary.LittleEndian, mesh.BoneIndex))
			must.Do(t, binary.Write(sum, binary.LittleEndian, mesh.BoneWeight))
		}
		want, ok := golden[method.String()]
		if got := fmt.Sprintf("%016x", sum.Sum64()); got != want || !ok {
			t.Errorf("%v: the weights of strider have the hash %s, want %s", method, got, want)
		}
	}
}

var golden = map[string]string{
	"rigid":     "5ae06c4006db83a6",
	"distance":  "0dc6c15893cbf90b",
	"hierarchy": "77dbdb874523af0a",
	"envelope":  "820d374390893e48",
	"box":       "965ed9b83238e6a7",
	"dropoff":   "1ab410c7bbc93286",
	"heat":      "3d84cbe8f37533d8",
	"voxel":     "ab5d7a81c4c6770e",
}
