package simd

import (
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

	model := make([]float32, 12*n)
	hash("ComposeAffines", ComposeAffines(model, r.transforms(n)), model)
	hash("Hierarchy", Hierarchy(model, r.parents(n)), model)
	joint := make([]uint16, n)
	for i := range joint {
		joint[i] = uint16(r.IntN(n))
	}
	palette := make([]float32, 12*n)
	hash("Palette", Palette(palette, model, joint, r.values(12*n, -1, 1)), palette)

	near, tracks := &Keys{}, &Tracks{}
	far := r.quaternions(2 * n)
	for i := range n {
		tracks.First, tracks.Target = append(tracks.First, uint32(2*i)), append(tracks.Target, int16(n-1-i))
		q := far.at(i)
		near.add(q)
		for c, d := range r.values(4, -0.1, 0.1) {
			q[c] += d
		}
		near.add(normalize(q))
	}
	x, y, z, w := make([]float32, n), make([]float32, n), make([]float32, n), make([]float32, n)
	hash("SlerpQuaternions near", SlerpQuaternions(x, y, z, w, tracks, near, 0, 0.37), x, y, z, w)
	hash("SlerpQuaternions far", SlerpQuaternions(x, y, z, w, tracks, far, 0, 0.37), x, y, z, w)
	hash("LerpVectors", LerpVectors(x, y, z, tracks, far, 0, 0.37), x, y, z)
	hash("LerpScalars", LerpScalars(x, tracks, far.W, 0, 0.37), x)
	tracks.Tangent = tracks.First
	slopes := r.values(16*n, -1, 1)
	hash("Hermite", Hermite(x, tracks, far.X, slopes[:8*n], slopes[8*n:], 2, 0, 0.37, 1.7), x)
	hash("NormalizeQuaternions", NormalizeQuaternions(x, y, z, w, tracks), x, y, z, w)

	v := newVertices(r, n)
	bone, weight := make([]uint16, 4*n), r.values(4*n, 0, 1)
	for i := range bone {
		bone[i] = uint16(r.IntN(n))
	}
	hash("LinearBlend", LinearBlend(v, palette, bone, weight, 4), v.OutPosition, v.OutNormal)
	hash("AddDeltas", AddDeltas(v.Position, []uint32{3, 5, 60}, r.values(9, -1, 1), 0.37), v.Position)
	hash("TransformVertices", TransformVertices(v, (*[12]float32)(palette)), v.OutPosition, v.OutNormal)

	for kernel, want := range map[string]uint64{
		"ComposeAffines":        0x41d0fabcc69bcfcd,
		"Hierarchy":             0x50c54530f83312dd,
		"Palette":               0x8d15538e71b2b2d9,
		"SlerpQuaternions near": 0x72a587d1892555b5,
		"SlerpQuaternions far":  0x2f7b918712c80475,
		"LerpVectors":           0x75b1ad8fdd11269a,
		"LerpScalars":           0x17e25af411d9cce8,
		"Hermite":               0x87de3ebb80c605b7,
		"NormalizeQuaternions":  0xe3f47caca45da290,
		"LinearBlend":           0x650aafb3bb534c0,
		"AddDeltas":             0x52cff19a5de94252,
		"TransformVertices":     0x6fbd05c00ef9d6f7,
	} {
		if got[kernel] != want {
			t.Errorf("%s: %#x, want %#x", kernel, got[kernel], want)
		}
	}
}

// The same for block kernels, on every instruction set of this machine.
func TestBlockKernelsGiveTheseBits(t *testing.T) {
	s := shape{joints: 67, tree: "bushy", columns: 0.3, values: "unit", blocks: 3}
	eachLevel(t, func(t *testing.T) {
		b := s.draw(t, rand.New(rand.NewPCG(2024, 2)))
		c := b.columns
		pose, out := AlignedFloat32(c.PoseValues()), &Palettes{Values: AlignedFloat32(3 * Lanes * b.stride), Stride: b.stride}
		scratch := AlignedFloat32(max(b.rig.ScratchValues(c), b.general.ScratchValues(c)))
		for _, k := range []struct {
			name string
			want uint64
			err  error
			hash uint64
		}{
			{"SampleRows16", 0x2758f95e22fee11, SampleRows16(pose, &b.rows, &b.at[0]), bitsHash(pose)},
			{"RigPalette16", 0x91c9452e8b5ff73c, RigPalette16(out, pose, c, b.rig, scratch), bitsHash(out.Values[:Lanes*b.stride])},
			{"RigRows16", 0x91952197a577d80, RigRows16(out, &b.rows, b.at, b.rig, scratch), bitsHash(out.Values)},
			{"GeneralPalette16", 0x49d482d05c1feab4, GeneralPalette16(out, pose, c, b.general, scratch), bitsHash(out.Values[:Lanes*b.stride])},
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
