package space

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
	"math/rand/v2"
	"testing"
)

// goldenBits is the hash of what TestSpaceBits computes, the same on every processor.
const goldenBits = "666898c33dcf5b7379997127b93d2c6e1b6a639f7ba1706b33a1d7ae3fd68bbc"

func TestSpaceBits(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	hash := sha256.New()
	put := func(v any) {
		if err := binary.Write(hash, binary.LittleEndian, v); err != nil {
			t.Fatal(err)
		}
	}
	for round := range 120 {
		var p places
		for i := range 1 + r.IntN(30) {
			switch round % 3 {
			case 0:
				p.add(float64(i%5)*0.1, float64(i/5)*0.1)
			case 1:
				p.add(r.Float64()*2-1, r.Float64()*2-1)
			default:
				p.add(float64(r.IntN(9)-4)*0.3, float64(r.IntN(9)-4)*0.3)
			}
		}
		p = p.distinct(true)
		l, err := NewLine(p.x[:1])
		if round%3 == 1 {
			l, err = NewLine(p.x)
		}
		if err != nil {
			t.Fatal(err)
		}
		s, err := NewTriangles(p.x, p.y)
		if err != nil {
			t.Fatal(err)
		}
		cartesian, polar := newSpace(t, "cartesian", p), newSpace(t, "polar", p)
		for range 50 {
			x, y := float32(r.Float64()*4-2), float32(r.Float64()*4-2)
			if r.IntN(8) == 0 {
				x, y = x*0x1p-10, y*0x1p-10
			}
			i, j, w := l.At(x)
			put([]uint32{uint32(i), uint32(j), math.Float32bits(w)})
			corner, weight := s.At(x, y)
			put(corner)
			put(weight)
			put(cartesian(x, y))
			put(polar(x, y))
		}
	}
	if got := hex.EncodeToString(hash.Sum(nil)); got != goldenBits {
		t.Errorf("the hash of the weights is %s, want %s", got, goldenBits)
	}
}
