package weights_test

import (
	"encoding/binary"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/rig/weights"
)

// TestBits: weights have the same bits on every processor, after every operation. The figure was computed
// on amd64 when the operations were first written.
func TestBits(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 9))
	coarse, m := pole(), pole()
	addMesh(coarse, "coarse", bar(17, 7), along)
	fine := bar(40, 16)
	for i := range fine.Position {
		fine.Position[i] += float32(r.IntN(64)-32) / 32768
	}
	addMesh(m, "fine", fine, func([3]float32) weights.Row {
		w := float64(r.IntN(1000)) / 1000
		return weights.Row{{Bone: uint16(r.IntN(2)), Value: w}, {Bone: 2, Value: 1 - w}}
	})
	h := fnv.New64a()
	for _, op := range []weights.Operation{
		weights.Transfer{From: coarse, Within: 0.002}, weights.Levels{Joint: "arm.L", Gain: 0.7, Offset: 0.1}, weights.Invert{Joint: "spine"},
		weights.Hammer{Above: 0.2}, weights.Smooth{Rounds: 3, Strength: 0.3}, weights.Mirror{From: weights.Right}, weights.Prune{Below: 0.03},
		weights.Limit{Influences: 2}, weights.Quantize{},
	} {
		m, _ = apply(t, m, quiet(), op)
		f := groups(t, m, 0)
		for i, w := range f.Weight {
			h.Write(binary.LittleEndian.AppendUint32([]byte{byte(f.Bone[i])}, math.Float32bits(w)))
		}
	}
	if got, want := h.Sum64(), uint64(0x8063643898e6cdef); got != want {
		t.Errorf("the weights hash to %#x, not %#x", got, want)
	}
}
