package meshopt

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/seed"
)

// randomElements are elements that go on from each other by steps of all sizes, as those of meshes do.
func randomElements(random *rand.Rand, n, stride int) []byte {
	data := make([]byte, n*stride)
	steps := make([]int, stride)
	for c := range steps {
		steps[c] = []int{1, 1, 2, 3, 7, 40, 256}[random.IntN(7)]
	}
	for i := range data {
		before := byte(0)
		if i >= stride {
			before = data[i-stride]
		}
		step := steps[i%stride]
		data[i] = before + byte(random.IntN(step)-step/2)
	}
	return data
}

// randomTriangles is a mesh whose triangles share edges, with leaps here and there.
func randomTriangles(random *rand.Rand, n int) []uint32 {
	var out []uint32
	for len(out) < 3*n {
		if len(out) < 3 || random.IntN(20) == 0 {
			a := uint32(random.IntN(1 << (1 + random.IntN(16))))
			out = append(out, a, a+1, a+uint32(random.IntN(9)))
			continue
		}
		k := 3 * (len(out)/3 - 1 - random.IntN(min(len(out)/3, 4)))
		r := random.IntN(3)
		a, b := out[k+r], out[k+(r+1)%3]
		c := out[len(out)-1] + uint32(random.IntN(6))
		if random.IntN(4) == 0 {
			c = out[random.IntN(len(out))]
		}
		out = append(out, b, a, c&0xffff)
	}
	return out
}

// gridTriangles is a grid of n squares by n, in bands that suit the caches of graphics processors.
func gridTriangles(n int) []uint32 {
	const band = 12
	var out []uint32
	number := map[int]uint32{} // vertices in the order of their use
	vertex := func(x, y int) uint32 {
		k, ok := number[y*(n+1)+x]
		if !ok {
			k = uint32(len(number))
			number[y*(n+1)+x] = k
		}
		return k
	}
	for left := 0; left < n; left += band {
		for y := range n {
			for x := left; x < min(left+band, n); x++ {
				out = append(out, vertex(x, y), vertex(x, y+1), vertex(x+1, y))
				out = append(out, vertex(x+1, y), vertex(x, y+1), vertex(x+1, y+1))
			}
		}
	}
	return out
}

func decode(t *testing.T, v View, stream []byte) []byte {
	t.Helper()
	dst := make([]byte, v.Size())
	if err := v.Decode(dst, stream, nil); err != nil {
		t.Fatalf("%+v: %v", v, err)
	}
	return dst
}

// TestAttributes decodes what an encoder wrote that picks freely among all the ways to write it.
func TestAttributes(t *testing.T) {
	testAttributes(t)
}

func testAttributes(t *testing.T) {
	random := rand.New(rand.NewPCG(seed.First(t), 7))
	for round := range 300 {
		stride, n := 4*(1+random.IntN(64)), random.IntN(700)
		if round%3 == 0 {
			stride = 4 * (1 + random.IntN(4))
		}
		want := randomElements(random, n, stride)
		for version := range 2 {
			v := View{Count: n, Stride: stride}
			stream := encodeAttributes(want, stride, version, choices{random})
			if got := decode(t, v, stream); string(got) != string(want) {
				t.Fatalf("round %d, version %d: %d elements of %d bytes differ", round, version, n, stride)
			}
		}
	}
}

func TestIndices(t *testing.T) {
	random := rand.New(rand.NewPCG(seed.First(t), 7))
	for range 200 {
		indices := make([]uint32, 3*random.IntN(100))
		for i := range indices {
			indices[i] = random.Uint32() >> (2 + random.IntN(30)) // two bits are the code's
		}
		got := decode(t, View{Mode: Indices, Count: len(indices), Stride: 4}, encodeIndices(indices, choices{random}))
		short := decode(t, View{Mode: Indices, Count: len(indices), Stride: 2}, encodeIndices(indices, choices{random}))
		for i, want := range indices {
			if v := binary.LittleEndian.Uint32(got[4*i:]); v != want {
				t.Fatalf("index %d is %d, want %d", i, v, want)
			}
			if v := binary.LittleEndian.Uint16(short[2*i:]); v != uint16(want) {
				t.Fatalf("index %d of 16 bits is %d, want %d", i, v, uint16(want))
			}
		}
	}
}

func TestTriangles(t *testing.T) {
	random := rand.New(rand.NewPCG(seed.First(t), 7))
	for round := range 200 {
		indices := randomTriangles(random, random.IntN(300))
		if round%20 == 0 {
			indices = gridTriangles(1 + random.IntN(30))
		}
		stream := encodeTriangles(indices, choices{random})
		for _, size := range []int{2, 4} {
			got := decode(t, View{Mode: Triangles, Count: len(indices), Stride: size}, stream)
			for i := 0; i < len(indices); i += 3 {
				var tri [3]uint32
				for k := range tri {
					if size == 4 {
						tri[k] = binary.LittleEndian.Uint32(got[4*(i+k):])
					} else {
						tri[k] = uint32(binary.LittleEndian.Uint16(got[2*(i+k):]))
					}
				}
				if !sameTriangle(tri, [3]uint32(indices[i:i+3])) {
					t.Fatalf("triangle %d is %v, want %v or rotated", i/3, tri, indices[i:i+3])
				}
			}
		}
	}
}

func sameTriangle(a, b [3]uint32) bool {
	for r := range 3 {
		if a == [3]uint32{b[r], b[(r+1)%3], b[(r+2)%3]} {
			return true
		}
	}
	return false
}

// TestDamaged shortens, lengthens and changes streams: an error or other elements, no panic.
func TestDamaged(t *testing.T) {
	random := rand.New(rand.NewPCG(seed.First(t), 7))
	streams := map[View][]byte{}
	for version := range 2 {
		v := View{Count: 300 + version, Stride: 12}
		streams[v] = encodeAttributes(randomElements(random, v.Count, v.Stride), v.Stride, version, choices{random})
	}
	streams[View{Mode: Triangles, Count: 300, Stride: 2}] = encodeTriangles(randomTriangles(random, 100), choices{random})
	streams[View{Mode: Indices, Count: 300, Stride: 4}] = encodeIndices(randomTriangles(random, 100), choices{random})
	for v, stream := range streams {
		dst := make([]byte, v.Size())
		for n := range stream {
			if err := v.Decode(dst, stream[:n], nil); !errors.Is(err, ErrStream) {
				t.Fatalf("%+v: %d of %d bytes: %v, want ErrStream", v, n, len(stream), err)
			}
		}
		longer := append(append([]byte(nil), stream[:len(stream)-40]...), make([]byte, 80)...)
		if err := v.Decode(dst, longer, nil); !errors.Is(err, ErrStream) {
			t.Errorf("%+v: 40 bytes too long: %v, want ErrStream", v, err)
		}
		for range 2000 {
			damaged := append([]byte(nil), stream...)
			damaged[random.IntN(len(damaged))] ^= 1 << random.IntN(8)
			if err := v.Decode(dst, damaged, nil); err != nil && !errors.Is(err, ErrStream) {
				t.Fatalf("%+v: %v, want ErrStream", v, err)
			}
		}
	}
}

// TestCheck refuses what no stream can hold, before memory is allocated for it.
func TestCheck(t *testing.T) {
	for _, c := range []struct {
		view   View
		length int
		want   error
	}{
		{View{Mode: Triangles, Count: 4, Stride: 2}, 100, ErrView},
		{View{Mode: Triangles, Count: 3, Stride: 8}, 100, ErrView},
		{View{Mode: Triangles, Filter: Color, Count: 3, Stride: 2}, 100, ErrView},
		{View{Mode: Indices, Count: -1, Stride: 2}, 100, ErrView},
		{View{Count: 3, Stride: 6}, 100, ErrView},
		{View{Count: 3, Stride: 260}, 1000, ErrView},
		{View{Count: 3, Stride: 0}, 100, ErrView},
		{View{Filter: Quaternion, Count: 3, Stride: 4}, 100, ErrView},
		{View{Filter: Octahedral, Count: 3, Stride: 12}, 100, ErrView},
		{View{Filter: 9, Count: 3, Stride: 8}, 100, ErrView},
		{View{Mode: 9, Count: 3, Stride: 8}, 100, ErrView},
		{View{Count: math.MaxInt / 2, Stride: 256}, 1 << 20, ErrStream},
		{View{Mode: Triangles, Count: math.MaxInt / 3 * 3, Stride: 4}, 1 << 20, ErrStream},
		{View{Mode: Triangles, Count: 3 << 20, Stride: 4}, 1 << 20, ErrStream},
		{View{Mode: Indices, Count: 1 << 20, Stride: 4}, 1 << 20, ErrStream},
		{View{Count: 1 << 28, Stride: 4}, 1 << 20, ErrStream},
		{View{Stride: 4}, 0, ErrStream},
		{View{Stride: 4}, 25, nil},
		{View{Mode: Triangles, Count: 3, Stride: 2}, 18, nil},
	} {
		if err := c.view.Check(c.length); !errors.Is(err, c.want) {
			t.Errorf("%+v in %d bytes: %v, want %v", c.view, c.length, err, c.want)
		}
	}
}

func FuzzDecode(f *testing.F) {
	random := rand.New(rand.NewPCG(1, 2))
	for version := range 2 {
		f.Add(uint8(0), uint8(version), uint16(20), uint8(3), encodeAttributes(randomElements(random, 20, 12), 12, version, choices{random}))
	}
	f.Add(uint8(1), uint8(0), uint16(60), uint8(0), encodeTriangles(randomTriangles(random, 20), choices{random}))
	f.Add(uint8(2), uint8(0), uint16(60), uint8(1), encodeIndices(randomTriangles(random, 20), choices{random}))
	f.Fuzz(func(t *testing.T, mode, filter uint8, count uint16, quads uint8, stream []byte) {
		v := View{Mode: Mode(mode), Filter: Filter(filter), Count: int(count), Stride: 4 * int(quads)}
		if v.Mode != Attributes {
			v.Stride = 2 + 2*int(quads&1)
		}
		if v.Check(len(stream)) != nil {
			return
		}
		if size := v.Size(); size > 1100*len(stream) {
			t.Fatalf("%+v: %d bytes from %d", v, size, len(stream))
		}
		if err := v.Decode(make([]byte, v.Size()), stream, nil); err != nil && !errors.Is(err, ErrStream) {
			t.Fatal(err)
		}
	})
}

func BenchmarkDecode(b *testing.B) {
	random := rand.New(rand.NewPCG(1, 2))
	run := func(name string, v View, stream []byte) {
		b.Run(name, func(b *testing.B) {
			dst := make([]byte, v.Size())
			b.SetBytes(int64(v.Size()))
			for b.Loop() {
				if err := v.Decode(dst, stream, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	for version := range 2 {
		for _, stride := range []int{4, 8, 16, 32} {
			n := (1 << 20) / stride
			stream := encodeAttributes(randomElements(random, n, stride), stride, version, choices{})
			run(fmt.Sprintf("attributes/version=%d/stride=%d", version, stride), View{Count: n, Stride: stride}, stream)
		}
	}
	triangles := gridTriangles(220)
	for _, size := range []int{2, 4} {
		run(fmt.Sprintf("triangles/size=%d", size), View{Mode: Triangles, Count: len(triangles), Stride: size}, encodeTriangles(triangles, choices{}))
		run(fmt.Sprintf("indices/size=%d", size), View{Mode: Indices, Count: len(triangles), Stride: size}, encodeIndices(triangles, choices{}))
	}
}
