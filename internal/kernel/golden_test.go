package kernel

import (
	"github.com/sinew-anim/sinew/native/simd"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"testing"
)

// bitsHash is a hash of the bits of values.
func bitsHash(values ...[]float32) uint64 {
	h := fnv.New64a()
	for _, list := range values {
		for _, v := range list {
			b := math.Float32bits(v)
			h.Write([]byte{byte(b), byte(b >> 8), byte(b >> 16), byte(b >> 24)})
		}
	}
	return h.Sum64()
}

// The bits of every kernel on fixed input. They are the same on every
// processor; a compiler that fused a product into a sum would change them.
func TestKernelsGiveTheseBits(t *testing.T) {
	const n = 67
	r := newRandom(2024)
	got := map[string]uint64{}
	hash := func(kernel string, err error, values ...[]float32) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		got[kernel] = bitsHash(values...)
	}

	palette := r.values(12*n, -1, 1)
	v := newVertices(r, n)
	bone, weight := make([]uint16, 4*n), r.values(4*n, 0, 1)
	for i := range bone {
		bone[i] = uint16(r.IntN(n))
	}
	hash("LinearBlend", LinearBlend(v, palette, bone, weight, 4), v.OutPosition, v.OutNormal)
	hash("AddDeltas", AddDeltas(v.Position, []uint32{3, 5, 60}, r.values(9, -1, 1), 0.37), v.Position)
	hash("TransformVertices", TransformVertices(v, (*[12]float32)(palette)), v.OutPosition, v.OutNormal)

	for kernel, want := range map[string]uint64{
		"LinearBlend":       0x4f1d9c28bbb45692,
		"AddDeltas":         0x94cf28d61051f619,
		"TransformVertices": 0x16c4004d14482cce,
	} {
		if got[kernel] != want {
			t.Errorf("%s: %#x, want %#x", kernel, got[kernel], want)
		}
	}
}

// The same for block kernels, on every instruction set of this machine.
func TestBlockKernelsGiveTheseBits(t *testing.T) {
	s := shape{joints: 67, tree: "bushy", columns: 0.3, values: "unit", blocks: 3}
	eachISA(t, func(t *testing.T) {
		b := s.draw(t, rand.New(rand.NewPCG(2024, 2)))
		c := b.columns
		pose, out := simd.AlignedFloat32(PoseValues(c)), &simd.Palettes{Values: simd.AlignedFloat32(3 * simd.Lanes * b.stride), Stride: b.stride}
		scratch := simd.AlignedFloat32(max(b.rig.ScratchValues(), b.general.ScratchValues()))
		for _, k := range []struct {
			name string
			want uint64
			err  error
			hash uint64
		}{
			{"SampleRows16", 0x36015158eb229f94, SampleRows16(pose, &b.rows, &b.at[0]), bitsHash(pose)},
			{"RigPalette16", 0x61e309f5f3c15fed, RigPalette16(out, pose, c, b.rig, scratch), bitsHash(out.Values[:simd.Lanes*b.stride])},
			{"GeneralPalette16", 0x3997f835f960ebb8, GeneralPalette16(out, pose, c, b.general, scratch), bitsHash(out.Values[:simd.Lanes*b.stride])},
		} {
			if k.err != nil {
				t.Errorf("%s: %v", k.name, k.err)
			}
			if k.hash != k.want {
				t.Errorf("%s: %#x, want %#x", k.name, k.hash, k.want)
			}
		}
	})
}

// The same for the kernels that combine poses.
func TestBlendsGiveTheseBits(t *testing.T) {
	eachISA(t, func(t *testing.T) {
		b := newComposeCase(rand.New(rand.NewPCG(2024, 3)), 68, 12, 2)
		c, sum, over := b.c, make([]float32, PoseValues(b.c)), make([]float32, PoseValues(b.c))
		pose := b.blocks[0]
		if err := AccumulatePose16(over, pose, c, &b.weight[1], b.mask[1], b.reference, true); err != nil {
			t.Fatal(err)
		}
		for _, k := range []struct {
			name string
			want uint64
			err  error
			hash uint64
		}{
			{"AccumulatePose16", 0x262cdc6e4298bd87, AccumulatePose16(sum, pose, c, &b.weight[0], b.mask[1], b.reference, true), bitsHash(sum)},
			{"FinishPose16", 0x5d4836dd4b6b19b5, FinishPose16(sum, c, b.still(), 0.7), bitsHash(sum)},
			{"OverPose16", 0xc493035e29117bda, OverPose16(over, sum, c, b.reference, 0.7), bitsHash(over)},
			{"AddPose16", 0xd4c57df7cd1fb7cb, AddPose16(pose, b.blocks[1], c, &b.weight[1], b.mask[1], b.rest), bitsHash(pose)},
			{"OffsetPose16", 0x9e44cd1ed95f02b2, OffsetPose16(pose, pose, c, b.offsets), bitsHash(pose)},
		} {
			if k.err != nil {
				t.Errorf("%s: %v", k.name, k.err)
			}
			if k.hash != k.want {
				t.Errorf("%s: %#x, want %#x", k.name, k.hash, k.want)
			}
		}
	})
}
